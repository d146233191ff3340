"""How methods look for cuts: the cheapest segments, peaks of a curve, states, densest squares."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.text import Segmentation

# costs(end) gives the cost of the segments [0, end), [1, end), ..., [end - 1, end).
SegmentCosts = Callable[[int], NDArray[np.float64]]


def require_count(size: int, n_segments: int) -> None:
    """Refuse a number of segments that a number of units cannot be cut into."""
    if not 1 <= n_segments <= size:
        raise TmimaError(f"{size} units cannot be cut into {n_segments} segments")


def cheapest_segments(
    size: int, costs: SegmentCosts, *, n_segments: int | None = None
) -> Segmentation:
    """Return the segmentation with the least sum of costs, into a given number of segments or any.

    Of several, the one whose last segment is shortest. Time is quadratic in the number of units,
    times the number of segments where one is given.
    """
    if n_segments is not None:
        require_count(size, n_segments)
    layers = 1 if n_segments is None else n_segments
    best = np.full((layers + 1, size + 1), np.inf)
    previous = np.zeros((layers + 1, size + 1), dtype=np.int64)
    best[0, 0] = 0.0
    if n_segments is None:
        best[1, 0] = 0.0
    for end in range(1, size + 1):
        added = costs(end)
        for layer in range(1, layers + 1):
            # Without a number, a layer builds on itself; with one, on the layer below.
            before = best[layer if n_segments is None else layer - 1, :end]
            candidates = (before + added)[::-1]
            start = end - 1 - int(np.argmin(candidates))
            best[layer, end] = candidates[end - 1 - start]
            previous[layer, end] = start
    boundaries = [size]
    layer = layers
    while previous[layer, boundaries[-1]] > 0:
        boundaries.append(int(previous[layer, boundaries[-1]]))
        layer -= n_segments is not None
    return Segmentation(tuple(reversed(boundaries)))


def least_costs(size: int, costs: SegmentCosts, most: int) -> NDArray[np.float64]:
    """Return the least sum of costs into 1, 2, ..., `most` segments.

    Time is the square of the number of units times `most`, in one pass over the costs.
    """
    require_count(size, most)
    # best[k, t] is that of the first t units into k + 1 segments; before all, of none into none.
    best = np.full((most, size + 1), np.inf)
    none = np.full((1, size + 1), np.inf)
    none[0, 0] = 0.0
    for end in range(1, size + 1):
        before = np.concatenate((none[:, :end], best[: most - 1, :end]))
        best[:, end] = (before + costs(end)).min(axis=1)
    return best[:, size]


def peaks(curve: NDArray[np.float64]) -> list[int]:
    """Return the local maxima, the first place of each flat one; beyond the ends all is lower.

    >>> peaks(np.array([1.0, 0.0, 2.0, 2.0, 1.0, 1.0, 3.0]))
    [0, 2, 6]
    """
    places = []
    start = 0
    for place in range(1, len(curve) + 1):
        if place < len(curve) and curve[place] == curve[start]:
            continue
        rises = start == 0 or curve[start - 1] < curve[start]
        falls = place == len(curve) or curve[place] < curve[start]
        if rises and falls:
            places.append(start)
        start = place
    return places


def depth_scores(curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the depth of every place: how far the curve climbs to its left and to its right.

    >>> depth_scores(np.array([2.0, 0.0, 1.0, 3.0]))
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


def cuts_at_highest(curve: NDArray[np.float64], n_segments: int, among: Iterable[int]) -> list[int]:
    """Return the places of the cuts into a given number of segments.

    They are the highest of the given places, and if these are too few the highest of the others;
    of equal ones the first.
    """
    size = len(curve) + 1
    require_count(size, n_segments)
    preferred = set(among)
    order = sorted(range(len(curve)), key=lambda i: (i not in preferred, -curve[i], i))
    return order[: n_segments - 1]


def most_probable_states(
    observed: NDArray[np.float64], transitions: NDArray[np.float64], start: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the states z_1 .. z_T of greatest probability.

        log P = start[z_1] + observed[1, z_1] + sum over t > 1 of
                transitions[z_{t-1}, z_t] + observed[t, z_t]

    Of equal ones the lowest state wins, from the last unit on. Time T Z^2 for T units, Z states.

    Args:
        observed: T x Z, the logarithm of each unit's probability in each state.
        transitions: Z x Z, log P(state of the column after state of the row).
        start: log P(first state).
    """
    size, states = observed.shape
    back = np.zeros((size, states), dtype=np.int64)
    best = start + observed[0]
    for unit in range(1, size):
        arrived = best[:, None] + transitions
        back[unit] = arrived.argmax(axis=0)
        best = arrived[back[unit], np.arange(states)] + observed[unit]
    best_states = np.zeros(size, dtype=np.int64)
    best_states[-1] = best.argmax()
    for unit in range(size - 1, 0, -1):
        best_states[unit - 1] = back[unit, best_states[unit]]
    return best_states


def cut_at_state_changes(states: NDArray[np.int64]) -> Segmentation:
    """Return the segmentation that cuts where the state changes.

    >>> cut_at_state_changes(np.array([3, 3, 1, 1, 1, 3]))
    Segmentation(boundaries=(2, 5, 6))
    """
    return Segmentation((*(np.flatnonzero(np.diff(states)) + 1).tolist(), len(states)))


Floats = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Division:
    """The cuts in the order in which they were made, and the density with 0, 1, 2, ... of them."""

    cuts: tuple[int, ...]
    densities: Floats


def summed_table(matrix: Floats) -> Floats:
    """Return the summed-area table, by which the sum of any block takes four look-ups."""
    table = np.zeros((matrix.shape[0] + 1, matrix.shape[1] + 1))
    table[1:, 1:] = np.cumsum(np.cumsum(matrix, axis=0), axis=1)
    return table


def segments_around(edges: Places, places: Places) -> tuple[Places, Places]:
    """Return for each place the start and the end of the segment that it lies in."""
    after = np.searchsorted(edges, places)
    return edges[after - 1], edges[after]


def divide(matrix: Floats, cuts: int) -> Division:
    """Add cuts, each where the sum inside the squares by their area becomes largest.

    Of equal places the first is taken. Time is that of a pass over the T places for each cut.
    """
    size = len(matrix)
    table = summed_table(matrix)

    def square(start: Places, end: Places) -> Floats:
        sums: Floats = table[end, end] - table[start, end] - table[end, start] + table[start, start]
        return sums

    edges = np.array([0, size])
    inside, area = float(matrix.sum()), float(size * size)
    made, densities = [], [inside / area]
    for _ in range(cuts):
        places = np.setdiff1d(np.arange(1, size), edges)
        left, right = segments_around(edges, places)
        sums = inside - square(left, right) + square(left, places) + square(places, right)
        areas = area - (right - left) ** 2 + (places - left) ** 2 + (right - places) ** 2
        best = int(np.argmax(sums / areas))
        inside, area = float(sums[best]), float(areas[best])
        made.append(int(places[best]))
        densities.append(inside / area)
        edges = np.sort(np.append(edges, places[best]))
    return Division(tuple(made), np.array(densities))
