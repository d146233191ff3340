"""The learnt model: what is seen at the places of a text, and what its segmentations score."""

from tmima.learnt.likelihood import KnownText, Likelihood, adapted
from tmima.learnt.model import Adaptation, LengthScores, Model
from tmima.learnt.places import LONGEST, SIGNS, TEXT, Places, names, seen
from tmima.learnt.problem import LearntProblem, answer

__all__ = [
    "LONGEST",
    "SIGNS",
    "TEXT",
    "Adaptation",
    "KnownText",
    "LearntProblem",
    "LengthScores",
    "Likelihood",
    "Model",
    "Places",
    "adapted",
    "answer",
    "names",
    "seen",
]
