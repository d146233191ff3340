"""How similar two units are: the columns of D, made as they are needed, never the whole of it."""

from typing import TYPE_CHECKING

from tmima.loading import later
from tmima.similarity.columns import (
    Bounded,
    Columns,
    Encoder,
    Measure,
    Similarity,
    column_blocks,
)
from tmima.similarity.families import beginnings
from tmima.similarity.graded import GradedWords
from tmima.similarity.named import (
    DEFAULT_SIMILARITY,
    PAPER_SIMILARITY,
    NamedSimilarity,
    Sources,
    similarities,
)
from tmima.similarity.part import Part
from tmima.similarity.shared import SharedWords
from tmima.similarity.stored import MOST_ENTRIES, StoredColumns, can_be_stored

if TYPE_CHECKING:
    from tmima.similarity.matrix import GivenMatrix
    from tmima.similarity.vectors import Cosines, encoder, open_model

# What needs more than the text: a matrix, a model.
__getattr__ = later(
    __name__,
    {
        "tmima.similarity.matrix": ("GivenMatrix",),
        "tmima.similarity.vectors": ("Cosines", "encoder", "open_model"),
    },
)

__all__ = [
    "DEFAULT_SIMILARITY",
    "MOST_ENTRIES",
    "PAPER_SIMILARITY",
    "Bounded",
    "Columns",
    "Cosines",
    "Encoder",
    "GivenMatrix",
    "GradedWords",
    "Measure",
    "NamedSimilarity",
    "Part",
    "SharedWords",
    "Similarity",
    "Sources",
    "StoredColumns",
    "beginnings",
    "can_be_stored",
    "column_blocks",
    "encoder",
    "open_model",
    "similarities",
]
