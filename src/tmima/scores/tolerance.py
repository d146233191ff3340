"""F1 within a tolerance: a cut that is found nearly is found."""

from tmima.errors import TmimaError
from tmima.scores.pairs import require_same_size
from tmima.text import Segmentation

TOLERANCE = 2


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
    return 2 * _pairs(reference.cuts, hypothesis.cuts, tolerance) / cuts if cuts else 1.0


def _pairs(true: tuple[int, ...], found: tuple[int, ...], tolerance: int) -> int:
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
