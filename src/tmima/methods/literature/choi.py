"""C99 (Choi 2000).

Publication: Freddy Y. Y. Choi, "Advances in domain independent linear text segmentation", NAACL
2000.

1. The cosine of every pair of sentences by their word counts; 0 where one has no word.
2. Its rank: the share of the neighbours in an 11 x 11 mask around it, itself left out, that are
   lower; at the borders, of the neighbours that there are.
3. Divisive clustering with D = sum of ranks inside the squares on the diagonal by sum of areas.
4. Where to stop: the gains of D, smoothed by 1 2 4 8 4 2 1 (at the ends by the part of it that
   lies inside), are high for the first cuts. Cuts are taken until the first smoothed gain that is
   not above mean + 1.2 population deviations. With a number of segments given, that many are taken.

Departure from the publication, found by trying what gives the cuts of Choi's own program: a segment
is split where its own two parts together are densest, and of the segments so split the one that
makes D largest is taken. The publication has every split judged by D itself: search="paper".

Of equal places the last is taken, equal meaning within 1e-9: sums of ranks tie often, as around a
sentence that resembles no other, and Choi's program then goes by the rounding of its numbers. So
the last is what it mostly, not always, takes. Time is T^2 times the mask for the ranks and T for
each cut.
"""

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.method import MethodEntry
from tmima.methods.searches import Division, divide, require_count, summed_table
from tmima.methods.vocabulary import cosine_matrix
from tmima.segmentation import Prepared
from tmima.text import Segmentation

SEARCHES = ("program", "paper")
_SMOOTHING = np.array([1.0, 2.0, 4.0, 8.0, 4.0, 2.0, 1.0])
_EQUAL = 1e-9


class C99:
    """Clusters the ranks of the sentences' cosines.

    Args:
        mask: the side of the square of neighbours that a rank is taken in; odd.
        limit: the number of deviations above the mean gain at which cutting stops.
        search: "program" to split as Choi's program does, "paper" as he wrote.
    """

    def __init__(self, *, mask: int = 11, limit: float = 1.2, search: str = "program") -> None:
        if mask < 3 or mask % 2 == 0:
            raise TmimaError(f"mask must be an odd number of 3 or more, not {mask}")
        if search not in SEARCHES:
            raise TmimaError(f"search must be one of {', '.join(SEARCHES)}, not {search!r}")
        self.mask = mask
        self.limit = limit
        self.search = search

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segmentation, into a given number of segments or as many as stand out."""
        return self.cluster(cosine_matrix(text.counts()), n_segments)

    def cluster(
        self, similarity: NDArray[np.float64], n_segments: int | None, *, from_peak: bool = False
    ) -> Segmentation:
        """Rank a similarity of all pairs and cut it.

        Where most pairs are similar to some degree, the first gains are low, because the segments
        are still too large to be dense. With `from_peak` the end of the high gains is therefore
        looked for only after the highest gain.
        """
        size = len(similarity)
        if n_segments is not None:
            require_count(size, n_segments)
        # Equal cosines must rank as equal, whatever the last digit of their products.
        ranked = ranks(np.round(similarity, 10), self.mask)
        search = divide_at_best_splits if self.search == "program" else divide
        division = search(ranked, size - 1 if n_segments is None else n_segments - 1)
        count = len(division.cuts)
        if n_segments is None:
            count = self._number_of_cuts(division.densities, from_peak=from_peak)
        return Segmentation((*sorted(division.cuts[:count]), size))

    def _number_of_cuts(self, densities: NDArray[np.float64], *, from_peak: bool = False) -> int:
        gains = np.diff(densities)
        if not len(gains):
            return 0
        smooth = np.convolve(gains, _SMOOTHING)[3 : 3 + len(gains)]
        smooth /= np.convolve(np.ones(len(gains)), _SMOOTHING)[3 : 3 + len(gains)]
        # Gains that differ by rounding alone are equal, and do not stand out.
        smooth = np.round(smooth, 12)
        high = smooth > smooth.mean() + self.limit * smooth.std() + 1e-12
        first = int(np.argmax(smooth)) if from_peak else 0
        if not high[first]:
            return 0
        # The first that is not high ends the row of cuts, even if a later one is high again.
        low = np.flatnonzero(~high[first:])
        return first + int(low[0]) if len(low) else len(high)


def ranks(similarity: NDArray[np.float64], mask: int = 11) -> NDArray[np.float64]:
    """Return for each pair the share of its neighbours within the mask that are lower."""
    size, reach = len(similarity), mask // 2
    padded = np.full((size + 2 * reach, size + 2 * reach), np.inf)
    padded[reach : reach + size, reach : reach + size] = similarity
    inner = np.minimum(np.arange(size), reach) + np.minimum(np.arange(size)[::-1], reach) + 1
    neighbours = np.outer(inner, inner) - 1
    lower = np.zeros((size, size), dtype=np.int32)
    # One comparison of the whole matrix for each place in the mask.
    for row in range(mask):
        for column in range(mask):
            lower += padded[row : row + size, column : column + size] < similarity
    shares: NDArray[np.float64] = lower / np.maximum(neighbours, 1)
    return shares


def divide_at_best_splits(matrix: NDArray[np.float64], cuts: int) -> Division:
    """Add cuts: each segment's own best split, of the segment where that makes D largest."""
    size = len(matrix)
    table = summed_table(matrix)
    # The split of each segment: its place, and what it adds to the sum inside and to the area.
    places = np.zeros(cuts + 1, dtype=np.int64)
    sums, areas = np.full(cuts + 1, -np.inf), np.zeros(cuts + 1)
    ends = [(0, size)]
    places[0], sums[0], areas[0] = _best_split(table, 0, size)
    inside, area = float(table[size, size]), float(size * size)
    made, densities = [], [inside / area]
    for count in range(1, cuts + 1):
        values = (inside + sums[:count]) / (area + areas[:count])
        equal = np.flatnonzero(values >= values.max() - _EQUAL)
        chosen = int(equal[np.argmax(places[equal])])
        inside, area = inside + float(sums[chosen]), area + float(areas[chosen])
        made.append(int(places[chosen]))
        densities.append(inside / area)
        start, end = ends[chosen]
        ends[chosen] = (start, made[-1])
        ends.append((made[-1], end))
        for slot in (chosen, count):
            places[slot], sums[slot], areas[slot] = _best_split(table, *ends[slot])
    return Division(tuple(made), np.array(densities))


def _best_split(table: NDArray[np.float64], start: int, end: int) -> tuple[int, float, float]:
    """Return the place where the two parts of a segment are densest, and what the split adds."""
    if end - start < 2:
        return start, -np.inf, 0.0
    at = np.arange(start + 1, end)
    left = table[at, at] - table[start, at] - table[at, start] + table[start, start]
    right = table[end, end] - table[at, end] - table[end, at] + table[at, at]
    parts, spaces = left + right, (at - start) ** 2 + (end - at) ** 2
    density = parts / spaces
    best = int(np.flatnonzero(density >= density.max() - _EQUAL)[-1])
    whole = table[end, end] - table[start, end] - table[end, start] + table[start, start]
    return int(at[best]), float(parts[best] - whole), float(spaces[best] - (end - start) ** 2)


ENTRY = MethodEntry(
    name="c99",
    year="2000",
    summary="divisive clustering of the ranks of the sentences' cosines",
    reference="Choi, Advances in domain independent linear text segmentation, NAACL",
    make=C99,
    count="optional",
)
