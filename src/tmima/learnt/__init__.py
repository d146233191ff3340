"""The learnt model: what is seen at the places of a text, and what its segmentations score."""

from tmima.learnt.answer import see_places, settle_by_number, weigh_by_model
from tmima.learnt.likelihood import KnownText, fit_adaptation
from tmima.learnt.model import Adaptation, Model
from tmima.learnt.places import LONGEST, SIGNS, TEXT, Places, names, seen

__all__ = [
    "LONGEST",
    "SIGNS",
    "TEXT",
    "Adaptation",
    "KnownText",
    "Model",
    "Places",
    "fit_adaptation",
    "names",
    "see_places",
    "seen",
    "settle_by_number",
    "weigh_by_model",
]
