"""A bar for each method: its Pk with the 95 % interval."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tmima.loading import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BAR = "#2a9d8f"
_INK = "#1b2a41"


def bars(
    labels: Sequence[str],
    values: Sequence[float],
    intervals: Sequence[tuple[float, float]],
    *,
    title: str,
) -> "Figure":
    """Return the picture, the lowest error on top."""
    require("plot")
    from matplotlib.figure import Figure

    order = sorted(range(len(labels)), key=lambda index: values[index], reverse=True)
    figure = Figure(figsize=(7.0, 0.9 + 0.3 * len(labels)), layout="constrained")
    axes = figure.add_subplot()
    for place, index in enumerate(order):
        low, high = intervals[index]
        axes.barh(place, 100 * values[index], color=_BAR, height=0.65)
        axes.plot([100 * low, 100 * high], [place, place], color=_INK, linewidth=1.4)
        axes.text(100 * high, place, f" {100 * values[index]:.1f}", va="center", fontsize=8)
    axes.set_yticks(range(len(order)), [labels[index] for index in order])
    axes.set_xlabel("Pk (%), lower is better, with 95 % interval")
    axes.set_xlim(left=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(title, fontsize=11)
    return figure
