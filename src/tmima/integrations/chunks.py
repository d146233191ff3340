"""What all adapters share: a segmenter whose limit holds, and the chunks of any text."""

from collections.abc import Mapping
from typing import Any

from tmima.result import Segment
from tmima.segmentation import Constraints, Tokenizer
from tmima.segmenter import Segmenter
from tmima.text import Source, visible_span


def chunker(
    max_size: int | None,
    size_unit: str = "characters",
    tokenizer: Tokenizer | str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Segmenter:
    """Return a segmenter that keeps a limit always: what alone is larger is split.

    Segments have titles if `settings` ask for them, and a text is what it is: a page is prose.
    """
    given = {"titles": "none", "format": "text", **(settings or {})}
    asked = given.get("constraints")
    if not isinstance(asked, Constraints) and "oversize" not in {**given, **(asked or {})}:
        given["oversize"] = "split"
    limit = {"max_size": max_size, "size_unit": size_unit, "tokenizer": tokenizer}
    segmenter = Segmenter(**given)
    return segmenter if max_size is None else segmenter.replace(**limit)


def chunks(segmenter: Segmenter, text: str | Source) -> list[Segment]:
    """Return the segments of a text or of what was opened; what shows nothing has none."""
    said = text if isinstance(text, str) else text.text
    return segmenter.segment(text).segments if visible_span(said, 0, len(said)) else []
