"""The baselines: segmentations that look at no word, which every method must beat.

`none` cuts nowhere. `uniform` cuts into segments of equal length. `random` cuts at places drawn by
chance, from a seed and the size of the text, so that the same text has the same cuts. Where no
number of segments is given, `uniform` and `random` make one segment of every `length` units.
"""

import random

from tmima.errors import TmimaError
from tmima.methods.method import MethodEntry
from tmima.methods.searches import require_count
from tmima.segmentation import Prepared
from tmima.text import Segmentation

_LENGTH = 10


class NoCuts:
    """One segment."""

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the whole text as one segment."""
        return Segmentation((len(text),))


class Uniform:
    """Segments of equal length, as near as whole units allow.

    Args:
        length: of a segment, in units, where no number is given.
    """

    def __init__(self, *, length: int = _LENGTH) -> None:
        self.length = _check_length(length)

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return cuts at even distances: the k-th after k * T / K units, rounded down."""
        count = _number_of_segments(text, self.length, n_segments)
        return Segmentation(tuple(len(text) * k // count for k in range(1, count + 1)))


class RandomCuts:
    """Cuts at random places, each set of places as likely as any other.

    Args:
        length: of a segment in the mean, in units, where no number is given.
        seed: the same seed gives the same cuts.
    """

    def __init__(self, *, length: int = _LENGTH, seed: int = 1) -> None:
        self.length = _check_length(length)
        self.seed = seed

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return random cuts into a number of segments."""
        count = _number_of_segments(text, self.length, n_segments)
        rng = random.Random(f"{self.seed}/{len(text)}/{count}")
        cuts = rng.sample(range(1, len(text)), count - 1)
        return Segmentation((*sorted(cuts), len(text)))


def _check_length(length: int) -> int:
    if length < 1:
        raise TmimaError(f"length is a number of units, 1 or more, not {length}")
    return length


def _number_of_segments(text: Prepared, length: int, n_segments: int | None) -> int:
    if n_segments is not None:
        require_count(len(text), n_segments)
        return n_segments
    return max(1, round(len(text) / length))


UNIFORM = MethodEntry(
    name="uniform",
    year="",
    summary="a baseline: segments of equal length",
    reference="",
    make=Uniform,
    count="optional",
)
RANDOM = MethodEntry(
    name="random",
    year="",
    summary="a baseline: cuts at random places, from a seed",
    reference="",
    make=RandomCuts,
    count="optional",
)
NONE = MethodEntry(
    name="none", year="", summary="a baseline: no cut at all", reference="", make=NoCuts
)
