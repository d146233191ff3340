"""Cuts at the peaks of a curve that has a value for every place where a cut may fall."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tmima.methods.parts.searches import require_count
from tmima.text import Segmentation


def peaks(curve: NDArray[np.float64]) -> list[int]:
    """Return the local maxima, the first place of each flat one; beyond the ends all is lower.

    >>> peaks(np.array([1.0, 0.0, 2.0, 2.0, 1.0, 1.0, 3.0]))
    [0, 2, 6]
    """
    found = []
    start = 0
    for place in range(1, len(curve) + 1):
        if place < len(curve) and curve[place] == curve[start]:
            continue
        rises = start == 0 or curve[start - 1] < curve[start]
        falls = place == len(curve) or curve[place] < curve[start]
        if rises and falls:
            found.append(start)
        start = place
    return found


def climbs(curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the depth of every place: how far the curve climbs to its left and to its right.

    >>> climbs(np.array([2.0, 0.0, 1.0, 3.0]))
    array([0., 5., 2., 0.])
    """
    depths = np.zeros(len(curve))
    for values, out in ((curve, depths), (curve[::-1], depths[::-1])):
        top = -np.inf
        for place, value in enumerate(values.tolist()):
            # The climb ends where the curve no longer rises, going away from the place.
            risen = place > 0 and values[place - 1] >= value
            top = top if risen else value
            out[place] += top - value
    return depths


def cut_at(size: int, places: Iterable[int]) -> Segmentation:
    """Return the segmentation with a cut after each of these units; place i is after unit i."""
    return Segmentation((*sorted(place + 1 for place in places), size))


def highest(curve: NDArray[np.float64], n_segments: int, among: Iterable[int]) -> list[int]:
    """Return the places of the cuts into a given number of segments.

    They are the highest of the given places, and if these are too few the highest of the others;
    of equal ones the first.
    """
    size = len(curve) + 1
    require_count(size, n_segments)
    preferred = set(among)
    order = sorted(range(len(curve)), key=lambda i: (i not in preferred, -curve[i], i))
    return order[: n_segments - 1]
