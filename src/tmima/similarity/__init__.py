"""How similar two units are: the columns of D, made as they are needed, never the whole of it."""

from tmima.similarity.columns import Bounded, Columns, Measure, Similarity
from tmima.similarity.matrix import GivenMatrix
from tmima.similarity.shared import SharedWords
from tmima.similarity.stored import StoredColumns

__all__ = [
    "Bounded",
    "Columns",
    "GivenMatrix",
    "Measure",
    "SharedWords",
    "Similarity",
    "StoredColumns",
]
