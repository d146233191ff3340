"""The one way in: a file or a text becomes a `Source`, and a `Source` a document."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from os import PathLike
from pathlib import PurePath
from typing import Any

from tmima.errors import TmimaError, plain_text
from tmima.files import STANDARD_INPUT, decoded_text, files_below, read_bytes, shown_name
from tmima.formats.format import (
    AUTO,
    PROSE,
    Format,
    Layout,
    Limits,
    find_format,
    find_packed,
    known_format,
)
from tmima.formats.plain import CHOI, lay_out_choi, lay_out_prose
from tmima.formats.speakers import find_turns, lay_out_turns, without_names
from tmima.formats.unread import describe_unreadable
from tmima.formats.unspoken import unspoken
from tmima.settings import checked_fields
from tmima.text import (
    Analyzer,
    ColumnAnalyzer,
    Document,
    Outline,
    Paragraphs,
    Sentences,
    Source,
    Spans,
    Turns,
    Words,
    merge_ranges,
)

# Offsets have 32 bits.
_LONGEST = 2**31 - 1


def open_file(
    path: str | PathLike[str],
    *,
    encoding: str | None = None,
    format: str | Format | None = None,
    limits: Limits | Mapping[str, Any] | None = None,
) -> Source:
    """Open a file: its text, with the times of a transcript or the offsets in a document.

    PDF (which needs the extra `documents`), DOCX, EPUB, ODT and PPTX are known by their content,
    transcripts too, Markdown and HTML by their names, and a page by another name by how it begins.

    Args:
        path: of the file, `-` for standard input.
        encoding: of a text; UTF-8 if not given, or UTF-16 or UTF-32 by its byte order mark.
        format: of a text, where it is known; then name and content tell nothing.
        limits: what reading a PDF or a packed document may take, by name: `seconds` (300),
            `memory` (4,000,000,000 bytes), and of what is packed `unpacked` (64,000,000 bytes),
            `ratio` (100 times the size of a text when packed, if it has more than a megabyte) and
            `depth` (256 elements inside each other).
    """
    return open_bytes(path, read_bytes(path), encoding=encoding, format=format, limits=limits)


def open_bytes(
    name: str | PathLike[str],
    content: bytes,
    *,
    encoding: str | None = None,
    format: str | Format | None = None,
    limits: Limits | Mapping[str, Any] | None = None,
) -> Source:
    """Return what `open_file` returns of a file of this name with this content."""
    allowed = checked_fields(Limits, limits, "limit")
    packed = find_packed(content)
    if packed is None or packed.parse_bytes is None:
        # A format that is named by the user is not second-guessed.
        unread = describe_unreadable(content) if format is None or format == AUTO else None
        if unread is not None:
            raise TmimaError(
                f"{shown_name(name)} is {unread}, which is not read: convert it to text, PDF or "
                "DOCX first"
            )
        text = decoded_text(content, name, encoding)
        return replace(parse_text(text, format, name=str(name)), name=_file_name(name))
    try:
        source = packed.parse_bytes(content, allowed)
        return replace(source, format=packed.name, name=_file_name(name))
    except TmimaError as error:
        said = f"{shown_name(name)} cannot be read as {packed.name.upper()}"
        raise TmimaError(f"{said}: {error}") from None


def _file_name(path: str | PathLike[str]) -> str:
    """Return the name of a file without its folders; standard input has none."""
    return "" if str(path) == str(STANDARD_INPUT) else PurePath(path).name


def parse_text(text: str, format: str | Format | None = None, *, name: str = "") -> Source:
    """Parse a transcript or a document into its text; any other text is left as it is.

    Args:
        text: the text.
        format: the name of a format, a format of one's own, "auto" to find it from the text, or
            nothing for a transcript or a document if it clearly is one and else prose.
        name: of the file that the text is from, if it is from one.
    """
    text = plain_text(text)
    if format is None or format == AUTO:
        known = find_format(text, name=name, auto=format == AUTO)
    else:
        known = known_format(format)
    if known.parse_bytes is not None:
        raise TmimaError(f"{name or 'a text'} is no {known.name.upper()}, which is a file of bytes")
    return replace(Source(text) if known.parse is None else known.parse(text), format=known.name)


def read(
    text: str | Source, analyzer: Analyzer, *, format: str | Format | None = PROSE
) -> Document:
    """Find the paragraphs, sentences and words of a text.

    Args:
        text: the text, or what was opened; it is kept as it is.
        analyzer: what finds sentences and words.
        format: of a text, as `parse_text` takes it; what was opened has one.
    """
    source = parse_text(text, format) if isinstance(text, str) else text
    if source.timeline is not None and source.faults and not source.timeline.cues:
        raise TmimaError(f"nothing with a time was found in the transcript: {source.faults[0]}")
    own = isinstance(format, Format) and format.name == source.format
    known = known_format(format if own else source.format)
    lay_out = known.lay_out or _lay_out
    layout = lay_out(source, analyzer)
    turns = _find_turns(source, layout)
    if turns is not None:
        layout = lay_out_turns(layout, turns)
    return _document(source, layout, turns, analyzer)


def labelled_texts(
    folder: str | PathLike[str], analyzer: Analyzer
) -> Iterator[tuple[str, Document]]:
    """Yield the texts in Choi's format below a folder, each with its path, analyzed."""
    files = files_below(folder)
    if not files:
        raise TmimaError(f"{folder} holds no text")
    for name, path in files.items():
        source = open_file(path, format=CHOI)
        layout = lay_out_choi(source, analyzer)
        if layout.truth is None:
            raise TmimaError(f"{path} holds no sentence")
        yield name, _document(source, layout, None, analyzer)


def _lay_out(source: Source, analyzer: Analyzer) -> Layout:
    """Find the sentences of a transcript, a document or prose, whatever was opened."""
    if source.timeline is not None:
        from tmima.formats.speech import lay_out_speech

        return lay_out_speech(source.timeline, analyzer)
    if source.origin is not None:
        from tmima.formats.documents import lay_out_document

        return lay_out_document(source.origin, analyzer)
    return lay_out_prose(source, analyzer)


def _find_turns(source: Source, layout: Layout) -> Turns | None:
    """Find the turns of speakers in a text without times, unless its true segments are known."""
    if source.timeline is not None or layout.truth is not None:
        return None
    return find_turns(source.text, layout, source.origin, told=source.format == "turns")


def _document(source: Source, layout: Layout, turns: Turns | None, analyzer: Analyzer) -> Document:
    text = source.text
    paragraphs = Paragraphs.of(layout.paragraphs)
    spans = paragraphs.sentences
    if not spans:
        raise TmimaError(
            f"the text is empty: {len(text)} characters and no sentence among them"
            if text
            else "the text is empty"
        )
    if len(text) > _LONGEST:
        raise TmimaError(f"the text has {len(text)} characters, more than {_LONGEST}: part it")
    words = (
        analyzer.word_columns(text, spans)
        if isinstance(analyzer, ColumnAnalyzer)
        else Words.of(analyzer.tokens(text, list(spans)))
    )
    speech = source.timeline is not None or turns is not None
    ignored = merge_ranges([*layout.ignored, *unspoken(text, speech=speech)])
    words = words.not_kept(Spans.of(ignored))
    if turns is not None:
        words = without_names(words, text, turns)
    return Document(
        text=text,
        language=analyzer.language,
        sentences=Sentences(spans, words),
        paragraphs=paragraphs.runs,
        truth=layout.truth,
        timeline=source.timeline,
        origin=source.origin,
        turns=turns,
        outline=Outline.of(text, layout.headings, layout.title),
        name=source.name,
    )
