"""The lists of units by word, from which columns of D are read."""

import numpy as np

from tmima import kernel
from tmima.arrays import Floats
from tmima.text import Units


class Postings:
    """For each word of a text the units that hold it, and what two units share of them.

    Memory is linear in the words of the text; time in the pairs of occurrences of one word.

    Args:
        units: the units of a document.
        weights: of the words by number, not negative; without them only who shares a word is told.
    """

    def __init__(self, units: Units, weights: Floats | None = None) -> None:
        self._units = units
        counts = np.bincount(units.terms, minlength=len(units.vocabulary))
        owners = np.repeat(np.arange(len(units), dtype=np.int32), np.diff(units.starts))
        # Stable, so that the units of a word stay in rising order.
        order = np.argsort(units.terms, kind="stable")
        places = np.empty(len(order), dtype=np.int32)
        places[order] = np.arange(len(order), dtype=np.int32)
        self._lists = kernel.WordLists(
            unit_starts=units.starts,
            unit_words=units.terms,
            posting_starts=np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
            postings=owners[order],
            places=places,
            word_weights=np.empty(0) if weights is None else weights,
        )
        self._rows = np.empty(0, dtype=np.int32)
        self._sums = np.empty(0, dtype=np.float64)

    def __len__(self) -> int:
        return len(self._units)

    def shared(self, first: int, last: int, reach: int | None, *, diagonal: bool) -> kernel.Columns:
        """Return for the units first .. last - 1 the units they share words with, back to `reach`.

        The values are the sums of the weights of the shared words (ones if words have no weights).
        The arrays are used again by the next call.
        """
        reach = last if reach is None else reach
        room = (last - first) * min(last, reach + 1)
        if len(self._rows) < room:
            self._rows = np.empty(room, dtype=np.int32)
            self._sums = np.ones(room)
        starts = np.empty(last - first + 1, dtype=np.int64)
        block = kernel.Columns(first, starts, self._rows, self._sums)
        count = kernel.shared_columns(self._lists, reach, diagonal, block)
        return block._replace(rows=self._rows[:count], values=self._sums[:count])

    def largest_pairs(self, count: int) -> float:
        """Return the most that the weights of shared words sum to over a square of `count` units.

        Each word is counted for each pair of units that hold it, so it adds its weight times the
        square of the number of those units.
        """
        words = len(self._units.vocabulary)
        weights = self._lists.word_weights
        return kernel.largest_window(
            self._units.starts,
            self._units.terms,
            weights if len(weights) else np.ones(words),
            np.zeros(words, dtype=np.int32),
            count,
        )
