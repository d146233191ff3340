"""Segmentations: the value itself, the cost of one, and the search for the cheapest."""

from tmima.segmentation.density import DensitySegmenter, Optimum, cheapest
from tmima.segmentation.parameters import LENGTH_UNITS, Parameters
from tmima.segmentation.segmentation import Segmentation

__all__ = [
    "LENGTH_UNITS",
    "DensitySegmenter",
    "Optimum",
    "Parameters",
    "Segmentation",
    "cheapest",
]
