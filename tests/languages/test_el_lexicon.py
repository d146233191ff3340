"""The parts of the builder, each by examples from grammar; the packed file is read back."""

import math
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.greek.lexicon.choose import Chooser
from tools.greek.lexicon.frequency import form_masses, lemma_log_probabilities
from tools.greek.lexicon.letters import accent_position, accented, fold, is_word, tidy
from tools.greek.lexicon.names import Names
from tools.greek.lexicon.pack import Entry, Line, grade, pack
from tools.greek.lexicon.pairs import classes
from tools.greek.lexicon.reading import Reading

from tmima import kernel
from tmima.kernel import twin_text
from tmima.languages.el.analysis import open_lexicon
from tmima.languages.el.dictionary import Lexicon


@pytest.mark.parametrize(
    ("word", "position", "expected"),
    [
        ("επόμενου", 2, "επομένου"),
        ("προϊόν", 1, "προϊόν"),
        ("ανθρωπος", 3, "άνθρωπος"),
        ("παιδι", 1, "παιδί"),
    ],
)
def test_accent_moves(word: str, position: int, expected: str) -> None:
    assert accented(word, position) == expected
    assert accent_position(expected) == position


def test_words_and_keys() -> None:
    assert is_word("ευρωπαϊκής")
    assert is_word("άι-βασίλης")
    assert not is_word("παρατηρῶ")
    assert not is_word("δημιουργία/ρημ")
    assert not is_word("")
    assert tidy("ΕΛΛΑ\u0301ΔΑ") == "ελλάδα"
    assert fold("ευρωπαϊκής") == fold("ευρωπαικησ") == "ευρωπαικησ"


def _readings(tag: str, lemma: str, forms: str) -> set[Reading]:
    return {Reading(form, tag, lemma) for form in [lemma, *forms.split()]}


def _chooser(
    readings: set[Reading], masses: dict[str, float], preferred: dict[str, str]
) -> Chooser:
    table = {(form, False): mass for form, mass in masses.items()}
    frequency = lemma_log_probabilities(sorted(readings), table)
    return Chooser(sorted(readings), lambda form: masses.get(form, 0.0), frequency, preferred)


def test_the_middle_goes_to_the_active_unless_it_is_deponent() -> None:
    writes = _readings("V", "γράφω", "γράφει γράφομαι γράφεται") | _readings(
        "V", "γράφομαι", "γράφεται"
    )
    comes = _readings("V", "φαίνω", "φαίνει φαίνεται") | _readings("V", "φαίνομαι", "φαίνεται")
    masses = {"γράφει": 1e-4, "γράφεται": 1e-5, "φαίνεται": 1e-4}
    chooser = _chooser(writes | comes, masses, {})
    assert chooser.choose("γράφεται", "V", ["γράφω", "γράφομαι"]) == "γράφω"
    assert chooser.choose("φαίνεται", "V", ["φαίνω", "φαίνομαι"]) == "φαίνομαι"


def test_a_plural_is_no_lemma_unless_it_has_forms_of_its_own() -> None:
    child = _readings("N", "παιδί", "παιδιά παιδιών") | _readings("N", "παιδιά", "παιδιάς")
    side = _readings("N", "πλευρό", "πλευρά") | _readings("N", "πλευρά", "πλευράς πλευρές")
    masses = {"παιδί": 1e-4, "παιδιά": 1e-4, "πλευράς": 1e-4, "πλευρό": 1e-5, "πλευρά": 1e-4}
    chooser = _chooser(child | side, masses, {})
    assert chooser.choose("παιδιά", "N", ["παιδί", "παιδιά"]) == "παιδί"
    assert chooser.choose("πλευρά", "N", ["πλευρό", "πλευρά"]) == "πλευρά"


def test_learned_nominatives_and_foreign_prefixes_lose() -> None:
    chooser = _chooser(_readings("N", "ομάς", "ομάδα") | _readings("N", "ομάδα", "ομάδας"), {}, {})
    assert chooser.choose("ομάδα", "N", ["ομάς", "ομάδα"]) == "ομάδα"
    chooser = _chooser(
        _readings("V", "εξετάζω", "εξετάζει") | _readings("V", "καλοεξετάζω", "εξετάζει"), {}, {}
    )
    assert chooser.choose("εξετάζει", "V", ["εξετάζω", "καλοεξετάζω"]) == "εξετάζω"


def test_mass_of_a_word_with_its_accent_astray_goes_to_the_form() -> None:
    masses = form_masses({"κατηγόρια": -5.0, "Πέτρα": -6.0, "πέτρα": -7.0}, ["κατηγορία", "πέτρα"])
    assert masses["κατηγορία", False] == pytest.approx(math.exp(-5))
    assert masses["πέτρα", True] == pytest.approx(math.exp(-6))


def test_capitals_count_for_names() -> None:
    readings = {Reading("πέτρα", "N", "πέτρα"), Reading("πέτρα", "P", "πέτρα")}
    found = lemma_log_probabilities(
        readings, {("πέτρα", True): math.exp(-6), ("πέτρα", False): math.exp(-7)}
    )
    assert found["P", "πέτρα"] == pytest.approx(-6)
    assert found["N", "πέτρα"] == pytest.approx(-7)


def test_classes_by_overlap() -> None:
    paradigms = {
        ("N", "φάρος"): frozenset(_readings("N", "φάρος", "φάρου φάρο φάροι")),
        ("A", "φάρος"): frozenset(
            _readings("A", "φάρος", "φάρη φάρης φάρο φάρου φάροι φάρες φάρα")
        ),
    }
    assert classes("φάρος", {"φάρος", "φάρου", "φάρο", "φάροι"}, [], paradigms) == ["N"]


@pytest.mark.parametrize(
    ("lemma", "tag"), [("φάρος", "A"), ("τρέχω", "V"), ("σχολείο", "N"), ("προφανώς", "D")]
)
def test_of_a_lemma_alone_the_ending_decides(lemma: str, tag: str) -> None:
    assert classes(lemma, {lemma}, [], {}) == [tag]


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("βενιζέλου", "βενιζέλος"),
        ("αλεξάνδρου", "αλέξανδρος"),
        ("μητσοτάκη", "μητσοτάκης"),
        ("σμύρνης", "σμύρνη"),
        ("παπαδοπούλου", "παπαδοπούλου"),
        ("λονδίνου", "λονδίνο"),
        ("δελφών", "δελφοί"),
        ("τομ", "τομ"),
    ],
)
def test_names(form: str, lemma: str) -> None:
    forms = {
        "βενιζέλος",
        "βενιζέλου",
        "αλέξανδρος",
        "αλεξάνδρου",
        "μητσοτάκης",
        "μητσοτάκη",
        "σμύρνης",
        "σμύρνη",
        "παπαδόπουλος",
        "παπαδοπούλου",
        "λονδίνο",
        "λονδίνου",
        "δελφοί",
        "δελφών",
        "τομ",
        "τομς",
    }
    names = Names(forms, {"λονδίνο": 1e-5}, men=[], women=["σμύρνη"])
    assert names.lemma(form) == lemma


LINES = [
    Line("έγραφα", -15.0, [Entry("V", "γράφω", -9.0)]),
    Line("γραμμένης", -16.0, [Entry("R", "γράφω", -9.0), Entry("A", "γραμμένος", -12.0)]),
    Line("νόμος", -10.0, [Entry("N", "νόμος", -9.5)]),
    Line("νομός", -11.0, [Entry("N", "νομός", -10.5)]),
    Line("αθήνας", -9.0, [Entry("P", "αθήνα", -8.0)]),
    *(Line("λέξη" + "α" * n, -20.0, [Entry("N", "λέξη", -11.0)]) for n in range(100)),
]


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    path = tmp_path / "lexicon.bin"
    path.write_bytes(pack(LINES))
    return Lexicon.open(path)


def test_what_was_packed_is_read(lexicon: Lexicon) -> None:
    assert lexicon.lookup("έγραφα") == (("VERB", "γράφω", -9.0, False),)
    assert lexicon.lookup("γραμμένης") == (
        ("VERB", "γράφω", -9.0, True),
        ("ADJ", "γραμμένος", -12.0, False),
    )
    assert lexicon.lookup("αθήνας")[0].lemma == "Αθήνα"
    for line in LINES:
        assert [entry.lemma.lower() for entry in lexicon.lookup(line.form)] == [
            e.lemma for e in line.entries
        ]


def test_unaccented_finds_all_forms_of_a_key(lexicon: Lexicon) -> None:
    assert [entry.lemma for entry in lexicon.lookup_unaccented("νομοσ")] == ["νόμος", "νομός"]


@pytest.mark.parametrize(
    "form", ["", "άγνωστο", "ab", "漢字", "νόμος\t", "\t", "\n", "έγραφα\n", "ωωω", "!"]
)
def test_the_unknown_is_empty(lexicon: Lexicon, form: str) -> None:
    assert lexicon.lookup(form) == ()
    assert (
        form.startswith("νόμος")
        or form.startswith("έγραφα")
        or lexicon.lookup_unaccented(form) == ()
    )


def test_frequencies(lexicon: Lexicon) -> None:
    assert lexicon.form_log_probability("νόμος") == -10.0
    assert grade(-100.0) == 0
    assert grade(0.0) == 93


def test_packing_ignores_the_order_of_lines() -> None:
    assert pack(LINES) == pack(LINES[::-1])


def test_a_strange_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.bin"
    path.write_bytes(b"something else")
    with pytest.raises(ValueError, match="not a lexicon file"):
        Lexicon.open(path)


@pytest.mark.parametrize("kept", [20, 60, 200, -1])
def test_a_file_cut_short_is_refused(kept: int) -> None:
    with pytest.raises(ValueError, match="buffer"):
        Lexicon(pack(LINES)[:kept])


WORDS = st.text("αβάας-", min_size=1, max_size=8)


@given(st.sets(WORDS, min_size=1, max_size=40), st.lists(st.text("αβάας-ϊb\0\ud800漢", max_size=9)))
def test_forms_prefixes_and_neighbours(forms: set[str], others: list[str]) -> None:
    lexicon = Lexicon(pack([Line(form, -9.0, [Entry("N", form, -9.0)]) for form in forms]))
    assert len(lexicon) == len(forms)
    assert list(lexicon) == sorted(forms)
    asked = {form[:length] for form in forms for length in range(len(form) + 1)}
    asked |= {form + more for form in forms for more in ("α", "-", "β" * 5000)} | set(others)
    for form in asked:
        assert [entry.lemma for entry in lexicon.lookup(form)] == [form] * (form in forms)
        same = sorted(other for other in forms if fold(other) == fold(form))
        assert [entry.lemma for entry in lexicon.lookup_unaccented(form)] == same


@given(st.sets(WORDS, min_size=1, max_size=40), st.lists(st.binary(max_size=9)))
def test_kernel_and_twin_walk_alike(forms: set[str], others: list[bytes]) -> None:
    lexicon = Lexicon(pack([Line(form, -9.0, [Entry("N", form, -9.0)]) for form in forms]))
    arcs, skips, folds = lexicon._arcs, lexicon._skips, lexicon._folds
    labels = {letter: label for label, letter in enumerate(lexicon._letters)}
    coded = [bytes(labels[letter] for letter in form) for form in sorted(forms)]
    for number, form in enumerate(coded):
        assert twin_text.lookup_form(arcs, skips, form) == number
    for form in (*coded, *others, b""):
        assert kernel.lookup_form(arcs, skips, form) == twin_text.lookup_form(arcs, skips, form)
        assert kernel.lookup_folded_forms(
            arcs, skips, form, folds
        ) == twin_text.lookup_folded_forms(arcs, skips, form, folds)


@given(st.lists(st.integers(0, 2**32 - 1), max_size=30), st.binary(max_size=12))
def test_whatever_an_automaton_holds_no_way_leads_out_of_it(words: list[int], form: bytes) -> None:
    arcs = np.array([word & 0x1FFF for word in words], dtype=np.uint32)
    skips = np.zeros_like(arcs)
    alike = kernel.lookup_folded_forms(arcs, skips, form[:6], bytes(64))
    assert alike == twin_text.lookup_folded_forms(arcs, skips, form[:6], bytes(64))
    assert kernel.lookup_form(arcs, skips, form) >= -1


def test_the_shipped_lexicon() -> None:
    lexicon = open_lexicon()
    assert len(lexicon) == 960_957
    assert sum(len(lexicon.lookup(form)) for form in islice(lexicon, 0, None, 100)) == 11_071
    assert lexicon.lookup("γραμμένης") == (
        ("ADJ", "γραμμένος", -10.0, False),
        ("VERB", "γράφω", -7.8, True),
    )
