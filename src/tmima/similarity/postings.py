"""The lists of units by word, from which columns of D are read."""

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.document.units import Units

Floats = NDArray[np.float64]


class Postings:
    """For each word of a text the units that hold it, and what two units share of them.

    Memory is linear in the words of the text; time in the pairs of occurrences of one word.

    Args:
        units: the units of a document.
        weights: of the words by number, not negative; without them only who shares a word is told.
    """

    def __init__(self, units: Units, weights: Floats | None = None) -> None:
        self._units = units
        self._weights = np.empty(0) if weights is None else weights
        counts = np.bincount(units.terms, minlength=len(units.vocabulary))
        self._starts = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        owners = np.repeat(np.arange(len(units), dtype=np.int32), np.diff(units.starts))
        # Stable, so that the units of a word stay in rising order.
        order = np.argsort(units.terms, kind="stable")
        self._postings = owners[order]
        self._places = np.empty(len(order), dtype=np.int64)
        self._places[order] = np.arange(len(order))
        self._slots = np.full(len(units), -1, dtype=np.int64)
        self._rows = np.empty(0, dtype=np.int32)
        self._sums = np.empty(0, dtype=np.float64)

    def __len__(self) -> int:
        return len(self._units)

    def shared(
        self, first: int, last: int, reach: int | None, *, diagonal: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], Floats]:
        """Return for the units first .. last - 1 the units they share words with, back to `reach`.

        As the starts of columns, their rows, and the sums of the weights of the shared words (ones
        if words have no weights). The arrays are used again by the next call.
        """
        reach = last if reach is None else reach
        room = (last - first) * min(last, reach + 1)
        if len(self._rows) < room:
            self._rows = np.empty(room, dtype=np.int32)
            self._sums = np.ones(room)
        # A column asked for again would find its own slots.
        self._slots[max(0, first - reach) : last] = -1
        starts = np.empty(last - first + 1, dtype=np.int64)
        count = kernel.shared_columns(
            self._units.starts,
            self._units.terms,
            self._starts,
            self._postings,
            self._places,
            first,
            last,
            reach,
            diagonal,
            self._weights,
            self._slots,
            starts,
            self._rows,
            self._sums,
        )
        return starts, self._rows[:count], self._sums[:count]

    def largest_pairs(self, count: int) -> float:
        """Return the most that the weights of shared words sum to over a square of `count` units.

        Each word is counted for each pair of units that hold it, so it adds its weight times the
        square of the number of those units.
        """
        words = len(self._units.vocabulary)
        return kernel.largest_window(
            self._units.starts,
            self._units.terms,
            self._weights if len(self._weights) else np.ones(words),
            np.zeros(words, dtype=np.int32),
            count,
        )
