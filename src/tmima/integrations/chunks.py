"""What all adapters share: a segmenter whose limit holds, and the chunks of any text."""

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import PurePath
from typing import Any

from tmima.formats import open_file, parse_text
from tmima.result import Segment
from tmima.segmentation import Constraints, Tokenizer
from tmima.segmenter import Segmenter
from tmima.text import Source, visible_span

_PROSE = "text"


def chunker(
    max_size: int | None,
    size_unit: str = "characters",
    tokenizer: Tokenizer | str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Segmenter:
    """Return a segmenter that keeps a limit always: what alone is larger is split.

    Segments have titles if `settings` ask for them, and a text is what it is: a page is prose.
    """
    given = {"titles": "none", "format": _PROSE, **(settings or {})}
    asked = given.get("constraints")
    if not isinstance(asked, Constraints) and "oversize" not in {**given, **(asked or {})}:
        given["oversize"] = "split"
    limit = {"max_size": max_size, "size_unit": size_unit, "tokenizer": tokenizer}
    segmenter = Segmenter(**given)
    return segmenter if max_size is None else segmenter.replace(**limit)


def chunks(
    segmenter: Segmenter, text: str | PathLike[str] | Source, *, name: Any = None
) -> list[Segment]:
    """Return the segments of a text, a file or what was opened; what shows nothing has none.

    Args:
        segmenter: what cuts it.
        text: a string is the text itself; a path is opened as the format that the file has.
        name: of the file that a text is from, where a framework tells it; ids depend on it.
    """
    if isinstance(text, PathLike):
        source = open_file(text, format=None if segmenter.format == _PROSE else segmenter.format)
    elif isinstance(text, str):
        source = parse_text(text, segmenter.format)
        if isinstance(name, str) and name:
            source = replace(source, name=PurePath(name).name)
    else:
        source = text
    shown = visible_span(source.text, 0, len(source.text))
    return segmenter.segment(source).segments if shown else []
