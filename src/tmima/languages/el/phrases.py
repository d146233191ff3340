"""Greek noun phrases: an adjective agrees with its noun, a genitive follows it."""

from functools import cache
from typing import Final

from tmima.languages.el.tagger.agreement import ARTICLES, Cells, adjective_cells, noun_cells
from tmima.languages.parts import ALL_CELLS, CELLS, Kind, Part, by_tag
from tmima.text import Sense

# What tells who is spoken to, which or how many, not what.
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
        return Part(Kind.BREAK)
    if kind in (Kind.NOUN, Kind.NAME) and sense.tag:
        return Part(kind, _bits(noun_cells(form, sense.lemma)))
    if kind is Kind.MODIFIER:
        return Part(kind, _bits(adjective_cells(form)))
    if form in _ARTICLES and sense.tag in ("DET", ""):
        return Part(Kind.LINK, _bits(ARTICLES[form]))
    return Part(Kind.AND if form == "και" else kind)
