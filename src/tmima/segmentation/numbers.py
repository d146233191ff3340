"""How many segments a text has: the distribution of their number over all segmentations."""

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from tmima.arrays import Floats, equal

# A number outside the middle is as improbable as this, on either side.
_TAIL = 0.1
# Shares are rounded, so that no last bit of an exponential decides.
_DECIMALS = 9
# How many deviations from the mean numbers are told of.
_FARTHEST = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class NumberOfSegments:
    """How probable each number of segments is.

    Attributes:
        first: the least number that is told of.
        shares: the probability of that number, of the next one, and so on.
    """

    first: int
    shares: Floats

    def __eq__(self, other: object) -> bool:
        return equal(self, other)

    def __hash__(self) -> int:
        return hash((self.first, len(self.shares)))

    @classmethod
    def of(cls, first: int, shares: Floats) -> Self:
        """Return the distribution of what is probable at all."""
        rounded = np.round(shares / shares.sum(), _DECIMALS)
        met = np.flatnonzero(rounded)
        low, high = int(met[0]), int(met[-1]) + 1
        return cls(first + low, rounded[low:high])

    @classmethod
    def normal(cls, mean: float, deviation: float) -> Self:
        """Return the numbers of a normal distribution, 1 at the least."""
        spread = max(deviation, 1e-3)
        first = max(1, math.floor(mean - _FARTHEST * spread))
        last = math.ceil(mean + _FARTHEST * spread)
        edges = [
            math.erf((each - 0.5 - mean) / spread / math.sqrt(2)) for each in range(first, last + 2)
        ]
        return cls.of(first, np.diff(np.array(edges)))

    @property
    def median(self) -> int:
        """The least number that half of all segmentations do not exceed, each as it is probable."""
        return self._quantile(0.5)

    @property
    def interval(self) -> tuple[int, int]:
        """The middle four fifths: between these the number probably lies."""
        return self._quantile(_TAIL), self._quantile(1 - _TAIL)

    @property
    def mean(self) -> float:
        """The expected number."""
        numbers = self.first + np.arange(len(self.shares))
        return float((numbers * self.shares).sum() / self.shares.sum())

    def share(self, number: int) -> float:
        """Return how probable a number is."""
        at = number - self.first
        return float(self.shares[at]) if 0 <= at < len(self.shares) else 0.0

    def _quantile(self, part: float) -> int:
        reached = np.round(np.cumsum(self.shares), _DECIMALS) >= part
        return self.first + (int(np.argmax(reached)) if reached.any() else len(self.shares) - 1)

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "median": self.median,
            "interval": list(self.interval),
            "first": self.first,
            "shares": self.shares.tolist(),
        }
