"""The cost of a segment, as one value that all who weigh segments share, and what chance gives D.

A sum of zeros and ones has many equals, and a tie between two segmentations is decided by the last
bit of their costs. So the last bit must not depend on the machine: n^r is the C library's, never
NumPy's `power`, which takes another way where the processor has wider vectors (AVX512).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol, Self

import numpy as np

from tmima import kernel
from tmima.kernel.arrays import Floats, Rows
from tmima.segmentation.parameters import Parameters
from tmima.similarity import Similarity, column_blocks

# Shorter texts share their powers: those of so many units are computed at the least.
_FEWEST_POWERS = 1 << 10
# The grid of training has four powers r, and texts are of a few sizes.
_KEPT_POWERS = 16


class WeighsSegments(Protocol):
    """What a segment costs by its length, its number of units n and the sum S of its square of D.

    length_weight * (length - mean_length)^2 - density_weights[n] * S + count_costs[n]
    """

    @property
    def mean_length(self) -> float:
        """The preferred length."""
        ...

    @property
    def length_weight(self) -> float:
        """What the square of a deviation from it costs."""
        ...

    def density_weights(self, count: int) -> Floats:
        """Return what S is worth in segments of n = count, .., 1 units."""
        ...

    def count_costs(self, count: int) -> Floats:
        """Return what segments of n = count, .., 1 units cost besides; nothing if all are 0."""
        ...


@dataclass(frozen=True, slots=True)
class SegmentCost:
    """What a segment costs by equation (1); n is its number of units, S the sum of its square of D.

        length_weight * (length - mean_length)^2 - density_weight * S / n^r

    Attributes:
        mean_length: the preferred length (mu).
        length_weight: gamma / (2 sigma^2).
        density_weight: 1 - gamma.
        r: the power of the number of units.
    """

    mean_length: float
    length_weight: float
    density_weight: float
    r: float

    @classmethod
    def of(cls, parameters: Parameters) -> Self:
        """Return the cost that has these parameters."""
        return cls(
            mean_length=parameters.mean_length,
            length_weight=parameters.gamma / (2 * parameters.std_length**2),
            density_weight=1 - parameters.gamma,
            r=parameters.r,
        )

    def segment(self, length: float, count: int, inside: float) -> float:
        """Return the cost of a segment of `count` units whose square of D sums to `inside`."""
        return self.length_cost(length) - self.density_gain(count, inside)

    def length_cost(self, length: float) -> float:
        """Return what a segment costs for its length."""
        deviation = length - self.mean_length
        return (deviation * deviation) * self.length_weight

    def density_gain(self, count: int, inside: float) -> float:
        """Return what a segment saves by its density."""
        return inside * (self.density_weight / _power(count, self.r))

    def count_costs(self, count: int) -> Floats:
        """Return an empty array: in equation (1) a number of units costs nothing by itself."""
        return np.empty(0)

    def density_weights(self, count: int) -> Floats:
        """Return density_weight / n^r for n = count, .., 1, as the kernel reads them."""
        size = _round_up(count)
        weights: Floats = self.density_weight / _powers(self.r, size)[size - count :]
        return weights


class CostsSideBySide:
    """The costs of equation (1) by some parameters, for texts that are solved by all of them.

    Args:
        settings: the parameters, which count lengths alike.
    """

    def __init__(self, settings: Sequence[Parameters]) -> None:
        costs = [SegmentCost.of(parameters) for parameters in settings]
        self.settings = settings
        self.numbers = np.arange(len(costs))
        self.mean_lengths = np.array([cost.mean_length for cost in costs])
        self.length_weights = np.array([cost.length_weight for cost in costs])
        self._costs = costs
        self._weights: Floats = np.empty((0, len(costs)))

    def density_weights(self, count: int) -> Floats:
        """Return density_weight / n^r for n = count, .., 1, a column for each of the costs."""
        if count > len(self._weights):
            each = [cost.density_weights(_round_up(count)) for cost in self._costs]
            self._weights = np.stack(each, axis=1)
        return self._weights[len(self._weights) - count :]


@dataclass(frozen=True, slots=True)
class TextCost:
    """The cost of the segments of a text.

    Attributes:
        segment: the cost of a segment by its length, its units and what it holds of D.
        positions: the length of the text before each place.
        expected: what is taken off D.
        place_costs: what it costs to cut at each place; nothing by default.
    """

    segment: WeighsSegments
    positions: Floats
    expected: kernel.Expected = field(default_factory=kernel.Expected)
    place_costs: Floats = field(default_factory=lambda: np.empty(0))

    @classmethod
    def of(cls, parameters: Parameters, lengths: Rows) -> Self:
        """Return the cost of equation (1) for units of these lengths."""
        positions = np.concatenate(([0.0], np.cumsum(lengths, dtype=np.float64)))
        return cls(SegmentCost.of(parameters), positions)

    def between(self, first: int, last: int) -> "TextCost":
        """Return the cost of the segments of the units first .. last - 1."""
        places = slice(first, last + 1)
        sums, squares, scale = self.expected
        return replace(
            self,
            positions=self.positions[places],
            expected=kernel.Expected(sums[places], squares[places], scale),
            place_costs=self.place_costs[places],
        )

    def with_bias(self, bias: float) -> "TextCost":
        """Return the cost where each cut inside the text is dearer by a bias."""
        size = len(self.positions) - 1
        place_costs = np.zeros(size + 1)
        place_costs[1:size] = bias
        if len(self.place_costs):
            place_costs += self.place_costs
        return replace(self, place_costs=place_costs)

    def as_kernel_cost(self, longest: int) -> kernel.Cost:
        """Return the cost as the kernel reads it, for segments of up to `longest` units."""
        return kernel.Cost(
            self.positions,
            self.segment.density_weights(longest),
            self.segment.mean_length,
            self.segment.length_weight,
            self.segment.count_costs(longest),
            self.place_costs,
            self.expected,
        )


def _round_up(count: int) -> int:
    """Return the next power of two, so that windows of all lengths find what another computed."""
    return max(_FEWEST_POWERS, 1 << (count - 1).bit_length())


def _power(count: int, r: float) -> float:
    """Return count^r: the exact square root, elsewhere the C library's power."""
    if r == 0.5:
        return math.sqrt(count)
    try:
        return math.pow(count, r)
    except OverflowError:
        return math.inf


@lru_cache(maxsize=_KEPT_POWERS)
def _powers(r: float, size: int) -> Floats:
    """Return n^r for n = size, .., 1."""
    powers = np.array([_power(count, r) for count in range(size, 0, -1)])
    powers.flags.writeable = False
    return powers


# In longer texts units are compared with those so far away at the most, so that time stays linear.
HORIZON = 2000


def expectation(similarity: Similarity, *, horizon: int = HORIZON) -> kernel.Expected:
    """Return how similar units would be if only their own degrees mattered.

    With d[s] the sum of D[s, t] over all other units t (in long texts the mean over those near),
    pairs that had nothing to do with each other would have D[s, t] near E[s, t] = c d[s] d[t],
    where c makes the sum over all pairs right (the null of Newman and Girvan's modularity). A
    square on the diagonal holds c ((sum of d)^2 - sum of d^2) of it, two prefix sums: E is never
    stored. Pairs beyond the horizon do not count.
    """
    size = len(similarity)
    degrees: Floats = np.zeros(size)
    total = 0.0
    for block in column_blocks(similarity, reach=horizon):
        # The units that the block is about: no others are counted anew with each block.
        low = max(0, block.first - horizon)
        rows, columns = np.zeros((2, block.last - low))
        moved = block._replace(first=block.first - low, rows=block.rows - np.int32(low))
        if not kernel.add_degrees(rows, columns, horizon, moved):
            total += float(block.values.sum())
        else:
            apart = block.columns() - block.rows
            total += float(block.values[(apart > 0) & (apart <= horizon)].sum())
        degrees[low : block.last] += rows
        degrees[low : block.last] += columns
    if size > horizon + 1:
        # Units near the ends of a long text have fewer others within the horizon.
        at = np.arange(size)
        degrees /= np.minimum(at, horizon) + np.minimum(size - 1 - at, horizon)
    sums = np.concatenate(([0.0], np.cumsum(degrees)))
    squares = np.concatenate(([0.0], np.cumsum(degrees**2)))
    after = sums[np.minimum(np.arange(size) + 1 + horizon, size)] - sums[1:]
    # Not a product of vectors, whose last bit depends on how many threads it is given.
    products = float((degrees * after).sum())
    return kernel.Expected(sums, squares, total / products if products > 0 else 0.0)
