"""How long units are, and how they begin and end."""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tmima.kernel.arrays import Floats, Rows
from tmima.learnt.layout import BULLETS
from tmima.learnt.numerics import logarithms
from tmima.loading import Pattern
from tmima.text import Spans, Units, characters_at

ENDINGS = ".?:!"
_ENDING_CODES = np.array([ord(mark) for mark in ENDINGS])
_SMALL_LETTER, _DIGIT, _NO_LETTER, _OTHER = range(4)
_BEGINS = np.array([_SMALL_LETTER, _DIGIT, _NO_LETTER])
# What formats write before the words of a heading, an item or a quotation.
_WRITTEN_MARKS = Pattern(rf"(?:(?:#{{1,6}}|[{BULLETS}>|]|\d{{1,3}}[.)]|```\w*)\s+)+")


class Shifted(NamedTuple):
    """What is true of units, and of the ones before them."""

    own: Floats
    before: Floats


def _shifted(rows: Floats, first: int) -> Shifted:
    """Return rows that begin one unit before `first` as those of the units and of those before.

    Nothing is before the first unit of a text, whose rows begin with itself.
    """
    if first:
        return Shifted(rows[:, 1:], rows[:, :-1])
    before = np.zeros_like(rows)
    before[:, 1:] = rows[:, :-1]
    return Shifted(rows, before)


class SizeColumns(NamedTuple):
    """How long some units are.

    Attributes:
        words: log(1 + words) / 3.
        standing: the same in deviations from the mean of all units.
        terms: the kept words, in tens.
    """

    words: Shifted
    standing: Shifted
    terms: Shifted


class Sizes(NamedTuple):
    """The words of units, beside those of all.

    Attributes:
        units: the units.
        mean: of log(1 + words) over all units.
        spread: the deviation of it.
    """

    units: Units
    mean: float
    spread: float

    @classmethod
    def of(cls, units: Units) -> "Sizes":
        """Look at all units of a text."""
        words = _log_words(units, 0, len(units))
        return cls(units, float(words.mean()), max(0.1, float(words.std())))

    def columns(self, first: int, last: int) -> SizeColumns:
        """Return how long some units are."""
        begin = max(0, first - 1)
        words = _log_words(self.units, begin, last)
        terms = np.diff(self.units.starts[begin : last + 1]) / 10
        rows = np.array([words / 3, (words - self.mean) / self.spread, terms])
        return SizeColumns(*map(Shifted, *_shifted(rows, first)))


def _log_words(units: Units, first: int, last: int) -> Floats:
    """Return log(1 + words) of some units."""
    return logarithms(int(units.words.max(initial=0)) + 1)[units.words[first:last]]


class Marks(NamedTuple):
    """How some units begin and end.

    Attributes:
        ends: by character, whether it is the last of a unit.
        ends_before: the same of the units before.
        small_letter: whether a unit begins with one.
        digit: likewise.
        no_letter: whether a unit begins with neither a letter nor a number.
    """

    ends: dict[str, Floats]
    ends_before: dict[str, Floats]
    small_letter: Floats
    digit: Floats
    no_letter: Floats

    @classmethod
    def of(cls, units: Units, first: int, last: int) -> "Marks":
        """Look at some units; nothing is known of units without a document."""
        document = units.document
        if document is None:
            none = np.zeros(last - first)
            ends = dict.fromkeys(ENDINGS, none)
            return cls(ends, ends, none, none, none)
        begin = max(0, first - 1)
        text, spans, runs = document.text, document.columns.spans, Spans.of(units.runs)[begin:last]
        lasts = characters_at(text, spans.ends[runs.ends - 1] - 1)
        is_last = (lasts == _ENDING_CODES[:, None]).astype(np.float64)
        ends, ends_before = (
            dict(zip(ENDINGS, rows, strict=True)) for rows in _shifted(is_last, first)
        )
        starts = spans.starts[runs.starts][first - begin :]
        if document.origin is not None:
            starts = _behind_marks(text, starts)
        heads = characters_at(text, starts)
        begins = np.fromiter(map(_begin, heads.tolist()), np.int64, len(heads))
        return cls(ends, ends_before, *(begins == _BEGINS[:, None]).astype(np.float64))


def _behind_marks(text: str, starts: Rows) -> Rows:
    """Return where the words of units begin: what a format writes before them is no word."""
    found = [
        start if (mark := _WRITTEN_MARKS.match(text, start)) is None else mark.end()
        for start in starts.tolist()
    ]
    return np.minimum(np.array(found, dtype=np.int64), len(text) - 1)


@lru_cache(maxsize=1 << 10)
def _begin(code: int) -> int:
    """Return whether a character is a small letter, a digit, no letter or number, or another."""
    kind = unicodedata.category(chr(code))
    if kind == "Ll":
        return _SMALL_LETTER
    if kind == "Nd":
        return _DIGIT
    return _OTHER if kind[0] in "LN" else _NO_LETTER
