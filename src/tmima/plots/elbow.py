"""The cost of the best segmentation over the number of segments: where the curve bends."""

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.plots.save import save

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def elbow(costs: Sequence[float | None], path: str | PathLike[str]) -> None:
    """Draw the costs for 1, 2, ... segments, the least one marked, and save the picture."""
    save(_draw(costs), path)


def _draw(costs: Sequence[float | None]) -> "Figure":
    require("plot")
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    points = [(count, cost) for count, cost in enumerate(costs, start=1) if cost is not None]
    if not points:
        raise TmimaError(
            "there is nothing to draw: the constraints allow no number of segments up to "
            f"{len(costs)}"
        )
    figure = Figure(figsize=(5.6, 4.2), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(
        *zip(*points, strict=True), color="#1b2a41", marker="o", markersize=3.5, linewidth=1.4
    )
    count, cost = min(points, key=lambda point: point[1])
    axes.plot([count], [cost], color="#d1495b", marker="D", markersize=7, linestyle="none")
    axes.annotate(
        f"{count} segments", (count, cost), xytext=(0, -16), textcoords="offset points", ha="center"
    )
    axes.margins(y=0.15)
    axes.set_xlabel("number of segments")
    axes.set_ylabel("cost of the best segmentation")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(color="#e5e5e5")
    axes.spines[["top", "right"]].set_visible(False)
    return figure
