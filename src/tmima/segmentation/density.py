"""The paper's segmenter: the segmentation of least cost, by dynamic programming."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tmima.document import Units
from tmima.segmentation.admissible import Admissible
from tmima.segmentation.constraints import Constraints
from tmima.segmentation.parameters import Parameters
from tmima.segmentation.programme import Programme
from tmima.segmentation.recursion import Optimum
from tmima.similarity import Measure, SharedWords, Similarity


class DensitySegmenter:
    """Finds the segmentation that minimises equation (1) of the paper over all segmentations.

        J(t) = sum over segments k of  gamma * (t_k - t_{k-1} - mu)^2 / (2 sigma^2)
               - (1 - gamma) * (sum of D over the square of segment k) / (t_k - t_{k-1})^r

    Fragkou, *A Dynamic Programming Algorithm for the Segmentation of Greek Texts*. Memory is linear
    in the number of units; so is time where a window can be proved to be enough, else quadratic.
    Of several optima the one with the shortest last segment is taken, then the shortest before it,
    and so on.

    Args:
        parameters: mu, sigma, gamma, r, and what lengths are counted in.
        measure: what makes D of the units; the paper's shared words by default.
        constraints: what a segmentation must satisfy; nothing by default.
    """

    name = "density"

    def __init__(
        self,
        parameters: Parameters | None = None,
        *,
        measure: Measure | None = None,
        constraints: Constraints | None = None,
    ) -> None:
        self.parameters = parameters or Parameters()
        self.measure = measure or partial(SharedWords, diagonal=self.parameters.diagonal)
        self.constraints = constraints or Constraints()

    def segment(self, units: Units) -> Optimum:
        """Return the cheapest segmentation of a document's sentences or paragraphs."""
        return self.programme(units).optimum()

    def programme(self, units: Units) -> Programme:
        """Return the engine, to be asked for more than the cheapest segmentation."""
        in_words = self.parameters.length_unit == "words"
        lengths = units.words if in_words else units.sentences
        admissible = self.constraints.on(units)
        return Programme(self.measure(units), lengths, self.parameters, admissible)

    def keeping(self, cuts: Iterable[int]) -> "DensitySegmenter":
        """Return the segmenter that must also cut at the given places."""
        return DensitySegmenter(
            self.parameters,
            measure=self.measure,
            constraints=replace(self.constraints, cut_at=(*self.constraints.cut_at, *cuts)),
        )


def cheapest(
    similarity: Similarity,
    lengths: NDArray[np.int64],
    parameters: Parameters,
    admissible: Admissible | None = None,
) -> Optimum:
    """Return the segmentation of least cost, given D and the length of each unit."""
    return Programme(similarity, lengths, parameters, admissible).optimum()
