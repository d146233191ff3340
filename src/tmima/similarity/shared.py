"""The paper's D: 1 where two units share a kept word, else 0."""

import numpy as np

from tmima import kernel
from tmima.document.units import Units
from tmima.similarity.columns import Columns


class SharedWords:
    """D[s, t] = 1 if units s and t have a kept word in common (section 2.1 of the paper).

    A column is read off the lists of units that hold each of its words, so memory is linear in the
    words of the text, and time in the pairs of occurrences of one word.

    Args:
        units: the units of a document.
        diagonal: whether D[t, t] counts, which is 1 if unit t has a kept word. Equation (1) has it;
            the paper's pseudocode leaves it out.
    """

    def __init__(self, units: Units, *, diagonal: bool = True) -> None:
        self._units = units
        self._diagonal = diagonal
        counts = np.bincount(units.terms, minlength=len(units.vocabulary))
        self._posting_starts = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
        owners = np.repeat(np.arange(len(units), dtype=np.int32), np.diff(units.starts))
        # Stable, so that the units of a word stay in rising order.
        order = np.argsort(units.terms, kind="stable")
        self._postings = owners[order]
        self._places = np.empty(len(order), dtype=np.int64)
        self._places[order] = np.arange(len(order))
        self._marks = np.full(len(units), -1, dtype=np.int32)
        self._rows = np.empty(0, dtype=np.int32)
        self._ones = np.empty(0, dtype=np.float64)

    def __len__(self) -> int:
        return len(self._units)

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of D."""
        reach = last if reach is None else reach
        room = (last - first) * min(last, reach + 1)
        if len(self._rows) < room:
            self._rows = np.empty(room, dtype=np.int32)
            self._ones = np.ones(room)
        # A column asked for again finds its own marks.
        self._marks[max(0, first - reach) : last] = -1
        starts = np.empty(last - first + 1, dtype=np.int64)
        count = kernel.shared_columns(
            self._units.starts,
            self._units.terms,
            self._posting_starts,
            self._postings,
            self._places,
            first,
            last,
            reach,
            self._diagonal,
            self._marks,
            starts,
            self._rows,
        )
        return Columns(first, starts, self._rows[:count], self._ones[:count])

    def largest_block(self, count: int) -> float:
        """Return the most ones that a square of `count` units can hold.

        Two units that share words have a 1 for one word at the least, so the ones in a square are
        at most the sum over words of the squared number of its units that hold the word.
        """
        words = len(self._units.vocabulary)
        pairs = kernel.largest_window(
            self._units.starts,
            self._units.terms,
            np.ones(words),
            np.zeros(words, dtype=np.int32),
            count,
        )
        return min(pairs, float(count) ** 2)
