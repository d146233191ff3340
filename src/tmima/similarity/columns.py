"""The interface between a similarity and everything that reads it: blocks of columns of D."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tmima.document.units import Units

# The entries of a block at the most, so that what a block takes stays a few megabytes.
_BLOCK_ENTRIES = 1 << 20


class Columns(NamedTuple):
    """Some neighbouring columns of D above the diagonal, sparse.

    Column first + i has the entries D[s, first + i] = values[k] at s = rows[k] <= first + i for k
    in starts[i] .. starts[i + 1], each row at most once; what is not listed is zero.
    """

    first: int
    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    values: NDArray[np.float64]


class Similarity(Protocol):
    """A symmetric T x T matrix D of finite numbers that is asked for by columns."""

    def __len__(self) -> int:
        """Return T."""
        ...

    def columns(self, first: int, last: int) -> Columns:
        """Return the columns first .. last - 1, each down to its diagonal.

        The arrays may be used again by the next call.
        """
        ...


Measure = Callable[[Units], Similarity]
"""What makes a similarity of a document's units; the class of a similarity often is one."""


def column_blocks(similarity: Similarity) -> Iterator[Columns]:
    """Yield all columns of D from left to right, in blocks of bounded size."""
    size = len(similarity)
    first = 0
    while first < size:
        # A column grows with its index: after n columns of at most m entries, n * m bounds all.
        width = max(1, _BLOCK_ENTRIES // size)
        last = min(size, first + width)
        yield similarity.columns(first, last)
        first = last
