"""Training of the parameters of equation (1): texts whose segments are known, and what they tell.

The paper's search takes lengths as they are and tries all 80 pairs of gamma and r; the one with the
lowest mean error is taken. Then comes the temperature at which probabilities of cuts are true to
what is seen.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import Floats, total
from tmima.errors import TmimaError
from tmima.scores import Scores, average, score
from tmima.segmentation import Parameters, Programme, TextCost, cheapest_by_each
from tmima.similarity import SharedWords, Similarity, StoredColumns, can_be_stored
from tmima.text import Document, Segmentation, Units
from tmima.training.objectives import DEFAULT_OBJECTIVE, PAPER, objective_named


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text to be segmented and its true segments, in sentences.

    Attributes:
        truth: the true segmentation of the sentences.
        similarity: D of the units, computed once if it can be kept.
        lengths: the length of each unit, in what the length term counts.
        ends: the number of sentences up to the end of each unit.
        words: the words of each sentence if scores count words, else nothing.
    """

    truth: Segmentation
    similarity: Similarity
    lengths: NDArray[np.int64]
    ends: tuple[int, ...]
    words: tuple[int, ...] | None

    @classmethod
    def of(
        cls,
        document: Document,
        truth: Segmentation,
        *,
        unit: str = "sentences",
        length_unit: str = "sentences",
        score_unit: str = "sentences",
        similarity: Similarity | None = None,
    ) -> "LabelledText":
        """Make a document ready, with its shared words if no other similarity is given.

        Words of scores are what white space parts.
        """
        units = Units.of(document, unit)
        spoken = tuple(
            len(document.text[start:end].split()) for start, end in document.columns.spans
        )
        similarity = similarity or SharedWords(units)
        return cls(
            truth=truth,
            similarity=StoredColumns(similarity) if can_be_stored(similarity) else similarity,
            lengths=units.lengths(length_unit),
            ends=tuple(last for _, last in units.runs),
            words=spoken if score_unit == "words" else None,
        )

    def programme(self, parameters: Parameters) -> Programme:
        """Return the engine on this text; D is not computed again."""
        return Programme(self.similarity, TextCost.of(parameters, self.lengths))

    def solve(self, parameters: Parameters) -> Segmentation:
        """Return the cheapest segmentation, in sentences."""
        return self._in_sentences(self.programme(parameters).optimum().segmentation)

    def errors(self, settings: Sequence[Parameters], objective: str = PAPER) -> list[float]:
        """Return the error of the cheapest segmentation by each of some parameters."""
        found = cheapest_by_each(self.similarity, self.lengths, settings)
        by_segmentation = {
            each: self.error(self._in_sentences(each), objective) for each in dict.fromkeys(found)
        }
        return [by_segmentation[each] for each in found]

    def _in_sentences(self, found: Segmentation) -> Segmentation:
        if self.ends[-1] == len(self.ends):  # units are sentences
            return found
        return Segmentation(tuple([self.ends[boundary - 1] for boundary in found.boundaries]))

    def error(self, found: Segmentation, objective: str = PAPER) -> float:
        """Return the error of a segmentation by an objective: Pk, or another by its name."""
        return objective_named(objective)(self.truth, found, self.words)

    def score(self, found: Segmentation) -> Scores:
        """Return all scores of a segmentation."""
        return score(self.truth, found, words=self.words)

    def segment_lengths(self) -> list[int]:
        """Return the lengths of the true segments, in what the length term counts.

        A true cut inside a unit counts as one at the unit's end.
        """
        totals = np.concatenate(([0], np.cumsum(self.lengths)))
        marks = np.searchsorted(np.array(self.ends), np.array(self.truth.boundaries)) + 1
        return [int(length) for length in np.diff(totals[np.concatenate(([0], marks))])]


def length_moments(texts: Sequence[LabelledText]) -> tuple[float, float]:
    """Return the mean and the sample deviation (n - 1) of the true segments' lengths."""
    lengths = [length for text in texts for length in text.segment_lengths()]
    if len(lengths) < 2:
        raise TmimaError(f"{len(lengths)} segment is too little to learn lengths from")
    mean = sum(lengths) / len(lengths)
    variance = total((length - mean) ** 2 for length in lengths) / (len(lengths) - 1)
    if variance == 0:
        raise TmimaError(f"all {len(lengths)} segments have the length {mean:g}: nothing to learn")
    return mean, math.sqrt(variance)


GAMMAS = (*(step / 100 for step in range(10)), *(step / 10 for step in range(1, 11)))
POWERS = (0.33, 0.5, 0.66, 1.0)


@dataclass(frozen=True, slots=True)
class Grid:
    """The mean error of each pair, by r (rows) and gamma (columns), and the best parameters."""

    errors: NDArray[np.float64]
    parameters: Parameters

    @property
    def error(self) -> float:
        """The lowest mean error."""
        return float(self.errors.min())


def search(
    texts: Sequence[LabelledText],
    *,
    length_unit: str = "sentences",
    diagonal: bool = True,
    objective: str = PAPER,
) -> Grid:
    """Learn the parameters from texts with known segments.

    mu and sigma are the mean and deviation of the true lengths; (gamma, r) is the pair with the
    lowest mean error, the first in the order of rising r, then rising gamma, among equals. The
    error is Pk, the paper's, or another of `tmima.training.objectives`.
    """
    mean, deviation = length_moments(texts)
    settings = [
        Parameters(mean, deviation, gamma, r, length_unit, diagonal)
        for r in POWERS
        for gamma in GAMMAS
    ]
    # Added one text after the other: the last bit of a mean decides between equals.
    totals = np.zeros(len(settings))
    for text in texts:
        totals += text.errors(settings, objective)
    errors = (totals / len(texts)).reshape(len(POWERS), len(GAMMAS))
    return Grid(errors, settings[int(np.argmin(errors))])


_BINS = 10
# Temperatures are tried from 2^-8 to 2^8 of the costs' own scale, then between the best neighbours.
_OCTAVES = range(-8, 9)
_REFINEMENTS = 20
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of the places whose probability of a cut lay in a tenth: what was said and what was true.

    Attributes:
        low: the tenth begins here.
        high: and ends here.
        places: how many places there are.
        said: the mean probability.
        true: the share of places with a true cut.
    """

    low: float
    high: float
    places: int
    said: float
    true: float


def calibrated(texts: Sequence[LabelledText], parameters: Parameters) -> Parameters:
    """Return the parameters with the temperature under which the true cuts are likeliest.

    Each place between two units is a bet on a cut with the odds of the Gibbs distribution; the
    temperature is the one with the least mean logarithmic loss. So that a few texts without a
    mistake do not make it certain of everything, one more place of either kind that turned out
    the other way is reckoned with (Platt, "Probabilistic Outputs for Support Vector Machines").
    """

    def loss(logarithm: float) -> float:
        said, true = _bets(texts, replace(parameters, temperature=2**logarithm))
        cuts = int(true.sum())
        target = np.where(true, (cuts + 1) / (cuts + 2), 1 / (len(true) - cuts + 2))
        safe = said.clip(1e-12, 1 - 1e-12)
        return -float((target * np.log(safe) + (1 - target) * np.log1p(-safe)).mean())

    if not any(len(text.similarity) > 1 for text in texts):
        return parameters
    best = min(_OCTAVES, key=loss)
    low, high = best - 1.0, best + 1.0
    inner, outer = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_inner, at_outer = loss(inner), loss(outer)
    for _ in range(_REFINEMENTS):
        if at_inner <= at_outer:
            high, outer, at_outer = outer, inner, at_inner
            inner = high - _GOLDEN * (high - low)
            at_inner = loss(inner)
        else:
            low, inner, at_inner = inner, outer, at_outer
            outer = low + _GOLDEN * (high - low)
            at_outer = loss(outer)
    return replace(parameters, temperature=2 ** ((low + high) / 2))


def reliability(texts: Sequence[LabelledText], parameters: Parameters) -> list[Reliability]:
    """Return what probabilities of cuts are worth, by tenths, leaving out those without a place."""
    return by_tenths(*_bets(texts, parameters))


def by_tenths(said: Floats, true: NDArray[np.bool_]) -> list[Reliability]:
    """Return what was said and what was true of places, by tenths of what was said."""
    tenths = np.minimum((said * _BINS).astype(int), _BINS - 1)
    return [
        Reliability(
            low=tenth / _BINS,
            high=(tenth + 1) / _BINS,
            places=int(within.sum()),
            said=float(said[within].mean()),
            true=float(true[within].mean()),
        )
        for tenth in range(_BINS)
        if (within := tenths == tenth).any()
    ]


def _bets(
    texts: Sequence[LabelledText], parameters: Parameters
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return for all places of all texts the probability of a cut and whether there is one."""
    said, true = [], []
    for text in texts:
        said.append(text.programme(parameters).posteriors(parameters.temperature).cuts)
        ends = np.array(text.ends[:-1], dtype=np.int64)
        true.append(np.isin(ends, text.truth.cuts))
    return np.concatenate(said), np.concatenate(true)


@dataclass(frozen=True, slots=True)
class Training:
    """What was learnt, from how many texts, and how good it is on them.

    The objective is what was minimised; the scores are means over the texts; the reliability is
    that of the probabilities of cuts.
    """

    parameters: Parameters
    texts: int
    segments: int
    objective: str
    scores: Scores
    reliability: list[Reliability]

    @property
    def pk(self) -> float:
        """Pk, the mean over the texts."""
        return self.scores.pk

    @property
    def unit(self) -> str:
        """What Pk and WindowDiff were counted in."""
        return self.scores.unit


def train(
    texts: Sequence[LabelledText],
    *,
    length_unit: str = "sentences",
    diagonal: bool = True,
    objective: str = DEFAULT_OBJECTIVE,
) -> Training:
    """Learn the parameters: lengths, gamma and r by the paper's procedure, then the temperature.

    What gamma and r minimise is an objective of `tmima.training.objectives`, "pk" in the paper.
    """
    grid = search(texts, length_unit=length_unit, diagonal=diagonal, objective=objective)
    parameters = calibrated(texts, grid.parameters)
    return Training(
        parameters=parameters,
        texts=len(texts),
        segments=sum(len(text.truth) for text in texts),
        objective=objective,
        scores=average([text.score(text.solve(grid.parameters)) for text in texts]),
        reliability=reliability(texts, parameters),
    )
