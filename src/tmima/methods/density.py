"""Generalised density and length by dynamic programming, behind the interface of all methods.

Publication: Pavlina Fragkou, "A Dynamic Programming Algorithm for the Segmentation of Greek Texts".
The equation and the programme are in `tmima.segmentation`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tmima.document import Units, plural
from tmima.errors import TmimaError, shortened
from tmima.fitting import Fitted, Learnt, Request, UnlabelledText, fit, learn
from tmima.methods.method import MethodEntry, Outcome
from tmima.methods.text import MethodText
from tmima.segmentation import Answers, Constraints, Parameters, Problem, Questions, ask
from tmima.similarity import PAPER_SIMILARITY, Encoder, Measure, NamedSimilarity, Similarity
from tmima.training import DEFAULT_OBJECTIVE, objective_named
from tmima.values import Segmentation

if TYPE_CHECKING:
    from tmima.training import Training


class Density:
    """The exact minimum of equation (1); see `tmima.segmentation.problem`.

    Untrained, what is not set is found from each text (`tmima.fitting`); trained, it is the paper's
    procedure, by default with the paper's similarity and an objective of our own.

    Args:
        similarity: the name of one or one's own, in place of the default.
        parameters: of the cost, all or some by name; what is not given is learnt from each text.
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
                    f"parameters= are complete: leave out the options {', '.join(more)}"
                )
            parameters = {**(parameters or {}), **more}
        # Bad ones are refused at once.
        Parameters.of(parameters)
        objective_named(objective)
        self.request = Request(
            parameters=parameters, similarity=similarity, background=background, encode=encode
        )
        self.constraints = Constraints.of(constraints)
        self.questions = Questions.of(questions)
        self.score_unit = plural(score_unit)
        self.objective = objective
        self._measures: dict[Hashable, Measure] = {}

    def segment(self, text: MethodText, *, n_segments: int | None = None) -> Segmentation:
        """Return the cheapest segmentation, of all or of those into a number of segments."""
        return self.outcome(text, n_segments=n_segments).segmentation

    def outcome(
        self, text: MethodText, *, n_segments: int | tuple[int, int] | None = None
    ) -> Outcome:
        """Return the cheapest segmentation with what it was found with and what was asked for."""
        constraints = self.constraints.with_count(n_segments)
        if text.unit == "paragraphs" and self._asked.finds_topics:
            fitted, answers = self._by_sentences(text, constraints)
        else:
            fitted, answers = self._found(text, constraints)
        return Outcome(answers.optimum.segmentation, fitted, answers)

    def _by_sentences(self, text: MethodText, constraints: Constraints) -> tuple[Fitted, Answers]:
        """Compare sentences and cut between paragraphs: long units are all similar to each other.

        Weights that were set or trained for paragraphs are weights of paragraphs compared whole.
        """
        sentences = text.remember("sentences", lambda: MethodText.of(text.document))
        constraints = constraints.between_paragraphs(text.units)
        fitted, answers = self._found(sentences, constraints)
        ends = [last for _, last in text.units.runs]
        return replace(fitted, similarity=self.similarity(text)), answers.between(ends)

    def _found(self, text: MethodText, constraints: Constraints) -> tuple[Fitted, Answers]:
        told = constraints.n_segments
        fitted = self.fitted(text, min(told, len(text)) if isinstance(told, int) else None)
        problem = Problem(fitted.similarity, text.units, fitted.parameters, constraints)
        return fitted, ask(problem, self.questions)

    def fitted(self, text: MethodText, n_segments: int | None = None) -> Fitted:
        """Return what a text is cut with; what the text alone tells is found once for each text."""
        request = self._asked
        similarity = self.similarity(text)

        def found() -> Fitted:
            return fit(text.units, request, similarity, n_segments=n_segments)

        if request.given().keys() - {"excess"}:
            return found()
        beyond = request.finds_topics
        return text.remember(("fitted", id(similarity), n_segments, beyond), found)

    @property
    def _asked(self) -> Request:
        """What was asked for, with what was learnt since in its place."""
        if not hasattr(self, "parameters_"):
            return self.request
        return replace(
            self.request,
            parameters=self.parameters_,
            similarity=self.request.similarity or self.similarity_,
        )

    def __getstate__(self) -> dict[str, Any]:
        # Measures may hold what cannot be sent to another process; they are made again there.
        return {**self.__dict__, "_measures": {}}

    def similarity(self, text: MethodText, asked: Request | None = None) -> Similarity:
        """Return D of a text, made once for each text and measure."""
        request = self._asked if asked is None else asked
        diagonal = request.start().diagonal
        beyond = request.finds_topics
        key = (request.similarity or request.name, text.document.language, diagonal, beyond)
        if key not in self._measures:
            self._measures[key] = request.measure(text.document.language, diagonal=diagonal)
        measure = self._measures[key]
        # What is made of other texts or by a function of the user's belongs to this method alone.
        alone = self if request.background or request.encode else None
        return text.remember(("similarity", key, alone), lambda: _checked(measure(text.units)))

    def train(self, texts: Sequence[tuple[MethodText, Segmentation]]) -> None:
        """Learn the parameters by the paper's procedure."""
        from tmima.training import LabelledText, train

        start = Parameters.of(self.request.given())
        asked = replace(
            self.request,
            parameters={"diagonal": start.diagonal},
            similarity=self.request.similarity or PAPER_SIMILARITY,
        )
        labelled = [
            LabelledText.of(
                text.document,
                text.in_sentences(truth),
                unit=text.unit,
                length_unit=start.length_unit,
                score_unit=self.score_unit,
                similarity=self.similarity(text, asked),
            )
            for text, truth in texts
        ]
        self.training_: Training = train(
            labelled,
            length_unit=start.length_unit,
            diagonal=start.diagonal,
            objective=self.objective,
        )
        self.similarity_ = asked.name
        self.parameters_ = self.training_.parameters

    def learn(self, collection: Sequence[MethodText]) -> None:
        """Learn the preferred length and its deviation from plain texts of one kind, together."""
        # Lengths are those of equation (1): beyond chance they are found in each text by itself.
        asked = replace(self.request, parameters={**self.request.given(), "excess": False})
        start = asked.start()
        self.lengths_: Learnt = learn(
            [
                UnlabelledText(
                    self.similarity(text, asked),
                    text.units.lengths(start.length_unit),
                    int(text.units.sentences.sum()),
                )
                for text in collection
            ],
            start,
        )
        self.similarity_ = asked.name
        self.parameters_ = self.lengths_.parameters


ENTRY = MethodEntry(
    name="density",
    year="",
    summary="least cost of generalised density and length, by dynamic programming",
    reference="Fragkou, A Dynamic Programming Algorithm for the Segmentation of Greek Texts",
    make=Density,
    count="optional",
    settings=("similarity", "parameters", "background", "encode", "constraints", "questions"),
)


def _checked(made: Similarity) -> Similarity:
    """Refuse by name what a measure of the user's made that is no similarity."""
    if not (hasattr(made, "__len__") and hasattr(made, "columns")):
        raise TmimaError(
            f"similarity= must be a name or a function from units to a similarity, which has a "
            f"length and columns; it gave {shortened(made)}"
        )
    return made
