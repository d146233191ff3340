"""A similarity of the user's own, given as a whole matrix."""

import math

import numpy as np
from numpy.typing import ArrayLike

from tmima.errors import TmimaError
from tmima.similarity.columns import Columns
from tmima.text import Units


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
