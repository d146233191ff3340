"""A similarity made of two: what one misses the other may see."""

import numpy as np

from tmima.errors import TmimaError
from tmima.similarity.columns import Bounded, Columns, Similarity


class Mixed:
    """D = (1 - share) * one + share * other.

    Args:
        one: a similarity.
        other: a similarity of the same units.
        share: of the other, from 0 to 1.
    """

    def __init__(self, one: Similarity, other: Similarity, share: float) -> None:
        if len(one) != len(other):
            raise TmimaError(f"similarities of {len(one)} and {len(other)} units cannot be mixed")
        if not 0 <= share <= 1:
            raise TmimaError(f"a share must be from 0 to 1, not {share}")
        self._parts = ((one, 1 - share), (other, share))

    def __len__(self) -> int:
        return len(self._parts[0][0])

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of D."""
        begin = 0 if reach is None else max(0, first - reach)
        # A block of columns is of bounded size (see `column_blocks`), so it may be dense.
        block = np.zeros((last - first, last - begin))
        for part, share in self._parts:
            found = part.columns(first, last, reach)
            # A part may list rows beyond the reach.
            near = found.rows >= begin
            place = (found.columns()[near] - first, found.rows[near] - begin)
            block[place] += share * found.values[near]
        column, row = np.nonzero(block)
        starts = np.searchsorted(column, np.arange(last - first + 1)).astype(np.int64)
        return Columns(first, starts, (row + begin).astype(np.int32), block[column, row])

    def largest_block(self, count: int) -> float:
        """Return the bounds of the two, mixed alike."""
        total = 0.0
        for part, share in self._parts:
            if share:
                total += share * part.largest_block(count) if isinstance(part, Bounded) else np.inf
        return total
