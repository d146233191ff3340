"""Nouns and adjectives: which forms agree, written from grammar.

The lexicon gives no inflexion, but a noun's lemma and its form together tell it, and an adjective's
ending does. A cell is a letter each for gender (m f n), number (s p) and case (N G A); sets of
cells are bits (`kernel.CELLS`). In noun phrases, for titles, an adjective agrees with its noun and
a genitive follows it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from tmima.kernel import ALL_CELLS, CELLS
from tmima.languages.el.characters import accentless_key
from tmima.languages.el.word import Word
from tmima.languages.phrases import Part, PhraseKind, role_by_tag
from tmima.text import Sense

_CACHED: Final = 1 << 14

Table = tuple[tuple[str, int], ...]


def _cell_bits(text: str) -> int:
    return sum(CELLS[cell] for cell in text.split())


def _ending_table(*rows: tuple[str, str]) -> Table:
    return tuple((ending, _cell_bits(cells)) for ending, cells in rows)


_FEMININE: Final = _ending_table(
    ("ησ", "fsG"), ("ασ", "fsG"), ("εωσ", "fsG"), ("εσ", "fpN fpA"), ("εισ", "fpN fpA"),
    ("ων", "fpG"),
    ("η", "fsN fsA"), ("α", "fsN fsA"), ("ου", "fsG"),
)  # fmt: skip
_NEUTER: Final = _ending_table(
    ("ματοσ", "nsG"), ("ματα", "npN npA"), ("ων", "npG"), ("ου", "nsG"), ("μα", "nsN nsA"),
    ("α", "npN npA"), ("ο", "nsN nsA"), ("ι", "nsN nsA"), ("υ", "nsN nsA"), ("ον", "nsN nsA"),
    ("εν", "nsN nsA"), ("αν", "nsN nsA"), ("τοσ", "nsG"),
)  # fmt: skip
_IN_OS: Final = _ending_table(
    ("ουσ", "mpA fpA nsG"), ("οσ", "msN fsN nsN nsA"), ("ον", "msA fsA"), ("ο", "msA fsA"),
    ("ου", "msG fsG"), ("οι", "mpN fpN"), ("ων", "mpG fpG npG"), ("η", "npN npA"), ("α", "npN npA"),
)  # fmt: skip
_MASCULINE: Final = _ending_table(
    ("εσ", "mpN mpA"), ("εισ", "mpN mpA"), ("ων", "mpG"), ("ησ", "msN"), ("ασ", "msN"),
    ("ουσ", "msN"),
    ("η", "msA msG"), ("α", "msA msG"), ("ου", "msA msG"),
)  # fmt: skip
# lemma ending -> what the endings of its forms mean
_NOUNS: Final = (
    ("μα", _NEUTER), ("οσ", _IN_OS), ("ησ", _MASCULINE), ("ασ", _MASCULINE), ("ουσ", _MASCULINE),
    ("η", _FEMININE), ("α", _FEMININE), ("ου", _FEMININE), ("ο", _NEUTER), ("ι", _NEUTER),
    ("υ", _NEUTER),
    ("ν", _NEUTER),
)  # fmt: skip
_ADJECTIVES: Final = _ending_table(
    ("εισ", "mpN mpA fpN fpA"), ("ουσ", "mpA msG fsG nsG"), ("οσ", "msN"), ("ησ", "fsG msN fsN"),
    ("ασ", "fsG"),
    ("εσ", "fpN fpA nsN nsA"), ("υσ", "msN"), ("ου", "msG nsG"), ("οι", "mpN"),
    ("ων", "mpG fpG npG"),
    ("ον", "msA nsN nsA"), ("ο", "msA nsN nsA"), ("η", "fsN fsA npN npA msA"), ("α", "npN npA"),
    ("υ", "msA nsN nsA"),
)  # fmt: skip
_LONGEST_ENDING: Final = max(
    len(ending)
    for table in (_FEMININE, _NEUTER, _IN_OS, _MASCULINE, _ADJECTIVES)
    for ending, _ in table
)
_LONGEST_OF_LEMMA: Final = max(len(ending) for ending, _ in _NOUNS)
_UNSEEN: Final = -99.0  # the log-probability of a reading that no list has
_CLEARLY: Final = 2.0  # nats by which a reading is the usual one
# An adjective has a feminine in -α after a vowel (νέα, δημόσια), a participle in -ουσα.
_FEMININE_IN_A: Final = ("ια", "εα", "οα", "υα", "ουσα")


ARTICLES: Final = {
    form: _cell_bits(cells)
    for forms, cells in (
        ("ο ένας", "msN"), ("η", "fsN"), ("το στο ένα", "nsN nsA msA"), ("του ενός", "msG nsG"),
        ("της μιας μίας", "fsG"), ("τον στον έναν", "msA"), ("την τη στην στη", "fsA"),
        ("μια μία", "fsN fsA"),
        ("οι", "mpN fpN"), ("των", "mpG fpG npG"), ("τους στους", "mpA"), ("τις στις", "fpA"),
        ("τα στα", "npN npA"), ("τ'", "nsN nsA npN npA"),
    )
    for form in forms.split()
}  # fmt: skip


def _cells_by_ending(form: str, table: Table) -> int:
    for ending, cells in table:
        if form.endswith(ending):
            return cells
    return 0


def noun_cells(form: str, lemma: str) -> int:
    """Return the cells that a form of a noun can fill; none where the declension is not known."""
    return _noun_cells(form[-_LONGEST_ENDING:], lemma.lower()[-_LONGEST_OF_LEMMA:])


@lru_cache(maxsize=_CACHED)
def _noun_cells(form: str, lemma: str) -> int:
    bare, base = accentless_key(form), accentless_key(lemma)
    for ending, table in _NOUNS:
        if base.endswith(ending):
            return _cells_by_ending(bare, table)
    return 0


def adjective_cells(form: str) -> int:
    """Return the cells that a form of an adjective can fill."""
    return _adjective_cells(form[-_LONGEST_ENDING:])


@lru_cache(maxsize=_CACHED)
def _adjective_cells(form: str) -> int:
    bare = accentless_key(form)
    cells = _cells_by_ending(bare, _ADJECTIVES)
    return cells | _cell_bits("fsN fsA") if bare.endswith(_FEMININE_IN_A) else cells


def article_cells_of(word: Word) -> int:
    """Return the cells of the articles that can stand before a word.

    All can, unless the word is far more often a verb than anything else and we know all its
    declensions: then of της and έδωσα the first is no article.
    """
    if word.capital or not is_clearly_verb(word.priors):
        return ALL_CELLS
    possible = 0
    for tag, lemma in word.lemmas.items():
        if tag in ("NOUN", "PROPN", "ADJ"):
            cells = adjective_cells(word.form) if tag == "ADJ" else noun_cells(word.form, lemma)
            if not cells:
                return ALL_CELLS
            possible |= cells
    return possible


def is_clearly_verb(priors: Mapping[str, float]) -> bool:
    """Tell by how frequent its readings are whether a word is a verb far more often than others."""
    others = [prior for tag, prior in priors.items() if tag != "VERB"]
    return priors.get("VERB", _UNSEEN) >= max(others, default=0.0) + _CLEARLY


def is_mainly_noun(lemmas: Mapping[str, str], priors: Mapping[str, float]) -> bool:
    """αυτοκίνητα, επίπεδα: a noun first, whatever adjective has the same form."""
    if lemmas.get("NOUN", "ικό").endswith(("ικό", "ικός", "ικά")):
        return False
    noun, adverb, adjective = (priors.get(tag, _UNSEEN) for tag in ("NOUN", "ADV", "ADJ"))
    return noun >= adverb + 0.5 and noun >= adjective - 1.0


def is_adjective_used_as_noun(lemmas: Mapping[str, str]) -> bool:
    """απλά: its noun (απλό) is the neuter of its adjective (απλός)."""
    noun, adjective = lemmas.get("NOUN"), lemmas.get("ADJ")
    if noun is None or adjective is None:
        return False
    return noun[:-1] == adjective[:-2] and accentless_key(noun)[-1:] == "ο"


# Adjectives and titles that say which, how many or to whom, but name no quality.
_EMPTY: Final = frozenset(
    "κύριος κυρία άλλος ίδιος πολύς λίγος όλος τέτοιος τόσος κάποιος μόνος υπόλοιπος διάφορος "
    "ολόκληρος πρώτος δεύτερος τρίτος τελευταίος επόμενος προηγούμενος συγκεκριμένος "
    "περισσότερος ακόλουθος ορισμένος εξής αντίστοιχος αρκετός".split()
)
_ARTICLES: Final = frozenset({"του", "της", "των"})
# As some write them, with the accents that they once had; the others begin no phrase.
_ACCENTED_ARTICLES: Final = {
    "τού": "του", "τής": "της", "τών": "των", "τόν": "", "τήν": "", "τό": "", "τά": "", "οί": "",
    "αί": "", "τούς": "", "τίς": "",
}  # fmt: skip


def phrase_role(word: str, sense: Sense) -> Part:
    """Return the role of a word in noun phrases, and the cells that it can fill.

    >>> phrase_role("νερά", Sense("νερό", "NOUN", True)).kind.name
    'NOUN'
    >>> phrase_role("της", Sense("ο", "DET", False)).cells == CELLS["fsG"]
    True
    """
    form, kind = word.lower(), role_by_tag(sense)
    if form in _ACCENTED_ARTICLES:
        plain = _ACCENTED_ARTICLES[form]
        return Part(PhraseKind.LINK, ARTICLES[plain]) if plain else Part(PhraseKind.BREAK)
    if sense.lemma in _EMPTY:
        return Part(PhraseKind.BREAK)
    # A word of a declension that is not known may fill any cell.
    if kind in (PhraseKind.NOUN, PhraseKind.NAME) and sense.tag:
        return Part(kind, noun_cells(form, sense.lemma) or ALL_CELLS)
    if kind is PhraseKind.MODIFIER:
        return Part(kind, adjective_cells(form) or ALL_CELLS)
    if form in _ARTICLES and sense.tag in ("DET", ""):
        return Part(PhraseKind.LINK, ARTICLES[form])
    return Part(PhraseKind.AND if form == "και" else kind)


def in_nominative(forms: Sequence[str], senses: Sequence[Sense]) -> str:
    """Return adjectives and their noun, with what a genitive adds behind it, in the nominative.

    It knows the phrases whose nominative follows from the lemmas: masculine accusatives, and
    genitives of the singular. Of all others it returns the empty string.

    >>> forms, lemmas = ("αρχαίους", "χάρτες"), ("αρχαίος", "χάρτης")
    >>> tags = ("ADJ", "NOUN")
    >>> in_nominative(forms, [Sense(*each, True) for each in zip(lemmas, tags, strict=True)])
    'αρχαίοι χάρτες'
    >>> senses = [Sense("ένοπλος", "ADJ", True), Sense("δύναμη", "NOUN", True)]
    >>> in_nominative(("ένοπλων", "δυνάμεων"), senses)
    'ένοπλες δυνάμεις'
    >>> in_nominative(("ανθρώπους",), [Sense("άνθρωπος", "NOUN", True)])
    'άνθρωποι'
    >>> senses = [Sense("δημόσιος", "ADJ", True), Sense("ζωή", "NOUN", True)]
    >>> in_nominative(("δημόσιας", "ζωής"), senses)
    'δημόσια ζωή'
    """
    tags = [sense.tag for sense in senses]
    head = next((place for place, tag in enumerate(tags) if tag in ("NOUN", "PROPN")), None)
    if head is None or any(tag != "ADJ" for tag in tags[:head]):
        return ""
    if any(tag == "CCONJ" for tag in tags):
        return ""
    noun, lemma = forms[head].lower(), senses[head].lemma
    cells = noun_cells(noun, lemma)
    for adjective in forms[:head]:
        cells &= adjective_cells(adjective.lower())
    for cell, change in _TO_NOMINATIVE.items():
        if cells & CELLS[cell]:
            nominatives = [
                *(change(senses[place].lemma, "ADJ") for place in range(head)),
                # The genitive tells the declension, and where the accent is (δυνάμεων).
                f"{noun[:-3]}εις" if noun.endswith("εων") else change(lemma, "NOUN"),
            ]
            if not all(nominatives):
                return ""
            cased = [
                word[:1].upper() + word[1:] if form[:1].isupper() else word
                for word, form in zip(nominatives, forms, strict=False)
            ]
            return " ".join([*cased, *forms[head + 1 :]])
    return ""


def _plural_of_masculine(lemma: str, tag: str) -> str:
    for ending, plural in (("ός", "οί"), ("ος", "οι"), ("ής", "ές"), ("ης", "ες"), ("ας", "ες")):
        if lemma.endswith(ending) and (tag == "NOUN" or ending in ("ός", "ος")):
            return lemma[: -len(ending)] + plural
    return ""


def _plural_of_feminine(lemma: str, tag: str) -> str:
    if tag == "NOUN":
        return lemma[:-1] + "ες" if lemma.endswith(("α", "η")) else ""
    for ending, plural in (("ός", "ές"), ("ος", "ες")):
        if lemma.endswith(ending):
            return lemma[:-2] + plural
    return ""


def _plural_of_neuter(lemma: str, tag: str) -> str:
    rows = (("ό", "ά"), ("ο", "α"), ("ί", "ιά"), ("ι", "ια"), ("ός", "ά"), ("ος", "α"))
    for ending, plural in rows[:4] if tag == "NOUN" else rows[4:]:
        if lemma.endswith(ending):
            return lemma[: -len(ending)] + plural
    return ""


def _masculine(lemma: str, tag: str) -> str:
    return lemma if lemma.endswith("ς") else ""


def _feminine(lemma: str, tag: str) -> str:
    if tag == "NOUN":
        return lemma
    stem = lemma[:-2]
    after_vowel = stem[-1:] in tuple("αειουηω")
    for ending, other in (("ός", "ά" if after_vowel else "ή"), ("ος", "α" if after_vowel else "η")):
        if lemma.endswith(ending):
            return stem + other
    return ""


def _neuter(lemma: str, tag: str) -> str:
    if tag == "NOUN":
        return lemma
    for ending, other in (("ός", "ό"), ("ος", "ο")):
        if lemma.endswith(ending):
            return lemma[:-2] + other
    return ""


_TO_NOMINATIVE: Final = {
    "msA": _masculine,
    "mpA": _plural_of_masculine,
    "fsG": _feminine,
    "nsG": _neuter,
    "msG": _masculine,
    "mpG": _plural_of_masculine,
    "fpG": _plural_of_feminine,
    "npG": _plural_of_neuter,
}
