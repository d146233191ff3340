"""The dotplot of Figure 1: which units are similar, with the segments drawn on the diagonal."""

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tmima.loading import require
from tmima.plots.charts import save
from tmima.similarity import Similarity, column_blocks
from tmima.text import Segmentation

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_INK = "#1b2a41"
_FOUND = "#d1495b"
_TRUE = "#2a9d8f"
_INCHES = 7.0
# Beyond this many units a side, neighbours share a dot whose shade is their mean similarity.
_FINEST = 900
_DARKEST = 0.999
_POINTS_PER_INCH = 72
_LINE, _HAIRLINE, _LINE_SHARE = 1.4, 0.3, 0.04


def dotplot(
    similarity: Similarity,
    segmentation: Segmentation,
    path: str | PathLike[str],
    *,
    unit: str = "sentences",
    truth: Segmentation | None = None,
) -> None:
    """Draw the matrix D with the found segments as squares and save it as a picture.

    Args:
        similarity: D, read by columns; memory does not grow with its square.
        segmentation: the segments to draw.
        path: where to; its ending chooses the format (PNG, SVG, PDF).
        unit: what the axes count.
        truth: the true cuts, drawn dashed.
    """
    save(draw(similarity, segmentation, unit, truth=truth), path)


def draw(
    similarity: Similarity,
    segmentation: Segmentation,
    unit: str,
    *,
    truth: Segmentation | None = None,
) -> "Figure":
    """Return the picture as a figure of Matplotlib, with the true cuts if they are known."""
    require("plot")
    from matplotlib.collections import PatchCollection
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    size = len(similarity)
    tiled = size > _FINEST
    figure = Figure(figsize=(_INCHES, _INCHES))
    axes = figure.add_subplot()
    shades = LinearSegmentedColormap.from_list("ink", ["white", _INK])
    image = grey_levels(similarity)
    # Where dots stand for many pairs, few are full: the darkest shade goes to the densest of them.
    darkest = max(float(np.quantile(image, _DARKEST)), float(image.mean()), 1e-9) if tiled else 1
    axes.imshow(
        image,
        cmap=shades,
        vmin=0,
        vmax=darkest,
        interpolation="nearest",
        extent=(0, size, size, 0),
    )
    squares = [Rectangle((a, a), b - a, b - a) for a, b in segmentation.segments]
    # Lines of a small share of a segment's side, so that many segments do not hide the diagonal.
    side = _INCHES * _POINTS_PER_INCH / len(segmentation)
    axes.add_collection(
        PatchCollection(
            squares,
            facecolor="none",
            edgecolor=_FOUND,
            linewidth=min(_LINE, max(_HAIRLINE, _LINE_SHARE * side)),
            clip_on=False,
        )
    )
    if truth is not None:
        for cut in truth.cuts:
            axes.axhline(cut, color=_TRUE, linewidth=0.8, linestyle=(0, (4, 4)))
            axes.axvline(cut, color=_TRUE, linewidth=0.8, linestyle=(0, (4, 4)))
    axes.set_xlabel(unit.removesuffix("s"))
    axes.set_ylabel(unit.removesuffix("s"))
    axes.xaxis.set_label_position("top")
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_color("#bbbbbb")
    segments = f"{len(segmentation)} segment{'s' if len(segmentation) > 1 else ''} found (squares)"
    true = "" if truth is None else f", {len(truth)} true (dashed)"
    axes.set_title(f"{size} {unit}, {segments}{true}", y=-0.06, fontsize=10)
    return figure


def grey_levels(similarity: Similarity) -> NDArray[np.float64]:
    """Return D, or its means over square tiles where it has more rows than a picture has dots."""
    size = len(similarity)
    tile = -(-size // _FINEST)
    side = -(-size // tile)
    sums = np.zeros((side, side))
    for block in column_blocks(similarity):
        columns = block.columns()
        np.add.at(sums, (block.rows // tile, columns // tile), block.values)
        off_diagonal = block.rows != columns
        np.add.at(
            sums,
            (columns[off_diagonal] // tile, block.rows[off_diagonal] // tile),
            block.values[off_diagonal],
        )
    tiles = np.diff(np.minimum(np.arange(side + 1) * tile, size))
    means: NDArray[np.float64] = sums / np.outer(tiles, tiles)
    return means
