"""What training minimises: the mean over the texts of an error, 0 at best and 1 at worst.

Pk is the paper's. Where topics are hard to find it is lowest for segmentations that hardly cut, or
that cut off slivers, which its window does not see.
"""

from collections.abc import Callable, Sequence

from tmima.errors import TmimaError
from tmima.text import Segmentation

Words = Sequence[int] | None
Objective = Callable[[Segmentation, Segmentation, Words], float]

PAPER = "pk"
DEFAULT_OBJECTIVE = "balanced"


def objective_named(name: str) -> Objective:
    """Return the error of a true segmentation, a found one, and the words if windows count them."""
    if name not in OBJECTIVES:
        raise TmimaError(f"unknown objective {name!r}: choose one of {', '.join(OBJECTIVES)}")
    return OBJECTIVES[name]


def _pk(truth: Segmentation, found: Segmentation, words: Words) -> float:
    from tmima.scores import pk

    return pk(*_counted(truth, found, words))


def _window_diff(truth: Segmentation, found: Segmentation, words: Words) -> float:
    from tmima.scores import window_diff

    return window_diff(*_counted(truth, found, words))


def _boundary_similarity(truth: Segmentation, found: Segmentation, words: Words) -> float:
    from tmima.scores import boundary_similarity

    return 1 - boundary_similarity(truth, found)


def _f1_within(truth: Segmentation, found: Segmentation, words: Words) -> float:
    from tmima.scores import f1_within

    return 1 - f1_within(truth, found)


def _balanced(truth: Segmentation, found: Segmentation, words: Words) -> float:
    """(WindowDiff + 1 - F1) / 2: silence has no F1, and every sliver costs in WindowDiff."""
    return (_window_diff(truth, found, words) + _f1_within(truth, found, words)) / 2


def _counted(
    truth: Segmentation, found: Segmentation, words: Words
) -> tuple[Segmentation, Segmentation]:
    """Return the segmentations in words, where windows count words."""
    if words is None:
        return truth, found
    return truth.measured_in(words), found.measured_in(words)


OBJECTIVES: dict[str, Objective] = {
    "pk": _pk,
    "window_diff": _window_diff,
    "boundary_similarity": _boundary_similarity,
    "f1_within": _f1_within,
    "balanced": _balanced,
}
