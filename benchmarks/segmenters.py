"""The segmenters that are timed: tmima's own and its rivals, each from the same units."""

import numpy as np
from numpy.typing import NDArray
from tools.texts import sentences

from tmima import Parameters, languages
from tmima.formats import read
from tmima.segmentation import Programme, TextCost
from tmima.similarity import SharedWords
from tmima.text import Units

PARAMETERS = Parameters()
# Sentences as points for KernelCPD: random signs, whose products stand for shared words.
DIMENSIONS = 64
# Some tens of segments at every size; a lower one finds hundreds, and one a sentence soon after.
PENALTY = 1000


def units_of(count: int) -> Units:
    """Return the units of a made-up text."""
    text = "\n".join(sentences(count))
    return Units.of(read(text, languages.analyzer("en", normalise="plain"), format="lines"))


def ours(units: Units) -> tuple[int, ...]:
    """Segment with tmima, the similarity included."""
    cost = TextCost.of(PARAMETERS, units.sentences)
    return Programme(SharedWords(units), cost).optimum().segmentation.boundaries


def dense(units: Units) -> tuple[int, ...]:
    """Segment by the straightforward programme over a dense T x T summed-area table."""
    size = len(units)
    incidence = np.zeros((size, len(units.vocabulary)), dtype=np.float32)
    incidence[np.repeat(np.arange(size), np.diff(units.starts)), units.terms] = 1
    table = np.zeros((size + 1, size + 1))
    table[1:, 1:] = (incidence @ incidence.T) > 0
    np.cumsum(table, axis=0, out=table)
    np.cumsum(table, axis=1, out=table)
    diagonal = table.diagonal().copy()
    costs = np.zeros(size + 1)
    previous = np.zeros(size + 1, dtype=np.int64)
    gamma, r = PARAMETERS.gamma, PARAMETERS.r
    for t in range(1, size + 1):
        lengths = t - np.arange(t)
        squares = diagonal[t] - 2 * table[t, :t] + diagonal[:t]
        deviations = (lengths - PARAMETERS.mean_length) ** 2 / (2 * PARAMETERS.std_length**2)
        candidates = costs[:t] + gamma * deviations - (1 - gamma) * squares / lengths**r
        previous[t] = t - 1 - int(np.argmin(candidates[::-1]))
        costs[t] = candidates[previous[t]]
    boundaries = [size]
    while previous[boundaries[-1]]:
        boundaries.append(int(previous[boundaries[-1]]))
    return tuple(reversed(boundaries))


def points(units: Units) -> NDArray[np.float64]:
    """Return the sentences as points of few dimensions."""
    signs = np.random.default_rng(1).choice([-1.0, 1.0], size=(len(units.vocabulary), DIMENSIONS))
    return np.add.reduceat(signs[units.terms], units.starts[:-1])


def kernel_cpd(signal: NDArray[np.float64]) -> int:
    """Return the number of segments that ruptures' KernelCPD finds with a fixed penalty."""
    import ruptures  # here, so that the memory of the others is measured without it

    model = ruptures.KernelCPD(kernel="linear", min_size=1)
    return len(model.fit(signal).predict(pen=PENALTY))
