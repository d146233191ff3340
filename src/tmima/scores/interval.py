"""How sure a mean over texts is: its 95 % bootstrap interval."""

import random
from collections.abc import Sequence

from tmima.arrays import total

_SAMPLES = 2000
_TAIL = 0.025


def interval(values: Sequence[float], *, seed: str) -> tuple[float, float]:
    """Return the bounds between which 95 % of the means of resampled texts lie.

    >>> interval([0.5, 0.5, 0.5], seed="any")
    (0.5, 0.5)
    """
    chance = random.Random(seed)
    count = len(values)
    means = sorted(total(chance.choices(values, k=count)) / count for _ in range(_SAMPLES))
    return means[int(_TAIL * _SAMPLES)], means[int((1 - _TAIL) * _SAMPLES) - 1]
