"""The interface between a similarity and everything that reads it: blocks of columns of D.

And the similarities that are made of others: given as a matrix, stored, a part, mixed.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from tmima.errors import TmimaError
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
"""A function from texts to their vectors, one row per text."""

Measure = Callable[[Units], Similarity]
"""What makes a similarity of a document's units; the class of a similarity often is one."""


def column_blocks(
    similarity: Similarity,
    first: int = 0,
    last: int | None = None,
    *,
    reach: int | None = None,
    backward: bool = False,
) -> Iterator[Columns]:
    """Yield columns of D from left to right, or from right to left, in blocks of bounded size.

    All of them by default. Rows more than `reach` above the diagonal may be left out.
    """
    size = len(similarity) if last is None else last
    # A column grows with its index: n columns of at most m entries have at most n * m.
    width = max(1, _BLOCK_ENTRIES // (size if reach is None else min(size, reach + 1)))
    firsts = range(first, size, width)
    for begin in reversed(firsts) if backward else firsts:
        yield similarity.columns(begin, min(size, begin + width), reach)


class GivenMatrix:
    """D as a symmetric matrix that somebody else has computed.

    Args:
        matrix: a T x T array of finite numbers.
    """

    def __init__(self, matrix: ArrayLike) -> None:
        self._matrix = np.asarray(matrix, dtype=np.float64)
        shape = self._matrix.shape
        if len(shape) != 2 or shape[0] != shape[1]:
            raise TmimaError(f"a similarity matrix must be square, not of shape {shape}")
        if not np.isfinite(self._matrix).all():
            row, column = np.argwhere(~np.isfinite(self._matrix))[0]
            value = self._matrix[row, column]
            raise TmimaError(f"the similarity of units {row} and {column} is {value}, not a number")
        if not np.array_equal(self._matrix, self._matrix.T):
            row, column = np.argwhere(self._matrix != self._matrix.T)[0]
            raise TmimaError(
                f"a similarity matrix must be symmetric: D[{row}, {column}] = "
                f"{self._matrix[row, column]} but D[{column}, {row}] = {self._matrix[column, row]}"
            )

    def __len__(self) -> int:
        return len(self._matrix)

    def __call__(self, units: Units) -> "GivenMatrix":
        """Serve as a measure: the matrix is the similarity of these units, if their number fits."""
        if len(units) != len(self):
            raise TmimaError(
                f"the similarity matrix is {len(self)} x {len(self)} but the text has "
                f"{len(units)} units"
            )
        return self

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of D."""
        ends = np.arange(first + 1, last + 1)
        begins = np.zeros_like(ends) if reach is None else np.maximum(0, ends - 1 - reach)
        return Columns(
            first,
            np.concatenate(([0], np.cumsum(ends - begins))),
            np.concatenate(
                [np.arange(a, b, dtype=np.int32) for a, b in zip(begins, ends, strict=True)]
            ),
            np.concatenate([self._matrix[a:b, b - 1] for a, b in zip(begins, ends, strict=True)]),
        )

    def largest_block(self, count: int) -> float:
        """Return the largest entry times the entries of a square, if no entry is negative."""
        if self._matrix.size and self._matrix.min() < 0:
            return math.inf
        return float(self._matrix.max(initial=0.0)) * count**2


# What is kept of D at the most, some 6 MB: of a long text to find it again takes as long as to read
# it. Prose of 1,000 sentences has some 40,000 entries, and no 1,000 units have more than this.
MOST_ENTRIES = 1 << 19


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
        """Return the bound of the similarity that was stored."""
        return self._bounded.largest_block(count) if self._bounded else math.inf


class PartOfColumns:
    """The part of a similarity that compares some neighbouring units with each other.

    Args:
        similarity: of all units.
        first: the first unit of the part.
        last: the unit after its last one.
    """

    def __init__(self, similarity: Similarity, first: int, last: int) -> None:
        self._similarity, self._first, self._last = similarity, first, last

    def __len__(self) -> int:
        return self._last - self._first

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of the part."""
        found = self._similarity.columns(self._first + first, self._first + last, reach)
        inside = found.rows >= self._first
        before = np.concatenate(([0], np.cumsum(inside, dtype=np.int64)))
        rows = found.rows[inside] - np.int32(self._first)
        return Columns(first, before[found.starts], rows, found.values[inside])


class MixedSimilarity:
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
