"""The scores themselves: functions of a true segmentation and of one to be judged."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.text import Segmentation

TOLERANCE = 2


def require_same_size(reference: Segmentation, hypothesis: Segmentation) -> None:
    """Refuse segmentations of texts of different sizes."""
    if reference.size != hypothesis.size:
        raise TmimaError(
            f"the reference has {reference.size} units but the hypothesis {hypothesis.size}"
        )


# --- Cuts that agree


def precision(reference: Segmentation, hypothesis: Segmentation) -> float:
    """Return the share of the found cuts that are true: 1 if there is no cut in either."""
    require_same_size(reference, hypothesis)
    return _share_found_in(hypothesis.cuts, reference.cuts)


def recall(reference: Segmentation, hypothesis: Segmentation) -> float:
    """Return the share of the true cuts that were found: 1 if there is no cut in either."""
    return precision(hypothesis, reference)


def f1(reference: Segmentation, hypothesis: Segmentation) -> float:
    """Return the harmonic mean of precision and recall."""
    true, found = precision(reference, hypothesis), recall(reference, hypothesis)
    return 2 * true * found / (true + found) if true + found else 0.0


def _share_found_in(cuts: tuple[int, ...], others: tuple[int, ...]) -> float:
    """Return which share of some cuts is among others; a share of nothing is 0."""
    return len(set(cuts) & set(others)) / len(cuts) if cuts else float(not others)


# --- Cuts that nearly agree


def boundary_similarity(
    reference: Segmentation, hypothesis: Segmentation, *, n_t: int = 2
) -> float:
    """Return boundary similarity, B: 1 is best.

    Publication: Chris Fournier, "Evaluating Text Segmentation using Boundary Edit Distance"
    (ACL 2013), with one type of boundary, so that there are no substitutions:

        B = 1 - (|A| + sum of d / n_t over T) / (|A| + |T| + |M|)

    M are the cuts that both have. T are near misses: pairs of a cut that only one has and a cut
    that only the other has, d < n_t units apart; the nearest are paired first, then the leftmost.
    A are the cuts that are left, to be added to one or the other. With the author's n_t = 2 a miss
    by one unit is half an error, and by two units it is two.

    B is symmetric. If neither segmentation has a cut it is 1. It takes O(n_t C log C) steps for C
    cuts.

    Args:
        reference: the true segmentation.
        hypothesis: the segmentation to be judged.
        n_t: how far apart, in units, two cuts are too far to be a near miss.

    >>> boundary_similarity(Segmentation((2, 5, 11)), Segmentation((2, 4, 11)))
    0.75
    """
    require_same_size(reference, hypothesis)
    if n_t < 1:
        raise TmimaError(f"n_t must be at least 1, not {n_t}")
    true, found = set(reference.cuts), set(hypothesis.cuts)
    near = _near_misses(true - found, found - true, n_t)
    matches, additions = len(true & found), len(true ^ found) - 2 * len(near)
    edits = additions + len(near) + matches
    return 1 - (additions + sum(near) / n_t) / edits if edits else 1.0


def _near_misses(missing: set[int], wrong: set[int], n_t: int) -> list[int]:
    """Return the distances of the pairs of cuts that are near misses."""
    left = {place: place in missing for place in sorted(missing | wrong)}
    near = []
    for distance in range(1, n_t):
        for place in list(left):
            other = place + distance
            if place in left and other in left and left[place] != left[other]:
                del left[place], left[other]
                near.append(distance)
    return near


def f1_within(
    reference: Segmentation, hypothesis: Segmentation, *, tolerance: int = TOLERANCE
) -> float:
    """Return F1 of the cuts, those counting as found that have one of their own close by.

        F1 = 2 m / (found + true)

    for m pairs of a true and a found cut that are at most `tolerance` units apart, each cut in one
    pair at the most, m as large as can be. 1 is best. If neither segmentation has a cut it is 1.
    With a tolerance of 0 it is the plain F1.

    Args:
        reference: the true segmentation.
        hypothesis: the segmentation to be judged.
        tolerance: how many units a found cut may be away from the true one.

    >>> f1_within(Segmentation((4, 9)), Segmentation((6, 9)))
    1.0
    """
    require_same_size(reference, hypothesis)
    if tolerance < 0:
        raise TmimaError(f"a tolerance must be at least 0, not {tolerance}")
    cuts = len(reference.cuts) + len(hypothesis.cuts)
    return (
        2 * _most_pairs_within(reference.cuts, hypothesis.cuts, tolerance) / cuts if cuts else 1.0
    )


def _most_pairs_within(true: tuple[int, ...], found: tuple[int, ...], tolerance: int) -> int:
    """Return the largest number of pairs, in O(true + found) steps.

    From the left: if the first two cuts t and f are close, they are a pair; if not, the earlier one
    is close to none. Pairing t and f loses nothing. A largest set of pairs has t or f in it, else
    they could be added; if only one, its partner gives way to the other. If it has (t, f') and
    (t', f), then (t, f) and (t', f') are as many, and allowed: f' - t' <= f' - t and
    t' - f' <= t' - f, both within the tolerance.
    """
    count = i = j = 0
    while i < len(true) and j < len(found):
        if abs(true[i] - found[j]) <= tolerance:
            count, i, j = count + 1, i + 1, j + 1
        elif true[i] < found[j]:
            i += 1
        else:
            j += 1
    return count


# --- Windows


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
    k = _window(reference, hypothesis, window)
    pairs = reference.size - k
    if pairs <= 0:
        return 0.0
    # Where one judges otherwise than the other begins and ends with an edge of either.
    edges = sorted(_separated_runs(reference, k) + _separated_runs(hypothesis, k))
    return (sum(edges[1::2]) - sum(edges[::2])) / pairs


def _separated_runs(segmentation: Segmentation, window: int) -> list[int]:
    """Return the begin and end of each run of pairs (i, i + k) that a cut separates.

    >>> _separated_runs(Segmentation((3, 4, 9, 20)), 3)
    [0, 4, 6, 9]
    """
    edges, last = [0], 0
    for cut in segmentation.cuts:
        if cut - window > last:
            edges += (last, cut - window)
        last = cut
    # The runs of cuts behind the last pair have grown into one.
    edges.append(min(last, segmentation.size - window))
    return edges


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
    k = _window(reference, hypothesis, window)
    known = _known_owners if reference.size <= _SHORT else _segment_numbers
    true, found = known(reference), _segment_numbers(hypothesis)
    return true[k:] - true[:-k], found[k:] - found[:-k]


def _window(reference: Segmentation, hypothesis: Segmentation, window: int | None) -> int:
    """Return k for two segmentations that can be compared."""
    require_same_size(reference, hypothesis)
    k = window_size(reference) if window is None else window
    if k < 1:
        raise TmimaError(f"a window must be at least 1, not {k}")
    return k


def _segment_numbers(segmentation: Segmentation) -> NDArray[np.int64]:
    """Return for each unit the number of its segment."""
    begins = np.zeros(segmentation.size, dtype=np.int64)
    begins[list(segmentation.cuts)] = 1
    return np.cumsum(begins)


# Training compares one true segmentation with hundreds; what is remembered stays a few megabytes.
_SHORT = 1 << 12
_known_owners = lru_cache(maxsize=1 << 8)(_segment_numbers)
