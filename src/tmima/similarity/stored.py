"""A similarity kept as it was computed, for those who read it many times."""

import numpy as np

from tmima.similarity.columns import Columns, Similarity, column_blocks


class StoredColumns:
    """All columns of another similarity, computed once. Memory grows with their entries."""

    def __init__(self, similarity: Similarity) -> None:
        starts = [np.zeros(1, dtype=np.int64)]
        rows, values = [], []
        for block in column_blocks(similarity):
            starts.append(block.starts[1:] + starts[-1][-1])
            rows.append(block.rows.copy())
            values.append(block.values.copy())
        self._starts = np.concatenate(starts)
        self._rows = np.concatenate(rows)
        self._values = np.concatenate(values)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def columns(self, first: int, last: int) -> Columns:
        """Return the columns first .. last - 1."""
        starts = self._starts[first : last + 1]
        entries = slice(starts[0], starts[-1])
        return Columns(first, starts - starts[0], self._rows[entries], self._values[entries])
