"""Pictures as files: the same bytes for the same picture."""

import io
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from tmima.errors import TmimaError
from tmima.files import write_whole

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


def render(name: str, title: str, figure: "Figure") -> Picture:
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
