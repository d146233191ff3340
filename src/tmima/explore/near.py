"""Where else a text was nearly cut: what each place costs above the best segmentation."""

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.segmentation import Parameters
from tmima.similarity import Columns, Similarity
from tmima.similarity.columns import column_blocks


def near_cuts(
    similarity: Similarity, lengths: NDArray[np.int64], parameters: Parameters
) -> NDArray[np.float64]:
    """Return, for the places 1 .. T-1, what a cut there costs more than the optimum.

    The cheapest segmentation with a cut at t is the cheapest of the units before t and the cheapest
    of those after it. The first are the costs of all prefixes, which the dynamic programme computes
    anyway; the second are the same of the text read backwards. At the optimum's cuts it is 0.
    """
    forward = _prefix_costs(similarity, lengths, parameters)
    backward = _prefix_costs(_Backwards(similarity), lengths[::-1], parameters)
    extra: NDArray[np.float64] = forward[1:-1] + backward[-2:0:-1] - forward[-1]
    return extra.clip(min=0.0)


class _Backwards:
    """A similarity with its units in the opposite order."""

    def __init__(self, similarity: Similarity) -> None:
        size = len(similarity)
        rows, columns, values = [], [], []
        for block in column_blocks(similarity):
            counts = np.diff(block.starts)
            columns.append(size - 1 - block.rows)
            rows.append(size - 1 - block.first - np.repeat(np.arange(len(counts)), counts))
            values.append(block.values.copy())
        column = np.concatenate(columns)
        order = np.argsort(column, kind="stable")
        self._starts = np.concatenate(([0], np.cumsum(np.bincount(column, minlength=size))))
        self._rows = np.concatenate(rows)[order].astype(np.int32)
        self._values = np.concatenate(values)[order]

    def __len__(self) -> int:
        return len(self._starts) - 1

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1."""
        starts = self._starts[first : last + 1]
        entries = slice(starts[0], starts[-1])
        return Columns(first, starts - starts[0], self._rows[entries], self._values[entries])


def _prefix_costs(
    similarity: Similarity, lengths: NDArray[np.int64], parameters: Parameters
) -> NDArray[np.float64]:
    """Return the cost of the cheapest segmentation of the first 0, 1, ..., T units."""
    size = len(similarity)
    costs = np.zeros(size + 1)
    counts = np.arange(1, size + 1, dtype=np.float64)
    positions = np.concatenate(([0.0], np.cumsum(lengths, dtype=np.float64)))
    density_weights: NDArray[np.float64] = (1 - parameters.gamma) / counts**parameters.r
    row_sums = np.zeros(size)
    previous = np.zeros(size + 1, dtype=np.int64)
    for block in column_blocks(similarity):
        kernel.advance(
            costs,
            previous,
            row_sums,
            positions,
            density_weights,
            parameters.mean_length,
            parameters.gamma / (2 * parameters.std_length**2),
            block.first,
            block.starts,
            block.rows,
            block.values,
        )
    return costs
