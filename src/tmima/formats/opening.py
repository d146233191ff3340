"""Files of any kind: texts as they are, documents as what is written in them."""

from collections.abc import Callable, Mapping
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any

from tmima.errors import TmimaError, checked_fields
from tmima.files import read_bytes, text_of
from tmima.formats.format import TranscriptFormat
from tmima.formats.html import html
from tmima.formats.markdown import markdown
from tmima.formats.office import PDF, Limits
from tmima.formats.plain import PROSE as PLAIN
from tmima.formats.reading import AUTO, found_format
from tmima.text import HEADING, PROSE, Block, Origin, is_heading, paragraph_spans

_BY_NAME: dict[str, Callable[[str], Origin]] = {
    ".md": markdown,
    ".markdown": markdown,
    ".html": html,
    ".htm": html,
    ".xhtml": html,
}

# What only an archive of this kind holds.
_SIGNS = {"docx": "word/document.xml", "epub": "META-INF/container.xml"}


def open_file(
    path: str | PathLike[str],
    *,
    encoding: str | None = None,
    format: object = None,
    limits: Limits | Mapping[str, Any] | None = None,
) -> str | Origin:
    """Return the text of a file, or what is read of a document with the way back to it.

    Markdown and HTML are known by their names, PDF, DOCX and EPUB by their content (these need the
    extra `documents`); a transcript, or a page by another name, is found when its text is read.

    Args:
        path: of the file, `-` for standard input.
        encoding: of a text; UTF-8 if not given, or UTF-16 or UTF-32 by its byte order mark.
        format: of a text, where it is known; then the name tells nothing.
        limits: what reading a PDF, DOCX or EPUB may take at the most, by name: `seconds` (300),
            `memory` (4,000,000,000 bytes), and of what is packed `unpacked` (64,000,000 bytes) and
            `depth` (256 elements inside each other).
    """
    return opened(path, read_bytes(path), encoding=encoding, format=format, limits=limits)


def opened(
    name: str | PathLike[str],
    content: bytes,
    *,
    encoding: str | None = None,
    format: object = None,
    limits: Limits | Mapping[str, Any] | None = None,
) -> str | Origin:
    """Return what `open_file` returns of a file of this name with this content."""
    allowed = checked_fields(Limits, limits, "limit")
    kind = packed_kind(content)
    if kind is not None:
        return _converted(content, kind, str(name), allowed)
    text = text_of(content, name, encoding)
    read = _BY_NAME.get(Path(name).suffix.lower()) if format in (None, AUTO) else None
    # People keep transcripts in files of Markdown; what has times is one.
    if read is None or found_format(text, among=(TranscriptFormat,)) != PLAIN.name:
        return text
    return read(text)


def packed_kind(content: bytes) -> str | None:
    """Return what a file is that is no text but holds one."""
    if content.startswith(b"%PDF-"):
        return PDF
    if not content.startswith(b"PK\x03\x04"):
        return None
    from zipfile import BadZipFile, ZipFile

    try:
        names = set(ZipFile(BytesIO(content)).namelist())
    except (BadZipFile, NotImplementedError, ValueError, OSError):  # as its bytes will have it
        return None
    return next((kind for kind, sign in _SIGNS.items() if sign in names), None)


def _converted(content: bytes, kind: str, name: str, limits: Limits) -> Origin:
    from tmima.formats.office import CONVERTER

    try:
        text = CONVERTER.text_of(content, kind, limits)
    except TmimaError as error:
        raise TmimaError(f"{name} cannot be read as {kind.upper()}: {error}") from None
    if kind == PDF:
        return Origin(kind, text, _lines(text))
    found = markdown(text)
    return Origin(kind, text, found.blocks, apart=found.apart)


def _lines(text: str) -> list[Block]:
    """Return the paragraphs of what has no marks of headings; these are told by their looks."""
    return [
        Block(*span, HEADING, 1) if is_heading(text[span.start : span.end]) else Block(*span, PROSE)
        for span in paragraph_spans(text)
    ]
