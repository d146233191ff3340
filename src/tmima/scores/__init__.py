"""Scores: how well a segmentation agrees with the true one."""

from tmima.scores.files import Evaluation, evaluate_files, file_pairs
from tmima.scores.measures import boundary_similarity, f1_within, pk, window_diff, window_size
from tmima.scores.scores import SCORES, Scores, average, interval, score

__all__ = [
    "SCORES",
    "Evaluation",
    "Scores",
    "average",
    "boundary_similarity",
    "evaluate_files",
    "f1_within",
    "file_pairs",
    "interval",
    "pk",
    "score",
    "window_diff",
    "window_size",
]
