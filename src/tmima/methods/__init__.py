"""Methods of segmentation behind one interface: density, the literature, the baselines."""

from tmima.methods.density import Density
from tmima.methods.method import (
    Collected,
    Explained,
    Method,
    MethodEntry,
    Outcome,
    Trained,
)
from tmima.methods.registry import DEFAULT_METHOD, make, methods, options_of
from tmima.methods.text import MethodText

__all__ = [
    "DEFAULT_METHOD",
    "Collected",
    "Density",
    "Explained",
    "Method",
    "MethodEntry",
    "MethodText",
    "Outcome",
    "Trained",
    "make",
    "methods",
    "options_of",
]
