"""Training: the parameters of the cost from texts whose segments are known."""

from tmima.training.folder import Training, train
from tmima.training.grid import GAMMAS, POWERS, Grid, search
from tmima.training.problem import Problem, length_moments
from tmima.training.temperature import Reliability, calibrated, reliability

__all__ = [
    "GAMMAS",
    "POWERS",
    "Grid",
    "Problem",
    "Reliability",
    "Training",
    "calibrated",
    "length_moments",
    "reliability",
    "search",
    "train",
]
