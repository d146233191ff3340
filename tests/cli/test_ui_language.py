"""The command line in Greek: by the locale or by --ui-language, and never in what programs read."""

import json
import re

import pytest
from tools.explorer import explorer

from tests.command import output, refusal, tmima
from tmima.scores import SCORES
from tmima.wording import table

TEXT = (
    "Το λιμάνι ήταν γεμάτο πλοία. Κάθε πλοίο περίμενε την παλίρροια. Η παλίρροια άργησε. "
    "Κανένα πλοίο δεν έφυγε από το λιμάνι. "
    "Οι φουρνάρηδες ξυπνούν νωρίς. Ο φούρναρης ζυμώνει το ζυμάρι. Το καλό ζυμάρι θέλει καλό "
    "αλεύρι. Το αλεύρι έρχεται από τον μύλο. "
)
REFERENCE = """==========
Το λιμάνι ήταν γεμάτο πλοία.
Κάθε πλοίο περίμενε την παλίρροια.
==========
Ο φούρναρης ζυμώνει το ζυμάρι.
Το αλεύρι έρχεται από τον μύλο.
==========
"""
HYPOTHESIS = REFERENCE.replace("πλοία.\n", "πλοία.\n==========\n")
SPEAKERS = "Άννα: Το πλοίο άργησε να φανεί.\n\nΠέτρος: Το ψωμί κάηκε στον φούρνο.\n" * 3
# What the words of the command line are in English, of which none may be left.
ENGLISH = re.compile(
    r"sentence|character|\bcut\b|segment|language|probably|text|window|share|number|before|missed"
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "talk.txt").write_text(SPEAKERS, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    for number in range(2):
        (tmp_path / "texts" / f"{number}.ref").write_text(REFERENCE, encoding="utf-8")
    (tmp_path / "true.ref").write_text(REFERENCE, encoding="utf-8")
    (tmp_path / "found.ref").write_text(HYPOTHESIS, encoding="utf-8")
    return tmp_path


def said(*arguments, folder) -> str:
    """Return what a command says, without the text itself."""
    done = tmima(*arguments, folder=folder)
    assert done.returncode == 0, done.stderr.decode()
    return (done.stdout + done.stderr).decode()


@pytest.mark.parametrize(
    ("arguments", "greek"),
    [
        (
            "segment text.txt --n-segments 2 --posteriors --levels 2 --best 2 --set path=2 "
            "--set samples=1",
            ["προτάσεις 1-4, χαρακτήρες 0-", "τομή ", "Επίπεδα", "2 τμήματα, 8 προτάσεις"],
        ),
        ("segment text.txt --finer 2", ["γλώσσα el", "έως"]),
        (
            "segment text.txt --method density --n-segments 2-3 --levels 2 --best 2",
            ["από τις επιτρεπτές τμηματοποιήσεις σε 2 έως 3 τμήματα που κρατούν τις τομές του"],
        ),
        ("segment text.txt --method density --best 2", ["από όλες τις επιτρεπτές"]),
        ("segment text.txt --set unit=paragraphs", ["παράγραφοι 1-1", "1 τμήμα, 1 παράγραφος"]),
        ("evaluate true.ref found.ref --show", ["ακρίβεια", "50,00%", "περιττή πριν από την"]),
        ("evaluate texts texts --score-unit words", ["μέσος όρος: 2 κείμενα", "λέξεις"]),
        ("analyze text.txt", ["πρόταση 1, χαρακτήρες 0-28"]),
        ("generate suite1 --texts 1 -o suite", ["1 κείμενο: suite"]),
        ("compare texts --methods uniform,none", ["| μέθοδος |", "(με γνωστό πλήθος)", "έως"]),
        ("corpus text.txt OUT --jobs 1", ["1 κείμενο, ", " σφάλματα", " σε 1 αρχείο"]),
    ],
)
def test_in_a_greek_locale_results_are_told_in_greek(arguments, greek, folder, monkeypatch):
    monkeypatch.setenv("LC_ALL", "el_GR.UTF-8")
    found = said(*arguments.split(), folder=folder)
    for words in greek:
        assert words in found
    bare = re.sub(r"--[\w-]+|text\.txt", "", found)  # without names of files and options
    for name, score in SCORES.items():
        if f"score.{name}" not in table():  # told in English until somebody gives it Greek words
            bare = bare.replace(score.help, "").replace(score.label, "")
    assert not ENGLISH.search(bare), found


def test_the_locale_c_is_english_and_the_option_wins(folder, monkeypatch):
    command = ("segment", "text.txt", "--n-segments", 2)
    english, greek = "2 segments of 8 sentences, language el", "2 τμήματα, 8 προτάσεις, γλώσσα el"
    monkeypatch.setenv("LC_ALL", "C")
    assert english in said(*command, folder=folder)
    assert greek in said("--ui-language", "el", *command, folder=folder)
    assert greek in said(*command, "--ui-language", "el", folder=folder)
    monkeypatch.setenv("LC_ALL", "el_GR.UTF-8")
    assert greek in said(*command, folder=folder)
    assert english in said("--ui-language", "en", *command, folder=folder)
    # The one that is nearer to the command.
    assert greek in said("--ui-language", "en", *command, "--ui-language", "el", folder=folder)
    assert "1 text in s" in said(
        *"generate suite1 --texts 1 -o s --ui-language en".split(), folder=folder
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "segment text.txt --format json --posteriors",
        "segment text.txt --format csv",
        "segment text.txt --format choi",
        "segment text.txt --format html",
        "evaluate true.ref found.ref --format json --show",
        "evaluate true.ref found.ref --format csv",
        "analyze text.txt --format json",
        "analyze text.txt --format conllu",
        "train texts -o params.json --format json",
        "chapters talk.txt --format json",
        "chapters talk.txt --format text",
        "chapters talk.txt --format markdown",
    ],
)
def test_what_programs_read_is_the_same_in_every_language(arguments, folder, monkeypatch):
    found = []
    for locale in ("C", "el_GR.UTF-8"):
        monkeypatch.setenv("LC_ALL", locale)
        found.append(output(*arguments.split(), folder=folder))
    assert found[0] == found[1]


def test_the_files_of_a_comparison_are_the_same_in_every_language(folder, monkeypatch):
    heads = set()
    for locale in ("C", "el_GR.UTF-8"):
        monkeypatch.setenv("LC_ALL", locale)
        out = folder / locale
        output(*f"compare texts --methods none -o {out}".split(), folder=folder)
        heads.add((out / "comparison.csv").read_text(encoding="utf-8").partition("\n")[0])
        assert json.loads((out / "comparison.json").read_text())["unit"] == "sentences"
    assert len(heads) == 1


def test_an_unknown_language_of_the_interface_is_refused():
    assert "'el'" in refusal("--ui-language", "xx", "info")


def test_chapters_without_times_speak_the_language_of_the_text(folder):
    assert "μονάδες 1-" in output("chapters", "talk.txt", "--format", "text", folder=folder)


def test_the_method_and_its_cost_are_told_to_whom_asks(folder):
    command = ("segment", "text.txt", "--n-segments", 2)
    usual = said(*command, folder=folder)
    assert not re.search(r"learnt|cost|graded|similarity", usual)
    assert usual.endswith("\n2 segments of 8 sentences, language el\n")
    verbose = said(*command, "--verbose", folder=folder)
    assert re.search(
        r"^Method learnt, cost \d+\.\d{4}; similarity graded, n_segments 2$", verbose, re.MULTILINE
    )
    several = said("segment", "text.txt", "talk.txt", "--verbose", folder=folder)
    assert several.count("Method learnt") == 2
    assert "Method" not in said("segment", "text.txt", "talk.txt", folder=folder)
    output("segment", "texts", "-o", "out", "--verbose", folder=folder)
    assert "Method learnt" in (folder / "out" / "0.ref.txt").read_text(encoding="utf-8")


def test_the_explorer_opens_in_the_language_that_was_asked_for(folder, monkeypatch):
    pytest.importorskip("uvicorn")
    with explorer("--ui-language", "el") as address:
        assert address.endswith("/#ui=el")
    # The locale does not decide for the browser, which has a language of its own.
    monkeypatch.setenv("LC_ALL", "el_GR.UTF-8")
    with explorer() as address:
        assert "#" not in address
