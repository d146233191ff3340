"""The learnt model: what is seen at the places of a text, and what its segmentations score."""

from tmima.learnt.adaptation import Adaptation
from tmima.learnt.likelihood import KnownText, Likelihood, adapted
from tmima.learnt.model import LengthScores, Model
from tmima.learnt.places import LONGEST, TEXT, Places, names, seen
from tmima.learnt.problem import LearntProblem, answer
from tmima.learnt.signs import SIGNS

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
