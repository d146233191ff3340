"""Pictures of a segmentation. Needs the extra `plot`."""

from tmima.plots.charts import Picture, bar_chart, elbow_plot, error_curves, render_figure
from tmima.plots.dotplot import dotplot, draw

__all__ = ["Picture", "bar_chart", "dotplot", "draw", "elbow_plot", "error_curves", "render_figure"]
