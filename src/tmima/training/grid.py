"""Training of the parameters of equation (1): texts whose segments are known, and what they tell.

The paper's search takes lengths as they are and tries all 80 pairs of gamma and r; the one with the
lowest mean error is taken. Then comes the temperature at which probabilities of cuts are true to
what is seen.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.kernel.arrays import Floats, total
from tmima.scores import Scores, average, score
from tmima.segmentation import (
    CostsSideBySide,
    Parameters,
    Prepared,
    Problem,
    distinct_optima,
    pair_with_truth,
)
from tmima.text import Segmentation
from tmima.training.objectives import DEFAULT_OBJECTIVE, PAPER, objective_named

GAMMAS = (*(step / 100 for step in range(10)), *(step / 10 for step in range(1, 11)))
POWERS = (0.33, 0.5, 0.66, 1.0)


def solve(problem: Problem, parameters: Parameters) -> Segmentation:
    """Return the cheapest segmentation by some parameters, in sentences."""
    segmentation = problem.with_parameters(parameters).programme().optimum().segmentation
    return problem.text.in_sentences(segmentation)


def scores_of_cuts(
    problem: Problem, segmentation: Segmentation, score_unit: str = "sentences"
) -> Scores:
    """Return all scores of a segmentation of the sentences."""
    return score(_truth(problem), segmentation, words=_words_per_sentence(problem, score_unit))


def error_of_cuts(
    problem: Problem,
    segmentation: Segmentation,
    objective: str = PAPER,
    score_unit: str = "sentences",
) -> float:
    """Return the error of a segmentation of the sentences by an objective: Pk, or another."""
    return _error_function(problem, objective, score_unit)(segmentation)


def errors(
    problem: Problem,
    costs: CostsSideBySide,
    objective: str = PAPER,
    score_unit: str = "sentences",
) -> Floats:
    """Return the error of the cheapest segmentation by each of some costs."""
    text, error = problem.text, _error_function(problem, objective, score_unit)
    lengths = text.units.lengths(costs.settings[0].length_unit)
    segmentations, chosen = distinct_optima(problem.similarity, lengths, costs)
    each: Floats = np.array([error(text.in_sentences(one)) for one in segmentations])
    return each[chosen]


def _error_function(
    problem: Problem, objective: str, score_unit: str
) -> Callable[[Segmentation], float]:
    """Return the function from a segmentation of a text to its error by an objective."""
    error, truth, words = (
        objective_named(objective),
        _truth(problem),
        _words_per_sentence(problem, score_unit),
    )
    return lambda segmentation: error(truth, segmentation, words)


def _truth(problem: Problem) -> Segmentation:
    """Return the true segmentation of the sentences."""
    ((text, truth),) = pair_with_truth([problem.text])
    return text.in_sentences(truth)


def _words_per_sentence(problem: Problem, score_unit: str) -> tuple[int, ...] | None:
    """Return the words of each sentence if scores count words."""
    return problem.text.whitespace_word_counts if score_unit == "words" else None


def length_moments(
    texts: Sequence[Prepared], length_unit: str = "sentences"
) -> tuple[float, float]:
    """Return the mean and the sample deviation (n - 1) of the true segments' lengths."""
    lengths = [
        int(units.sum())
        for text, truth in pair_with_truth(texts)
        for units in np.split(text.units.lengths(length_unit), truth.cuts)
    ]
    if len(lengths) < 2:
        raise TmimaError(f"{len(lengths)} segment is too little to learn lengths from")
    mean = sum(lengths) / len(lengths)
    variance = total((length - mean) ** 2 for length in lengths) / (len(lengths) - 1)
    if variance == 0:
        raise TmimaError(f"all {len(lengths)} segments have the length {mean:g}: nothing to learn")
    return mean, math.sqrt(variance)


@dataclass(frozen=True, slots=True)
class Grid:
    """The mean error of each pair, by r (rows) and gamma (columns), and the best parameters."""

    errors: NDArray[np.float64]
    parameters: Parameters

    @property
    def error(self) -> float:
        """The lowest mean error."""
        return float(self.errors.min())


def grid_search(
    problems: Sequence[Problem],
    *,
    length_unit: str = "sentences",
    diagonal: bool = True,
    objective: str = PAPER,
    score_unit: str = "sentences",
) -> Grid:
    """Learn the parameters from texts that know their segments, each with its D.

    mu and sigma are the mean and deviation of the true lengths; (gamma, r) is the pair with the
    lowest mean error, the first in the order of rising r, then rising gamma, among equals. The
    error is Pk, the paper's, or another of `tmima.training.objectives`.
    """
    mean, deviation = length_moments([one.text for one in problems], length_unit)
    settings = [
        Parameters(mean, deviation, gamma, r, length_unit, diagonal)
        for r in POWERS
        for gamma in GAMMAS
    ]
    costs = CostsSideBySide(settings)
    # Added one text after the other: the last bit of a mean decides between equals.
    totals = np.zeros(len(settings))
    for problem in problems:
        totals += errors(problem, costs, objective, score_unit)
    means = (totals / len(problems)).reshape(len(POWERS), len(GAMMAS))
    return Grid(means, settings[int(np.argmin(means))])


_BINS = 10
# Temperatures are tried from 2^-8 to 2^8 of the costs' own scale, then between the best neighbours.
_OCTAVES = range(-8, 9)
_REFINEMENTS = 20
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True, slots=True)
class Reliability:
    """A row of the reliability table: predicted and observed cuts of one tenth of probability.

    Attributes:
        low: the tenth begins here.
        high: and ends here.
        places: how many places there are.
        said: the mean probability.
        true: the share of places with a true cut.
    """

    low: float
    high: float
    places: int
    said: float
    true: float


def calibrate_temperature(problems: Sequence[Problem], parameters: Parameters) -> Parameters:
    """Return the parameters with the temperature under which the true cuts are likeliest.

    Each place between two units is a bet on a cut with the odds of the Gibbs distribution; the
    temperature is the one with the least mean logarithmic loss. So that a few texts without a
    mistake do not make it certain of everything, one more place of either kind that turned out
    the other way is counted (Platt, "Probabilistic Outputs for Support Vector Machines").
    """

    def loss(logarithm: float) -> float:
        said, true = _predicted_and_true_cuts(
            problems, replace(parameters, temperature=2**logarithm)
        )
        cuts = int(true.sum())
        target = np.where(true, (cuts + 1) / (cuts + 2), 1 / (len(true) - cuts + 2))
        safe = said.clip(1e-12, 1 - 1e-12)
        return -float((target * np.log(safe) + (1 - target) * np.log1p(-safe)).mean())

    if not any(len(one.text) > 1 for one in problems):
        return parameters
    best = min(_OCTAVES, key=loss)
    low, high = best - 1.0, best + 1.0
    inner, outer = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_inner, at_outer = loss(inner), loss(outer)
    for _ in range(_REFINEMENTS):
        if at_inner <= at_outer:
            high, outer, at_outer = outer, inner, at_inner
            inner = high - _GOLDEN * (high - low)
            at_inner = loss(inner)
        else:
            low, inner, at_inner = inner, outer, at_outer
            outer = low + _GOLDEN * (high - low)
            at_outer = loss(outer)
    return replace(parameters, temperature=2 ** ((low + high) / 2))


def reliability(problems: Sequence[Problem], parameters: Parameters) -> list[Reliability]:
    """Return the reliability table of the probabilities of cuts, without empty tenths."""
    return binned_by_tenths(*_predicted_and_true_cuts(problems, parameters))


def binned_by_tenths(said: Floats, true: NDArray[np.bool_]) -> list[Reliability]:
    """Return predicted and observed shares of cuts, binned by tenths of the prediction."""
    tenths = np.minimum((said * _BINS).astype(int), _BINS - 1)
    return [
        Reliability(
            low=tenth / _BINS,
            high=(tenth + 1) / _BINS,
            places=int(within.sum()),
            said=float(said[within].mean()),
            true=float(true[within].mean()),
        )
        for tenth in range(_BINS)
        if (within := tenths == tenth).any()
    ]


def _predicted_and_true_cuts(
    problems: Sequence[Problem], parameters: Parameters
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return for all places of all texts the probability of a cut and whether there is one."""
    said, true = [], []
    for problem in problems:
        own = problem.with_parameters(parameters)
        said.append(own.programme().posteriors(own.temperature).cuts)
        ((text, truth),) = pair_with_truth([problem.text])
        true.append(np.isin(np.arange(1, len(text)), truth.cuts))
    return np.concatenate(said), np.concatenate(true)


@dataclass(frozen=True, slots=True)
class Training:
    """What was learnt, from how many texts, and how good it is on them.

    The objective is what was minimised; the scores are means over the texts; the reliability is
    that of the probabilities of cuts.
    """

    parameters: Parameters
    texts: int
    segments: int
    objective: str
    scores: Scores
    reliability: list[Reliability]


def train(
    problems: Sequence[Problem],
    *,
    length_unit: str = "sentences",
    diagonal: bool = True,
    objective: str = DEFAULT_OBJECTIVE,
    score_unit: str = "sentences",
) -> Training:
    """Learn the parameters: lengths, gamma and r by the paper's procedure, then the temperature.

    What gamma and r minimise is an objective of `tmima.training.objectives`, "pk" in the paper.
    """
    grid = grid_search(
        problems,
        length_unit=length_unit,
        diagonal=diagonal,
        objective=objective,
        score_unit=score_unit,
    )
    parameters = calibrate_temperature(problems, grid.parameters)
    scores = [scores_of_cuts(one, solve(one, grid.parameters), score_unit) for one in problems]
    return Training(
        parameters=parameters,
        texts=len(problems),
        segments=sum(len(_truth(one)) for one in problems),
        objective=objective,
        scores=average(scores),
        reliability=reliability(problems, parameters),
    )
