"""How large a run of units is, which segments sizes leave, and what alone is too large, cut."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from tmima.errors import TmimaError
from tmima.kernel.arrays import Floats, Indices
from tmima.loading import Pattern
from tmima.segmentation.tokenizers import TokenCounts, Tokenizer, count_tokens
from tmima.text import (
    PROSE,
    Document,
    Segmentation,
    Sentences,
    Span,
    Spans,
    Timeline,
    Units,
    visible_span,
)

SIZE_UNITS = ("sentences", "words", "characters", "tokens", "seconds")

_LARGEST = 1 << 62


def first_units(
    units: Units,
    size_unit: str,
    tokenizer: Tokenizer | str | None,
    *,
    least: int | None,
    greatest: int | None,
) -> tuple[Indices, Indices]:
    """Return, for segments that end with each unit, the earliest and the latest first unit.

    Where the latest comes before the earliest, no segment can end with the unit.
    """
    # No size is larger than the text; a number that is would not fit into an array.
    least, greatest = (size and min(size, _LARGEST) for size in (least, greatest))
    if size_unit == "tokens":
        return _token_counts(units, tokenizer).first_units(least, greatest)
    edges, scale = _cumulative_sizes(units, size_unit)
    count = len(units)
    earliest = np.zeros(count, dtype=np.int64)
    latest = np.arange(count, dtype=np.int64)
    if greatest is not None:
        earliest = np.searchsorted(edges, edges[1:] - scale * greatest, side="left")
    if least is not None:
        # A recording begins before its first word.
        from_zero = np.append(0, edges[1:])
        latest = np.searchsorted(from_zero, edges[1:] - scale * least, side="right") - 1
    return earliest.astype(np.int64), latest.astype(np.int64)


def size_of(
    units: Units, size_unit: str, tokenizer: Tokenizer | str | None, first: int, last: int
) -> int:
    """Return the size of the units first .. last - 1."""
    if size_unit == "tokens":
        return _token_counts(units, tokenizer).of(first, last)
    edges, scale = _cumulative_sizes(units, size_unit)
    return -(-int(edges[last] - edges[first]) // scale)


def size_within(
    document: Document, size_unit: str, tokenizer: Tokenizer | str | None
) -> Callable[[int, int], int]:
    """Return the function that gives the size of the characters between two offsets."""
    if size_unit == "characters":
        return lambda start, end: end - start
    if size_unit == "tokens":
        return lambda start, end: count_tokens(tokenizer, document.text[start:end])
    if size_unit == "seconds":
        times = _timeline(document, "a size in seconds").times
        return lambda start, end: -(-int(np.diff(_milliseconds(times([start, end])))[0]) // 1000)
    begins = document.columns.spans.starts
    if size_unit == "words":
        words = document.columns.words
        marks = np.array([sense.tag == "PUNCT" for sense in words.senses], dtype=bool)
        begins = words.starts[~marks[words.numbers]]
    return lambda start, end: int(np.diff(np.searchsorted(begins, [start, end]))[0])


def require_document(units: Units, wanted: str) -> Document:
    """Return the document of the units; raise if they have none."""
    if units.document is None:
        raise TmimaError(f"{wanted} needs units that were made of a document")
    return units.document


def require_timeline(units: Units, wanted: str) -> Timeline:
    """Return the times of a transcript; raise if the text has none."""
    return _timeline(require_document(units, wanted), wanted)


def _timeline(document: Document, wanted: str) -> Timeline:
    if document.timeline is None:
        raise TmimaError(f"{wanted} needs a transcript: this text has no times")
    return document.timeline


def _milliseconds(times: Floats) -> Indices:
    """Return times as whole numbers: sizes are compared exactly."""
    return np.rint(1000 * times).astype(np.int64)


def _cumulative_sizes(units: Units, size_unit: str) -> tuple[Indices, int]:
    """Return the cumulative size before each place, and how many of its counts are one of size."""
    if size_unit == "characters":
        return np.array(units.edges, dtype=np.int64), 1
    if size_unit == "seconds":
        return _milliseconds(require_timeline(units, "a size in seconds").times(units.edges)), 1000
    sizes = units.words if size_unit == "words" else units.sentences
    return np.concatenate(([0], np.cumsum(sizes))), 1


def _token_counts(units: Units, tokenizer: Tokenizer | str | None) -> TokenCounts:
    text = require_document(units, "a size in tokens").text
    return TokenCounts(text, tuple(units.edges), tokenizer)


# Where the parts of a sentence end, with the white space after them.
_CLAUSE = Pattern(r"[\p{Sentence_Terminal}…,;:·\u037e][\p{Pe}\p{Pf}\"']*\s++|[–—]\s++|[，、；：]")
_LINE = Pattern(r"\R")  # code and tables are read line by line
_SPACE = Pattern(r"\s++")
_TOGETHER = Pattern(r"\X")
_CHARACTER = Pattern(r"(?s).")


def split_oversize(
    document: Document,
    greatest: int,
    size_unit: str,
    tokenizer: Tokenizer | str | None,
    *,
    paragraphs: bool,
) -> Document:
    """Return a document none of whose sentences alone is larger than the greatest size.

    What is too large is cut near its middle, and its parts again: between sentences, else after a
    mark that ends a clause, else after white space, else between characters that belong together.
    The pieces count as sentences; where paragraphs must not be too large either, as paragraphs.
    """
    size = size_within(document, size_unit, tokenizer)
    starts = document.columns.spans.starts.tolist()
    firsts = [starts[first] for first, _ in document.paragraphs] if paragraphs else starts
    text = document.text

    def cuts(start: int, end: int) -> Iterator[int]:
        if size(start, end) <= greatest:
            return
        if end - start < 2:
            raise TmimaError(
                f"`max_size` {greatest} is too small: {text[start:end]!r} alone has "
                f"{size(start, end)} {size_unit}"
            )
        middle = _best_split_place(document, start, end, starts)
        yield from cuts(start, middle)
        yield middle
        yield from cuts(middle, end)

    edges = [0, *firsts[1:], len(text)]
    places = [place for start, end in pairwise(edges) for place in cuts(start, end)]
    return _with_sentence_starts(document, places, paragraphs=paragraphs) if places else document


def _best_split_place(document: Document, start: int, end: int, sentences: list[int]) -> int:
    """Return the best place to cut some characters, near the middle if there is one."""
    text = document.text
    block = None if document.origin is None else document.origin.block(start)
    in_lines = block is not None and block.kind != PROSE
    middle = (start + end) / 2
    quarter = (end - start) / 4

    def nearest(places: Iterator[int], within: float) -> int | None:
        near = [place for place in places if abs(place - middle) <= within and start < place < end]
        return min(near, key=lambda place: abs(place - middle), default=None)

    def after(mark: Pattern) -> Iterator[int]:
        return (match.end() for match in mark.finditer(text, start, end))

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


def _with_sentence_starts(document: Document, cuts: list[int], *, paragraphs: bool) -> Document:
    """Return a document with sentences, or paragraphs too, that also begin at some places."""
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
