"""The method with nothing set: a model learnt from thousands of texts that their authors cut.

The model is in `tmima.learnt`; docs/learning.md says what it learnt from.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from tmima.errors import TmimaError, finite_number, shortened
from tmima.learnt import Adaptation, LearntProblem, Model, Places, answer, seen
from tmima.methods.method import ChosenSimilarity, MethodEntry, Outcome
from tmima.segmentation import (
    HORIZON,
    Answers,
    Constraints,
    NumberOfSegments,
    Prepared,
    Questions,
    TextCost,
)
from tmima.similarity import (
    DEFAULT_SIMILARITY,
    Encoder,
    Measure,
    NamedSimilarity,
    Similarity,
    StoredColumns,
    can_be_stored,
)
from tmima.text import Segmentation, Units, plural

if TYPE_CHECKING:
    from tmima.training import Adapting

# In longer texts than twice this no segment has more units, unless so few segments are told that
# some must.
_LONGEST = 1000
# Beyond so many log odds every place is cut, or none.
_FINEST = 100


class Learnt:
    """The most probable segmentation into the median number, or into the number that is told.

    Args:
        finer: above 0 more segments, below it fewer: what each cut scores more, as log odds.
        adaptation: to a kind of texts, as `train` finds it; all or some of its numbers by name.
        weights: a file of one's own weights, in place of the shipped ones.
        similarity: the name of one or one's own, in place of the default.
        background: the units of other texts of a language, for the similarity "lsa".
        encode: a function from texts to vectors, for the similarity "vectors".
        constraints: what the segments must satisfy.
        questions: what is asked besides the segments.
        score_unit: what Pk and WindowDiff are counted in when it is trained.
    """

    def __init__(  # noqa: PLR0913 - the settings, each of its own
        self,
        *,
        finer: float = 0.0,
        adaptation: Adaptation | Mapping[str, Any] | None = None,
        weights: str | PathLike[str] | None = None,
        similarity: str | Measure | NamedSimilarity | None = None,
        background: Callable[[str], Sequence[Units]] | None = None,
        encode: Encoder | None = None,
        constraints: Constraints | Mapping[str, Any] | None = None,
        questions: Questions | Mapping[str, Any] | None = None,
        score_unit: str = "sentences",
    ) -> None:
        self.finer = finite_number("finer", finer)
        if abs(self.finer) > _FINEST:
            raise TmimaError(f"finer must be from -{_FINEST} to {_FINEST}, not {shortened(finer)}")
        self.weights = weights
        self.similarity = ChosenSimilarity(
            similarity, background, encode, default=DEFAULT_SIMILARITY
        )
        self.constraints = Constraints.of(constraints)
        self.questions = Questions.of(questions)
        self.score_unit = plural(score_unit)
        self.adaptation_ = Adaptation.of(adaptation)

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segmentation, into a number of segments if one is told."""
        return self.outcome(text, n_segments=n_segments).segmentation

    def outcome(
        self, text: Prepared, *, n_segments: int | tuple[int, int] | None = None
    ) -> Outcome:
        """Return the segmentation with the number's distribution and what was asked for."""
        constraints = self.constraints.with_count(n_segments)
        answers, number = self._answered(*_in_sentences(text, constraints))
        if text.unit == "paragraphs":
            answers = answers.between([last for _, last in text.units.runs])
        return Outcome(
            answers.optimum.segmentation,
            answers,
            similarity=self.similarity.of(text, diagonal=False, excess=True),
            similarity_name=self.similarity.name,
            number=number,
            adaptation=self.adaptation_ if self.adaptation_ != Adaptation() else None,
        )

    def train(self, texts: Sequence[tuple[Prepared, Segmentation]]) -> None:
        """Adapt the model to texts whose segments are known."""
        from tmima.training import adapt

        known = []
        for text, truth in texts:
            sentences, constraints = _in_sentences(text, Constraints())
            words = tuple(sentences.spoken) if self.score_unit == "words" else None
            known.append((self._unadapted(sentences, constraints), text.in_sentences(truth), words))
        self.training_: Adapting = adapt(known)
        self.adaptation_ = self.training_.adaptation

    def _answered(
        self, text: Prepared, constraints: Constraints
    ) -> tuple[Answers, NumberOfSegments]:
        problem = self.problem(text, constraints)
        answers, number = answer(problem, self.questions)
        if self.questions.cut_costs:
            places = self._seen(text)[1]
            reasons = text.remember(
                ("reasons", id(places), self.weights), lambda: self._model.reasons(places)
            )
            answers = replace(
                answers,
                odds=-problem.cost.place_costs[1:-1],
                reasons={name: one[1:] for name, one in reasons.items()},
            )
        return answers, number

    @cached_property
    def _model(self) -> Model:
        return Model.shipped() if self.weights is None else Model.load(self.weights)

    def problem(self, text: Prepared, constraints: Constraints) -> LearntProblem:
        """Return what a text's segmentations cost by the model, under constraints."""
        own = replace(self.adaptation_, cut=self.adaptation_.cut + self.finer)
        return self._unadapted(text, constraints).adapted(own)

    def _unadapted(self, text: Prepared, constraints: Constraints) -> LearntProblem:
        """Return what they cost by the model as it was learnt."""
        similarity, places = self._seen(text)
        size = len(text)
        longest = _weighed(text.units, constraints)
        segments = text.remember(
            ("lengths", id(places), self.weights, longest),
            lambda: self._model.segments(places, longest or size),
        )
        odds = text.remember(("odds", id(places), self.weights), lambda: self._model.odds(places))
        place_costs = np.zeros(size + 1)
        place_costs[1:size] = -odds[1:]
        return LearntProblem(
            similarity,
            text.units,
            TextCost(
                segments,
                np.arange(size + 1, dtype=np.float64),
                places.expected,
                place_costs,
            ),
            constraints,
            longest,
        )

    def _seen(self, text: Prepared) -> tuple[Similarity, Places]:
        """Return D and what is seen at the places of a text, found once for each text."""
        given = self.similarity.of(text, diagonal=False, excess=True)

        def found() -> tuple[Similarity, Places]:
            kept = can_be_stored(given, HORIZON)
            similarity = StoredColumns(given, HORIZON) if kept else given
            return similarity, seen(similarity, text.units)

        return text.remember(("seen", id(given)), found)


def _in_sentences(text: Prepared, constraints: Constraints) -> tuple[Prepared, Constraints]:
    """Return a text in sentences, which are compared: paragraphs are long and all similar.

    Where the units are paragraphs, cuts fall between them all the same.
    """
    if text.unit != "paragraphs":
        return text, constraints
    sentences = text.remember("sentences", lambda: Prepared.of(text.document))
    return sentences, constraints.between_paragraphs(text.units)


def _weighed(units: Units, constraints: Constraints) -> int | None:
    """Return the units of the longest segment that is weighed, nothing where all are."""
    size = len(units)
    if size <= 2 * _LONGEST:
        return None
    told = constraints.n_segments
    most = told[1] if isinstance(told, tuple) else told
    longest = _LONGEST if most is None else max(_LONGEST, 2 * math.ceil(size / most))
    allowed = constraints.on(units)
    if allowed is not None:
        # No segment may be shorter, and none can end between.
        shortest = int((np.arange(size) - allowed.latest).max()) + 1
        apart = int(np.diff(np.flatnonzero(allowed.closed == 0)).max(initial=1))
        longest = max(longest, 2 * shortest, 2 * apart)
    return longest if longest < size else None


ENTRY = MethodEntry(
    name="learnt",
    year="",
    summary="what thousands of authors teach of where texts are cut, by dynamic programming",
    reference="docs/learning.md",
    make=Learnt,
    count="optional",
    settings=(
        "finer",
        "adaptation",
        "similarity",
        "background",
        "encode",
        "constraints",
        "questions",
    ),
)
