"""What training minimises: the mean over the texts of an error, 0 at best and 1 at worst.

Pk is the paper's. Where topics are hard to find it is lowest for segmentations that hardly cut, or
that cut off slivers, which its window does not see.
"""

from collections.abc import Callable, Sequence
from functools import partial

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


def _error(name: str, truth: Segmentation, segmentation: Segmentation, words: Words) -> float:
    # A method knows what it would minimise; most programs never score anything.
    from tmima.scores import SCORES

    return SCORES[name].error(truth, segmentation, words)


def _balanced(truth: Segmentation, segmentation: Segmentation, words: Words) -> float:
    """(WindowDiff + 1 - F1) / 2: silence has no F1, and every sliver costs in WindowDiff."""
    errors = [_error(name, truth, segmentation, words) for name in ("window_diff", "f1_within")]
    return (errors[0] + errors[1]) / 2


# Precision alone would be best for hardly any cut, recall for all of them.
_ALONE = ("pk", "window_diff", "boundary_similarity", "f1_within")
OBJECTIVES: dict[str, Objective] = {
    **{name: partial(_error, name) for name in _ALONE},
    "balanced": _balanced,
}
