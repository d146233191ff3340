"""Methods of segmentation behind one interface: learnt, density, the literature, baselines."""

from typing import TYPE_CHECKING

from tmima.loading import later
from tmima.methods.learnt import FINER, Learnt
from tmima.methods.method import (
    DEFAULT_METHOD,
    PAPER_METHOD,
    HasOutcome,
    LearnsLabelled,
    LearnsPlain,
    Method,
    MethodEntry,
    Outcome,
    make,
    methods,
    options_of,
)

if TYPE_CHECKING:
    from tmima.methods.density import Density

# The registry knows where each method is; only the default is met by most texts.
__getattr__ = later(__name__, {"tmima.methods.density": ("Density",)})

__all__ = [
    "DEFAULT_METHOD",
    "FINER",
    "PAPER_METHOD",
    "Density",
    "HasOutcome",
    "LearnsLabelled",
    "LearnsPlain",
    "Learnt",
    "Method",
    "MethodEntry",
    "Outcome",
    "make",
    "methods",
    "options_of",
]
