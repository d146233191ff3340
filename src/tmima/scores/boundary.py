"""Boundary similarity: how little must be edited to make one segmentation of the other."""

from tmima.errors import TmimaError
from tmima.scores.pairs import require_same_size
from tmima.text import Segmentation


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
