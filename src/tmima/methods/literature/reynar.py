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

import numpy as np

from tmima.errors import TmimaError
from tmima.methods.method import MethodEntry
from tmima.methods.searches import (
    Floats,
    Places,
    divide,
    require_count,
    segments_around,
    summed_table,
)
from tmima.segmentation import Prepared
from tmima.text import Segmentation

ALGORITHMS = ("maximisation", "minimisation")


class Dotplot:
    """Adds cuts one by one where the dotplot's density becomes best.

    Args:
        algorithm: "maximisation" of the density inside the segments, or "minimisation" of that
            outside.
    """

    def __init__(self, *, algorithm: str = "maximisation") -> None:
        if algorithm not in ALGORITHMS:
            raise TmimaError(f"algorithm must be one of {', '.join(ALGORITHMS)}, not {algorithm!r}")
        self.algorithm = algorithm

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segmentation into the given number of segments."""
        if n_segments is None:
            raise TmimaError("the method dotplot must be told the number of segments")
        size = len(text)
        require_count(size, n_segments)
        counts = text.counts()
        products = counts @ counts.T
        if self.algorithm == "maximisation":
            cuts = divide(products, n_segments - 1).cuts
        else:
            cuts = _minimise_outside_density(products, n_segments - 1)
        return Segmentation((*sorted(cuts), size))


def _minimise_outside_density(products: Floats, cuts: int) -> tuple[int, ...]:
    """Add cuts, each where the density of the regions beside the diagonal becomes smallest."""
    size = len(products)
    table = summed_table(products)

    def beside(start: Places, end: Places) -> Floats:
        areas = (end - start) * (size - end)
        dots = table[end, size] - table[start, size] - table[end, end] + table[start, end]
        densities: Floats = np.divide(dots, areas, out=np.zeros(len(end)), where=areas > 0)
        return densities

    edges = np.array([0, size])
    made = []
    for _ in range(cuts):
        places = np.setdiff1d(np.arange(1, size), edges)
        left, right = segments_around(edges, places)
        change = beside(left, places) + beside(places, right) - beside(left, right)
        made.append(int(places[np.argmin(change)]))
        edges = np.sort(np.append(edges, made[-1]))
    return tuple(made)


ENTRY = MethodEntry(
    name="dotplot",
    year="1994",
    summary="cuts added where the dotplot gets densest inside or emptiest outside",
    reference="Reynar, An Automatic Method of Finding Topic Boundaries, ACL",
    make=Dotplot,
    count="required",
)
