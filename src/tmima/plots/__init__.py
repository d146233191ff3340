"""Pictures of a segmentation. Needs the extra `plot`."""

from tmima.plots.dotplot import dotplot

__all__ = ["dotplot"]
