"""A similarity kept as it was computed, for those who read it many times."""

import math

import numpy as np

from tmima.similarity.columns import Bounded, Columns, Similarity, column_blocks

# What is kept of D at the most, with what is made of it some 200 MB. Prose of 1,000 sentences has
# some 40,000 entries, and no 2,800 units have more than this.
MOST_ENTRIES = 1 << 22


def can_be_stored(similarity: Similarity, reach: int | None = None) -> bool:
    """Tell whether D has few enough entries to be kept, those within a reach if one is given.

    Sentences share few words, but all turns of a chat may be the same word: what all pairs of units
    would take has nothing to do with how long the text is.
    """
    size = len(similarity)
    if size * (size + 1) // 2 <= MOST_ENTRIES:
        return True
    entries = 0
    for block in column_blocks(similarity, reach=reach):
        entries += len(block.rows)
        if entries > MOST_ENTRIES:
            return False
    return True


class StoredColumns:
    """All columns of another similarity, computed once; see `can_be_stored`.

    Args:
        similarity: which is kept.
        reach: how far above the diagonal anybody will ask for it; everything if not given.
    """

    def __init__(self, similarity: Similarity, reach: int | None = None) -> None:
        self._bounded = similarity if isinstance(similarity, Bounded) else None
        starts = [np.zeros(1, dtype=np.int64)]
        rows, values = [], []
        for block in column_blocks(similarity, reach=reach):
            starts.append(block.starts[1:] + starts[-1][-1])
            rows.append(block.rows.copy())
            values.append(block.values.copy())
        self._columns = Columns(
            0, np.concatenate(starts), np.concatenate(rows), np.concatenate(values)
        )

    def __len__(self) -> int:
        return self._columns.last

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1, with all rows that are kept."""
        return self._columns.between(first, last)

    def largest_block(self, count: int) -> float:
        """Return what the similarity that was stored says."""
        return self._bounded.largest_block(count) if self._bounded else math.inf
