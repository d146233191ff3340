"""Texts of OpenDocument: headings, paragraphs, lists, tables, by the standard library."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from tmima.formats.archive import TITLE, Members, Part, find_title, join_parts, parse_xml
from tmima.loading import Pattern
from tmima.text import ASIDE, CODE, HEADING, PROSE, TABLE

_NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
_TEXT, _TABLE = f"{{{_NAMES}text:1.0}}", f"{{{_NAMES}table:1.0}}"
_STYLE = f"{{{_NAMES}style:1.0}}"
_DRAWING, _SVG = f"{{{_NAMES}drawing:1.0}}", f"{{{_NAMES}svg-compatible:1.0}}"
# Lists of what comes, of words, of other texts.
_LISTS = frozenset(
    f"{_TEXT}{name}"
    for name in (
        "table-of-content",
        "alphabetical-index",
        "bibliography",
        "illustration-index",
        "object-index",
        "table-index",
        "user-index",
    )
)
# What was deleted, what reviewers remark and programs are no text of the document.
_UNREAD = frozenset(
    (
        f"{_TEXT}tracked-changes",
        f"{_TEXT}sequence-decls",
        f"{_TEXT}script",
        f"{{{_NAMES}office:1.0}}annotation",
    )
)
_NOTE, _NOTE_BODY = f"{_TEXT}note", f"{_TEXT}note-body"
# What a picture shows, for whoever does not see it.
_ALTERNATIVES = frozenset((f"{_SVG}title", f"{_SVG}desc"))
_MARKS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}
_ROW_GROUPS = frozenset(
    f"{_TABLE}{name}" for name in ("table-header-rows", "table-row-group", "table-rows")
)
_DEEPEST_LEVEL, _MOST_SPACES = 10, 80

# The styles of an office that say what a paragraph is, as they are written: "_20_" is a space.
_KINDS = {"Title": TITLE, "Preformatted_20_Text": CODE}
_HEADING = Pattern(r"Heading_20_([1-9]|10)")

_Styles = Mapping[str, str]
"""The styles that a document made of others: the name of each, and of the one it is made of."""


def read_odt(members: Members) -> dict[str, Any]:
    """Return the text and the blocks of a text of OpenDocument."""
    root = parse_xml(members, "content.xml")
    styles = {
        one.get(f"{_STYLE}name", ""): one.get(f"{_STYLE}parent-style-name", "")
        for one in root.iter(f"{_STYLE}style")
    }
    return join_parts(_parts(root, styles), find_title(members, "meta.xml"))


def _parts(elements: Iterable[ElementTree.Element], styles: _Styles) -> Iterator[Part]:
    """Yield the blocks of some elements in order, each character of their text once."""
    for one in elements:
        if one.tag in _UNREAD:
            continue
        if one.tag in (f"{_TEXT}h", f"{_TEXT}p"):
            yield from _paragraph(one, styles)
        elif one.tag == f"{_TABLE}table":
            yield from _table(one, styles)
        elif one.tag in _LISTS:
            yield from _nonblank_part("\n".join(part.text for part in _parts(one, styles)), ASIDE)
        elif one.tag == f"{_TEXT}list-item":
            yield from (part._replace(item=True) for part in _parts(one, styles))
        elif one.tag == _NOTE_BODY:
            yield from (Part(part.text, ASIDE) for part in _parts(one, styles))
        elif one.tag in _ALTERNATIVES:
            yield from _nonblank_part("".join(one.itertext()), ASIDE)
        else:
            yield from _parts(one, styles)


def _nonblank_part(text: str, kind: str, level: int = 0) -> Iterator[Part]:
    if text.strip():
        yield Part(text.strip(), kind, level)


def _paragraph(element: ElementTree.Element, styles: _Styles) -> Iterator[Part]:
    """Yield a paragraph or a heading, then what stands in the middle of its sentences."""
    beside: list[ElementTree.Element] = []
    text = "".join(_paragraph_text(element, beside))
    if element.tag == f"{_TEXT}h":
        yield from _nonblank_part(
            text, HEADING, _repeat_count(element, "outline-level", _DEEPEST_LEVEL)
        )
    else:
        given = element.get(f"{_TEXT}style-name", "")
        style = styles.get(given) or given
        heading = _HEADING.fullmatch(style)
        kind = HEADING if heading else _KINDS.get(style, PROSE)
        yield from _nonblank_part(text, kind, int(heading[1]) if heading else 0)
    yield from _parts(beside, styles)


def _table(element: ElementTree.Element, styles: _Styles) -> Iterator[Part]:
    """Yield a table with those inside its cells as one block, then the notes in it."""
    beside: list[Part] = []
    rows: list[str] = []
    for row in _table_rows(element):
        cells: list[str] = []
        for cell in row:
            parts = list(_parts(cell, styles))
            cells.append(" ".join(part.text for part in parts if part.kind != ASIDE))
            beside += (part for part in parts if part.kind == ASIDE)
        rows.append(" | ".join(cells))
    yield from _nonblank_part("\n".join(rows), TABLE)
    yield from beside


def _table_rows(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Yield the rows of a table, without those of the tables in its cells."""
    for one in element:
        if one.tag == f"{_TABLE}table-row":
            yield one
        elif one.tag in _ROW_GROUPS:
            yield from _table_rows(one)


def _paragraph_text(
    element: ElementTree.Element, beside: list[ElementTree.Element]
) -> Iterator[str]:
    """Yield what is written in a paragraph, white space as one sees it.

    Args:
        element: the paragraph or a part of it.
        beside: gets the notes, boxes and pictures, which are blocks of their own.
    """
    yield element.text or ""
    for one in element:
        if one.tag == f"{_TEXT}s":
            yield " " * _repeat_count(one, "c", _MOST_SPACES)
        elif one.tag in _MARKS:
            yield _MARKS[one.tag]
        elif one.tag == _NOTE or one.tag.startswith(_DRAWING):
            beside.append(one)
        elif one.tag not in _UNREAD:
            yield from _paragraph_text(one, beside)
        yield one.tail or ""


def _repeat_count(element: ElementTree.Element, name: str, most: int) -> int:
    """Return a number from 1 that an attribute gives; 1 where it gives none."""
    given = element.get(f"{_TEXT}{name}", "1")
    # Of more digits no number is made.
    return min(max(1, int(given)), most) if given.isdecimal() and len(given) < 10 else 1
