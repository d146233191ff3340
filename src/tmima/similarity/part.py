"""Some neighbouring units of a similarity, as a similarity of their own."""

import numpy as np

from tmima.similarity.columns import Columns, Similarity


class Part:
    """D of the units first .. last - 1 alone.

    Args:
        similarity: D of all units.
        first: the first unit of the part.
        last: the unit after its last.
    """

    def __init__(self, similarity: Similarity, first: int, last: int) -> None:
        self._similarity = similarity
        self._first = first
        self._last = last

    def __len__(self) -> int:
        return self._last - self._first

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of the part."""
        wanted = last - 1 if reach is None else min(reach, last - 1)
        found = self._similarity.columns(self._first + first, self._first + last, wanted)
        inside = found.rows >= self._first
        ends = np.arange(found.first, found.last + 1, dtype=np.int32)
        return Columns(
            first,
            np.searchsorted(found.columns()[inside], ends).astype(np.int64),
            (found.rows[inside] - self._first).astype(np.int32),
            found.values[inside],
        )
