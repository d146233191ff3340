"""Pictures of a segmentation. Needs the extra `plot`."""

from tmima.plots.bars import bars
from tmima.plots.curves import curves
from tmima.plots.dotplot import dotplot, draw
from tmima.plots.elbow import elbow
from tmima.plots.save import Picture, render

__all__ = ["Picture", "bars", "curves", "dotplot", "draw", "elbow", "render"]
