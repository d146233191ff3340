"""Texts of OpenDocument: headings, paragraphs, lists, tables, by the standard library."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

from tmima.errors import TmimaError
from tmima.text import ASIDE, HEADING, PROSE, TABLE, Block

_NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
_TEXT, _TABLE = f"{{{_NAMES}text:1.0}}", f"{{{_NAMES}table:1.0}}"
# Lists of what comes, of words, of other texts; what was deleted is not read at all.
_LISTS = tuple(
    f"{_TEXT}{name}"
    for name in ("table-of-content", "alphabetical-index", "bibliography", "illustration-index")
)
_UNREAD = (f"{_TEXT}tracked-changes", f"{_TEXT}sequence-decls", f"{_TEXT}note")
_MARKS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}


def read_odt(content: bytes) -> dict[str, Any]:
    """Return the text and the blocks of an archive that keeps the limits."""
    with ZipFile(BytesIO(content)) as archive:
        xml = archive.read("content.xml")
    # No document of an office has a definition of its own; entities are how small files grow.
    if b"<!" in xml.replace(b"<!--", b"").replace(b"<![CDATA[", b""):
        raise TmimaError("its text defines entities, which no office writes")
    parts = list(_parts(ElementTree.fromstring(xml)))  # noqa: S314 - nothing is defined in it
    blocks: list[Block] = []
    texts: list[str] = []
    length = 0
    for text, kind, level in parts:
        between = "\n\n" if texts else ""
        start = length + len(between)
        length = start + len(text)
        texts += [between, text]
        blocks.append(Block(start, length, kind, level))
    return {"text": "".join(texts), "blocks": blocks, "ignored": []}


def _parts(element: ElementTree.Element) -> Iterator[tuple[str, str, int]]:
    """Yield the paragraphs of an element in order, with what each is."""
    for one in element:
        if one.tag in _UNREAD:
            continue
        if one.tag == f"{_TEXT}h":
            level = one.get(f"{_TEXT}outline-level", "1")
            found = [(_words(one), HEADING, int(level) if level.isdigit() else 1)]
        elif one.tag == f"{_TEXT}p":
            found = [(_words(one), PROSE, 0)]
        elif one.tag in _LISTS:
            found = [("\n".join(text for text, _, _ in _parts(one)), ASIDE, 0)]
        elif one.tag == f"{_TABLE}table":
            rows = (
                " | ".join(" ".join(text for text, _, _ in _parts(cell)) for cell in row)
                for row in one.iter(f"{_TABLE}table-row")
            )
            found = [("\n".join(rows), TABLE, 0)]
        else:
            yield from _parts(one)
            continue
        yield from (part for part in found if part[0].strip())
        # Notes stand in the middle of sentences; they are read behind their paragraph.
        for note in one.iter(f"{_TEXT}note-body"):
            yield from ((text, ASIDE, 0) for text, _, _ in _parts(note))


def _words(element: ElementTree.Element) -> str:
    """Return what is written in a paragraph, white space as one sees it."""
    return "".join(_written(element)).strip()


def _written(element: ElementTree.Element) -> Iterator[str]:
    yield element.text or ""
    for one in element:
        if one.tag == f"{_TEXT}s":
            count = one.get(f"{_TEXT}c", "1")
            yield " " * min(80, int(count) if count.isdigit() else 1)
        elif one.tag in _MARKS:
            yield _MARKS[one.tag]
        elif one.tag not in _UNREAD:
            yield from _written(one)
        yield one.tail or ""
