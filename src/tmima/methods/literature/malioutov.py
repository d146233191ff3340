"""Minimum cut, "mincut" (Malioutov and Barzilay 2006).

Publication: Igor Malioutov and Regina Barzilay, "Minimum Cut Model for Spoken Lecture
Segmentation", COLING and ACL 2006.

The units are the nodes of a graph in which all are joined that stand at most c units apart. With
s_i the counts of the words in unit i, each word weighted,

    smoothed   v_i = sum over j with |j - i| <= h of exp(-a |j - i|) s_j
    edges      w(i, j) = exp(cosine of v_i and v_j)          0 where |i - j| > c
    cut(A)     the sum of w between the units of A and all others
    vol(A)     the sum of w between the units of A and all units

and the segments A_1, ..., A_K are those with the least normalised cut,

    Ncut = sum over k of cut(A_k) / vol(A_k).

A segment must cohere inside and differ from all the rest of the text within reach, not from its
neighbours alone. For a row of units the least Ncut is found exactly by dynamic programming. The
weight of a word is log(N / n_w), its text being cut into N equal chunks of which n_w have the word:
one that stands in all of them counts nothing.

Time is T^2 times the words for the cosines and T^2 K for the search.

Sources: of the publication only the beginning was at hand; the equations stand here from memory,
and where that ends the choices are named below. The values a = 1.1, h = 5, c = 95 and N = 15 are
those of the settings for minimum cuts that come with the authors' later program
(github.com/jacobeisenstein/bayes-seg, mcsopt.ai.config), by its name for the AI lectures; that
program's part for minimum cuts is there without its source.

Choices, for want of knowing: the 15 are the number of chunks, not their length; the weight is the
plain log(N / n_w); a unit is joined to itself, as in Shi and Malik's graphs.

Departures: units are smoothed with those on either side. As remembered, the publication sums from
j = i on only (sides="after"), by which units before a cut resemble those behind it. Of twenty
settings tried on real texts (at most twelve of the choosing half of each of seven corpora; mean Pk
39.8 to 43.5), either side had 40.7 and ahead only 42.4: better by 13 points on short chats, worse
by 5 on encyclopedia articles. All else was left at its value, though counts without weights
(chunks=0) had 40.0. Nodes are the units between which cuts may fall, whatever their length, where
the publication also has windows of so many words. Words are those that the analyzer keeps.

No published figure was reproduced: on the lectures at hand (docs/methods.md) it is hardly
better than no cut, so that details may be amiss.
"""

import numpy as np

from tmima.errors import TmimaError
from tmima.kernel.arrays import Floats
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cheapest_segments, summed_table
from tmima.methods.vocabulary import cosine_matrix
from tmima.segmentation import Prepared
from tmima.text import Segmentation

SIDES = ("both", "after")


class MinCut:
    """Finds the segments of least normalised cut.

    Args:
        cutoff: c, how far apart two units may stand that are joined.
        decay: a, how fast the words of other units lose weight with their distance.
        horizon: h, how many units away words are still seen; 0 smooths nothing.
        sides: "both" or "after": whether units are smoothed with earlier ones too.
        chunks: N, the parts that words are weighted by; 0 weights all alike.
    """

    def __init__(
        self,
        *,
        cutoff: int = 95,
        decay: float = 1.1,
        horizon: int = 5,
        sides: str = "both",
        chunks: int = 15,
    ) -> None:
        if cutoff < 1:
            raise TmimaError(f"cutoff must be at least 1, not {cutoff}")
        if not decay >= 0:
            raise TmimaError(f"decay must be 0 or more, not {decay}")
        if horizon < 0 or chunks < 0:
            raise TmimaError(f"horizon and chunks must be 0 or more, not {horizon} and {chunks}")
        if sides not in SIDES:
            raise TmimaError(f"sides must be one of {', '.join(SIDES)}, not {sides!r}")
        self.cutoff = cutoff
        self.decay = decay
        self.horizon = horizon
        self.sides = sides
        self.chunks = chunks

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segmentation of least normalised cut into the given number of segments."""
        if n_segments is None:
            raise TmimaError("the method mincut must be told the number of segments")
        cuts = NormalisedCuts(self.edges(text.counts()))
        return cheapest_segments(len(text), cuts.ending, n_segments=n_segments)

    def edges(self, counts: Floats) -> Floats:
        """Return w(i, j) of all pairs of units, whose words are counted in the rows."""
        size = len(counts)
        vectors = counts * chunk_weights(counts, self.chunks) if self.chunks else counts
        similarity: Floats = np.exp(cosine_matrix(self._smoothed(vectors)))
        places = np.arange(size)
        similarity[np.abs(places[:, None] - places) > self.cutoff] = 0.0
        return similarity

    def _smoothed(self, vectors: Floats) -> Floats:
        smooth = vectors.copy()
        for away in range(1, min(self.horizon, len(vectors) - 1) + 1):
            faded = np.exp(-self.decay * away) * vectors
            smooth[:-away] += faded[away:]
            if self.sides == "both":
                smooth[away:] += faded[:-away]
        return smooth


def chunk_weights(counts: Floats, chunks: int) -> Floats:
    """Return log(N / n_w) for the words: N equal chunks of units, n_w of them with the word."""
    number = min(chunks, len(counts))
    starts = np.arange(number) * len(counts) // number
    holds_word = np.add.reduceat(counts, starts, axis=0) > 0
    weights: Floats = np.log(number / np.maximum(holds_word.sum(axis=0), 1))
    return weights


class NormalisedCuts:
    """cut(A) / vol(A) of every segment, from the edges."""

    def __init__(self, edges: Floats) -> None:
        self._table = summed_table(edges)

    def ending(self, end: int) -> Floats:
        """Return the costs of the segments [0, end), [1, end), ..., [end - 1, end)."""
        table, starts = self._table, np.arange(end)
        # The table of a symmetric matrix is symmetric.
        inside = table[end, end] - 2 * table[end, :end] + table[starts, starts]
        volume = table[end, -1] - table[:end, -1]
        costs: Floats = 1.0 - inside / volume
        return costs


ENTRY = MethodEntry(
    name="mincut",
    year="2006",
    summary="least normalised cut of the graph of units, joined by their cosines",
    reference="Malioutov and Barzilay, Minimum Cut Model for Spoken Lecture Segmentation, ACL 2006",
    make=MinCut,
    count="required",
)
