"""What the words around a place tell: whether they are of two sources, and which recur."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tmima import kernel
from tmima.kernel.arrays import Floats, Indices, Rows, Singles
from tmima.learnt import numerics
from tmima.learnt.beliefs import log_gammas
from tmima.text import Units

SPLITS = (2, 5, 13, 34)
GAPS = (2, 5, 12, 30, 80)
SPANS = (1, 3, 8, 21)
# Words that begin at a place and recur, that end there, that occur once: as `counts` has them.
SHARES = "new", "last", "once"
# What a word weighs before any is seen.
_ALPHA = 0.1


def split_odds(units: Units) -> dict[int, Singles]:
    """Return, for each window, the log odds of two sources of its words against one.

    They are divided by the root of the number of words.
    """
    size, words = len(units), len(units.vocabulary)
    single = _of_single()
    most = int(_around(units.starts, SPLITS[-1]).max(initial=0))
    whole = log_gammas(max(1, words) * _ALPHA, most + 1)
    found: dict[int, Singles] = {}
    for windows in numerics.batches(SPLITS, size):
        odds, around = np.zeros((2, len(windows), size))
        for window, of_window, held in zip(windows, odds, around, strict=True):
            kernel.add_splits(of_window, units.starts, units.terms, window, words, single, whole)
            held[:] = _around(units.starts, window)
        some = numerics.rounded(odds / np.sqrt(np.maximum(1, around)))
        found.update(zip(windows, some, strict=True))
    return found


@lru_cache(maxsize=1)
def _of_single() -> Floats:
    return log_gammas(_ALPHA, 2 * SPLITS[-1] + 2)


def _around(starts: Indices, window: int) -> Indices:
    """Return how many words the units of a window before each place and after it have."""
    size = len(starts) - 1
    held = np.full(size, starts[-1])
    held[: max(0, size - window)] = starts[window:-1]
    held[window:] -= starts[: max(0, size - window)]
    return held


class Chains(NamedTuple):
    """What recurs across places, and which words begin and end there.

    Attributes:
        spanned: for each gap, how much recurs across each place within it, beside other places.
        counts: the words before each place that begin there, end there, occur once.
        held: all words before each place.
    """

    spanned: dict[int, Singles]
    counts: Rows
    held: Rows

    @classmethod
    def of(cls, units: Units) -> "Chains":
        """Follow the words of a text."""
        size = len(units)
        counts = np.empty((3, size), dtype=np.int32)
        spanned: dict[int, Singles] = {}
        for gaps in numerics.batches(GAPS, size):
            changes = np.empty((len(gaps), size + 1))
            kernel.follow_words(
                changes, counts, units.starts, units.terms, len(units.vocabulary), np.array(gaps)
            )
            some = np.cumsum(changes, axis=1, out=changes)[:, :size]
            deviations = np.maximum(1e-3, some.std(axis=1, keepdims=True))
            standing = numerics.rounded((some - some.mean(axis=1, keepdims=True)) / deviations)
            spanned.update(zip(gaps, standing, strict=True))
        sums = np.zeros((3, size + 1), dtype=np.int32)
        np.cumsum(counts, axis=1, out=sums[:, 1:])
        return cls(spanned, sums, units.starts.astype(np.int32))

    def shares(self, first: int, last: int) -> dict[tuple[str, str, int], Floats]:
        """Return the shares of words that begin, end or occur once before and after some places."""
        counts, held, spans = self.counts, self.held, np.array(SPANS)[:, None]
        places, size = np.arange(first, last), len(held) - 1
        low, high = np.maximum(places - spans, 0), np.minimum(places + spans, size)
        here = counts[:, None, first:last]
        before = (here - counts[:, low]) / np.maximum(1, held[places] - held[low])
        after = (counts[:, high] - here) / np.maximum(1, held[high] - held[places])
        return {
            (which, side, span): column
            for side, shares in (("before", before), ("after", after))
            for which, columns in zip(SHARES, shares, strict=True)
            for span, column in zip(SPANS, columns, strict=True)
        }
