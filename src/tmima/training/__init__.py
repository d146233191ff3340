"""Training: the parameters of the cost from texts whose segments are known."""

from tmima.training.grid import GAMMAS, POWERS, Grid, search
from tmima.training.labelled import Problem, length_moments
from tmima.training.temperature import Reliability, calibrated, reliability
from tmima.training.train import Training, learn_lengths, train

__all__ = [
    "GAMMAS",
    "POWERS",
    "Grid",
    "Problem",
    "Reliability",
    "Training",
    "calibrated",
    "learn_lengths",
    "length_moments",
    "reliability",
    "search",
    "train",
]
