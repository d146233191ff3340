"""Training: the parameters of the cost from texts whose segments are known."""

from tmima.training.grid import GAMMAS, POWERS, Grid, search
from tmima.training.labelled import LabelledText, length_moments
from tmima.training.objectives import DEFAULT_OBJECTIVE, OBJECTIVES, objective_named
from tmima.training.temperature import Reliability, calibrated, reliability
from tmima.training.train import Training, train

__all__ = [
    "DEFAULT_OBJECTIVE",
    "GAMMAS",
    "OBJECTIVES",
    "POWERS",
    "Grid",
    "LabelledText",
    "Reliability",
    "Training",
    "calibrated",
    "length_moments",
    "objective_named",
    "reliability",
    "search",
    "train",
]
