"""Segmentations: the value itself, the cost of one, and the search for the cheapest."""

from tmima.segmentation.admissible import Admissible
from tmima.segmentation.answers import Answers, Wanted, ask
from tmima.segmentation.certificate import Certificate
from tmima.segmentation.constraints import Constraints
from tmima.segmentation.density import DensitySegmenter, cheapest
from tmima.segmentation.hierarchy import Branch
from tmima.segmentation.parameters import LENGTH_UNITS, Parameters
from tmima.segmentation.programme import Posteriors, Programme
from tmima.segmentation.recursion import Optimum
from tmima.segmentation.sizes import SIZE_UNITS

__all__ = [
    "LENGTH_UNITS",
    "SIZE_UNITS",
    "Admissible",
    "Answers",
    "Branch",
    "Certificate",
    "Constraints",
    "DensitySegmenter",
    "Optimum",
    "Parameters",
    "Posteriors",
    "Programme",
    "Wanted",
    "ask",
    "cheapest",
]
