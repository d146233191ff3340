"""Scores: how well a segmentation agrees with the true one."""

from tmima.scores.boundary import boundary_similarity
from tmima.scores.files import Evaluation, evaluate_files
from tmima.scores.interval import interval
from tmima.scores.scores import SCORE_UNITS, Scores, average, score
from tmima.scores.tolerance import TOLERANCE, f1_within
from tmima.scores.windows import pk, window_diff, window_size

__all__ = [
    "SCORE_UNITS",
    "TOLERANCE",
    "Evaluation",
    "Scores",
    "average",
    "boundary_similarity",
    "evaluate_files",
    "f1_within",
    "interval",
    "pk",
    "score",
    "window_diff",
    "window_size",
]
