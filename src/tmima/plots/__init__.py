"""Pictures of a segmentation. Needs the extra `plot`."""

from tmima.plots.dotplot import dotplot
from tmima.plots.elbow import elbow

__all__ = ["dotplot", "elbow"]
