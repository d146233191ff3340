"""What alone is larger than the greatest size, cut at the best place inside it."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import regex

from tmima.errors import TmimaError
from tmima.loading import Pattern
from tmima.segmentation.constraints import SPLIT, Constraints
from tmima.segmentation.sizes import size_within
from tmima.text import PROSE, Document, Segmentation, Sentences, Span, Spans, plural, visible_span

# Where the parts of a sentence end, with the white space after them.
_CLAUSE = Pattern(r"[\p{Sentence_Terminal}…,;:·\u037e][\p{Pe}\p{Pf}\"']*\s++|[–—]\s++|[，、；：]")
_LINE = Pattern(r"\R")  # code and tables are read line by line
_SPACE = Pattern(r"\s++")
_TOGETHER = Pattern(r"\X")
_CHARACTER = Pattern(r"(?s).")


def in_pieces(document: Document, constraints: Constraints, unit: str) -> Document:
    """Return a document none of whose units alone is larger than the greatest size.

    What is too large is cut near its middle, and its parts again: between sentences, else after a
    mark that ends a clause, else after white space, else between characters that belong together.
    The pieces count as sentences, and where paragraphs are not to be cut as paragraphs.
    """
    greatest = constraints.max_size
    if greatest is None or constraints.oversize != SPLIT:
        return document
    size = size_within(document, constraints.size_unit, constraints.tokenizer)
    starts = document.columns.spans.starts.tolist()
    whole = plural(unit) == "paragraphs" or constraints.keep_paragraphs
    firsts = [starts[first] for first, _ in document.paragraphs] if whole else starts
    text = document.text

    def cuts(start: int, end: int) -> Iterator[int]:
        if size(start, end) <= greatest:
            return
        if end - start < 2:
            raise TmimaError(
                f"`max_size` {greatest} is too small: {text[start:end]!r} alone has "
                f"{size(start, end)} {constraints.size_unit}"
            )
        middle = _middle(document, start, end, starts)
        yield from cuts(start, middle)
        yield middle
        yield from cuts(middle, end)

    edges = [0, *firsts[1:], len(text)]
    found = [place for start, end in pairwise(edges) for place in cuts(start, end)]
    return _recut(document, found, paragraphs=whole) if found else document


def _middle(document: Document, start: int, end: int, sentences: list[int]) -> int:
    """Return the best place to cut some characters, near the middle if there is one."""
    text = document.text
    block = None if document.origin is None else document.origin.block(start)
    in_lines = block is not None and block.kind != PROSE
    middle = (start + end) / 2
    quarter = (end - start) / 4

    def nearest(places: Iterator[int], within: float) -> int | None:
        near = [place for place in places if abs(place - middle) <= within and start < place < end]
        return min(near, key=lambda place: abs(place - middle), default=None)

    def after(mark: "regex.Pattern[str]") -> Iterator[int]:
        return (found.end() for found in mark.finditer(text, start, end))

    ways: list[tuple[Callable[[], Iterator[int]], float]] = [
        (
            lambda: iter(sentences[bisect_right(sentences, start) : bisect_left(sentences, end)]),
            2 * quarter,
        ),
        (lambda: after(_LINE if in_lines else _CLAUSE), quarter),
        (lambda: after(_SPACE), quarter),
        (lambda: after(_SPACE), 2 * quarter),
        (lambda: after(_TOGETHER), 2 * quarter),
        (lambda: after(_CHARACTER), 2 * quarter),
    ]
    tried = (nearest(places(), within) for places, within in ways)
    return next(place for place in tried if place is not None)


def _recut(document: Document, cuts: list[int], *, paragraphs: bool) -> Document:
    """Return a document whose sentences also begin at some places, and its paragraphs if told."""
    text, words = document.text, document.columns.words
    old, ends = document.columns.spans.starts.tolist(), document.columns.spans.ends.tolist()
    # What comes before the first sentence may be too large by itself.
    starts = sorted({*old[1:], *cuts, 0 if cuts[0] <= old[0] else old[0]})
    spans = []
    for start, following in pairwise([*starts, len(text)]):
        owner = ends[max(0, bisect_right(old, start) - 1)]
        end = min(owner, following) if owner > start else following
        visible = visible_span(text, start, end)
        spans.append(Span(start, end if visible is None else visible.end))
    columns = Spans.of(spans)
    edges = np.searchsorted(words.starts, [*starts, len(text)]).astype(np.int32)
    edges[0] = 0
    limits = np.repeat(columns.ends, np.diff(edges))
    new = {place: index for index, place in enumerate(starts)}
    # How many sentences there are now before each that there was.
    before = [0, *(new[start] for start in old[1:]), len(starts)]
    firsts = {before[first] for first, _ in document.paragraphs}
    if paragraphs:
        firsts |= {new[place] for place in cuts}
    truth = document.truth
    return replace(
        document,
        sentences=Sentences(
            columns, words._replace(edges=edges, ends=np.minimum(words.ends, limits))
        ),
        paragraphs=Spans.tiling(np.array([*sorted(firsts), len(starts)], dtype=np.int32)),
        truth=truth and Segmentation(tuple(before[place] for place in truth.boundaries)),
    )
