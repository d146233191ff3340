"""The paper's segmenter: the segmentation of least cost, by dynamic programming."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.document import Units
from tmima.errors import TmimaError
from tmima.segmentation.parameters import Parameters
from tmima.segmentation.segmentation import Segmentation
from tmima.similarity import Measure, SharedWords, Similarity
from tmima.similarity.columns import column_blocks


@dataclass(frozen=True, slots=True)
class Optimum:
    """A segmentation and its cost."""

    segmentation: Segmentation
    cost: float


class DensitySegmenter:
    """Finds the segmentation that minimises equation (1) of the paper over all segmentations.

        J(t) = sum over segments k of  gamma * (t_k - t_{k-1} - mu)^2 / (2 sigma^2)
               - (1 - gamma) * (sum of D over the square of segment k) / (t_k - t_{k-1})^r

    Fragkou, *A Dynamic Programming Algorithm for the Segmentation of Greek Texts*. Time is
    quadratic in the number of units and memory linear. Of several optima the one with the shortest
    last segment is taken, then the shortest before it, and so on.

    Args:
        parameters: mu, sigma, gamma, r, and what lengths are counted in.
        measure: what makes D of the units; the paper's shared words by default.
    """

    name = "density"

    def __init__(
        self, parameters: Parameters | None = None, *, measure: Measure | None = None
    ) -> None:
        self.parameters = parameters or Parameters()
        self.measure = measure or partial(SharedWords, diagonal=self.parameters.diagonal)

    def segment(self, units: Units) -> Optimum:
        """Return the cheapest segmentation of a document's sentences or paragraphs."""
        in_words = self.parameters.length_unit == "words"
        lengths = units.words if in_words else units.sentences
        return cheapest(self.measure(units), lengths, self.parameters)


def cheapest(similarity: Similarity, lengths: NDArray[np.int64], parameters: Parameters) -> Optimum:
    """Return the segmentation of least cost, given D and the length of each unit."""
    size = len(similarity)
    if len(lengths) != size or not size:
        raise TmimaError(f"{len(lengths)} lengths for a similarity of {size} units")
    costs = np.zeros(size + 1)
    previous = np.zeros(size + 1, dtype=np.int64)
    row_sums = np.zeros(size)
    positions = np.concatenate(([0.0], np.cumsum(lengths, dtype=np.float64)))
    counts = np.arange(1, size + 1, dtype=np.float64)
    density_weights: NDArray[np.float64] = (1 - parameters.gamma) / counts**parameters.r
    length_weight = parameters.gamma / (2 * parameters.std_length**2)
    for block in column_blocks(similarity):
        kernel.advance(
            costs,
            previous,
            row_sums,
            positions,
            density_weights,
            parameters.mean_length,
            length_weight,
            block.first,
            block.starts,
            block.rows,
            block.values,
        )
    if not np.isfinite(costs).all():
        raise TmimaError(f"the cost is beyond all numbers with {parameters}: use smaller ones")
    boundaries = [size]
    while previous[boundaries[-1]] > 0:
        boundaries.append(int(previous[boundaries[-1]]))
    return Optimum(Segmentation(tuple(reversed(boundaries))), float(costs[size]))
