"""Fitting: what a text tells of itself, where nobody has set anything."""

from tmima.fitting.excess import Excess
from tmima.fitting.fitted import Fitted, Wish, fit
from tmima.fitting.lengths import Learnt, UnlabelledText, learn, told
from tmima.fitting.structure import structure_chance

__all__ = [
    "Excess",
    "Fitted",
    "Learnt",
    "UnlabelledText",
    "Wish",
    "fit",
    "learn",
    "structure_chance",
    "told",
]
