"""How sure to be: the temperature at which probabilities of cuts are true to what is seen."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tmima.segmentation import Parameters
from tmima.training.labelled import LabelledText

Floats = NDArray[np.float64]

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
