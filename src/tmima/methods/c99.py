"""C99 (Choi 2000).

Publication: Freddy Y. Y. Choi, "Advances in domain independent linear text segmentation", NAACL
2000.

1. The cosine of every pair of sentences by their word counts.
2. Its rank: the share of the neighbours in an 11 x 11 mask around it, itself left out, that are
   lower; at the borders, of the neighbours that there are.
3. Divisive clustering: cuts added one by one where the mean rank inside the squares on the
   diagonal, D = sum of ranks inside by sum of areas, becomes largest.
4. Where to stop: the gains of D, smoothed by the mask 1 2 4 8 4 2 1, are high for the first cuts;
   cuts are taken while the smoothed gain is above mean + 1.2 deviations of all of them. With a
   number of segments given, that many are taken.

Departures: none known, but the publication leaves details open (how the gains are smoothed at the
ends, what tokens are words, which of equal places is cut). Here the smoothing mask is weighted by
the part of it that lies inside, and the first of equals is taken. Choi's own program differs in
details that were not found: 61 of its 200 segmentations are met cut by cut with his stop list and
Porter's stemmer, though Pk is nearly the same (docs/methods.md). Time is T^2 for the ranks and T
for each cut.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.cosine import cosine_matrix
from tmima.methods.divisive import divide
from tmima.methods.method import MethodEntry
from tmima.methods.searches import require_count
from tmima.methods.text import MethodText
from tmima.segmentation import Segmentation

_SMOOTHING = np.array([1.0, 2.0, 4.0, 8.0, 4.0, 2.0, 1.0])
# Windows of this many rows at a time keep the memory of the ranks small.
_ROWS = 64


class C99:
    """Clusters the ranks of the sentences' cosines.

    Args:
        mask: the side of the square of neighbours that a rank is taken in; odd.
        limit: the number of deviations above the mean gain at which cutting stops.
    """

    def __init__(self, *, mask: int = 11, limit: float = 1.2) -> None:
        if mask < 3 or mask % 2 == 0:
            raise TmimaError(f"mask must be an odd number of 3 or more, not {mask}")
        self.mask = mask
        self.limit = limit

    def segment(self, text: MethodText, *, segments: int | None = None) -> Segmentation:
        """Return the segmentation, into a given number of segments or as many as stand out."""
        return self.cluster(cosine_matrix(text.counts()), segments)

    def cluster(self, similarity: NDArray[np.float64], segments: int | None) -> Segmentation:
        """Rank a similarity of all pairs and cut it."""
        size = len(similarity)
        if segments is not None:
            require_count(size, segments)
        division = divide(
            ranks(similarity, self.mask), size - 1 if segments is None else segments - 1
        )
        count = len(division.cuts) if segments is not None else self._stop(division.densities)
        return Segmentation((*sorted(division.cuts[:count]), size))

    def _stop(self, densities: NDArray[np.float64]) -> int:
        gains = np.diff(densities)
        if not len(gains):
            return 0
        smooth = np.convolve(gains, _SMOOTHING)[3 : 3 + len(gains)]
        smooth /= np.convolve(np.ones(len(gains)), _SMOOTHING)[3 : 3 + len(gains)]
        high = smooth > smooth.mean() + self.limit * smooth.std()
        # The first that is not high ends the row of cuts, even if a later one is high again.
        return int(np.argmin(high)) if not high.all() else len(high)


def ranks(similarity: NDArray[np.float64], mask: int = 11) -> NDArray[np.float64]:
    """Return for each pair the share of its neighbours within the mask that are lower."""
    size, reach = len(similarity), mask // 2
    padded = np.full((size + 2 * reach, size + 2 * reach), np.inf)
    padded[reach : reach + size, reach : reach + size] = similarity
    inner = np.minimum(np.arange(size), reach) + np.minimum(np.arange(size)[::-1], reach) + 1
    neighbours = np.outer(inner, inner) - 1
    lower = np.empty((size, size))
    for first in range(0, size, _ROWS):
        rows = slice(first, min(size, first + _ROWS))
        windows = sliding_window_view(padded[first : rows.stop + 2 * reach], (mask, mask))
        lower[rows] = (windows < similarity[rows, :, None, None]).sum(axis=(2, 3))
    shares: NDArray[np.float64] = lower / np.maximum(neighbours, 1)
    return shares


ENTRY = MethodEntry(
    name="c99",
    year="2000",
    summary="divisive clustering of the ranks of the sentences' cosines",
    reference="Choi, Advances in domain independent linear text segmentation, NAACL",
    make=C99,
    count="optional",
)
