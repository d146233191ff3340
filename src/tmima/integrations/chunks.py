"""What all adapters share: a segmenter whose limit holds, and the chunks of any text."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import PurePath
from typing import Any, NamedTuple

from tmima.chunks import CONTEXT_TOKENS, Chunk, ChunkAssembler
from tmima.formats import open_file, parse_text
from tmima.result import SegmentedText
from tmima.segmentation import Constraints, Tokenizer
from tmima.segmentation.tokenizers import count_tokens
from tmima.segmenter import Segmenter
from tmima.text import Source, visible_span

_PROSE = "text"
# About as much as `CONTEXT_TOKENS`.
_CONTEXT_CHARACTERS = 400


def chunker(
    max_size: int | None,
    size_unit: str = "characters",
    tokenizer: Tokenizer | str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Segmenter:
    """Return a segmenter that always keeps a limit: a unit that alone is larger is split.

    Segments have titles only if `settings` ask for them. A string is read as prose, even if it
    looks like Markdown or HTML, unless `settings` name its format.
    """
    given = {"titles": "none", "format": _PROSE, **(settings or {})}
    asked = given.get("constraints")
    if not isinstance(asked, Constraints) and "oversize" not in {**given, **(asked or {})}:
        given["oversize"] = "split"
    limit = {"max_size": max_size, "size_unit": size_unit, "tokenizer": tokenizer}
    segmenter = Segmenter(**given)
    return segmenter if max_size is None else segmenter.replace(**limit)


class Piece(NamedTuple):
    """A chunk as frameworks take it.

    Attributes:
        text: what is indexed, an overlap before it included.
        start: where that begins.
        metadata: what is known of it, for JSON.
    """

    text: str
    start: int
    metadata: dict[str, Any]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


# What chunks tell besides what segments do.
_OF_CHUNKS = ("document_id", "previous_id", "next_id", "context")


def chunks(
    segmenter: Segmenter,
    text: str | PathLike[str] | Source,
    *,
    name: Any = None,
    overlap: int = 0,
) -> list[Piece]:
    """Return the chunks of a text, a file or what was opened; what shows nothing has none.

    Args:
        segmenter: what cuts it.
        text: a string is the text itself; a path is opened as the format that the file has.
        name: of the file that a text is from, where a framework tells it; ids depend on it.
        overlap: so much of the text before it stands in each chunk, counted as its size is.
    """
    result = segmented(segmenter, text, name=name)
    if result is None:
        return []
    pieces = []
    for chunk, metadata in with_metadata(segmenter, result, overlap=overlap):
        before = chunk.before or ""
        pieces.append(Piece(before + chunk.text, chunk.start - len(before), metadata))
    return pieces


def segmented(
    segmenter: Segmenter, text: str | PathLike[str] | Source, *, name: Any = None
) -> SegmentedText | None:
    """Return a text cut into segments; nothing if it shows nothing."""
    if isinstance(text, PathLike):
        source = open_file(text, format=None if segmenter.format == _PROSE else segmenter.format)
    elif isinstance(text, str):
        source = parse_text(text, segmenter.format)
        if isinstance(name, str) and name:
            source = replace(source, name=PurePath(name).name)
    else:
        source = text
    shown = visible_span(source.text, 0, len(source.text))
    return segmenter.segment(source) if shown else None


def with_metadata(
    segmenter: Segmenter, result: SegmentedText, *, overlap: int = 0
) -> Iterator[tuple[Chunk, dict[str, Any]]]:
    """Yield the segments of a text as chunks, each with its metadata."""
    tokenizer = segmenter.tokenizer if segmenter.size_unit == "tokens" else None

    def count(text: str) -> int:
        return len(text) if tokenizer is None else count_tokens(tokenizer, text)

    most = CONTEXT_TOKENS if tokenizer is not None else _CONTEXT_CHARACTERS
    assembled = ChunkAssembler(count, context_tokens=most, overlap=overlap).chunks(result)
    for segment, chunk in zip(result, assembled, strict=True):
        values = chunk.as_dict()
        told = {each: values[each] for each in _OF_CHUNKS if values.get(each)}
        yield chunk, {**segment.about(), **told}
