"""What is to be found: the segmentation of a text that costs least of all that are allowed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from tmima.errors import TmimaError
from tmima.segmentation.certificate import Certificate
from tmima.segmentation.constraints import Admissible, Constraints
from tmima.segmentation.cost import TextCost
from tmima.segmentation.engine import Programme
from tmima.segmentation.parameters import Parameters
from tmima.segmentation.prepared import Prepared
from tmima.segmentation.recursion import NumberOfSegments, Solution
from tmima.similarity import Similarity
from tmima.text import Segmentation


@dataclass(frozen=True, slots=True)
class Problem:
    """A text, what its segments cost, and what they must satisfy: all that the engine asks for.

    Memory is linear in the number of units; so is time where a window can be proved to be enough,
    else quadratic. Of several optima the one with the shortest last segment is taken, then the
    shortest before it, and so on.

    Attributes:
        text: the text, made ready.
        similarity: D of its units.
        cost: of its segments and cuts.
        constraints: what a segmentation must satisfy; nothing by default.
        temperature: what costs are divided by to become the logarithms of odds.
        longest: the most units of a segment that is weighed where no window is proved; all that
            are allowed by default.
        wrong: runs of units that were counted and found too large, or else too small.
    """

    text: Prepared
    similarity: Similarity
    cost: TextCost
    constraints: Constraints = field(default_factory=Constraints)
    temperature: float = 1.0
    longest: int | None = None
    wrong: Mapping[tuple[int, int], bool] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        text: Prepared,
        similarity: Similarity,
        parameters: Parameters | None = None,
        constraints: Constraints | None = None,
    ) -> Self:
        """Return the search for the least of equation (1).

            J(t) = sum over segments k of  gamma * (t_k - t_{k-1} - mu)^2 / (2 sigma^2)
                   - (1 - gamma) * (sum of D over the square of segment k) / (t_k - t_{k-1})^r

        Fragkou, *A Dynamic Programming Algorithm for the Segmentation of Greek Texts*.
        """
        parameters = parameters or Parameters()
        return cls(
            text,
            similarity,
            TextCost.of(parameters, text.units.lengths(parameters.length_unit)),
            constraints or Constraints(),
            parameters.temperature,
        )

    def with_parameters(self, parameters: Parameters) -> Self:
        """Return the same with the cost of equation (1) by other parameters."""
        lengths = self.text.units.lengths(parameters.length_unit)
        cost = TextCost.of(parameters, lengths)
        return replace(self, cost=cost, temperature=parameters.temperature)

    def with_cuts(self, cuts: Iterable[int]) -> Self:
        """Return the problem whose solutions must also cut at the given places."""
        kept = replace(self.constraints, cut_at=(*self.constraints.cut_at, *cuts))
        return replace(self, constraints=kept)

    @property
    def allowed(self) -> Admissible:
        """The segmentations that satisfy the constraints."""
        allowed = self.text.admissible(self.constraints)
        if not self.wrong:
            return allowed
        allowed = allowed.without(self.wrong)
        if not allowed.reachable()[-1]:
            raise self.constraints.size_error(self.text.units)
        return allowed

    def programme(self, allowed: Admissible | None = None) -> Programme:
        """Return the engine, to be asked for the optimum and for more.

        Args:
            allowed: in place of what the constraints leave.
        """
        return Programme(
            self.similarity,
            self.cost,
            self.allowed if allowed is None else allowed,
            longest=self.longest,
        )


@dataclass(frozen=True, slots=True)
class Settled:
    """The answer to a problem, and the programmes that further questions are asked of.

    Attributes:
        optimum: the answer.
        certificate: among which segmentations none is cheaper, and why.
        among: those segmentations, for alternatives and cut costs.
        free: those that probabilities are of, and samples drawn from.
        levels: nested segmentations from the coarsest to the answer, if some were asked for.
        number: how probable each number of segments is, if that decided.
    """

    optimum: Solution
    certificate: Certificate
    among: Programme
    free: Programme
    levels: tuple[Segmentation, ...] = ()
    number: NumberOfSegments | None = None


def settle_by_cost(problem: Problem, parameters: Parameters, levels: int = 0) -> Settled:
    """Settle a problem by equation (1): the cheapest of all allowed segmentations.

    In a hierarchy it is the cheapest of those that keep the cuts of the level above the finest.
    """
    hierarchy = find_levels(problem, parameters, levels) if levels else []
    if levels > 1:
        problem = problem.with_cuts(hierarchy[-2].cuts)
    programme = problem.programme()
    optimum, certificate = programme.certified()
    if levels > 1:
        certificate = replace(certificate, nested=True)
    return Settled(optimum, certificate, programme, programme, tuple(hierarchy))


def find_levels(problem: Problem, parameters: Parameters, levels: int) -> list[Segmentation]:
    """Return segmentations from the coarsest to the finest, every cut of one in the next.

    The finest level has the parameters given and obeys the constraints. Each level above prefers
    segments longer by one factor, such that the highest has about as many segments as each segment
    has on the level below. Each level is the cheapest that keeps the cuts of the one above.
    """
    if levels < 1:
        raise TmimaError(f"the number of levels must be 1 or more, not {levels}")
    lengths = problem.text.units.lengths(parameters.length_unit)
    preferred = max(parameters.mean_length, float(lengths.mean()))
    factor = max(1.0, float(lengths.sum()) / preferred) ** (1 / levels)
    free = problem.constraints.of_coarser_levels()
    hierarchy: list[Segmentation] = []
    for level in range(levels - 1, 0, -1):
        scaled = problem.with_parameters(parameters.at_scale(factor**level))
        coarse = replace(scaled, constraints=free, wrong={})
        hierarchy.append(_cheapest_keeping_cuts(coarse, hierarchy))
    hierarchy.append(_cheapest_keeping_cuts(problem, hierarchy))
    return hierarchy


def _cheapest_keeping_cuts(problem: Problem, above: list[Segmentation]) -> Segmentation:
    """Return the cheapest segmentation that keeps the cuts of the level above."""
    problem = problem.with_cuts(above[-1].cuts if above else ())
    return problem.programme().optimum().segmentation
