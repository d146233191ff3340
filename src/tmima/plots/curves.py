"""Figures 2 to 5 of the paper: Pk over gamma, a curve for each r."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tmima.loading import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = ("#1b2a41", "#2a9d8f", "#e9a23b", "#d1495b")
_MARKERS = ("o", "s", "^", "D")


def curves(
    errors: Sequence[Sequence[float]],
    gammas: Sequence[float],
    powers: Sequence[float],
    *,
    title: str,
) -> "Figure":
    """Return the picture of the mean Pk of each r (rows of `errors`) over gamma (columns)."""
    require("plot")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.6, 4.2), layout="constrained")
    axes = figure.add_subplot()
    for row, power, colour, marker in zip(errors, powers, _COLOURS, _MARKERS, strict=True):
        axes.plot(
            gammas,
            [100 * error for error in row],
            color=colour,
            marker=marker,
            markersize=3.5,
            linewidth=1.4,
            label=f"r = {power:g}",
        )
    axes.set_xlabel("gamma")
    axes.set_ylabel("Pk (%)")
    axes.set_ylim(bottom=0)
    axes.set_xlim(-0.02, 1.02)
    axes.grid(color="#e5e5e5")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    axes.set_title(title, fontsize=11)
    return figure
