"""Fitting: what a text tells of itself, where nobody has set anything."""

from tmima.fitting.evidence import POWER, Evidence
from tmima.fitting.excess import Excess
from tmima.fitting.fitted import OWN_SIMILARITY, Fitted, Request, fit
from tmima.fitting.lengths import Learnt, UnlabelledText, learn, told, usual_lengths
from tmima.fitting.structure import CONVINCING, structure_p_value

__all__ = [
    "CONVINCING",
    "OWN_SIMILARITY",
    "POWER",
    "Evidence",
    "Excess",
    "Fitted",
    "Learnt",
    "Request",
    "UnlabelledText",
    "fit",
    "learn",
    "structure_p_value",
    "told",
    "usual_lengths",
]
