"""Methods of segmentation behind one interface: learnt, density, the literature, baselines."""

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

__all__ = [
    "DEFAULT_METHOD",
    "FINER",
    "PAPER_METHOD",
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
