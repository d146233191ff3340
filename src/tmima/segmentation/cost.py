"""The cost of a segment, equation (1) of the paper, as one value that all who weigh segments share.

A sum of zeros and ones has many equals, and a tie between two segmentations is decided by the last
bit of their costs. So the last bit must not depend on the machine: n^r is the C library's, never
NumPy's `power`, which takes another way where the processor has wider vectors (AVX512).
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np

from tmima import kernel
from tmima.arrays import Floats
from tmima.segmentation.parameters import Parameters

# Shorter texts share their powers: those of so many units are computed at the least.
_FEWEST_POWERS = 1 << 10
# The grid of training has four powers r; a text's window may double a few times while it is fitted.
_KEPT_POWERS = 16


@dataclass(frozen=True, slots=True)
class SegmentCost:
    """What a segment costs by its length, its number of units n and the sum S of its square of D.

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
        return self.stray(length) - self.gain(count, inside)

    def stray(self, length: float) -> float:
        """Return what a segment costs for its length."""
        deviation = length - self.mean_length
        return (deviation * deviation) * self.length_weight

    def gain(self, count: int, inside: float) -> float:
        """Return what a segment saves by its density."""
        return inside * (self.density_weight / _power(count, self.r))

    def along(self, positions: Floats, longest: int) -> kernel.Cost:
        """Return the cost as the kernel reads it, for segments of up to `longest` units.

        `positions` is the length of the text before each place.
        """
        weights = self.density_weights(longest)
        return kernel.Cost(positions, weights, self.mean_length, self.length_weight)

    def density_weights(self, count: int) -> Floats:
        """Return density_weight / n^r for n = count, .., 1, as the kernel reads them."""
        size = max(_FEWEST_POWERS, 1 << (count - 1).bit_length())
        weights: Floats = self.density_weight / _powers(self.r, size)[size - count :]
        return weights


def _power(count: int, r: float) -> float:
    """Return count^r: the exact square root, elsewhere the C library's power."""
    if r == 0.5:
        return math.sqrt(count)
    try:
        return math.pow(count, r)
    except OverflowError:
        return math.inf


# Asked by the next power of two, so that windows of all lengths find what another has computed.
@lru_cache(maxsize=_KEPT_POWERS)
def _powers(r: float, size: int) -> Floats:
    """Return n^r for n = size, .., 1."""
    powers = np.array([_power(count, r) for count in range(size, 0, -1)])
    powers.flags.writeable = False
    return powers
