"""The learnt model: what is seen at the places of a text, and what its segmentations score."""

from tmima.learnt.answer import (
    bias_towards,
    see_places,
    settle_by_number,
    weigh_by_model,
)
from tmima.learnt.features import LONGEST, TEXT, names
from tmima.learnt.model import NUMBERS, Adaptation, LengthScores, Model
from tmima.learnt.numerics import logarithms
from tmima.learnt.places import Places, seen

__all__ = [
    "LONGEST",
    "NUMBERS",
    "TEXT",
    "Adaptation",
    "LengthScores",
    "Model",
    "Places",
    "bias_towards",
    "logarithms",
    "names",
    "see_places",
    "seen",
    "settle_by_number",
    "weigh_by_model",
]
