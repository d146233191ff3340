"""The interface between a similarity and everything that reads it: blocks of columns of D."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from numpy.typing import ArrayLike

from tmima.kernel import Columns
from tmima.text import Units

__all__ = ["Bounded", "Columns", "Encoder", "Measure", "Similarity", "column_blocks"]

# The entries of a block at the most, so that what a block takes stays a few megabytes.
_BLOCK_ENTRIES = 1 << 20


class Similarity(Protocol):
    """A symmetric T x T matrix D of finite numbers that is asked for by columns."""

    def __len__(self) -> int:
        """Return T."""
        ...

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1, each down to its diagonal.

        Rows more than `reach` above the diagonal are not wanted and may be left out, the same
        ones whenever the column is asked for with this reach. The arrays may be used again by
        the next call.
        """
        ...


@runtime_checkable
class Bounded(Similarity, Protocol):
    """A similarity that can tell how much of it fits into a square on the diagonal."""

    def largest_block(self, count: int) -> float:
        """Return a number M(count) that bounds the sum of D over every square of `count` units.

        It promises three things, on which the proof in docs/exactness.md rests: no such sum is
        negative, M does not fall as the count grows, and the sum over a square of j * count units
        is at most j^2 * M(count). Infinity stands for no bound.
        """
        ...


Encoder = Callable[[Sequence[str]], ArrayLike]
"""A function from texts to their vectors, a row a text."""

Measure = Callable[[Units], Similarity]
"""What makes a similarity of a document's units; the class of a similarity often is one."""


def column_blocks(
    similarity: Similarity, *, reach: int | None = None, backward: bool = False
) -> Iterator[Columns]:
    """Yield all columns of D from left to right, or from right to left, in blocks of bounded size.

    Rows more than `reach` above the diagonal may be left out.
    """
    size = len(similarity)
    # A column grows with its index: n columns of at most m entries have at most n * m.
    width = max(1, _BLOCK_ENTRIES // (size if reach is None else min(size, reach + 1)))
    firsts = range(0, size, width)
    for first in reversed(firsts) if backward else firsts:
        yield similarity.columns(first, min(size, first + width), reach)
