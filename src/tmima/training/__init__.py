"""Training: the parameters of the cost from texts whose segments are known."""

from tmima.training.fitting import Fitted, Wish, fit
from tmima.training.folder import Training, learn_lengths, train
from tmima.training.grid import GAMMAS, POWERS, Grid, search
from tmima.training.problem import Problem, length_moments
from tmima.training.temperature import Reliability, calibrated, reliability

__all__ = [
    "GAMMAS",
    "POWERS",
    "Fitted",
    "Grid",
    "Problem",
    "Reliability",
    "Training",
    "Wish",
    "calibrated",
    "fit",
    "learn_lengths",
    "length_moments",
    "reliability",
    "search",
    "train",
]
