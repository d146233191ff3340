"""Sentences expanded by local context analysis (Ponte and Croft 1997).

Publication: Jay M. Ponte and W. Bruce Croft, "Text Segmentation by Topic", ECDL 1997; the
expansion is that of Jinxi Xu and W. Bruce Croft, "Query Expansion Using Local and Global Document
Analysis", SIGIR 1996.

Short segments share few words, so each unit is first expanded. Its words Q are a query to the
passages of a collection; among the n best passages, each word c is believed to belong to it by

    bel(Q, c) = product over w in Q of (d + log(1 + af(c, w)) idf(c) / log n) ^ idf(w)
    af(c, w)  = sum over the n passages of (uses of c) (uses of w)
    idf(x)    = min(1, log10(N / N_x) / 5)       N passages in all, N_x of them with x

and the best 100 words, with those of Q, stand for the unit. Two units are as similar as the number
of words that they share, over 100. A segment of n units is worth

    n (mean similarity of the pairs within it - mean similarity of its units to its neighbours)

where the neighbours are the n units before and the n after; dynamic programming finds the segments
of greatest worth in sum among those whose lengths are in a range.

Departures: the worth of a segment is our reading, for no copy of the publication was at hand to
take its formula from; the range of lengths is an option (the publication knew that of its news
items); passages are found by the cosine of tf idf, where the publication has INQUERY; log(1 + af)
as in Xu and Croft (TOIS 2000), since log 0 has no value; a concept is a kept word, where the
publication has noun phrases. Where lengths in the range cannot fill a text, or not in the number of
segments given, those nearest to it are taken. A passage of 300 words takes whole units.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cheapest_segments
from tmima.methods.vocabulary import Vocabulary
from tmima.segmentation import Prepared
from tmima.text import Segmentation

if TYPE_CHECKING:
    from scipy.sparse import csr_array

DELTA = 0.1
# What a unit beyond the range of lengths costs: more than any worth, so a last resort.
OUT_OF_RANGE = 1e6


class Ponte:
    """Cuts between runs of units whose expansions agree.

    Args:
        shortest: the least number of units of a segment.
        longest: the greatest.
        concepts: how many words a unit is expanded by.
        passages: how many passages n they are taken from.
        passage: the number of words of a passage.
    """

    def __init__(
        self,
        *,
        shortest: int = 1,
        longest: int = 15,
        concepts: int = 100,
        passages: int = 100,
        passage: int = 300,
    ) -> None:
        if not 1 <= shortest <= longest:
            raise TmimaError(
                f"lengths range from 1 or more upwards, not from {shortest} to {longest}"
            )
        if min(concepts, passage) < 1 or passages < 2:
            raise TmimaError(
                "concepts and passage are 1 or more and passages 2 or more, not "
                f"{concepts}, {passage} and {passages}"
            )
        self.shortest = shortest
        self.longest = longest
        self.concepts = concepts
        self.passages = passages
        self.passage = passage

    def learn(self, collection: Sequence[Prepared]) -> None:
        """Cut the texts of a collection into passages and count their words."""
        require("methods")
        from sklearn.preprocessing import normalize

        if not any(len(text.sequence) for text in collection):
            raise TmimaError(f"{len(collection)} texts without a kept word: give a collection")
        vocabulary = Vocabulary(collection)
        parts = [(text, _passages(text, self.passage)) for text in collection]
        self.vocabulary_ = vocabulary
        self.counts_ = vocabulary.counts(parts)
        number = self.counts_.shape[0]
        holding = np.bincount(self.counts_.indices, minlength=len(vocabulary))
        rarity = np.log10(number / np.maximum(holding, 1))
        self.idf_: NDArray[np.float64] = np.minimum(1.0, rarity / 5)
        self.rarity_ = rarity
        # By columns, since a query asks for the few of its words.
        self.weighted_ = normalize(self.counts_.multiply(rarity).tocsr()).tocsc()

    def expansions(self, text: Prepared) -> "csr_array":
        """Return the words (columns) that stand for each unit (rows), 1 or 0.

        Words that the collection lacks have columns of their own after the others.
        """
        from scipy.sparse import csr_array

        if not hasattr(self, "counts_"):
            raise TmimaError("ponte needs a collection to learn from: use `train` first")
        numbers = self.vocabulary_.numbers
        size = len(numbers) + len(text.units.vocabulary)
        rows: list[NDArray[np.int64]] = []
        for unit in range(len(text)):
            first, last = text.units.starts[unit : unit + 2]
            own = text.units.terms[first:last].tolist()
            words = [(term, numbers.get(text.units.vocabulary[term])) for term in own]
            known = np.array([number for _, number in words if number is not None], dtype=np.int64)
            new = [len(numbers) + term for term, number in words if number is None]
            expanding = self._words_of_greatest_belief(known) if len(known) else known
            rows.append(np.union1d(np.concatenate((known, expanding)), new).astype(np.int64))
        edges = np.concatenate(([0], np.cumsum([len(row) for row in rows])))
        columns = np.concatenate(rows)
        return csr_array((np.ones(len(columns)), columns, edges), shape=(len(text), size))

    def beliefs(self, query: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the words of the passages that a query finds, and the logarithm of their bel."""
        from scipy.sparse import csr_array

        likeness = self.weighted_[:, query] @ self.rarity_[query]
        best = np.argsort(-np.round(likeness, 9), kind="stable")[: self.passages]
        best = best[likeness[best] > 0]
        local = self.counts_[best]
        # Only the words of these passages, so that the product is small.
        candidates, places = np.unique(local.indices, return_inverse=True)
        shape = (len(best), len(candidates))
        small = csr_array((local.data, places, local.indptr), shape=shape)
        af = small.T @ local[:, query].toarray()
        degree = np.log1p(af) * self.idf_[candidates, None] / np.log(max(len(best), 2))
        return candidates, (np.log(DELTA + degree) * self.idf_[query]).sum(axis=1)

    def _words_of_greatest_belief(self, query: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the words of greatest belief, of equal ones those first learnt."""
        candidates, belief = self.beliefs(query)
        # What rounding alone tells apart is equal.
        return candidates[np.argsort(-np.round(belief, 9), kind="stable")[: self.concepts]]

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segments of greatest worth."""
        text.require_tables()
        expanded = self.expansions(text)
        similarity = (expanded @ expanded.T).toarray() / self.concepts
        np.fill_diagonal(similarity, 0.0)
        worth = SegmentWorth(similarity)

        def costs(end: int) -> NDArray[np.float64]:
            lengths = np.arange(end, 0, -1)
            beyond = np.maximum(0, self.shortest - lengths) + np.maximum(0, lengths - self.longest)
            return OUT_OF_RANGE * beyond - worth.ending(end)

        return cheapest_segments(len(text), costs, n_segments=n_segments)


class SegmentWorth:
    """The worth of segments from the similarity of units, by sums over rectangles."""

    def __init__(self, similarity: NDArray[np.float64]) -> None:
        self._size = len(similarity)
        self._sums = np.zeros((self._size + 1, self._size + 1))
        self._sums[1:, 1:] = similarity.cumsum(axis=0).cumsum(axis=1)

    def _rectangle_sums(
        self, top: NDArray[np.int64], bottom: NDArray[np.int64], left: NDArray[np.int64], right: int
    ) -> NDArray[np.float64]:
        sums = self._sums
        whole = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return np.asarray(whole, dtype=np.float64)

    def ending(self, end: int) -> NDArray[np.float64]:
        """Return the worth of the segments [0, end), [1, end), ..., [end - 1, end)."""
        starts = np.arange(end)
        ends = np.full(end, end)
        lengths = end - starts
        before = np.maximum(starts - lengths, 0)
        after = np.minimum(end + lengths, self._size)
        # The diagonal is 0, so a square holds each pair twice.
        inner = self._rectangle_sums(starts, ends, starts, end) / np.maximum(
            lengths * (lengths - 1), 1
        )
        outer = self._rectangle_sums(before, starts, starts, end) + self._rectangle_sums(
            ends, after, starts, end
        )
        neighbours = (starts - before) + (after - end)
        worth: NDArray[np.float64] = lengths * (inner - outer / np.maximum(neighbours * lengths, 1))
        return worth


def _passages(text: Prepared, words: int) -> Segmentation:
    """Cut a text into runs of units, each ended by the unit that fills it."""
    ends = []
    held = 0
    for unit, count in enumerate(text.units.words.tolist(), start=1):
        held += count
        if held >= words or unit == len(text):
            ends.append(unit)
            held = 0
    return Segmentation(tuple(ends))


ENTRY = MethodEntry(
    name="ponte",
    year="1997",
    summary="sentences expanded by local context analysis over a collection, then dynamic "
    "programming",
    reference="Ponte and Croft, Text Segmentation by Topic, ECDL 1997",
    make=Ponte,
    needs="collection",
    count="optional",
)
