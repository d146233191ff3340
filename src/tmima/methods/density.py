"""Generalised density and length by dynamic programming, behind the interface of all methods.

Publication: Pavlina Fragkou, "A Dynamic Programming Algorithm for the Segmentation of Greek Texts".
The equation and the programme are in `tmima.segmentation`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tmima.errors import TmimaError
from tmima.methods.method import ChosenSimilarity, MethodEntry, Outcome
from tmima.segmentation import (
    Constraints,
    Parameters,
    Prepared,
    Problem,
    Questions,
    settle_and_ask,
    settle_by_cost,
)
from tmima.similarity import PAPER_SIMILARITY, Encoder, Measure, NamedSimilarity, Similarity
from tmima.text import Segmentation, Units, plural
from tmima.training import DEFAULT_OBJECTIVE, objective_named

if TYPE_CHECKING:
    from tmima.training import Training

# The deviation of lengths where only their mean is known, as a part of it.
_SPREAD = 0.6


class Density:
    """The exact minimum of equation (1); see `tmima.segmentation.problem`.

    Trained it is the paper's procedure, with an objective of our own by default. Untrained the
    weights that are not given are those that suit the similarity, the preferred length follows from
    the number of segments if that is told, and all else is the default of `Parameters`.

    Args:
        similarity: the name of one or one's own, in place of the paper's.
        parameters: of the cost, all or some by name.
        background: the units of other texts of a language, for the similarity "lsa".
        encode: a function from texts to vectors, for the similarity "vectors".
        constraints: what the segments must satisfy.
        questions: what is asked besides the segments.
        score_unit: what Pk and WindowDiff are counted in when the parameters are trained.
        objective: what training minimises, "pk" in the paper; see `tmima.training.objectives`.
        more: parameters by name, as other methods have options.
    """

    def __init__(
        self,
        *,
        similarity: str | Measure | NamedSimilarity | None = None,
        parameters: Parameters | Mapping[str, Any] | None = None,
        background: Callable[[str], Sequence[Units]] | None = None,
        encode: Encoder | None = None,
        constraints: Constraints | Mapping[str, Any] | None = None,
        questions: Questions | Mapping[str, Any] | None = None,
        score_unit: str = "sentences",
        objective: str = DEFAULT_OBJECTIVE,
        **more: Any,
    ) -> None:
        if more:
            if isinstance(parameters, Parameters):
                raise TmimaError(
                    f"`parameters=` are complete: leave out the options {', '.join(more)}"
                )
            parameters = {**(parameters or {}), **more}
        # Bad ones are refused at once.
        self._start = Parameters.of(parameters)
        self._given = (
            asdict(parameters) if isinstance(parameters, Parameters) else dict(parameters or {})
        )
        objective_named(objective)
        self.chosen = ChosenSimilarity(similarity, background, encode, default=PAPER_SIMILARITY)
        self.constraints = Constraints.of(constraints)
        self.questions = Questions.of(questions)
        self.score_unit = plural(score_unit)
        self.objective = objective

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the cheapest segmentation, of all or of those into a number of segments."""
        return self.outcome(text, n_segments=n_segments).segmentation

    def outcome(
        self, text: Prepared, *, n_segments: int | tuple[int, int] | None = None
    ) -> Outcome:
        """Return the cheapest segmentation, its parameters and the answers to further questions."""
        constraints = self.constraints.with_count(n_segments)
        told = constraints.n_segments
        parameters = self.parameters(text, told if isinstance(told, int) else None)
        similarity = self._similarity(text, parameters)
        problem = Problem.of(text, similarity, parameters, constraints)
        _, answers = settle_and_ask(
            problem,
            lambda one: settle_by_cost(one, parameters, self.questions.levels),
            self.questions,
        )
        return Outcome(
            answers.optimum.segmentation, answers, similarity, self.chosen.name, parameters
        )

    def parameters(self, text: Prepared, n_segments: int | None = None) -> Parameters:
        """Return what a text is cut with, given how many segments it has if that is known."""
        if hasattr(self, "parameters_"):
            return self.parameters_
        values = dict(self._given)
        entry = self.chosen.entry
        if entry is not None:
            values = {"gamma": entry.gamma, "r": entry.r, **values}
        if n_segments is not None and "mean_length" not in values:
            whole = float(text.units.lengths(self._start.length_unit).sum())
            values["mean_length"] = whole / min(n_segments, len(text))
        if "mean_length" in values and "std_length" not in values:
            values["std_length"] = _SPREAD * max(values["mean_length"], 1.0)
        return Parameters.of(values)

    def _similarity(self, text: Prepared, parameters: Parameters) -> Similarity:
        return self.chosen.of(text, diagonal=parameters.diagonal, excess=False)

    def train(self, texts: Sequence[Prepared]) -> None:
        """Learn the parameters by the paper's procedure."""
        from tmima.training import train

        start = self._start
        self.training_: Training = train(
            [Problem.of(text, text.stored(self._similarity(text, start)), start) for text in texts],
            length_unit=start.length_unit,
            diagonal=start.diagonal,
            objective=self.objective,
            score_unit=self.score_unit,
        )
        self.similarity_ = self.chosen.name
        self.parameters_ = self.training_.parameters


ENTRY = MethodEntry(
    name="density",
    year="",
    summary="least cost of generalised density and length, by dynamic programming",
    reference="Fragkou, A Dynamic Programming Algorithm for the Segmentation of Greek Texts",
    make=Density,
    count="optional",
    settings=("similarity", "parameters", "background", "encode", "constraints", "questions"),
)
