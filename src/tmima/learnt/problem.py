"""What is answered with nothing set: the most probable segmentation into the median number.

The single most probable segmentation has too few cuts, for the belief in each is spread over its
neighbours; the number of segments, summed over all segmentations, is as it should be. So the number
is the median of its distribution, and the segmentation the most probable that has it: the optimum
of one exact programme, with one bias on every cut, which is also what "coarser" and "finer" move.
"""

import math
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from tmima.learnt.model import Adaptation, LengthScores
from tmima.segmentation import (
    Admissible,
    Answers,
    Branch,
    Certificate,
    Constraints,
    NumberOfSegments,
    Posteriors,
    Programme,
    Questions,
    Solution,
    TextCost,
    tree,
)
from tmima.similarity import Similarity
from tmima.text import Segmentation, Units

# Scores are logarithms of probabilities.
_TEMPERATURE = 1.0
# Where places and numbers together are more, the bias is looked for that leads to a number.
_MOST_WEIGHED = 3e7
_TRIES = 16
_FIRST_STEP = 0.5


@dataclass(frozen=True, slots=True)
class LearntProblem:
    """A text, what its segmentations cost, and what they must satisfy.

    Attributes:
        similarity: D of the units.
        units: sentences.
        cost: of segmentations, less their score.
        constraints: what they must satisfy.
        longest: the units of the longest segment that is weighed.
    """

    similarity: Similarity
    units: Units
    cost: TextCost
    constraints: Constraints
    longest: int | None

    @property
    def allowed(self) -> Admissible:
        """The segmentations that satisfy the constraints."""
        return self.constraints.on(self.units) or Admissible.everything(len(self.units))

    @property
    def scores(self) -> LengthScores:
        """What segments score by their number of units."""
        return cast("LengthScores", self.cost.segment)

    def posteriors(self) -> Posteriors:
        """Return how probable each cut is."""
        return self.programme(self.allowed).posteriors(_TEMPERATURE)

    def adapted(self, adaptation: Adaptation) -> "LearntProblem":
        """Return it with the scores of the model as an adaptation takes them."""
        places = self.cost.place_costs.copy()
        places[1:-1] = -adaptation.of_places(-places[1:-1])
        segment = adaptation.of_segments(self.scores)
        return replace(self, cost=replace(self.cost, segment=segment, place_costs=places))

    def programme(self, allowed: Admissible, *, bias: float = 0.0) -> Programme:
        """Return the engine, each cut being dearer by the bias."""
        cost = self.cost
        if bias:
            places = cost.place_costs + bias
            places[[0, -1]] = 0.0
            cost = replace(cost, place_costs=places)
        return Programme(self.similarity, cost, allowed, longest=self.longest)


def answer(problem: LearntProblem, questions: Questions) -> tuple[Answers, NumberOfSegments]:
    """Segment and answer everything that is asked, with the distribution of the number."""
    allowed = problem.allowed
    free = problem.programme(allowed)
    number = free.numbers(_TEMPERATURE)
    optimum, certificate = _optimum(problem, allowed, number)
    count = len(optimum.segmentation)
    settled = problem.programme(replace(allowed, counts=(count, count)))
    most = min(questions.path, len(problem.units))
    return Answers(
        optimum=optimum,
        certificate=certificate,
        posteriors=free.posteriors(_TEMPERATURE) if questions.posteriors else None,
        cut_costs=settled.cut_costs() if questions.cut_costs else None,
        best=settled.best(questions.best) if questions.best else None,
        samples=(
            free.samples(questions.samples, _TEMPERATURE, seed=questions.seed)
            if questions.samples
            else None
        ),
        path=problem.programme(replace(allowed, counts=None)).path(most) if most else None,
        levels=_levels(problem, optimum.segmentation, questions.levels) or None,
    ), number


def _optimum(
    problem: LearntProblem, allowed: Admissible, wanted: NumberOfSegments
) -> tuple[Solution, Certificate]:
    """Return the most probable segmentation into the median number of segments.

    In long texts it is looked for by the bias that leads to the number; what a bias leads to is the
    most probable with its number. A number that is as good as the median will do, and where none
    is reached the nearest, unless somebody has told the number.
    """
    size, number = len(problem.units), wanted.median
    off = (wanted.interval[1] - wanted.interval[0]) // 8 if allowed.counts is None else 0
    exactly = replace(allowed, counts=(number, number))
    if size * min(size, problem.longest or size) * number <= _MOST_WEIGHED:
        return problem.programme(exactly).certified()
    found: list[tuple[int, Solution, Certificate]] = []
    free = replace(allowed, counts=None)
    low, high = -math.inf, math.inf
    bias, step = 0.0, _FIRST_STEP
    for _ in range(_TRIES):
        way, certificate = problem.programme(free, bias=bias).certified()
        count = len(way.segmentation)
        plain = Solution(way.segmentation, way.cost - bias * (count - 1))
        found.append((abs(count - number), plain, certificate))
        if found[-1][0] <= off:
            break
        low, high = (bias, high) if count > number else (low, bias)
        if math.isinf(high - low):
            bias += step if count > number else -step
            step *= 2
        else:
            bias = (low + high) / 2
    distance, nearest, certificate = min(found, key=lambda one: one[0])
    if distance and allowed.counts is not None:
        return problem.programme(exactly).certified()
    return nearest, certificate


def _levels(problem: LearntProblem, finest: Segmentation, levels: int) -> tuple[Branch, ...]:
    """Return nested segmentations: the finest is the answer, each above has some of its cuts.

    Each level has about as many segments as each of them has on the level below; it is the most
    probable of those that cut only where the level below does.
    """
    if not levels:
        return ()
    found = [finest]
    # Only the finest level has a size and a number; what must be cut, must be everywhere.
    constraints = replace(problem.constraints, n_segments=None, max_size=None)
    free = replace(problem, constraints=constraints).allowed
    for level in range(levels - 1, 0, -1):
        fewest = _fewest(found[0], free, problem.longest or len(problem.units))
        number = max(fewest, round(len(finest) ** (level / levels)))
        closed = np.ones_like(free.closed)
        closed[list(found[0].boundaries)] = 0
        within = replace(free, closed=closed, counts=(number, number))
        found.insert(0, problem.programme(within).optimum().segmentation)
    return tree(found)


def _fewest(cuts: Segmentation, allowed: Admissible, longest: int) -> int:
    """Return the least number of segments that some of the cuts make, none longer than allowed."""
    number, first, before = 1, 0, 0
    for end in cuts.boundaries:
        if end - first > longest or allowed.earliest[end - 1] > first:
            number, first = number + 1, before
        before = end
    return number
