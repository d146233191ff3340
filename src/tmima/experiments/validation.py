"""The paper's validation: parameters learnt on one random half, scores taken on the other."""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima.scores import Scores, average
from tmima.segmentation import Parameters
from tmima.training import LabelledText, search

REPETITIONS = 5


@dataclass(frozen=True, slots=True)
class Repetition:
    """One random half: what was learnt on it, and the scores of each text of the other half."""

    training: tuple[int, ...]
    testing: tuple[int, ...]
    parameters: Parameters
    training_pk: float
    scores: tuple[Scores, ...]
    errors: NDArray[np.float64]

    def as_dict(self) -> dict[str, Any]:
        """Return the repetition for JSON."""
        return {
            "training": list(self.training),
            "testing": list(self.testing),
            "parameters": self.parameters.as_dict(),
            "training_pk": self.training_pk,
            "scores": asdict(average(self.scores)),
            "pk_by_text": [scores.pk for scores in self.scores],
        }


def validate(
    problems: Sequence[LabelledText], *, seed: str, repetitions: int = REPETITIONS
) -> list[Repetition]:
    """Repeat the validation with random halves; the same seed gives the same halves."""
    everything = range(len(problems))
    results = []
    for number in range(repetitions):
        chance = random.Random(f"{seed}/half {number}")
        training = sorted(chance.sample(everything, len(problems) // 2))
        testing = sorted(set(everything) - set(training))
        grid = search([problems[index] for index in training])
        scores = [
            problems[index].score(problems[index].solve(grid.parameters)) for index in testing
        ]
        results.append(
            Repetition(
                tuple(training),
                tuple(testing),
                grid.parameters,
                grid.error,
                tuple(scores),
                grid.errors,
            )
        )
    return results
