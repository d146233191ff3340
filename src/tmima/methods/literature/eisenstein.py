"""Bayesian segmentation by lexical cohesion, "bayesseg" (Eisenstein and Barzilay 2008).

Publication: Jacob Eisenstein and Regina Barzilay, "Bayesian Unsupervised Topic Segmentation",
EMNLP 2008.

The words of each segment are drawn from one multinomial of its own, and that from a symmetric
Dirichlet distribution with parameter theta. Integrated over all multinomials, a segment of N words
of which n_w are the word w, in a text of W different words, has the probability

    log p = log G(W theta) - log G(N + W theta) + sum over w of [log G(n_w + theta) - log G(theta)]

(the compound multinomial; G is the gamma function). Segments that repeat their words are probable.
The most probable segmentation into the given number of segments is found by dynamic programming.

Since log G(n + a) - log G(a) = log a + log(a + 1) + ... + log(a + n - 1), the first use of a word
in a segment gives log theta, the second log(theta + 1) and so on: tables of logarithms replace the
gamma function, and `parts/repetition.py` the sums over words. Time is about T^2 for T units, times
the number of segments.

theta, with estimate=True, is found as in the publication by turns: the best segmentation with a
theta, then the best theta with that segmentation, until the segmentation stays. Neither step can
lower the probability. With c_m words in segments used more than m times there, and d_m segments of
more than m words, the slope of log p in log theta is

    sum over m of c_m theta / (m + theta)  -  sum over m of d_m W theta / (m + W theta)

and it changes its sign once at the most (Levin and Reeds 1977), so that halving finds the place.

Sources: the text of the publication was not at hand, so its model stands here from memory. The
authors' program (github.com/jacobeisenstein/bayes-seg) is public; its settings and what its steps
do were read, its code was not used; the likelihood and its slope are the same term by term. From
there: theta = .2, said to be learnt by the estimation and then held; the estimation in log theta,
by the gradient, in twenty turns at most; no distribution of lengths unless it is switched on.

Departures:
- Without a number of segments, all numbers K from 1 to T are equally probable beforehand, and all
  segmentations into K: log p - log C(T - 1, K - 1) is largest. The publication is given the number.
  theta is then .7: of .1, .2, .7 and an estimated one, tried on real texts (at most twelve of the
  choosing half of each of seven corpora), .7 alone found about as many segments as there are; .2
  found 2.3 times as many, the estimated theta 2.9 times.
- theta is estimated for each text by itself (in the program for all texts of a data set together),
  by halving in place of L-BFGS, and kept between .001 and 100.
- Left out: the cue phrases with their sampler, and the negative binomial distribution of lengths.
- Words are those that the analyzer keeps.
"""

import math
from collections.abc import Sequence
from functools import partial
from math import lgamma

import numpy as np

from tmima.errors import TmimaError
from tmima.kernel.arrays import Floats, Indices, one_by_one
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cheapest_segments, least_costs
from tmima.methods.vocabulary import RepeatedWords, greatest_frequency
from tmima.segmentation import Prepared
from tmima.text import Segmentation

TOLD_PRIOR, UNTOLD_PRIOR = 0.2, 0.7
LEAST_PRIOR, GREATEST_PRIOR = 1e-3, 1e2
TURNS = 20
# Prices of a segment, in log T, whose best segmentations bound those of all numbers.
_PRICES = (-1.0, 0.0, 0.25, 0.5, 1.0, 2.0)
_ROUNDING = 1e-6


class BayesSeg:
    """Finds the segmentation whose segments most probably have each a vocabulary of its own.

    Args:
        prior: theta, the parameter of the symmetric Dirichlet distribution; less expects segments
            of fewer different words, and finds more of them. By default .2 where a number of
            segments is given and .7 where not.
        estimate: whether theta is estimated from the text, from `prior` on.
    """

    def __init__(self, *, prior: float | None = None, estimate: bool = False) -> None:
        if prior is not None and not 0 < prior < np.inf:
            raise TmimaError(f"prior must be a number above 0, not {prior}")
        self.prior = prior
        self.estimate = estimate

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the most probable segmentation, of those into a given number or of all."""
        prior = self.prior
        if prior is None:
            prior = UNTOLD_PRIOR if n_segments is None else TOLD_PRIOR
        found = most_probable_segmentation(text, prior, n_segments)
        if self.estimate:
            for _ in range(TURNS):
                before, found = (
                    found,
                    most_probable_segmentation(
                        text, SufficientStatistics(text, found).best_prior(), n_segments
                    ),
                )
                if found == before:
                    break
        return found


class SegmentEvidence:
    """-log p of every segment, by ends that are asked for in rising order."""

    def __init__(self, text: Prepared, prior: float) -> None:
        different = len(np.unique(text.sequence))
        self._words = RepeatedWords(text, _logarithms(greatest_frequency(text), prior))
        drawn = _logarithms(len(text.sequence), different * prior)
        self._drawn = np.concatenate(([0.0], np.cumsum(drawn)))

    def ending(self, end: int) -> Floats:
        """Return the costs of the segments [0, end), [1, end), ..., [end - 1, end)."""
        costs: Floats = self._drawn[self._words.lengths(end)] - self._words.ending(end)
        return costs


class SufficientStatistics:
    """What log p of a segmentation is made of, whatever theta: c_m, d_m and W of the equations."""

    def __init__(self, text: Prepared, segmentation: Segmentation) -> None:
        self._different = len(np.unique(text.sequence))
        segments = np.searchsorted(segmentation.boundaries, text.owners, side="right")
        pairs = np.column_stack((segments, text.sequence))
        self._uses = _exceedance_counts(np.unique(pairs, axis=0, return_counts=True)[1])
        self._lengths = _exceedance_counts(np.bincount(segments))

    def cost(self, prior: float) -> float:
        """Return -log p."""
        drawn = self._lengths * _logarithms(len(self._lengths), self._different * prior)
        return float(drawn.sum() - (self._uses * _logarithms(len(self._uses), prior)).sum())

    def slope(self, prior: float) -> float:
        """Return the derivative of log p by log theta."""
        uses, lengths = np.arange(len(self._uses)), np.arange(len(self._lengths))
        whole = self._different * prior
        known = self._uses * (prior / (uses + prior))
        return float(known.sum() - (self._lengths * (whole / (lengths + whole))).sum())

    def best_prior(self) -> float:
        """Return the theta of greatest probability within its bounds."""
        low, high = math.log(LEAST_PRIOR), math.log(GREATEST_PRIOR)
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if self.slope(math.exp(middle)) > 0 else (low, middle)
        return math.exp((low + high) / 2)


def _logarithms(count: int, more: float) -> Floats:
    """Return log(n + more) for n = 0, .., count - 1."""
    return one_by_one(math.log, np.arange(count) + more)


def _exceedance_counts(counts: Indices) -> Indices:
    """Return how many of the counts are above 0, above 1 and so on."""
    beyond: Indices = len(counts) - np.cumsum(np.bincount(counts))[:-1]
    return beyond


def most_probable_segmentation(
    text: Prepared, prior: float, n_segments: int | None
) -> Segmentation:
    """Return the most probable segmentation into a number of segments, or into any."""
    # Seen from all its ends once, for several searches.
    evidence = SegmentEvidence(text, prior)
    costs = [evidence.ending(end) for end in range(1, len(text) + 1)]
    if n_segments is None:
        n_segments = _most_probable_number(text, prior, costs)
    return cheapest_segments(len(text), lambda end: costs[end - 1], n_segments=n_segments)


def _most_probable_number(text: Prepared, prior: float, costs: Sequence[Floats]) -> int:
    """Return the K for which the least cost + log C(T - 1, K - 1) is least; of equals the least.

    Not all K need be tried: if the best segmentation at a price x for each of its segments costs c
    in all, then none into K segments costs less than c - x K without the price.
    """
    size = len(costs)
    numbers = np.arange(1, size + 1)
    ways = log_number_of_segmentations(size)
    bound, reached = np.full(size, -np.inf), np.inf
    for price in (math.log(size) * share for share in _PRICES):
        cheapest = cheapest_segments(size, partial(_costs_with_price, costs, price))
        cost, number = SufficientStatistics(text, cheapest).cost(prior), len(cheapest)
        bound = np.maximum(bound, cost + price * (number - numbers))
        reached = min(reached, cost + ways[number - 1])
    most = int(np.flatnonzero(bound + ways <= reached + _ROUNDING)[-1]) + 1
    least = least_costs(size, lambda end: costs[end - 1], most)
    return int(np.argmin(least + ways[:most])) + 1


def _costs_with_price(costs: Sequence[Floats], price: float, end: int) -> Floats:
    return costs[end - 1] + price


def log_number_of_segmentations(size: int) -> Floats:
    """Return log C(T - 1, K - 1) for K = 1, ..., T: the ways to cut T units into K segments."""
    return np.array([lgamma(size) - lgamma(k + 1) - lgamma(size - k) for k in range(size)])


ENTRY = MethodEntry(
    name="bayesseg",
    year="2008",
    summary="segments drawn from vocabularies of their own, integrated out: the most probable",
    reference="Eisenstein and Barzilay, Bayesian Unsupervised Topic Segmentation, EMNLP 2008",
    make=BayesSeg,
    count="optional",
)
