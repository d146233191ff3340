"""Adapting the learnt model: a few numbers from texts whose segments are known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tmima.learnt import Adaptation, settle_by_number
from tmima.scores import Scores, average, score
from tmima.segmentation import Problem
from tmima.text import Segmentation
from tmima.training.grid import Reliability, binned_by_tenths
from tmima.training.likelihood import KnownText, fit_adaptation


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


def adapt(
    problems: Sequence[Problem], truths: Sequence[Segmentation], *, score_unit: str = "sentences"
) -> Adapting:
    """Adapt the learnt model to texts by the likelihood of their true segments.

    Where these texts themselves would be cut worse for it, nothing is changed.

    Args:
        problems: texts in sentences, weighed by the model as it is.
        truths: their true segments, in sentences.
        score_unit: what Pk and WindowDiff are counted in.
    """
    known = list(zip(problems, truths, strict=True))
    adaptation = fit_adaptation([KnownText.of(problem, truth) for problem, truth in known])
    nothing = Adaptation(texts=len(known))
    before, reliability_before = _judge_texts(known, nothing, score_unit)
    scores, reliability = _judge_texts(known, adaptation, score_unit)
    if _error(scores) > _error(before):
        adaptation, scores, reliability = nothing, before, reliability_before
    return Adapting(
        adaptation=adaptation,
        texts=len(known),
        segments=sum(map(len, truths)),
        before=before,
        scores=scores,
        reliability_before=reliability_before,
        reliability=reliability,
    )


def _error(scores: Scores) -> float:
    """Return the error that is called balanced, of mean scores."""
    return (scores.window_diff + 1 - scores.f1_within) / 2


def _judge_texts(
    known: Sequence[tuple[Problem, Segmentation]], adaptation: Adaptation, score_unit: str
) -> tuple[Scores, list[Reliability]]:
    """Return the mean scores of texts under an adaptation, and what its probabilities are worth."""
    scores, said, true = [], [], []
    for problem, truth in known:
        own = replace(problem, cost=adaptation.of_cost(problem.cost))
        settled = settle_by_number(own)
        words = problem.text.whitespace_word_counts if score_unit == "words" else None
        scores.append(score(truth, settled.optimum.segmentation, words=words))
        places = np.flatnonzero(own.allowed.closed[1:-1] == 0)
        said.append(settled.free.posteriors(own.temperature).cuts[places])
        true.append(np.isin(places + 1, truth.cuts))
    return average(scores), binned_by_tenths(np.concatenate(said), np.concatenate(true))
