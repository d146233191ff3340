"""Fitting: what a text tells of itself, where nobody has set anything."""

from tmima.fitting.excess import Excess
from tmima.fitting.fitted import Fitted, Request, fit
from tmima.fitting.lengths import Learnt, UnlabelledText, learn, told
from tmima.fitting.structure import CONVINCING, structure_p_value

__all__ = [
    "CONVINCING",
    "Excess",
    "Fitted",
    "Learnt",
    "Request",
    "UnlabelledText",
    "fit",
    "learn",
    "structure_p_value",
    "told",
]
