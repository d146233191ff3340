"""Training: all that labelled texts tell of the parameters of the cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from tmima.segmentation import Parameters
from tmima.training.grid import search
from tmima.training.labelled import LabelledText
from tmima.training.temperature import Reliability, calibrated, reliability


@dataclass(frozen=True, slots=True)
class Training:
    """What was learnt, from how many texts, and how good it is on them.

    Pk is the mean over the texts; the reliability is that of the probabilities of cuts.
    """

    parameters: Parameters
    texts: int
    segments: int
    pk: float
    unit: str
    reliability: list[Reliability]


def train(
    texts: Sequence[LabelledText], *, length_unit: str = "sentences", diagonal: bool = True
) -> Training:
    """Learn the parameters: lengths, gamma and r by the paper's procedure, then the temperature."""
    grid = search(texts, length_unit=length_unit, diagonal=diagonal)
    parameters = calibrated(texts, grid.parameters)
    return Training(
        parameters=parameters,
        texts=len(texts),
        segments=sum(len(text.truth) for text in texts),
        pk=grid.error,
        unit="sentences" if texts[0].words is None else "words",
        reliability=reliability(texts, parameters),
    )
