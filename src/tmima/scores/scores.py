"""All scores of a segmentation in one record, each declared once; the mean of many, how sure."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from tmima.errors import TmimaError
from tmima.kernel.arrays import total
from tmima.scores import measures
from tmima.scores.measures import TOLERANCE, require_same_size
from tmima.text import COUNTED_UNITS, Segmentation

# Of the bootstrap: how often texts are drawn again, and what is left out on either side.
_SAMPLES = 2000
_TAIL = 0.025

Measure = Callable[[Segmentation, Segmentation], float]


@dataclass(frozen=True, slots=True)
class Score:
    """How a score is computed and told.

    Attributes:
        name: its field of `Scores`.
        label: what tables and pages call it.
        help: what it is, a sentence.
        measure: the function of the true segmentation and of the one to be judged.
        is_error: whether 0 is best; of the others 1 is.
        by_window: whether it slides a window over the text, which may count words.
    """

    name: str
    label: str
    help: str
    measure: Measure
    is_error: bool = False
    by_window: bool = False

    def value(
        self, reference: Segmentation, hypothesis: Segmentation, words: Sequence[int] | None = None
    ) -> float:
        """Return the score; a window counts words if their number in each unit is given."""
        if words is not None and self.by_window:
            reference, hypothesis = reference.measured_in(words), hypothesis.measured_in(words)
        return self.measure(reference, hypothesis)

    def error(
        self, reference: Segmentation, hypothesis: Segmentation, words: Sequence[int] | None = None
    ) -> float:
        """Return the score as an error, of which 0 is best."""
        value = self.value(reference, hypothesis, words)
        return value if self.is_error else 1 - value


def _score_metadata(label: str, help: str, measure: Measure, **more: bool) -> Mapping[str, Any]:
    return {"label": label, "help": help, "measure": measure, **more}


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one segmentation against the true one, or their means over many.

    A score is declared here, and nowhere else but in the file of its function: commands, tables,
    pages and JSON go through `SCORES`.
    """

    documents: int = field(
        metadata={"help": "The number of segmentations that the scores are a mean of."}
    )
    unit: str = field(metadata={"help": "What Pk and WindowDiff were counted in."})
    precision: float = field(
        metadata=_score_metadata(
            "precision", "The share of the found cuts that are true.", measures.precision
        )
    )
    recall: float = field(
        metadata=_score_metadata(
            "recall", "The share of the true cuts that were found.", measures.recall
        )
    )
    f1: float = field(metadata=_score_metadata("F1", "The harmonic mean of the two.", measures.f1))
    pk: float = field(
        metadata=_score_metadata(
            "Pk",
            "How often two units at a distance are wrongly said to be in one segment or in two: "
            "an error, 0 is best.",
            measures.pk,
            is_error=True,
            by_window=True,
        )
    )
    window_diff: float = field(
        metadata=_score_metadata(
            "WindowDiff",
            "How often the number of cuts in a window is wrong: an error, 0 is best.",
            measures.window_diff,
            is_error=True,
            by_window=True,
        )
    )
    boundary_similarity: float = field(
        metadata=_score_metadata(
            "B",
            "Boundary similarity, of all cuts those that agree, near ones by half.",
            measures.boundary_similarity,
        )
    )
    f1_within: float = field(
        metadata=_score_metadata(
            f"F1±{TOLERANCE}",
            f"F1 of cuts that are found within {TOLERANCE} units.",
            measures.f1_within,
        )
    )

    def values(self) -> dict[str, float]:
        """Return the scores alone, by name."""
        return {name: getattr(self, name) for name in SCORES}


SCORES: Mapping[str, Score] = {
    each.name: Score(each.name, **each.metadata)
    for each in fields(Scores)
    if "measure" in each.metadata
}
"""Every score by its name, in the order in which they are told."""


def score(
    reference: Segmentation,
    hypothesis: Segmentation,
    *,
    words: Sequence[int] | None = None,
) -> Scores:
    """Score a segmentation against the true one.

    Only cuts inside the text count, and only Pk and WindowDiff ever count words. If neither
    segmentation has a cut, precision, recall and B are 1; otherwise a share of nothing is 0.

    Args:
        reference: the true segmentation.
        hypothesis: the segmentation to be judged.
        words: the number of words of each unit, to count Pk and WindowDiff in words.
    """
    require_same_size(reference, hypothesis)
    values = {name: one.value(reference, hypothesis, words) for name, one in SCORES.items()}
    return Scores(documents=1, unit=COUNTED_UNITS[words is not None], **values)


def average(scores: Sequence[Scores]) -> Scores:
    """Return the mean of the scores of several texts, each text counting alike."""
    units = {each.unit for each in scores}
    if len(units) != 1:
        raise TmimaError(f"scores can be averaged over one unit only, not {sorted(units)}")

    documents = sum(each.documents for each in scores)

    def mean(name: str) -> float:
        return float(total(getattr(each, name) * each.documents for each in scores) / documents)

    return Scores(documents=documents, unit=units.pop(), **{name: mean(name) for name in SCORES})


def interval(values: Sequence[float], *, seed: str) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a mean: where 95 % of means of texts drawn again lie.

    >>> interval([0.5, 0.5, 0.5], seed="any")
    (0.5, 0.5)
    """
    chance = random.Random(seed)
    count = len(values)
    means = sorted(total(chance.choices(values, k=count)) / count for _ in range(_SAMPLES))
    return means[int(_TAIL * _SAMPLES)], means[int((1 - _TAIL) * _SAMPLES) - 1]
