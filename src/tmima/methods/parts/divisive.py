"""Divisive clustering: cuts added one by one where the squares on the diagonal get densest."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Division:
    """The cuts in the order in which they were made, and the density with 0, 1, 2, ... of them."""

    cuts: tuple[int, ...]
    densities: Floats


def summed_table(matrix: Floats) -> Floats:
    """Return the sums over all upper left corners, so that any block is four look-ups."""
    table = np.zeros((matrix.shape[0] + 1, matrix.shape[1] + 1))
    table[1:, 1:] = np.cumsum(np.cumsum(matrix, axis=0), axis=1)
    return table


def around(edges: Places, places: Places) -> tuple[Places, Places]:
    """Return the ends of the segment that each place lies in."""
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
        left, right = around(edges, places)
        sums = inside - square(left, right) + square(left, places) + square(places, right)
        areas = area - (right - left) ** 2 + (places - left) ** 2 + (right - places) ** 2
        best = int(np.argmax(sums / areas))
        inside, area = float(sums[best]), float(areas[best])
        made.append(int(places[best]))
        densities.append(inside / area)
        edges = np.sort(np.append(edges, places[best]))
    return Division(tuple(made), np.array(densities))
