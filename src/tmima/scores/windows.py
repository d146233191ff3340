"""Scores that slide a window over the text: Pk and WindowDiff."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.scores.pairs import require_same_size
from tmima.text import Segmentation


def window_size(reference: Segmentation) -> int:
    """Return half the mean length of the reference's segments, rounded half up, at least 1.

    >>> window_size(Segmentation((4, 10)))
    3
    """
    # floor(T / (2 K) + 1/2) in whole numbers.
    return max(1, (reference.size + len(reference)) // (2 * len(reference)))


def pk(reference: Segmentation, hypothesis: Segmentation, *, window: int | None = None) -> float:
    """Return Pk (Beeferman, Berger & Lafferty 1997): how often a pair at a distance is misjudged.

    Of the N - k pairs (i, i + k), the share of those that lie in one segment by one segmentation
    and in two by the other. 0 is best. Without a pair (N <= k) it is 0.

    Args:
        reference: the true segmentation, whose mean segment length sets k.
        hypothesis: the segmentation to be judged.
        window: k, if it is to be other than `window_size(reference)`.
    """
    true, found = _segments_between(reference, hypothesis, window)
    return np.count_nonzero((true > 0) != (found > 0)) / len(true) if len(true) else 0.0


def window_diff(
    reference: Segmentation, hypothesis: Segmentation, *, window: int | None = None
) -> float:
    """Return WindowDiff (Pevzner & Hearst 2002): as Pk, but the number of cuts must agree.

    Of the N - k pairs (i, i + k), the share of those between which the two segmentations have
    different numbers of cuts. 0 is best. It is never below Pk with the same window.
    """
    true, found = _segments_between(reference, hypothesis, window)
    return np.count_nonzero(true != found) / len(true) if len(true) else 0.0


def _segments_between(
    reference: Segmentation, hypothesis: Segmentation, window: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count, for both segmentations, the cuts between i and i + k for each of the N - k pairs."""
    require_same_size(reference, hypothesis)
    k = window_size(reference) if window is None else window
    if k < 1:
        raise TmimaError(f"a window must be at least 1, not {k}")
    known = _known_owners if reference.size <= _SHORT else _owners
    true, found = known(reference), _owners(hypothesis)
    return true[k:] - true[:-k], found[k:] - found[:-k]


def _owners(segmentation: Segmentation) -> NDArray[np.int64]:
    """Return for each unit the number of its segment."""
    begins = np.zeros(segmentation.size, dtype=np.int64)
    begins[list(segmentation.cuts)] = 1
    return np.cumsum(begins)


# Training compares one true segmentation with hundreds; what is remembered stays a few megabytes.
_SHORT = 1 << 12
_known_owners = lru_cache(maxsize=1 << 8)(_owners)
