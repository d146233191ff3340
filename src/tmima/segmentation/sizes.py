"""How large a run of units is, and so which segments a least and a greatest size leave."""

from collections.abc import Callable

import numpy as np

from tmima.arrays import Floats, Indices
from tmima.errors import TmimaError
from tmima.segmentation.tokenizers import TokenCounts, Tokenizer, count_tokens
from tmima.text import Document, Timeline, Units

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
    edges, scale = _edges(units, size_unit)
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
    edges, scale = _edges(units, size_unit)
    return -(-int(edges[last] - edges[first]) // scale)


def size_within(
    document: Document, size_unit: str, tokenizer: Tokenizer | str | None
) -> Callable[[int, int], int]:
    """Return what tells the size of the characters from one offset to another."""
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


def document_of(units: Units, wanted: str) -> Document:
    """Return the document of the units; raise if they have none."""
    if units.document is None:
        raise TmimaError(f"{wanted} needs units that were made of a document")
    return units.document


def timeline_of(units: Units, wanted: str) -> Timeline:
    """Return the times of a transcript; raise if the text has none."""
    return _timeline(document_of(units, wanted), wanted)


def _timeline(document: Document, wanted: str) -> Timeline:
    if document.timeline is None:
        raise TmimaError(f"{wanted} needs a transcript: this text has no times")
    return document.timeline


def _milliseconds(times: Floats) -> Indices:
    """Return times as whole numbers: sizes are compared exactly."""
    return np.rint(1000 * times).astype(np.int64)


def _edges(units: Units, size_unit: str) -> tuple[Indices, int]:
    """Return how much lies before each place, and how many of these counts make a unit of size."""
    if size_unit == "characters":
        return np.array(units.edges, dtype=np.int64), 1
    if size_unit == "seconds":
        return _milliseconds(timeline_of(units, "a size in seconds").times(units.edges)), 1000
    sizes = units.words if size_unit == "words" else units.sentences
    return np.concatenate(([0], np.cumsum(sizes))), 1


def _token_counts(units: Units, tokenizer: Tokenizer | str | None) -> TokenCounts:
    text = document_of(units, "a size in tokens").text
    return TokenCounts(text, tuple(units.edges), tokenizer)
