"""The method with nothing set: a model learnt from thousands of texts that their authors cut.

The model is in `tmima.learnt`; docs/model-card.md says what it learnt from.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from tmima.learnt import (
    Adaptation,
    Model,
    bias_towards,
    see_places,
    settle_by_number,
    weigh_by_model,
)
from tmima.methods.method import ChosenSimilarity, MethodEntry, Outcome
from tmima.segmentation import (
    FOLLOW,
    Answers,
    Constraints,
    Prepared,
    Problem,
    Questions,
    pair_with_truth,
    require_timeline,
    settle_and_ask,
)
from tmima.settings import Duration, Number
from tmima.similarity import DEFAULT_SIMILARITY, Encoder, Measure, NamedSimilarity, Similarity
from tmima.text import Segmentation, Units, plural

if TYPE_CHECKING:
    from tmima.training import Adapting

# Beyond so many log odds every place is cut, or none.
FINER = Number(-100, 100)


class Learnt:
    """The most probable segmentation into the median number, or into the number that is told.

    Args:
        finer: above 0 more segments, below it fewer: what each cut scores more, as log odds.
        every: of a transcript, how long segments are wanted to be in the mean; seconds, or as 5m.
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
        every: float | str | None = None,
        adaptation: Adaptation | Mapping[str, Any] | None = None,
        weights: str | PathLike[str] | None = None,
        similarity: str | Measure | NamedSimilarity | None = None,
        background: Callable[[str], Sequence[Units]] | None = None,
        encode: Encoder | None = None,
        constraints: Constraints | Mapping[str, Any] | None = None,
        questions: Questions | Mapping[str, Any] | None = None,
        score_unit: str = "sentences",
    ) -> None:
        self.finer = float(FINER.check("finer", finer))
        self.every = None if every is None else Duration().check("every", every)
        self.weights = weights
        self.similarity = ChosenSimilarity(
            similarity, background, encode, default=DEFAULT_SIMILARITY
        )
        told = Constraints.of(constraints)
        self.constraints = replace(told, outline=told.outline or FOLLOW)
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
        problem = self.problem(*_in_sentences(text, self.constraints.with_count(n_segments)))
        settled, answers = settle_and_ask(
            problem, lambda one: settle_by_number(one, self.questions.levels), self.questions
        )
        if self.questions.cut_costs:
            answers = self._with_reasons(answers, problem)
        # What speaks for a cut is told where a limit may have made it.
        odds = None
        if self.constraints.max_size is not None:
            ends = np.array([last for _, last in text.units.runs[:-1]], dtype=np.int64)
            odds = -problem.cost.place_costs[ends]
        if problem.text is not text:
            answers = answers.between([last for _, last in text.units.runs])
        return Outcome(
            answers.optimum.segmentation,
            answers,
            similarity=self._similarity(text),
            similarity_name=self.similarity.name,
            number=settled.number,
            odds=odds,
            adaptation=self.adaptation_ if self.adaptation_ != Adaptation() else None,
        )

    def train(self, texts: Sequence[Prepared]) -> None:
        """Adapt the model to texts whose segments are known."""
        from tmima.training import adapt

        known = [self.unadapted(*_in_sentences(text, Constraints())) for text in texts]
        truths = [text.in_sentences(truth) for text, truth in pair_with_truth(texts)]
        self.training_: Adapting = adapt(known, truths, score_unit=self.score_unit)
        self.adaptation_ = self.training_.adaptation

    def problem(self, text: Prepared, constraints: Constraints) -> Problem:
        """Return what a text's segmentations cost by the model, under constraints."""
        found = self.unadapted(text, constraints)
        # As in the weights, the number that is told decides.
        told = isinstance(constraints.n_segments, int)
        wished = 0.0 if self.every is None or told else self._gain_by_length(found, self.every)
        own = replace(self.adaptation_, cut=self.adaptation_.cut + wished + self.finer)
        return replace(found, cost=own.of_cost(found.cost))

    def _gain_by_length(self, found: Problem, every: float) -> float:
        """Return what each cut must score more for segments of a length to be expected.

        It is found without `finer`, which moves the number from there as it does elsewhere.
        """
        text = found.text
        length = require_timeline(text.units, "`every`").end
        # What a person cuts by hand changes nothing elsewhere.
        free = replace(found.constraints, n_segments=None, cut_at=(), no_cut_at=())
        cost = self.adaptation_.of_cost(found.cost)
        problem = replace(found, cost=cost, constraints=free)

        def gain() -> float:
            return bias_towards(problem, max(1.0, length / every))

        if not isinstance(free.tokenizer, Hashable):
            return gain()
        # A dial that is turned asks for it again and again.
        key = "gain", every, free, self.adaptation_, found.similarity, self._model
        return text.remember(key, gain)

    def unadapted(self, text: Prepared, constraints: Constraints) -> Problem:
        """Return what they cost by the model as it was learnt."""
        return weigh_by_model(text, self._similarity(text), self._model, constraints)

    def _similarity(self, text: Prepared) -> Similarity:
        return self.similarity.of(text, diagonal=False, excess=True)

    def _with_reasons(self, answers: Answers, problem: Problem) -> Answers:
        """Return answers with the odds of each place, and what each kind of sign adds to them."""
        text, model = problem.text, self._model
        places = see_places(text, self._similarity(text), problem.constraints)
        reasons = text.remember(("reasons", places, model), lambda: model.reasons(places))
        told = {name: one[1:] for name, one in reasons.items()}
        return replace(answers, odds=-problem.cost.place_costs[1:-1], reasons=told)

    @cached_property
    def _model(self) -> Model:
        return Model.shipped() if self.weights is None else Model.load(self.weights)


def _in_sentences(text: Prepared, constraints: Constraints) -> tuple[Prepared, Constraints]:
    """Return a text in sentences, which are compared: paragraphs are long and all similar.

    Where the units are paragraphs, cuts fall between them all the same.
    """
    if text.unit == "sentences":
        return text, constraints
    return text.by_sentences, constraints.between_paragraphs(text.units)


ENTRY = MethodEntry(
    name="learnt",
    year="",
    summary="what thousands of authors teach of where texts are cut, by dynamic programming",
    reference="docs/learning.md",
    make=Learnt,
    count="optional",
    settings=(
        "finer",
        "every",
        "adaptation",
        "similarity",
        "background",
        "encode",
        "constraints",
        "questions",
    ),
)
