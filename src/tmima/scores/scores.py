"""One record of all scores of a segmentation, and the mean of many."""

from collections.abc import Sequence
from dataclasses import dataclass

from tmima.arrays import total
from tmima.errors import TmimaError
from tmima.scores.boundary import boundary_similarity
from tmima.scores.pairs import require_same_size
from tmima.scores.tolerance import f1_within
from tmima.scores.windows import pk, window_diff, window_size
from tmima.text import Segmentation

SCORE_UNITS = ("sentences", "words")


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one segmentation against the true one, or their means over many.

    Attributes:
        documents: the number of segmentations that the scores are a mean of.
        unit: what Pk and WindowDiff were counted in.
        precision: the share of the found cuts that are true.
        recall: the share of the true cuts that were found.
        f1: the harmonic mean of the two.
        pk: Pk, an error: 0 is best.
        window_diff: WindowDiff, an error: 0 is best.
        boundary_similarity: B, of all cuts those that agree, near ones by half: 1 is best.
        f1_within: F1 of cuts found within two units: 1 is best.
    """

    documents: int
    unit: str
    precision: float
    recall: float
    f1: float
    pk: float
    window_diff: float
    boundary_similarity: float
    f1_within: float


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
    true, found = set(reference.cuts), set(hypothesis.cuts)
    common = len(true & found)
    nothing_to_find = not true and not found
    precision = common / len(found) if found else float(nothing_to_find)
    recall = common / len(true) if true else float(nothing_to_find)
    similarity, tolerant = (f(reference, hypothesis) for f in (boundary_similarity, f1_within))
    if words is not None:
        reference, hypothesis = reference.measured_in(words), hypothesis.measured_in(words)
    window = window_size(reference)
    return Scores(
        documents=1,
        unit=SCORE_UNITS[words is not None],
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if common or nothing_to_find else 0.0,
        pk=pk(reference, hypothesis, window=window),
        window_diff=window_diff(reference, hypothesis, window=window),
        boundary_similarity=similarity,
        f1_within=tolerant,
    )


def average(scores: Sequence[Scores]) -> Scores:
    """Return the mean of the scores of several texts, each text counting alike."""
    units = {each.unit for each in scores}
    if len(units) != 1:
        raise TmimaError(f"scores can be averaged over one unit only, not {sorted(units)}")

    documents = sum(each.documents for each in scores)

    def mean(name: str) -> float:
        return float(total(getattr(each, name) * each.documents for each in scores) / documents)

    return Scores(
        documents=documents,
        unit=units.pop(),
        precision=mean("precision"),
        recall=mean("recall"),
        f1=mean("f1"),
        pk=mean("pk"),
        window_diff=mean("window_diff"),
        boundary_similarity=mean("boundary_similarity"),
        f1_within=mean("f1_within"),
    )
