"""Pictures of a segmentation. Needs the extra `plot`."""

from tmima.plots.charts import Picture, bars, curves, elbow, render
from tmima.plots.dotplot import dotplot, draw

__all__ = ["Picture", "bars", "curves", "dotplot", "draw", "elbow", "render"]
