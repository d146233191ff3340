"""What can be asked of the engine besides the answer itself, and what it answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Self

import numpy as np

from tmima.kernel.arrays import Floats, equal
from tmima.segmentation.certificate import Certificate
from tmima.segmentation.engine import Posteriors
from tmima.segmentation.problem import Problem, Settled
from tmima.segmentation.recursion import Solution
from tmima.settings import Switch, Whole, check_fields, checked_fields, document_settings, setting
from tmima.text import Segmentation, Units


@dataclass(frozen=True, slots=True)
class Branch:
    """A segment, the units [first, last), and the segments it is cut into on the next level."""

    first: int
    last: int
    children: tuple["Branch", ...] = ()


def branches_of_levels(levels: Sequence[Segmentation]) -> tuple[Branch, ...]:
    """Return nested segmentations as the branches of the coarsest."""
    below: dict[tuple[int, int], Branch] = {}
    for segmentation in reversed(levels):
        finer = list(below.values())
        below = {
            (first, last): Branch(
                first, last, tuple(b for b in finer if first <= b.first and b.last <= last)
            )
            for first, last in pairwise((0, *segmentation.boundaries))
        }
    return tuple(below.values())


# Costs that differ by no more than this part of them are equal.
_ROUNDING = 1e-9
# What a method that has answers says it understands.
QUESTIONS = "questions"


@dataclass(frozen=True, kw_only=True)
class QuestionSettings:
    """The settings that ask for more than segments, for `Questions` and a segmenter."""

    posteriors: bool = setting(
        Switch(), "Report the probability of a cut at every place.", default=False, of=QUESTIONS
    )
    cut_costs: bool = setting(
        Switch(),
        "Report how much dearer than the answer a cut at every place would be, among the same "
        "segmentations as `best`.",
        python="By the learnt model also what is seen there says of a cut, and for what reasons.",
        default=False,
        of=QUESTIONS,
    )
    best: int = setting(
        Whole(
            1,
            most=1_000,
            why="the time grows with the square of it, and those further on hardly differ",
        ),
        "Report the N cheapest segmentations, the answer first: by the default method those into "
        "its number of segments, by density those into any number.",
        default=0,
        metavar="N",
        of=QUESTIONS,
    )
    samples: int = setting(
        Whole(1, most=100_000, why="so many tell the probability of a cut to a third of a percent"),
        "Draw N segmentations by their probability.",
        default=0,
        metavar="N",
        of=QUESTIONS,
    )
    seed: int = setting(Whole(), "Random seed for `samples`.", default=0, metavar="N", of=QUESTIONS)
    path: int = setting(
        Whole(1),
        "Report the cheapest segmentation for each number of segments up to K; the default "
        "method answers the one of the median number, which need not be the cheapest of them.",
        default=0,
        metavar="K",
        of=QUESTIONS,
    )
    levels: int = setting(
        Whole(
            1,
            most=32,
            why="if each has twice the segments of the one above, no text has room for more",
        ),
        "Report a hierarchy of N levels.",
        python="The finest becomes the result.",
        default=0,
        metavar="N",
        of=QUESTIONS,
        page=True,
    )


@document_settings
@dataclass(frozen=True, kw_only=True)
class Questions(QuestionSettings):
    """What to ask for; nothing by default. The answers have the same names."""

    def __post_init__(self) -> None:
        check_fields(self)

    @classmethod
    def of(cls, given: "Questions | Mapping[str, Any] | None") -> Self:
        """Return questions, also from a mapping of their names."""
        return checked_fields(cls, given, "question")


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The answer, among which segmentations it is the cheapest, and whatever else was asked for.

    With `cut_costs` the learnt model tells `odds`, the log odds of a cut at each place by what is
    seen there, before lengths and density are weighed, and `reasons`: how much of that each kind of
    sign has added.
    """

    optimum: Solution
    certificate: Certificate
    posteriors: Posteriors | None = None
    cut_costs: Floats | None = None
    best: Sequence[Solution] | None = None
    samples: Sequence[Solution] | None = None
    path: Sequence[Solution | None] | None = None
    levels: Sequence[Branch] | None = None
    odds: Floats | None = None
    reasons: Mapping[str, Floats] | None = None

    def __eq__(self, other: object) -> bool:
        return equal(self, other)

    def __hash__(self) -> int:
        return hash(self.optimum)

    def segmentations(self) -> Iterator[Segmentation]:
        """Yield every segmentation of the answers: the optimum, the best, the samples, the path."""
        yield self.optimum.segmentation
        for several in (self.best, self.samples, self.path):
            yield from (one.segmentation for one in several or () if one is not None)

    def between(self, ends: Sequence[int]) -> "Answers":
        """Return the answers in larger units, at whose `ends` alone the smaller ones are cut."""
        places = {end: place for place, end in enumerate(ends, start=1)}
        inner = np.array(ends[:-1], dtype=np.int64) - 1

        def larger(one: Solution) -> Solution:
            return Solution(
                Segmentation(tuple(places[end] for end in one.segmentation.boundaries)), one.cost
            )

        def branch(one: Branch) -> Branch:
            first = places[one.first] if one.first else 0
            return Branch(first, places[one.last], tuple(map(branch, one.children)))

        return Answers(
            optimum=larger(self.optimum),
            certificate=self.certificate,
            posteriors=self.posteriors
            and replace(self.posteriors, cuts=self.posteriors.cuts[inner]),
            cut_costs=None if self.cut_costs is None else self.cut_costs[inner],
            best=self.best and [larger(one) for one in self.best],
            samples=self.samples and [larger(one) for one in self.samples],
            path=self.path and [one and larger(one) for one in self.path[: len(ends)]],
            levels=self.levels and [branch(one) for one in self.levels],
            odds=None if self.odds is None else self.odds[inner],
            reasons=self.reasons and {name: one[inner] for name, one in self.reasons.items()},
        )

    def as_dict(self, units: Units) -> dict[str, Any]:
        """Return the answers for JSON, without the keys of what was not asked for."""
        values: dict[str, Any] = {"certificate": self.certificate.as_dict()}
        if self.posteriors is not None:
            values["posteriors"] = self.posteriors.cuts.tolist()
            values["expected_segments"] = self.posteriors.expected_segments
            values["entropy"] = self.posteriors.entropy
            values["temperature"] = self.posteriors.temperature
        if self.cut_costs is not None:
            # JSON has no infinity; where no cut is allowed there is no cost.
            costs = self.cut_costs.tolist()
            values["cut_costs"] = [cost if cost < float("inf") else None for cost in costs]
        if self.odds is not None:
            values["odds"] = self.odds.tolist()
        if self.reasons is not None:
            values["reasons"] = {name: one.tolist() for name, one in self.reasons.items()}
        for name in ("best", "samples", "path"):
            answer = getattr(self, name)
            if answer is not None:
                values[name] = [_solution_as_dict(one) for one in answer]
        if self.levels is not None:
            values["levels"] = [_branch_as_dict(branch, units) for branch in self.levels]
        return values


def ask(problem: Problem, settled: Settled, questions: Questions) -> Answers:
    """Answer everything that is asked of a problem that is settled, whatever its cost.

    The first of the best is the answer, and so is the path's entry for the answer's number of
    segments, unless the answer had to keep the cuts of a level above: the path begins with a single
    segment, so it knows no levels.
    """
    temperature = problem.temperature
    most = min(questions.path, len(problem.text))
    optimum = settled.optimum
    best = settled.among.best(questions.best) if questions.best else None
    path = problem.programme().path(most) if most else None
    # An answer that was found by a bias may differ from these in the rounding of its cost, or be
    # another one of those that cost the same.
    if best is not None:
        others = [one for one in best if one.segmentation != optimum.segmentation]
        best = [optimum, *others][: len(best)]
    if path is not None:
        number = len(optimum.segmentation)
        path[number - 1 : number] = [
            _answer_if_as_cheap(optimum, one) for one in path[number - 1 : number]
        ]
    return Answers(
        optimum=settled.optimum,
        certificate=settled.certificate,
        posteriors=settled.free.posteriors(temperature) if questions.posteriors else None,
        cut_costs=settled.among.cut_costs() if questions.cut_costs else None,
        best=best,
        samples=(
            settled.free.samples(questions.samples, temperature, seed=questions.seed)
            if questions.samples
            else None
        ),
        path=path,
        levels=branches_of_levels(settled.levels) if settled.levels else None,
    )


def _answer_if_as_cheap(answer: Solution, other: Solution | None) -> Solution | None:
    """Return the answer if it is as cheap as another one up to rounding, else the other one."""
    if other is None or answer.cost > other.cost + _ROUNDING * max(1.0, abs(other.cost)):
        return other
    return answer


def settle_and_ask(
    problem: Problem, settle: Callable[[Problem], Settled], questions: Questions
) -> tuple[Settled, Answers]:
    """Settle a problem and ask all that is asked, until every segment has the size it must have.

    Where tokens do not add up a segment may turn out to be too large, or too small, once it is
    counted as a whole: then it is settled again without that one.
    """
    while True:
        settled = settle(problem)
        answers = ask(problem, settled, questions)
        text, allowed = problem.text, problem.allowed
        runs = {run for one in answers.segmentations() for run in one.segments}
        wrong = problem.constraints.wrong_sizes(text.units, allowed, sorted(runs))
        if not wrong:
            return settled, answers
        problem = replace(problem, wrong={**problem.wrong, **wrong})


def _solution_as_dict(one: Solution | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {"boundaries": list(one.segmentation.boundaries), "cost": one.cost}


def _branch_as_dict(branch: Branch, units: Units) -> dict[str, Any]:
    return {
        "first": branch.first,
        "last": branch.last,
        "start": units.edges[branch.first],
        "end": units.edges[branch.last],
        "children": [_branch_as_dict(child, units) for child in branch.children],
    }
