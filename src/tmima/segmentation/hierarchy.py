"""Nested segmentations: chapters, sections, topics, each level the best within the one above."""

from dataclasses import dataclass, replace
from itertools import pairwise

from tmima.errors import TmimaError
from tmima.segmentation.problem import Problem
from tmima.text import Segmentation


@dataclass(frozen=True, slots=True)
class Branch:
    """A segment, the units [first, last), and the segments it is cut into on the next level."""

    first: int
    last: int
    children: tuple["Branch", ...] = ()


def nested(problem: Problem, levels: int) -> list[Segmentation]:
    """Return segmentations from the coarsest to the finest, every cut of one in the next.

    The finest level has the problem's own parameters and obeys its constraints. Each level above
    prefers segments longer by one factor, such that the highest has about as many segments as each
    segment has on the level below. Each level is the cheapest that keeps the cuts of the one above.
    """
    if levels < 1:
        raise TmimaError(f"the number of levels must be 1 or more, not {levels}")
    parameters = problem.parameters
    lengths = problem.units.lengths(parameters.length_unit)
    preferred = max(parameters.mean_length, float(lengths.mean()))
    factor = max(1.0, float(lengths.sum()) / preferred) ** (1 / levels)
    # Only the finest level has a size and a number; what must be cut, must be everywhere.
    free = replace(problem.constraints, n_segments=None, max_size=None)
    found: list[Segmentation] = []
    for level in range(levels - 1, 0, -1):
        coarse = replace(problem, parameters=parameters.at_scale(factor**level), constraints=free)
        found.append(_within(coarse, found))
    found.append(_within(problem, found))
    return found


def _within(problem: Problem, above: list[Segmentation]) -> Segmentation:
    """Return the cheapest segmentation that keeps the cuts of the level above."""
    problem = problem.keeping(above[-1].cuts if above else ())
    return problem.programme().optimum().segmentation


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
