"""Which segments and which cuts are allowed, as the arrays that the recursion reads."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import Flags, Indices


@dataclass(frozen=True, slots=True)
class Admissible:
    """What a segmentation of T units may be.

    Attributes:
        earliest: for each unit t, the first unit of the longest segment that may end with t.
        latest: for each unit t, the first unit of the shortest segment that may end with t.
            Neither ever falls from one unit to the next.
        closed: for each of the places 0 .. T, whether no segment may end there.
        counts: the least and the greatest number of segments, or nothing.
    """

    earliest: Indices
    latest: Indices
    closed: Flags
    counts: tuple[int, int] | None = None

    @classmethod
    def everything(cls, size: int) -> Self:
        """Allow all segmentations."""
        return cls(
            np.zeros(size, dtype=np.int64),
            np.arange(size, dtype=np.int64),
            np.zeros(size + 1, dtype=np.uint8),
        )

    def within(self, window: int) -> "Admissible":
        """Return what is left without segments of more than `window` units."""
        starts = np.arange(len(self.earliest)) + 1 - window
        return Admissible(np.maximum(self.earliest, starts), self.latest, self.closed, self.counts)

    @property
    def longest(self) -> int:
        """The number of units of the longest segment allowed."""
        return int((np.arange(len(self.earliest)) - self.earliest).max()) + 1

    def reachable(self) -> NDArray[np.bool_]:
        """Return for each place whether some row of allowed segments ends there.

        The number of segments is not looked at.
        """
        size = len(self.earliest)
        reached = np.zeros(size + 1, dtype=np.bool_)
        reached[0] = True
        before = np.zeros(size + 2, dtype=np.int64)  # before[p]: the places reached among 0 .. p-1
        before[1] = 1
        for unit in range(size):
            first, last = self.earliest[unit], self.latest[unit]
            reached[unit + 1] = (
                not self.closed[unit + 1] and first <= last and before[last + 1] > before[first]
            )
            before[unit + 2] = before[unit + 1] + reached[unit + 1]
        return reached
