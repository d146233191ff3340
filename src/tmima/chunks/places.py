"""What a cut at each place of a text costs when chunks are packed, by what the text looks like.

Only what stands beside a place decides, so that an edit changes the chunks around it and no others.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima.loading import Pattern
from tmima.segmentation import LEAST_CONFIDENCE
from tmima.text import CODE, PROSE, TABLE, Document, Units

Costs = NDArray[np.int64]


class PlaceCosts(NamedTuple):
    """What cuts cost, as whole numbers, so that sums are the same on every processor.

    Attributes:
        ranks: before a section of the first rank, the second, and any lower one.
        paragraph: between paragraphs.
        item: between items of a list.
        announced: between a line that announces a list, a table or code, and that.
        sentence: inside a paragraph.
        block: inside a table, code or a formula.
        piece: inside a sentence that was split because it is too large.
        heading: behind a heading.
    """

    ranks: tuple[int, int, int] = (-110, -80, -60)
    paragraph: int = 0
    item: int = 20
    announced: int = 150
    sentence: int = 100
    block: int = 200
    piece: int = 250
    heading: int = 1_000_000


PLACE_COSTS = PlaceCosts()
# A dash, a dot or a star; or a number or a letter or two, with a point or a bracket.
_ITEM = Pattern(r"(?:[-–—•·*+]|\(?(?:\d{1,3}|[^\W\d_]{1,2})[.)])\s")
_FORMULA = Pattern(r"\$\$|\\\[|\\begin\{")
_COLON = Pattern(r"[:：][*_\s]*\Z")
# A longer paragraph before a table is more than its announcement.
_CAPTION = 240
_END = 8


def place_costs(units: Units, document: Document, costs: PlaceCosts = PLACE_COSTS) -> Costs:
    """Return what a cut costs at each of the places 0 .. T of a text in sentences."""
    edges = np.asarray(units.edges, dtype=np.int64)
    by_place = np.full(len(units) + 1, costs.sentence, dtype=np.int64)
    spans = document.columns.spans
    # A piece of a sentence that was split begins with no white space before it, or behind no stop.
    inside = np.flatnonzero(spans.starts[1:] == spans.ends[:-1]) + 1
    by_place[inside] = costs.piece
    _mark_paragraphs(by_place, document, costs)
    outline = document.outline.above(LEAST_CONFIDENCE)
    if outline:
        sections = outline.sections
        starts = [section.run_start for section in sections]
        places = np.searchsorted(edges, starts, side="right") - 1
        for place, section in zip(places.tolist(), sections, strict=True):
            cost = costs.ranks[min(section.rank, len(costs.ranks)) - 1]
            by_place[place] = min(int(by_place[place]), cost)
        begins = np.searchsorted(edges, [one.start for one in outline.headings], side="right")
        ends = np.searchsorted(edges, [one.end for one in outline.headings], side="left")
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
            by_place[begin : end + 1] = costs.heading
    by_place[[0, -1]] = 0
    return by_place


def _mark_paragraphs(by_place: Costs, document: Document, costs: PlaceCosts) -> None:
    """Write what cuts cost between paragraphs, and inside those that are no prose."""
    text, spans = document.text, document.columns.spans
    kinds = {} if document.origin is None else {one.start: one for one in document.origin.blocks}
    was_item, end_before, start_before = False, 0, 0
    for first, last in document.paragraphs:
        start, end = int(spans.starts[first]), int(spans.ends[last - 1])
        block = kinds.get(start)
        kind = PROSE if block is None else block.kind
        set_apart = kind in (TABLE, CODE)
        is_item = not set_apart and (
            (block is not None and block.item) or _ITEM.match(text, start, end) is not None
        )
        if set_apart or (last > first + 1 and _FORMULA.match(text, start, end)):
            by_place[first + 1 : last] = costs.block
        cost = costs.item if is_item and was_item else costs.paragraph
        if (set_apart or (is_item and not was_item)) and (
            _COLON.search(text, max(start_before, end_before - _END), end_before)
            or (kind == TABLE and end_before - start_before <= _CAPTION)
        ):
            cost = costs.announced
        by_place[first] = cost
        was_item, end_before, start_before = is_item, end, start
