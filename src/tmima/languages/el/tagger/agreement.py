"""Whether an adjective and a noun can agree in gender, number and case.

The lexicon gives no inflexion, but a noun's lemma and its form together tell it, and an adjective's
ending does. A cell is a letter each for gender (m f n), number (s p) and case (N G A).
"""

from functools import lru_cache
from typing import Final

from tmima.languages.el.text.characters import accentless_key

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
