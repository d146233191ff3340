"""Pictures for files, and charts: bars, curves over the parameters, the elbow of the costs."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from tmima.errors import TmimaError
from tmima.files.whole import write_whole
from tmima.loading import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DOTS_PER_INCH = 160
_DOTS_PER_INCH_ALONE = 200


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with a name for its files and a title, as PNG and as SVG."""

    name: str
    title: str
    png: bytes
    svg: bytes


def render_figure(name: str, title: str, figure: "Figure") -> Picture:
    """Return a figure as PNG and SVG, without the date that would make each run differ."""
    import matplotlib as mpl

    with mpl.rc_context({"svg.hashsalt": "tmima"}):
        files = []
        for form, metadata in (("png", {"Software": None}), ("svg", {"Date": None})):
            file = io.BytesIO()
            figure.savefig(
                file, format=form, dpi=_DOTS_PER_INCH, bbox_inches="tight", metadata=metadata
            )
            files.append(file.getvalue())
    return Picture(name, title, *files)


def save(figure: "Figure", path: str | PathLike[str]) -> None:
    """Save a figure; the ending of the path chooses the format (PNG, SVG, PDF)."""
    file = io.BytesIO()
    form = Path(path).suffix.removeprefix(".") or "png"
    try:
        figure.savefig(file, format=form, dpi=_DOTS_PER_INCH_ALONE, bbox_inches="tight")
    except ValueError as error:
        raise TmimaError(f"{path} cannot be drawn: {error}") from None
    write_whole(path, file.getvalue())


_BAR = "#2a9d8f"
_INK = "#1b2a41"


def bar_chart(
    labels: Sequence[str],
    values: Sequence[float],
    intervals: Sequence[tuple[float, float]],
    *,
    title: str,
) -> "Figure":
    """Return a bar chart of values with their intervals, the lowest value on top."""
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


_COLOURS = ("#1b2a41", "#2a9d8f", "#e9a23b", "#d1495b")
_MARKERS = ("o", "s", "^", "D")


def error_curves(
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


def elbow_plot(costs: Sequence[float | None], path: str | PathLike[str], *, answered: int) -> None:
    """Draw the costs for 1, 2, ... segments and save the picture.

    Args:
        costs: of the cheapest segmentation into each number, None where none is allowed.
        path: of the file.
        answered: the number of segments of the answer, which is marked.
    """
    save(_draw(costs, answered), path)


def _draw(costs: Sequence[float | None], answered: int) -> "Figure":
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
    for point in points:
        if point[0] == answered:
            axes.plot(*point, color="#d1495b", marker="D", markersize=7, linestyle="none")
            axes.annotate(
                f"{answered} segments",
                point,
                xytext=(0, -16),
                textcoords="offset points",
                ha="center",
            )
    axes.margins(y=0.15)
    axes.set_xlabel("number of segments")
    axes.set_ylabel("cost of the best segmentation")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(color="#e5e5e5")
    axes.spines[["top", "right"]].set_visible(False)
    return figure
