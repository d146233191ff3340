"""The paper's search for gamma and r: all 80 pairs, and the one with the lowest mean error."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import total
from tmima.segmentation import Parameters
from tmima.training.labelled import LabelledText, length_moments
from tmima.training.objectives import PAPER

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
        [Parameters(mean, deviation, gamma, r, length_unit, diagonal) for gamma in GAMMAS]
        for r in POWERS
    ]
    errors = np.array(
        [
            [
                total(text.error(text.solve(parameters), objective) for text in texts)
                for parameters in row
            ]
            for row in settings
        ]
    ) / len(texts)
    power, weight = divmod(int(np.argmin(errors)), len(GAMMAS))
    return Grid(errors, settings[power][weight])
