"""Agglomerative clustering of neighbours (Yaari 1997): a tree of the text, and a cut of it.

Publication: Yaakov Yaari, "Segmentation of Expository Texts by Hierarchical Agglomerative
Clustering", RANLP 1997 (arXiv cmp-lg/9709015).

Every unit begins as a segment of its own. Again and again the two neighbours that are most alike
become one, until one is left: a binary tree over the text. Alike is the cosine of term weights,

    sim(a, b) = sum_t w(t, a) w(t, b) / sqrt(sum_t w(t, a)^2 sum_t w(t, b)^2)
    w(t, a)   = f(t, a) idf(t)

with f(t, a) the uses of term t in segment a.

The linear cut: the tree is opened from its root. Long segments are more alike than short ones
whatever they are about, so the parts of a node are held against two random draws of as many words
from the whole text. With p(t) the share of term t among the words of the text, parts of m and n
words, S = sum_t p(t)^2 idf(t)^2 and R = sum_t p(t) idf(t)^2, the expected product over the root of
the expected squares is

    chance(m, n) = m n S / sqrt((m (m - 1) S + m R) (n (n - 1) S + n R)).

A node is opened if sim < chance, and then its two parts are looked at in turn. With K segments
wanted, K - 1 nodes are opened, of those that can be always the one with the least sim / chance.

Departures: Yaari takes idf from the British National Corpus; so that any language serves, it is
log(units / units that hold t) in the text itself, or 1 with `weighting="count"`. His two rules for
the linear cut look for notches and cliffs in the drawn tree; the rule above, ours, replaces them,
chosen with the order of equals among several on 50 of Choi's texts of each range. His units are
paragraphs. Neighbouring sentences often share no word at all, so with them the order of
joins that are equally alike matters: the pair of fewest units goes first, then the earliest. A
unit without weight says nothing of its own: it is taken to be wholly like its neighbours.
"""

import heapq
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from math import inf, log, sqrt

from tmima.errors import TmimaError
from tmima.kernel.arrays import total
from tmima.methods.method import MethodEntry
from tmima.methods.searches import require_count
from tmima.methods.vocabulary import unit_counts
from tmima.segmentation import Prepared
from tmima.text import Segmentation

WEIGHTINGS = ("idf", "count")


@dataclass(frozen=True, slots=True)
class Join:
    """The segments [first, middle) and [middle, last) become one.

    `similarity` is how alike they were, `chance` how alike random words as many would be.
    """

    first: int
    middle: int
    last: int
    similarity: float
    chance: float

    @property
    def ratio(self) -> float:
        """The similarity over that of chance; without end where chance promises none."""
        return self.similarity / self.chance if self.chance > 0 else inf


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree over a text of `size` units, as its joins in the order they were made.

    The parts of a join are units, or were themselves joined before; the last join is the root.
    """

    size: int
    joins: tuple[Join, ...]

    def split_into(self, n_segments: int) -> Segmentation:
        """Open one node fewer than segments are wanted, the least alike first."""
        require_count(self.size, n_segments)
        return self._split(n_segments, None)

    def split_below(self, ratio: float) -> Segmentation:
        """Open the nodes, from the root down, with less than this ratio to chance."""
        return self._split(self.size, ratio)

    def _split(self, n_segments: int, ratio: float | None) -> Segmentation:
        nodes = {(join.first, join.last): join for join in self.joins}
        closed: list[tuple[float, int, int]] = []
        cuts: list[int] = []
        parts = [(0, self.size)]
        while True:
            for span in parts:
                if span in nodes:
                    heapq.heappush(closed, (nodes[span].ratio, *span))
            if len(cuts) == n_segments - 1 or (ratio is not None and closed[0][0] >= ratio):
                return Segmentation((*sorted(cuts), self.size))
            _, first, last = heapq.heappop(closed)
            middle = nodes[first, last].middle
            cuts.append(middle)
            parts = [(first, middle), (middle, last)]


class Yaari:
    """Joins the neighbours that are most alike, and cuts the tree that this makes.

    Args:
        weighting: of terms, "idf" or "count".
        ratio: a node is opened where similarity is less than this times that of chance; more
            gives more segments.
    """

    def __init__(self, *, weighting: str = "idf", ratio: float = 1.0) -> None:
        if weighting not in WEIGHTINGS:
            raise TmimaError(
                f"unknown weighting {weighting!r}: choose one of {', '.join(WEIGHTINGS)}"
            )
        if not ratio >= 0:
            raise TmimaError(f"ratio must be 0 or more, not {ratio}")
        self.weighting = weighting
        self.ratio = ratio

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return a linear cut of the tree, into a given number of segments or by the rule."""
        tree = self.tree(text)
        return tree.split_below(self.ratio) if n_segments is None else tree.split_into(n_segments)

    def tree(self, text: Prepared) -> Tree:
        """Join neighbours until one segment is left."""
        size = len(text)
        counts = unit_counts(text)
        weights = self._weights(counts)
        chance = _ChanceSimilarity(counts, weights)
        segments = [{term: uses * weights[term] for term, uses in row.items()} for row in counts]
        squares = [total(weight * weight for weight in row.values()) for row in segments]
        # By the first unit of a segment its end, and by its end the first unit.
        ends = {unit: unit + 1 for unit in range(size)}
        starts = {unit + 1: unit for unit in range(size)}
        # Ordered by likeness, then fewest units, then place; what has been joined since is stale.
        heap: list[tuple[float, int, int, int, int]] = []

        def offer(first: int, middle: int) -> None:
            norm = sqrt(squares[first] * squares[middle])
            alike = _dot_product(segments[first], segments[middle]) / norm if norm > 0 else 1.0
            last = ends[middle]
            heapq.heappush(heap, (-alike, last - first, first, middle, last))

        for middle in range(1, size):
            offer(middle - 1, middle)
        joins: list[Join] = []
        while len(joins) < size - 1:
            negative, _, first, middle, last = heapq.heappop(heap)
            if ends.get(first) != middle or ends.get(middle) != last:
                continue
            joins.append(Join(first, middle, last, -negative, chance.of(first, middle, last)))
            squares[first] += squares[middle] + 2 * _dot_product(segments[first], segments[middle])
            for term, weight in segments[middle].items():
                segments[first][term] = segments[first].get(term, 0.0) + weight
            del ends[middle], starts[middle]
            ends[first], starts[last] = last, first
            if first > 0:
                offer(starts[first], first)
            if last < size:
                offer(first, last)
        return Tree(size, tuple(joins))

    def _weights(self, counts: list[Counter[int]]) -> dict[int, float]:
        holding = Counter(term for row in counts for term in row)
        if self.weighting == "count":
            return dict.fromkeys(holding, 1.0)
        return {term: log(len(counts) / units) for term, units in holding.items()}


class _ChanceSimilarity:
    """How alike two random draws of words of the text would be."""

    def __init__(self, counts: list[Counter[int]], weights: dict[int, float]) -> None:
        self._edges = [0, *accumulate(row.total() for row in counts)]
        words = max(self._edges[-1], 1)
        uses: Counter[int] = Counter()
        for row in counts:
            uses.update(row)
        self._same = total((n / words * weights[term]) ** 2 for term, n in uses.items())
        self._self = total(n / words * weights[term] ** 2 for term, n in uses.items())

    def of(self, first: int, middle: int, last: int) -> float:
        one = self._edges[middle] - self._edges[first]
        other = self._edges[last] - self._edges[middle]
        squares = self._squared_norm(one) * self._squared_norm(other)
        return one * other * self._same / sqrt(squares) if squares > 0 else 0.0

    def _squared_norm(self, words: int) -> float:
        return words * (words - 1) * self._same + words * self._self


def _dot_product(one: dict[int, float], other: dict[int, float]) -> float:
    if len(one) > len(other):
        one, other = other, one
    return total(weight * other[term] for term, weight in one.items() if term in other)


ENTRY = MethodEntry(
    name="yaari",
    year="1997",
    summary="joins the most alike neighbours to a tree of the text, and cuts the tree",
    reference="Yaari, Segmentation of Expository Texts by Hierarchical Agglomerative Clustering, "
    "RANLP 1997",
    make=Yaari,
    count="optional",
)
