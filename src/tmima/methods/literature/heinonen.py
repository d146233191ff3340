"""Dynamic programming over a similarity curve with a preferred length (Heinonen 1998).

Publication: Oskari Heinonen, "Optimal Multi-Paragraph Text Segmentation by Dynamic Programming",
COLING-ACL 1998.

Between every two neighbouring units stands the cosine of what is before and what is after: of each
unit its most frequent terms (50), of several units on either side, weighted by nearness to the
boundary so that the nearest count most. A window wider than one unit keeps a short unit, or an
aside, from looking like the end of a topic. With s(b) the similarity at boundary b, p the preferred
length of a segment in words, x_i the length of segment i, and h the weight of length against
similarity, the segmentation has the least

    C = sum over cuts b of s(b) + sum over segments i of clen(x_i)
    clen(x) = h (x^2 / p^2 - 2 x / p + 1) = h (x / p - 1)^2.

A cut costs least where the curve is low, and a segment of the preferred length costs nothing.

Choices: the publication takes paragraphs as units, leaves p to the user and tries several h. The
defaults serve sentences: a window of 5 units with linearly falling weights (5/5, 4/5, ...), p = 200
words, h = 0.25; p asks for segments of some ten sentences, the others are
round values among the better of nine settings on 50 of Choi's texts of each range.

Departures: with a number of segments given, which the publication has no place for, p is the length
of the text over that number, and only segmentations into it are compared. The publication stops
looking at longer segments once their length alone costs too much; the search here looks at all, and
the optimum is the same.
"""

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.kernel.arrays import total
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cheapest_segments
from tmima.methods.vocabulary import unit_counts
from tmima.segmentation import Prepared
from tmima.text import Segmentation


class Heinonen:
    """Finds the optimal trade of low similarity at cuts for segments of a preferred length.

    Args:
        preferred: p, the preferred length of a segment, in words.
        weight: h, the weight of the length cost.
        window: the units on either side of a boundary that are compared.
        terms: how many of the most frequent terms of a unit are compared.
    """

    def __init__(
        self,
        *,
        preferred: float = 200.0,
        weight: float = 0.25,
        window: int = 5,
        terms: int = 50,
    ) -> None:
        if not preferred > 0:
            raise TmimaError(f"preferred is a length above 0 words, not {preferred}")
        if not weight >= 0:
            raise TmimaError(f"weight must be 0 or more, not {weight}")
        for name, value in (("window", window), ("terms", terms)):
            if value < 1:
                raise TmimaError(f"{name} must be at least 1, not {value}")
        self.preferred = preferred
        self.weight = weight
        self.window = window
        self.terms = terms

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the cheapest segmentation, of those into a given number or of all."""
        size = len(text)
        edges = np.concatenate(([0], np.cumsum(text.units.words)))
        # The text's own start is no cut, and costs none.
        similarity = np.concatenate(([0.0], self.curve(text)))
        preferred = (
            self.preferred if n_segments is None else max(float(edges[-1]) / n_segments, 1.0)
        )

        def costs(end: int) -> NDArray[np.float64]:
            lengths = edges[end] - edges[:end]
            length_costs = self.weight * (lengths / preferred - 1) ** 2
            added: NDArray[np.float64] = similarity[:end] + length_costs
            return added

        return cheapest_segments(size, costs, n_segments=n_segments)

    def curve(self, text: Prepared) -> NDArray[np.float64]:
        """Return the similarity at each of the boundaries between two units."""
        # Of terms as frequent, those used first.
        rows = [counts.most_common(self.terms) for counts in unit_counts(text)]
        similarity = np.zeros(max(len(text) - 1, 0))
        for cut in range(1, len(text)):
            before = _weighted_word_counts(rows[max(cut - self.window, 0) : cut][::-1], self.window)
            after = _weighted_word_counts(rows[cut : cut + self.window], self.window)
            shared = total(before[term] * after[term] for term in before.keys() & after.keys())
            if shared:
                norms = (total(v * v for v in side.values()) for side in (before, after))
                similarity[cut - 1] = shared / np.sqrt(np.prod(list(norms)))
        return similarity


def _weighted_word_counts(rows: list[list[tuple[int, int]]], window: int) -> dict[int, float]:
    """Add up the counts of units, the nearest first and heaviest."""
    blend: dict[int, float] = {}
    for distance, row in enumerate(rows):
        weight = (window - distance) / window
        for term, count in row:
            blend[term] = blend.get(term, 0.0) + weight * count
    return blend


ENTRY = MethodEntry(
    name="heinonen",
    year="1998",
    summary="least similarity at cuts and preferred length, by dynamic programming",
    reference="Heinonen, Optimal Multi-Paragraph Text Segmentation by Dynamic Programming, "
    "COLING-ACL 1998",
    make=Heinonen,
    count="optional",
)
