"""How similar two units are: the columns of D, made as they are needed, never the whole of it."""

from typing import TYPE_CHECKING

from tmima.loading import lazy_attributes
from tmima.similarity.columns import (
    Bounded,
    Columns,
    Encoder,
    GivenMatrix,
    Measure,
    PartOfColumns,
    Similarity,
    StoredColumns,
    can_be_stored,
    column_blocks,
)
from tmima.similarity.named import (
    DEFAULT_SIMILARITY,
    GRADED_SIMILARITY,
    PAPER_GAMMA,
    PAPER_R,
    PAPER_SIMILARITY,
    NamedSimilarity,
    Sources,
    similarities,
)
from tmima.similarity.words import SharedWords

if TYPE_CHECKING:
    from tmima.similarity.vectors import open_model

# What needs more than the text.
__getattr__ = lazy_attributes(
    __name__,
    {
        "tmima.similarity.vectors": ("open_model",),
    },
)

__all__ = [
    "DEFAULT_SIMILARITY",
    "GRADED_SIMILARITY",
    "PAPER_GAMMA",
    "PAPER_R",
    "PAPER_SIMILARITY",
    "Bounded",
    "Columns",
    "Encoder",
    "GivenMatrix",
    "Measure",
    "NamedSimilarity",
    "PartOfColumns",
    "SharedWords",
    "Similarity",
    "Sources",
    "StoredColumns",
    "can_be_stored",
    "column_blocks",
    "open_model",
    "similarities",
]
