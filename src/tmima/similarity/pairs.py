"""The pairs of different units that are similar, all of them at once."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tmima.arrays import Floats, Rows
from tmima.similarity.columns import Similarity, column_blocks


class Pairs(NamedTuple):
    """The pairs s < t with D[s, t] > 0: s in `rows`, t in `columns`, D[s, t] in `values`."""

    rows: Rows
    columns: Rows
    values: Floats

    @classmethod
    def of(cls, similarity: Similarity) -> "Pairs":
        """Read the pairs of a similarity."""
        rows, columns, values = zip(*cls.in_blocks(similarity), strict=True)
        return cls(np.concatenate(rows), np.concatenate(columns), np.concatenate(values))

    @classmethod
    def in_blocks(cls, similarity: Similarity) -> Iterator["Pairs"]:
        """Read the pairs of a similarity some columns at a time."""
        for block in column_blocks(similarity):
            column = block.columns()
            pair = (block.rows < column) & (block.values > 0)
            yield cls(block.rows[pair], column[pair], block.values[pair])
