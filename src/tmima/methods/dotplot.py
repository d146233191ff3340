"""Dotplotting (Reynar 1994, 1998).

Publication: Jeffrey C. Reynar, "An Automatic Method of Finding Topic Boundaries", ACL 1994; and
*Topic Segmentation: Algorithms and Applications*, thesis, University of Pennsylvania, 1998.

With V(s, t) the vector of word counts of the units s .. t - 1, V . V counts the dots in a region
of the dotplot. Cuts are added one by one, each where the density of the whole segmentation
t_0 = 0 < t_1 < ... < t_K = T is best:

    maximisation   sum of V(t_{k-1}, t_k) . V(t_{k-1}, t_k)  by  sum of (t_k - t_{k-1})^2
    minimisation   sum of V(t_{k-1}, t_k) . V(t_k, T) / ((t_k - t_{k-1}) (T - t_k))

The first is the density of the squares on the diagonal, to be made large; the second that of the
regions beside them, to be made small. The number of segments must be given: either gets better
with almost every cut.

Departures: areas are counted in units (sentences) where the publication counts words, and a cut
falls between units only. The words are those that the analyzer keeps. Of equal places the first
is taken. The inner density is dots by area over all squares together; as a sum of each square's
own density it would always cut off single units. Maximisation is the default, for it is what comes
near the figures that Choi (2000) published for the method on his texts. Time is that of K passes
over the T places, with the T x T products of the counts.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.method import MethodEntry
from tmima.methods.searches import require_count
from tmima.methods.text import MethodText
from tmima.segmentation import Segmentation

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


class Dotplot:
    """Adds cuts one by one where the dotplot's density becomes best.

    Args:
        algorithm: "maximisation" of the density inside the segments, or "minimisation" of that
            outside.
    """

    def __init__(self, *, algorithm: str = "maximisation") -> None:
        if algorithm not in DENSITIES:
            raise TmimaError(f"algorithm must be one of {', '.join(DENSITIES)}, not {algorithm!r}")
        self.algorithm = algorithm

    def segment(self, text: MethodText, *, segments: int | None = None) -> Segmentation:
        """Return the segmentation into the given number of segments."""
        if segments is None:
            raise TmimaError("the method dotplot must be told the number of segments")
        size = len(text)
        require_count(size, segments)
        counts = text.counts()
        table = np.zeros((size + 1, size + 1))
        table[1:, 1:] = np.cumsum(np.cumsum(counts @ counts.T, axis=0), axis=1)
        edges = np.array([0, size])
        for _ in range(segments - 1):
            places = np.setdiff1d(np.arange(1, size), edges)
            densities = DENSITIES[self.algorithm](table, edges, places)
            edges = np.sort(np.append(edges, places[np.argmin(densities)]))
        return Segmentation(tuple(edges[1:].tolist()))


def _dots(table: Floats, a: Places, b: Places, c: Places, d: Places) -> Floats:
    """Return V(a, b) . V(c, d), from the summed products of all pairs of units."""
    products: Floats = table[b, d] - table[a, d] - table[b, c] + table[a, c]
    return products


def _around(edges: Places, places: Places) -> tuple[Places, Places]:
    """Return the ends of the segment that each place lies in."""
    after = np.searchsorted(edges, places)
    return edges[after - 1], edges[after]


def _inside(table: Floats, edges: Places, places: Places) -> Floats:
    """Return the density inside after a cut at each place, its sign turned: less is better."""

    def square(start: Places, end: Places) -> Floats:
        return _dots(table, start, end, start, end)

    left, right = _around(edges, places)
    dots = square(edges[:-1], edges[1:]).sum() - square(left, right)
    dots += square(left, places) + square(places, right)
    areas = (np.diff(edges) ** 2).sum() - (right - left) ** 2
    areas = areas + (places - left) ** 2 + (right - places) ** 2
    densities: Floats = dots / areas
    return -densities


def _outside(table: Floats, edges: Places, places: Places) -> Floats:
    """Return how a cut at each place changes the density outside."""
    size = len(table) - 1

    def beside(start: Places, end: Places) -> Floats:
        areas = (end - start) * (size - end)
        dots = _dots(table, start, end, end, np.full_like(end, size))
        densities: Floats = np.divide(dots, areas, out=np.zeros(len(end)), where=areas > 0)
        return densities

    left, right = _around(edges, places)
    return beside(left, places) + beside(places, right) - beside(left, right)


DENSITIES: dict[str, Callable[[Floats, Places, Places], Floats]] = {
    "maximisation": _inside,
    "minimisation": _outside,
}

ENTRY = MethodEntry(
    name="dotplot",
    year="1994",
    summary="cuts added where the dotplot gets densest inside or emptiest outside",
    reference="Reynar, An Automatic Method of Finding Topic Boundaries, ACL",
    make=Dotplot,
    count="required",
)
