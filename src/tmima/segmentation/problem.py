"""A text to be segmented: its similarity, its units, the cost and the constraints."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from tmima.segmentation.constraints import Admissible, Constraints
from tmima.segmentation.cost import TextCost
from tmima.segmentation.parameters import Parameters
from tmima.segmentation.programme import Programme
from tmima.segmentation.recursion import Solution
from tmima.similarity import Similarity
from tmima.text import Units


@dataclass(frozen=True, slots=True)
class Problem:
    """The search for the segmentation that minimises equation (1) over all that are allowed.

        J(t) = sum over segments k of  gamma * (t_k - t_{k-1} - mu)^2 / (2 sigma^2)
               - (1 - gamma) * (sum of D over the square of segment k) / (t_k - t_{k-1})^r

    Fragkou, *A Dynamic Programming Algorithm for the Segmentation of Greek Texts*. Memory is linear
    in the number of units; so is time where a window can be proved to be enough, else quadratic.
    Of several optima the one with the shortest last segment is taken, then the shortest before it,
    and so on.

    Attributes:
        similarity: D of the units.
        units: the sentences or paragraphs of a document.
        parameters: mu, sigma, gamma, r, and what lengths are counted in.
        constraints: what a segmentation must satisfy; nothing by default.
    """

    similarity: Similarity
    units: Units
    parameters: Parameters = field(default_factory=Parameters)
    constraints: Constraints = field(default_factory=Constraints)

    def programme(self) -> Programme:
        """Return the engine, to be asked for the optimum and for more."""
        return Programme(
            self.similarity,
            TextCost.of(self.parameters, self.units.lengths(self.parameters.length_unit)),
            self.constraints.on(self.units),
        )

    def keeping(self, cuts: Iterable[int]) -> "Problem":
        """Return the problem whose solutions must also cut at the given places."""
        kept = replace(self.constraints, cut_at=(*self.constraints.cut_at, *cuts))
        return replace(self, constraints=kept)


def cheapest(
    similarity: Similarity,
    lengths: NDArray[np.int64],
    parameters: Parameters,
    admissible: Admissible | None = None,
) -> Solution:
    """Return the segmentation of least cost, given D and the length of each unit."""
    return Programme(similarity, TextCost.of(parameters, lengths), admissible).optimum()
