"""Numbers of features: how many are worked on at once, how they are rounded, their logarithms."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np

from tmima.kernel.arrays import Floats, Singles, one_by_one

# So many neighbouring places are looked at together.
WINDOW = 1 << 11
# So many numbers are worked on at once: in a short text, what is to be done takes less than to ask.
TOGETHER = 1 << 15
_STEPS = 2.0**16

Item = TypeVar("Item")


def place_windows(size: int) -> Iterator[tuple[int, int]]:
    """Yield the first place and the end of each run of places that are looked at together."""
    for first in range(0, size, WINDOW):
        yield first, min(size, first + WINDOW)


def batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """Yield as many items at a time as are worked on at once where each has `size` numbers."""
    step = max(1, TOGETHER // size)
    for number in range(0, len(items), step):
        yield items[number : number + step]


def rounded(values: Floats) -> Singles:
    """Return numbers rounded to multiples of 2^-16: the last bits of sums decide nothing."""
    found: Singles = (np.rint(values * _STEPS) / _STEPS).astype(np.float32)
    return found


def logarithms(count: int) -> Floats:
    """Return log(1 + n) for n below a count, at the least."""
    return _more(1 << max(10, (count - 1).bit_length()))


@lru_cache(maxsize=4)
def _more(count: int) -> Floats:
    return one_by_one(math.log1p, np.arange(count))
