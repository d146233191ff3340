"""Adjectives, adverbs and nouns: their agreement, and what follows from it, written from grammar.

The lexicon gives no inflexion, but a noun's lemma and its form together tell it, and an adjective's
ending does. A cell is a letter each for gender (m f n), number (s p) and case (N G A).

The neuter plural of an adjective is also its adverb (σωστά), and many adjectives are nouns too
(νέα). What stands before and after shows which: an article or a noun that agrees, a copula, nothing
of the kind.

In noun phrases, for titles, an adjective agrees with its noun and a genitive follows it.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from tmima.kernel import ALL_CELLS, CELLS
from tmima.languages.el.characters import accentless_key
from tmima.languages.el.word import Word
from tmima.languages.phrases import Part, PhraseKind, by_tag
from tmima.text import Sense

Cells = frozenset[str]
_REMEMBERED: Final = 1 << 14


Table = tuple[tuple[str, Cells], ...]


def _cells(text: str) -> Cells:
    return frozenset(text.split())


def _table(*rows: tuple[str, str]) -> Table:
    return tuple((ending, _cells(cells)) for ending, cells in rows)


_FEMININE: Final = _table(
    ("ησ", "fsG"), ("ασ", "fsG"), ("εωσ", "fsG"), ("εσ", "fpN fpA"), ("εισ", "fpN fpA"),
    ("ων", "fpG"),
    ("η", "fsN fsA"), ("α", "fsN fsA"), ("ου", "fsG"),
)  # fmt: skip
_NEUTER: Final = _table(
    ("ματοσ", "nsG"), ("ματα", "npN npA"), ("ων", "npG"), ("ου", "nsG"), ("μα", "nsN nsA"),
    ("α", "npN npA"), ("ο", "nsN nsA"), ("ι", "nsN nsA"), ("υ", "nsN nsA"), ("ον", "nsN nsA"),
    ("εν", "nsN nsA"), ("αν", "nsN nsA"), ("τοσ", "nsG"),
)  # fmt: skip
_IN_OS: Final = _table(
    ("ουσ", "mpA fpA nsG"), ("οσ", "msN fsN nsN nsA"), ("ον", "msA fsA"), ("ο", "msA fsA"),
    ("ου", "msG fsG"), ("οι", "mpN fpN"), ("ων", "mpG fpG npG"), ("η", "npN npA"), ("α", "npN npA"),
)  # fmt: skip
_MASCULINE: Final = _table(
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
_ADJECTIVES: Final = _table(
    ("εισ", "mpN mpA fpN fpA"), ("ουσ", "mpA msG fsG nsG"), ("οσ", "msN"), ("ησ", "fsG msN fsN"),
    ("ασ", "fsG"),
    ("εσ", "fpN fpA nsN nsA"), ("υσ", "msN"), ("ου", "msG nsG"), ("οι", "mpN"),
    ("ων", "mpG fpG npG"),
    ("ον", "msA nsN nsA"), ("ο", "msA nsN nsA"), ("η", "fsN fsA npN npA msA"), ("α", "npN npA"),
    ("υ", "msA nsN nsA"),
)  # fmt: skip
# An adjective has a feminine in -α after a vowel (νέα, δημόσια), a participle in -ουσα.
_FEMININE_IN_A: Final = ("ια", "εα", "οα", "υα", "ουσα")


ARTICLES: Final = {
    form: _cells(cells)
    for forms, cells in (
        ("ο ένας", "msN"), ("η", "fsN"), ("το στο ένα", "nsN nsA msA"), ("του ενός", "msG nsG"),
        ("της μιας μίας", "fsG"), ("τον στον έναν", "msA"), ("την τη στην στη", "fsA"),
        ("μια μία", "fsN fsA"),
        ("οι", "mpN fpN"), ("των", "mpG fpG npG"), ("τους στους", "mpA"), ("τις στις", "fpA"),
        ("τα στα", "npN npA"), ("τ'", "nsN nsA npN npA"),
    )
    for form in forms.split()
}  # fmt: skip


def _find(form: str, table: Table) -> Cells:
    for ending, cells in table:
        if form.endswith(ending):
            return cells
    return frozenset()


@lru_cache(maxsize=_REMEMBERED)
def noun_cells(form: str, lemma: str) -> Cells:
    """Give the cells that a form of a noun can fill; none where the declension is not known."""
    bare, base = accentless_key(form), accentless_key(lemma.lower())
    for ending, table in _NOUNS:
        if base.endswith(ending):
            return _find(bare, table)
    return frozenset()


@lru_cache(maxsize=_REMEMBERED)
def adjective_cells(form: str) -> Cells:
    """Give the cells that a form of an adjective can fill."""
    bare = accentless_key(form)
    cells = _find(bare, _ADJECTIVES)
    return cells | {"fsN", "fsA"} if bare.endswith(_FEMININE_IN_A) else cells


def agree(adjective: str, noun: str, noun_lemma: str) -> bool:
    """Tell whether a form of an adjective can belong to a form of a noun.

    >>> agree("νέα", "κυβέρνηση", "κυβέρνηση"), agree("νέα", "μέτρα", "μέτρο")
    (True, True)
    >>> agree("νέα", "ανθρώπων", "άνθρωπος")
    False
    """
    return not adjective_cells(adjective).isdisjoint(noun_cells(noun, noun_lemma))


LONGEST_SERIES: Final = 12  # words; a bound keeps the time linear
_CLEARLY: Final = 2.0  # nats by which a reading is the usual one
A: Final = frozenset({"ένας", "έναν", "ένα", "μια", "μία"})
ADVERBS_OF_STATE: Final = frozenset({"καλά", "αργά", "άσχημα", "ωραία"})  # είμαι καλά, είναι αργά


# What an adjective may stand before without being said of the subject.
GOES_ON: Final = frozenset({"ADJ", "ADV", "VERB", "NOUN"})


def _neuter_plural(word: Word) -> bool:
    """τα μέτρα, τα παιδιά, τα έθνη, τα προβλήματα: a noun in the neuter plural."""
    lemma = word.lemmas.get("NOUN")
    return lemma is not None and "npN" in noun_cells(word.form, lemma)


def _end_of_series(words: Sequence[Word], at: int) -> int:
    """Skip adjectives joined to this one: οικονομικά, κοινωνικά και πολιτιστικά δικαιώματα."""
    limit = min(len(words), at + LONGEST_SERIES)
    while at + 2 < limit and words[at + 1].form in (",", "και", "ή"):
        if "ADJ" not in words[at + 2].tags or words[at + 2].form[-1] not in "αά":
            break
        at += 2
    return at


def is_rather_noun(word: Word) -> bool:
    """αυτοκίνητα, επίπεδα: a noun first, whatever adjective has the same form."""
    if word.lemmas.get("NOUN", "ικό").endswith(("ικό", "ικός", "ικά")):
        return False
    noun = word.priors.get("NOUN", -99.0)
    return (
        noun >= word.priors.get("ADV", -99.0) + 0.5 and noun >= word.priors.get("ADJ", -99.0) - 1.0
    )


def _is_predicate(words: Sequence[Word], at: int) -> bool:
    """τα μέτρα είναι (ήδη) σωστά: the adjective is said of the subject."""
    after = words[at + 1] if at + 1 < len(words) else None
    if at and words[at - 1].form == ",":
        return False  # ήταν, σύμφωνα με αυτόν
    if after is not None and after.form in A:
        return False  # είναι ουσιαστικά μια αλλαγή
    if after is not None and not GOES_ON.isdisjoint(after.can):
        return False
    for word in words[max(0, at - 2) : at]:
        if "AUX" in word.can and word.lemmas["AUX"] == "είμαι":
            return words[at].form not in ADVERBS_OF_STATE
    return False


def is_predicate_adjective(words: Sequence[Word], at: int) -> bool:
    """τα σχέδια ήταν απλά: said of the subject, what is a noun only as an adjective without one."""
    return is_like_noun(words[at]) and _is_predicate(words, at)


def is_like_noun(word: Word) -> bool:
    """απλά: of an adjective whose neuter is a noun too."""
    if not ("NOUN" in word.can and "ADJ" in word.can):
        return False
    noun, adjective = word.lemmas["NOUN"], word.lemmas["ADJ"]
    return accentless_key(noun)[-1:] == "ο" and noun[:-1] == adjective[:-2]


def _is_clearly(word: Word, tag: str) -> bool:
    """Tell whether a reading is far more usual than the others."""
    others = [prior for other, prior in word.priors.items() if other != tag]
    return word.priors.get(tag, -99.0) >= max(others, default=0.0) + _CLEARLY


def disagrees(article: str, word: Word) -> bool:
    """Tell whether no noun can follow the article, of a form that is rather a verb: της έδωσα."""
    cells = nominal_cells(word)
    return cells is not None and cells.isdisjoint(ARTICLES[article])


def nominal_cells(word: Word) -> Cells | None:
    """Give the cells that a form which is rather a verb could fill; None where any may be."""
    if word.capital or not _is_clearly(word, "VERB"):
        return None
    found: list[Cells] = []
    for tag, lemma in word.lemmas.items():
        if tag in ("NOUN", "PROPN"):
            found.append(noun_cells(word.form, lemma))
        elif tag == "ADJ":
            found.append(adjective_cells(word.form))
    return frozenset().union(*found) if all(found) else None


def adverb_in_a(words: Sequence[Word], at: int, tags: Sequence[str]) -> bool:
    """Tell the adverb in -ά (μιλά σωστά) from the adjective or noun alike (τα σωστά λόγια)."""
    word = words[at]
    if at:
        previous = words[at - 1]
        cells = ARTICLES.get(previous.form)
        if cells is not None and tags[at - 1] != "PRON":
            return cells.isdisjoint(adjective_cells(word.form))  # το δυνητικά τεράστιο
        if tags[at - 1] == "DET" or (tags[at - 1] == "ADJ" and previous.final == word.final):
            return False
    if _is_predicate(words, at):
        return False
    last = _end_of_series(words, at)
    after = words[last + 1] if last + 1 < len(words) else None
    if after is None:
        return True
    if after.form in ("με", "από") or after.lemmas.get("ADP") == "σε":
        return True
    if _neuter_plural(after):
        return False
    # A feminine singular (νέα κυβέρνηση) is possible only where the adjective has one in -α.
    lemma = after.lemmas.get("NOUN", "")
    return not ("fsN" in adjective_cells(word.form) and "fsN" in noun_cells(after.form, lemma))


def stands_alone(words: Sequence[Word], at: int, tags: Sequence[str]) -> bool:
    """Tell whether a word is all there is between an article and a verb: το νανοϋλικό αντέχει."""
    before = at > 0 and words[at - 1].form in ARTICLES and tags[at - 1] == "DET"
    after = words[at + 1].only if at + 1 < len(words) else None
    return before and after in ("VERB", "AUX")


def adjective_of_next(words: Sequence[Word], at: int) -> bool:
    """Tell whether an agreeing noun follows, after other adjectives: νέα (ευρωπαϊκή) κυβέρνηση."""
    form = words[at].form
    for word in words[at + 1 : at + 4]:
        if word.only == "NOUN":
            return agree(form, word.form, word.lemmas["NOUN"])
        if word.only != "ADJ":
            return False
    return False


# Adjectives and titles that say which, how many or to whom, but name no quality.
_EMPTY: Final = frozenset(
    "κύριος κυρία άλλος ίδιος πολύς λίγος όλος τέτοιος τόσος κάποιος μόνος υπόλοιπος διάφορος "
    "ολόκληρος πρώτος δεύτερος τρίτος τελευταίος επόμενος προηγούμενος συγκεκριμένος "
    "περισσότερος".split()
)
_ARTICLES: Final = frozenset({"του", "της", "των"})


@cache
def _bits(cells: Cells) -> int:
    # A word of a declension that is not known may be anything.
    return sum(CELLS[cell] for cell in cells) or ALL_CELLS


def part(word: str, sense: Sense) -> Part:
    """Return what a word does in phrases.

    >>> part("νερά", Sense("νερό", "NOUN", True)).kind.name
    'NOUN'
    >>> part("της", Sense("ο", "DET", False)).cells == CELLS["fsG"]
    True
    """
    form, kind = word.lower(), by_tag(sense)
    if sense.lemma in _EMPTY:
        return Part(PhraseKind.BREAK)
    if kind in (PhraseKind.NOUN, PhraseKind.NAME) and sense.tag:
        return Part(kind, _bits(noun_cells(form, sense.lemma)))
    if kind is PhraseKind.MODIFIER:
        return Part(kind, _bits(adjective_cells(form)))
    if form in _ARTICLES and sense.tag in ("DET", ""):
        return Part(PhraseKind.LINK, _bits(ARTICLES[form]))
    return Part(PhraseKind.AND if form == "και" else kind)
