"""Adapting the learnt model: a few numbers from texts whose segments are known."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tmima.learnt import Adaptation, KnownText, LearntProblem, adapted, answer
from tmima.scores import Scores, average, score
from tmima.segmentation import Questions
from tmima.text import Segmentation
from tmima.training.grid import Reliability, by_tenths

Known = tuple[LearntProblem, Segmentation, tuple[int, ...] | None]
"""A text by the model as it is, its true segments, and its words where scores count words."""


@dataclass(frozen=True, slots=True)
class Adapting:
    """What was learnt, from how many texts, and how good the model is on them.

    All scores and probabilities are of the texts that were learnt from: on others of their kind the
    gain is smaller.

    Attributes:
        adaptation: the numbers.
        texts: how many texts there were.
        segments: how many segments they have.
        before: the mean scores with nothing set.
        scores: the mean scores with the adaptation.
        reliability_before: of the probabilities of cuts with nothing set.
        reliability: with the adaptation.
    """

    adaptation: Adaptation
    texts: int
    segments: int
    before: Scores
    scores: Scores
    reliability_before: list[Reliability]
    reliability: list[Reliability]

    @property
    def pk(self) -> float:
        """Pk with the adaptation, the mean over the texts."""
        return self.scores.pk

    @property
    def unit(self) -> str:
        """What Pk and WindowDiff were counted in."""
        return self.scores.unit


def adapt(texts: Sequence[Known]) -> Adapting:
    """Adapt the learnt model to texts by the likelihood of their true segments.

    Where these texts themselves would be cut worse for it, nothing is changed.
    """
    adaptation = adapted([KnownText.of(problem, truth) for problem, truth, _ in texts])
    nothing = Adaptation(texts=len(texts))
    before, reliability_before = _judged(texts, nothing)
    scores, reliability = _judged(texts, adaptation)
    if _error(scores) > _error(before):
        adaptation, scores, reliability = nothing, before, reliability_before
    return Adapting(
        adaptation=adaptation,
        texts=len(texts),
        segments=sum(len(truth) for _, truth, _ in texts),
        before=before,
        scores=scores,
        reliability_before=reliability_before,
        reliability=reliability,
    )


def _error(scores: Scores) -> float:
    """Return the error that is called balanced, of mean scores."""
    return (scores.window_diff + 1 - scores.f1_within) / 2


def _judged(texts: Sequence[Known], adaptation: Adaptation) -> tuple[Scores, list[Reliability]]:
    """Return the mean scores of texts under an adaptation, and what its probabilities are worth."""
    scores, said, true = [], [], []
    for problem, truth, words in texts:
        own = problem.adapted(adaptation)
        answers, _ = answer(own, Questions())
        scores.append(score(truth, answers.optimum.segmentation, words=words))
        places = np.flatnonzero(problem.allowed.closed[1:-1] == 0)
        said.append(own.posteriors().cuts[places])
        true.append(np.isin(places + 1, truth.cuts))
    return average(scores), by_tenths(np.concatenate(said), np.concatenate(true))
