"""The learnt model: what is seen at the places of a text, and what its segmentations score."""

from tmima.learnt.answer import most_probable, places_of, weighed
from tmima.learnt.likelihood import KnownText, Likelihood, adapted
from tmima.learnt.model import Adaptation, LengthScores, Model
from tmima.learnt.places import LONGEST, SIGNS, TEXT, Places, names, seen

__all__ = [
    "LONGEST",
    "SIGNS",
    "TEXT",
    "Adaptation",
    "KnownText",
    "LengthScores",
    "Likelihood",
    "Model",
    "Places",
    "adapted",
    "most_probable",
    "names",
    "places_of",
    "seen",
    "weighed",
]
