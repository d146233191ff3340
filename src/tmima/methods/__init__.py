"""Methods of segmentation behind one interface: learnt, density, the literature, baselines."""

from tmima.methods.density import Density
from tmima.methods.learnt import Learnt
from tmima.methods.method import (
    Collected,
    Explained,
    Method,
    MethodEntry,
    Outcome,
    Trained,
)
from tmima.methods.registry import DEFAULT_METHOD, PAPER_METHOD, make, methods, options_of
from tmima.methods.text import MethodText

__all__ = [
    "DEFAULT_METHOD",
    "PAPER_METHOD",
    "Collected",
    "Density",
    "Explained",
    "Learnt",
    "Method",
    "MethodEntry",
    "MethodText",
    "Outcome",
    "Trained",
    "make",
    "methods",
    "options_of",
]
