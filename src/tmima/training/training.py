"""Training: all that labelled texts tell of the parameters of the cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from tmima.scores import Scores, average
from tmima.segmentation import Parameters
from tmima.training.grid import search
from tmima.training.labelled import LabelledText
from tmima.training.objectives import DEFAULT_OBJECTIVE
from tmima.training.temperature import Reliability, calibrated, reliability


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
