"""Files of any kind: texts as they are, documents as what is written in them."""

from collections.abc import Callable
from io import BytesIO
from os import PathLike
from pathlib import Path

from tmima.document import is_heading, paragraph_spans
from tmima.errors import TmimaError
from tmima.extras import require
from tmima.files import read_bytes, text_of
from tmima.formats.documents.html import html
from tmima.formats.documents.markdown import markdown
from tmima.origin import HEADING, PROSE, Block, Origin

_BY_NAME: dict[str, Callable[[str], Origin]] = {
    ".md": markdown,
    ".markdown": markdown,
    ".html": html,
    ".htm": html,
    ".xhtml": html,
}
_PDF = "pdf"
# What only an archive of this kind holds.
_SIGNS = {"docx": "word/document.xml", "epub": "META-INF/container.xml"}


def open_file(
    path: str | PathLike[str], *, encoding: str | None = None, format: object = None
) -> str | Origin:
    """Return the text of a file, or what is read of a document with the way back to it.

    Markdown and HTML are known by their names, PDF, DOCX and EPUB by their content (these need the
    extra `documents`); a transcript or a page by another name is found when its text is read.

    Args:
        path: of the file, `-` for standard input.
        encoding: of a text; UTF-8 if not given, or UTF-16 or UTF-32 by its byte order mark.
        format: of a text, where it is known; then the name tells nothing.
    """
    content = read_bytes(path)
    kind = _packed_kind(content)
    if kind is not None:
        return _converted(content, kind, str(path))
    text = text_of(content, path, encoding)
    read = None if format is not None else _BY_NAME.get(Path(path).suffix.lower())
    return text if read is None else read(text)


def _packed_kind(content: bytes) -> str | None:
    """Return what a file is that is no text but holds one."""
    if content.startswith(b"%PDF-"):
        return _PDF
    if not content.startswith(b"PK\x03\x04"):
        return None
    from zipfile import BadZipFile, ZipFile

    try:
        names = set(ZipFile(BytesIO(content)).namelist())
    except (BadZipFile, NotImplementedError, ValueError, OSError):  # as its bytes will have it
        return None
    return next((kind for kind, sign in _SIGNS.items() if sign in names), None)


def _converted(content: bytes, kind: str, name: str) -> Origin:
    converter = require("documents").MarkItDown(enable_plugins=False)
    try:
        text = converter.convert_stream(BytesIO(content), file_extension=f".{kind}").markdown
    except Exception as error:  # whatever a broken file makes of its readers
        said = " ".join(str(error).split())[:200]
        raise TmimaError(f"{name} cannot be read as {kind.upper()}: {said}") from None
    if kind == _PDF:
        return Origin(kind, text, _lines(text))
    found = markdown(text)
    return Origin(kind, text, found.blocks, apart=found.apart)


def _lines(text: str) -> list[Block]:
    """Return the paragraphs of what has no marks of headings; these are told by their looks."""
    return [
        Block(*span, HEADING, 1) if is_heading(text[span.start : span.end]) else Block(*span, PROSE)
        for span in paragraph_spans(text)
    ]
