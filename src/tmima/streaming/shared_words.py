"""The paper's D for units that are still coming in: which earlier ones share a word with each."""

from bisect import bisect_left
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


class OnlineSharedWords:
    """Finds for each new unit the earlier ones with a kept word in common, within a window.

    Args:
        window: how many units back it looks, the new one included.
        begin: the number of the first unit.
        diagonal: whether a unit with a kept word is similar to itself.
    """

    def __init__(self, *, window: int, begin: int = 0, diagonal: bool = True) -> None:
        self._window = window
        self._next = begin
        self._diagonal = diagonal
        self._units: dict[str, list[int]] = {}

    def push(self, words: Iterable[str]) -> NDArray[np.int32]:
        """Take the words of the next unit; return the units that are similar to it, in order."""
        unit = self._next
        oldest = unit + 1 - self._window
        found: set[int] = set()
        for word in words:
            units = self._units.setdefault(word, [])
            if units and units[0] < oldest:
                del units[: bisect_left(units, oldest)]
            found.update(units)
            units.append(unit)
            if self._diagonal:
                found.add(unit)
        self._next += 1
        if self._next % self._window == 0:
            self._forget(oldest)
        return np.array(sorted(found), dtype=np.int32)

    def _forget(self, oldest: int) -> None:
        """Drop the words that have not come for a whole window."""
        self._units = {word: units for word, units in self._units.items() if units[-1] >= oldest}
