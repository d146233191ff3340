"""Nested segmentations: chapters, sections, topics, each level the best within the one above."""

from dataclasses import dataclass, replace
from itertools import pairwise

from tmima.document import Units
from tmima.errors import TmimaError
from tmima.segmentation.density import DensitySegmenter
from tmima.values import Segmentation


@dataclass(frozen=True, slots=True)
class Branch:
    """A segment, the units [first, last), and the segments it is cut into on the next level."""

    first: int
    last: int
    children: tuple["Branch", ...] = ()


def nested(segmenter: DensitySegmenter, units: Units, levels: int) -> list[Segmentation]:
    """Return segmentations from the coarsest to the finest, every cut of one in the next.

    The finest level has the segmenter's own parameters and obeys its constraints. Each level above
    prefers segments longer by one factor, such that the highest has about as many segments as each
    segment has on the level below. Each level is the cheapest that keeps the cuts of the one above.
    """
    if levels < 1:
        raise TmimaError(f"the number of levels must be 1 or more, not {levels}")
    parameters = segmenter.parameters
    lengths = units.lengths(parameters.length_unit)
    preferred = max(parameters.mean_length, float(lengths.mean()))
    factor = max(1.0, float(lengths.sum()) / preferred) ** (1 / levels)
    found: list[Segmentation] = []
    for level in range(levels - 1, -1, -1):
        # Only the finest level has a size and a number; what must be cut, must be everywhere.
        own = (
            segmenter
            if level == 0
            else DensitySegmenter(
                parameters.at_scale(factor**level),
                measure=segmenter.measure,
                constraints=replace(segmenter.constraints, segments=None, max_size=None),
            )
        )
        inherited = found[-1].cuts if found else ()
        found.append(own.keeping(inherited).segment(units).segmentation)
    return found


def tree(levels: list[Segmentation]) -> tuple[Branch, ...]:
    """Return nested segmentations as the branches of the coarsest."""
    below: dict[tuple[int, int], Branch] = {}
    for segmentation in reversed(levels):
        finer = list(below.values())
        below = {
            (first, last): Branch(
                first, last, tuple(b for b in finer if first <= b.first and b.last <= last)
            )
            for first, last in pairwise((0, *segmentation.boundaries))
        }
    return tuple(below.values())
