"""How likely the known segments of texts are, and the numbers under which they are likeliest.

What a segmentation scores is linear in the numbers of an `Adaptation`: each is the factor of one
statistic, a sum over cuts or over segments. So the logarithm of the truth's probability,

    log P(truth) = score(truth) - log Z,

is concave in them. Its gradient is what the truth has of each statistic less what is expected of
it, its curvature their covariance. Both are carried with Z from the first unit to the last, so they
are exact, and Newton's steps come to the one optimum there is.
"""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Self, cast

import numpy as np

from tmima import kernel
from tmima.errors import TmimaError
from tmima.kernel.arrays import Flags, Floats
from tmima.learnt import NUMBERS, Adaptation, LengthScores, logarithms
from tmima.segmentation import Problem
from tmima.similarity import column_blocks
from tmima.text import Segmentation

# What density scores is kept of each segment: some hundred megabytes for ten texts of this length.
MOST_UNITS = 4000
# The prior is worth so many texts that are as the model expects them; fewer texts than these say
# nothing of which.
_PRIORS = (0.5, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
_FEWEST_TEXTS = 3
_MOST_CHOICES = 4
# Numbers that no text tells anything of stay where they are.
_LEAST_CURVATURE = 1e-9
# Newton's steps end where this is all that can be gained, after so many at the most.
_ENOUGH = 1e-9
_MOST_STEPS = 50
_SHORTEST_STEP = 1e-3
# Numbers are rounded, so that the last bit of an exponential decides nothing.
_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Likelihood:
    """The logarithm of the truth's probability, its gradient, and less its second derivatives."""

    value: float
    gradient: Floats
    curvature: Floats

    def __add__(self, other: "Likelihood") -> "Likelihood":
        return Likelihood(
            self.value + other.value,
            self.gradient + other.gradient,
            self.curvature + other.curvature,
        )

    def __mul__(self, factor: float) -> "Likelihood":
        return Likelihood(factor * self.value, factor * self.gradient, factor * self.curvature)


@dataclass(frozen=True, slots=True, eq=False)
class KnownText:
    """A text whose segments are known: the statistics of its cuts and segments.

    Attributes:
        truth: the true segments.
        cuts: what a cut at each place has of the statistics of cuts; 0 at both ends.
        lengths: what segments of n = 0, 1, .. units have of the statistics of lengths.
        scores: what they score as it is.
        density: for each unit, what the density of the segments that end with it scores, the
            longest first.
        closed: where no cut may be.
    """

    truth: Segmentation
    cuts: Floats
    lengths: Floats
    scores: Floats
    density: tuple[Floats, ...]
    closed: Flags

    @classmethod
    def of(cls, problem: Problem, truth: Segmentation) -> Self:
        """Return a text with what it scores by the model as it is, nothing adapted."""
        size = len(problem.text)
        if size > MOST_UNITS:
            raise TmimaError(
                f"a text of {size:,} units is too long to learn from, {MOST_UNITS:,} are the most: "
                "give its parts as texts of their own"
            )
        scores = cast("LengthScores", problem.cost.segment).lengths
        cuts = np.zeros((size + 1, 2))
        cuts[1:size] = np.stack((-problem.cost.place_costs[1:size], np.ones(size - 1)), axis=1)
        longest = len(scores) - 1
        greatest = max(last - first for first, last in truth.segments)
        if greatest > longest:
            raise TmimaError(
                f"a segment of {greatest:,} units is longer than the {longest:,} that are weighed "
                "in so long a text: give its parts as texts of their own"
            )
        counted = np.concatenate(([0.0], logarithms(longest)[:longest]))
        lengths = np.stack((counted, counted * counted), axis=1)
        density = tuple(_density(problem, longest))
        return cls(truth, cuts, lengths, scores, density, problem.allowed.closed)

    def likelihood(self, adaptation: Adaptation) -> Likelihood:
        """Return how likely the truth is under an adaptation."""
        numbers = np.array(adaptation.numbers)
        of_cuts, of_lengths = slice(0, 2), slice(2, 4)
        cuts = (self.cuts * numbers[of_cuts]).sum(axis=1)
        # From long to short, as the segments that end with a unit are listed.
        lengths = self.lengths[::-1]
        scores = self.scores[::-1] + (lengths * numbers[of_lengths]).sum(axis=1)
        size, kinds = len(self.density), len(numbers)
        values = np.full(size + 1, -np.inf)
        values[0] = 0.0
        means = np.zeros((size + 1, kinds))
        spreads = np.zeros((size + 1, kinds, kinds))
        for unit, density in enumerate(self.density):
            place, count = unit + 1, len(density)
            if self.closed[place]:
                continue
            starts, counted = slice(place - count, place), slice(-count - 1, -1)
            ways = values[starts] + scores[counted] + numbers[-1] * density
            most = ways.max()
            shares = np.exp(ways - most)
            whole = float(shares.sum())
            values[place] = most + math.log(whole) + cuts[place]
            shares /= whole
            held = means[starts].copy()
            held[:, of_lengths] += lengths[counted]
            held[:, -1] += density
            weighed = shares[:, None] * held
            mean = weighed.sum(axis=0)
            apart = held - mean
            spreads[place] = np.einsum("s,sij->ij", shares, spreads[starts])
            spreads[place] += np.einsum("si,sj->ij", shares[:, None] * apart, apart)
            mean[of_cuts] += self.cuts[place]
            means[place] = mean
        true = self._true_statistics()
        score = float((true * numbers).sum()) + self._unadapted_length_score()
        return Likelihood(score - values[size], true - means[size], spreads[size])

    def _true_statistics(self) -> Floats:
        """Return the statistics of the true segmentation, in the order of the adapted numbers."""
        of_truth = np.zeros(len(NUMBERS))
        for first, last in pairwise((0, *self.truth.boundaries)):
            of_truth[:2] += self.cuts[last]
            of_truth[2:4] += self.lengths[last - first]
            of_truth[-1] += self.density[last - 1][first - last]
        return of_truth

    def _unadapted_length_score(self) -> float:
        """Return the score of the lengths of the true segments by the unadapted model."""
        ends = pairwise((0, *self.truth.boundaries))
        return float(sum(self.scores[last - first] for first, last in ends))


def _density(problem: Problem, longest: int) -> Iterator[Floats]:
    """Yield for each unit what the density of the segments that end with it scores."""
    cost, size = problem.cost, len(problem.text)
    plain = kernel.Cost(
        cost.positions, cost.segment.density_weights(longest), 0.0, 0.0, expected=cost.expected
    )
    work = kernel.Scratch.empty(size, longest)
    for block in column_blocks(problem.similarity, reach=longest - 1):
        for unit in range(block.first, block.last):
            column = block.between(unit, unit + 1)
            twice = np.where(column.rows == unit, 1.0, 2.0) * column.values
            work.row_sums[column.rows] += twice
            earliest = max(0, unit + 1 - longest)
            kernel.weigh(work, plain, unit, earliest)
            yield -work.weights[: unit + 1 - earliest]


def fit_adaptation(texts: Sequence[KnownText]) -> Adaptation:
    """Return the numbers under which the truth of texts is likeliest, held near what they were.

    A text counts by the root of its number of segments, as when the model was learnt. The prior is
    worth some more texts of the same kind that are exactly as the model expects them: it is so many
    times the mean curvature that the texts have there, whatever the numbers stand for. How many,
    the texts themselves say (`_prior`), at the start and again where it leads to; where what they
    teach may be chance, nothing moves.
    """
    start = np.array(Adaptation().numbers)
    at_start = [_weigh_text(text, start) for text in texts]
    prior, numbers, here = None, start, at_start
    for _ in range(_MOST_CHOICES):
        before, prior = prior, _prior(at_start, here, numbers - start)
        if prior is None:
            numbers = start
        if prior in (None, before):
            break
        numbers, here = _optimum(texts, start, prior)
    learnt = Adaptation(*(round(number, _DECIMALS) for number in numbers.tolist()))
    return replace(learnt, texts=len(texts))


def _prior(
    at_start: Sequence[Likelihood], here: Sequence[Likelihood], moved: Floats
) -> float | None:
    """Return the prior under which each text gains most by what the others teach.

    What it gains is told by the gradients and the curvatures after the numbers have moved. The gain
    is the mean less its standard error, so that chance alone moves nothing.
    """
    if len(here) < _FEWEST_TEXTS:
        return None
    whole, prior_curvature = _sum(here), _sum(at_start).curvature / len(here)
    best, best_prior = 0.0, None
    for prior in _PRIORS:
        held = _prior_curvature(prior_curvature, prior)
        back = (held * moved).sum(axis=1)
        gains = []
        for first, text in zip(at_start, here, strict=True):
            step = _solve(
                whole.curvature - text.curvature + held, whole.gradient - text.gradient - back
            )
            gained = _dot_product(text.gradient, step) - _quadratic_form(text.curvature, step) / 2
            gains.append(text.value - first.value + gained)
        gain = statistics.fmean(gains) - statistics.stdev(gains) / math.sqrt(len(gains))
        if gain > best:
            best, best_prior = gain, prior
    return best_prior


def _optimum(
    texts: Sequence[KnownText], start: Floats, prior: float
) -> tuple[Floats, list[Likelihood]]:
    """Return where likelihood and prior together are greatest, by Newton's steps."""
    numbers = start
    here = [_weigh_text(text, numbers) for text in texts]
    whole = _sum(here)
    held = _prior_curvature(whole.curvature / len(texts), prior)
    for _ in range(_MOST_STEPS):
        moved = numbers - start
        uphill = whole.gradient - (held * moved).sum(axis=1)
        step = _solve(whole.curvature + held, uphill)
        if _dot_product(uphill, step) < _ENOUGH:
            break
        reached = whole.value - _quadratic_form(held, moved) / 2
        length = 1.0
        while length > _SHORTEST_STEP:
            here = [_weigh_text(text, numbers + length * step) for text in texts]
            whole = _sum(here)
            if whole.value - _quadratic_form(held, moved + length * step) / 2 >= reached:
                break
            length /= 2
        numbers = numbers + length * step
    return numbers, here


def _weigh_text(text: KnownText, numbers: Floats) -> Likelihood:
    """Return the likelihood of a text by the root of its number of segments."""
    return text.likelihood(Adaptation(*numbers.tolist())) * (1 / math.sqrt(len(text.truth)))


def _sum(several: Sequence[Likelihood]) -> Likelihood:
    return reduce(add, several)


def _prior_curvature(curvature: Floats, prior: float) -> Floats:
    """Return the curvature of a prior that is worth so many texts of this curvature."""
    return prior * curvature + _LEAST_CURVATURE * np.eye(len(NUMBERS))


def _solve(matrix: Floats, given: Floats) -> Floats:
    return np.linalg.solve(matrix, given).astype(np.float64, copy=False)


def _dot_product(one: Floats, other: Floats) -> float:
    return float((one * other).sum())


def _quadratic_form(matrix: Floats, vector: Floats) -> float:
    return float(((matrix * vector).sum(axis=1) * vector).sum())
