"""How much more similar the units inside segments are than chance would have them."""

import numpy as np
from numpy.typing import NDArray

from tmima.similarity import Pairs, Similarity
from tmima.values import Segmentation

# How many times the expected similarity a pair must have to speak for a segment. At 1 neighbouring
# topics are taken together. Chosen by experiment, see docs/accuracy.md.
_RESOLUTION = 1.5

Floats = NDArray[np.float64]


class Excess:
    """The similarity inside segments beyond what the units' own similarities lead one to expect.

    With d[s] the sum of D[s, t] over all other units t, pairs that had nothing to do with each
    other would have D[s, t] near c d[s] d[t], where c makes the sum over all pairs right. A
    segmentation's excess is, over all pairs of units inside one segment,

        sum of D[s, t] - 1.5 * sum of c d[s] d[t].

    It is a modularity (Newman and Girvan 2004) with a resolution above 1. Neither one segment nor
    one for each unit does well by it: the first has all expected similarity against it, the others
    no similarity for them.

    Args:
        similarity: D, whose columns are kept; the diagonal does not count, nor do negative values.
    """

    def __init__(self, similarity: Similarity) -> None:
        size = len(similarity)
        pairs = Pairs.of(similarity)
        self._pairs = pairs
        self._degrees: Floats = np.zeros(size)
        np.add.at(self._degrees, pairs.rows, pairs.values)
        np.add.at(self._degrees, pairs.columns, pairs.values)
        # The sum over pairs of d[s] d[t] is half of what the square of their sum is too large by.
        products = (self._degrees.sum() ** 2 - (self._degrees**2).sum()) / 2
        self._scale = float(pairs.values.sum() / products) if products > 0 else 0.0

    def value(self, segmentation: Segmentation) -> float:
        """Return the excess of a segmentation."""
        segment = np.repeat(np.arange(len(segmentation)), segmentation.lengths)
        rows, columns, values = self._pairs
        inside = float(values[segment[rows] == segment[columns]].sum())
        starts = [first for first, _ in segmentation.segments]
        sums = np.add.reduceat(self._degrees, starts)
        squares = np.add.reduceat(self._degrees**2, starts)
        return inside - _RESOLUTION * self._scale * float((sums**2 - squares).sum()) / 2
