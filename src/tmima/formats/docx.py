"""Word documents: paragraphs with the levels of their styles, tables, notes.

Elements are known by their names without namespaces, of which "transitional" and "strict" documents
have different ones.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

from tmima.formats.archive import (
    TITLE,
    Members,
    Part,
    attribute,
    find_title,
    join_parts,
    local_name,
    parse_xml,
)
from tmima.loading import Pattern
from tmima.text import ASIDE, CODE, HEADING, PROSE, TABLE

_DOCUMENT, _STYLES = "word/document.xml", "word/styles.xml"
_NOTES = {"footnoteReference": "word/footnotes.xml", "endnoteReference": "word/endnotes.xml"}
# Word keeps the English name of its own styles in every language; other programs translate it.
_HEADING = Pattern(
    r"(?i)(?:heading|überschrift|titre|título|titolo|kop|rubrik|επικεφαλίδα|заголовок)\s*([1-9])"
)
_CONTENTS = Pattern(r"(?i)toc\s*(?:\d|heading)|contents\s*(?:\d|heading)|table of figures")
_CODE = Pattern(r"(?i)source ?code|code|html ?preformatted|preformatted ?text")
_LIST = Pattern(r"(?i)list ?(?:bullet|number)")
_BODY_TEXT = 9
# What was deleted, what fields compute, settings: nothing that one reads.
_UNREAD = frozenset(
    "del moveFrom delText instrText pPr rPr tblPr tblGrid trPr tcPr sectPr Fallback "
    "commentReference delInstrText".split()
)
_MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}
_BESIDE = frozenset(("txbxContent", "docPr", *_NOTES))


class _Style(NamedTuple):
    """A style of paragraphs: the kind of its blocks, and the level of a heading."""

    kind: str
    level: int = 0


_PROSE = _Style(PROSE)


def read_docx(members: Members) -> dict[str, Any]:
    """Return the text and the blocks of a Word document."""
    root = parse_xml(members, _DOCUMENT)
    return join_parts(_Reader(members).parts(root), find_title(members, "docProps/core.xml"))


class _Reader:
    """Reads the blocks of a document."""

    def __init__(self, members: Members) -> None:
        self._styles = _read_styles(members)
        self._lists = _read_lists(members)
        self._notes = {
            reference: {attribute(one, "id"): one for one in parse_xml(members, name)}
            for reference, name in _NOTES.items()
            if name in members
        }

    def parts(self, elements: Iterable[ElementTree.Element]) -> Iterator[Part]:
        """Yield the blocks of some elements in order."""
        for one in elements:
            name = local_name(one)
            if name == "p":
                yield from self._paragraph(one)
            elif name == "tbl":
                yield from self._table(one)
            elif name == "sdt" and _lists_contents(one):
                yield from (part._replace(kind=ASIDE, level=0) for part in self.parts(one))
            elif name in _NOTES:
                note = self._notes.get(name, {}).get(attribute(one, "id"), ())
                yield from (part._replace(kind=ASIDE, level=0) for part in self.parts(note))
            elif name == "docPr":
                if description := attribute(one, "descr").strip():
                    yield Part(description, ASIDE)
            elif name not in _UNREAD:
                yield from self.parts(one)

    def _paragraph(self, element: ElementTree.Element) -> Iterator[Part]:
        """Yield a paragraph, then what stands in the middle of its sentences."""
        beside: list[ElementTree.Element] = []
        text = "".join(_paragraph_text(element, beside)).strip()
        if text:
            style = self._style(element)
            yield Part(text, *style, item=style.kind == PROSE and self._is_item(element))
        yield from self.parts(beside)

    def _style(self, element: ElementTree.Element) -> _Style:
        settings = next((one for one in element if local_name(one) == "pPr"), None)
        given = {local_name(one): attribute(one, "val") for one in settings or ()}
        level = _outline_level(given.get("outlineLvl", ""))
        style = self._styles.get(given.get("pStyle", "")) or _style_by_name(given.get("pStyle", ""))
        if level is None:
            return style
        return _Style(HEADING, level) if level else _PROSE if style.kind == HEADING else style

    def _is_item(self, element: ElementTree.Element) -> bool:
        """Tell a paragraph that has a number or a mark, or the style of lists."""
        return any(
            local_name(one) == "numPr"
            or (local_name(one) == "pStyle" and attribute(one, "val") in self._lists)
            for settings in element
            if local_name(settings) == "pPr"
            for one in settings
        )

    def _table(self, element: ElementTree.Element) -> Iterator[Part]:
        """Yield a table as one block, then the notes in it; with headings in it, its paragraphs."""
        rows: list[str] = []
        parts: list[Part] = []
        for row in _own_children(element, "tr"):
            cells = [list(self.parts(cell)) for cell in _own_children(row, "tc")]
            parts += (part for cell in cells for part in cell)
            texts = (" ".join(one.text for one in cell if one.kind != ASIDE) for cell in cells)
            rows.append(" | ".join(texts))
        if any(part.kind == HEADING for part in parts):
            yield from parts
            return
        if any(row.strip(" |") for row in rows):
            yield Part("\n".join(rows), TABLE)
        yield from (part for part in parts if part.kind == ASIDE)


def _own_children(element: ElementTree.Element, name: str) -> Iterator[ElementTree.Element]:
    """Yield the rows of a table or the cells of a row, without those of the tables in it."""
    for one in element:
        if local_name(one) == name:
            yield one
        elif local_name(one) in ("sdt", "sdtContent", "ins", "customXml"):
            yield from _own_children(one, name)


def _lists_contents(element: ElementTree.Element) -> bool:
    """Tell the frame that a table of contents stands in."""
    return any(
        local_name(one) == "docPartGallery" and attribute(one, "val") == "Table of Contents"
        for settings in element
        if local_name(settings) == "sdtPr"
        for one in settings.iter()
    )


def _paragraph_text(
    element: ElementTree.Element, beside: list[ElementTree.Element]
) -> Iterator[str]:
    """Yield what is written in a paragraph; `beside` gets what is a block of its own."""
    for one in element:
        name = local_name(one)
        if name == "t":
            yield one.text or ""
        elif name in _MARKS:
            yield _MARKS[name]
        elif name in _BESIDE:
            beside.append(one)
        elif name not in _UNREAD:
            yield from _paragraph_text(one, beside)


def _read_styles(members: Members) -> dict[str, _Style]:
    """Return the styles of paragraphs by their ids; what a style does not say, its parent does."""
    if _STYLES not in members:
        return {}
    told: dict[str, tuple[_Style | None, str]] = {}
    for one in parse_xml(members, _STYLES):
        if local_name(one) != "style" or attribute(one, "type") not in ("", "paragraph"):
            continue
        given = {local_name(inner): inner for inner in one}
        levels = (
            attribute(inner, "val") for inner in one.iter() if local_name(inner) == "outlineLvl"
        )
        level = _outline_level(next(levels, ""))
        own = _style_by_name(attribute(given.get("name"), "val"))
        if own == _PROSE and level is not None:
            own = _Style(HEADING, level) if level else own
        says = own != _PROSE or level is not None
        parent = attribute(given.get("basedOn"), "val")
        told[attribute(one, "styleId")] = (own if says else None, parent)
    styles: dict[str, _Style] = {}
    for style in told:
        seen: set[str] = set()
        name = style
        # A style may be its own ancestor in a broken file.
        while name in told and told[name][0] is None and name not in seen:
            seen.add(name)
            name = told[name][1]
        styles[style] = told[name][0] or _PROSE if name in told else _PROSE
    return styles


def _read_lists(members: Members) -> frozenset[str]:
    """Return the ids of the styles of lists."""
    styles = parse_xml(members, _STYLES) if _STYLES in members else ()
    named = {
        attribute(one, "styleId"): attribute(inner, "val")
        for one in styles
        for inner in one
        if local_name(inner) == "name"
    }
    known = {key for key, name in named.items() if _LIST.match(name)}
    return frozenset(known or ("ListBullet", "ListNumber"))


def _style_by_name(name: str) -> _Style:
    """Return what a style is by its name."""
    if known := _HEADING.fullmatch(name):
        return _Style(HEADING, int(known[1]))
    if name.lower() == "title":
        return _Style(TITLE)
    if _CONTENTS.match(name):
        return _Style(ASIDE)
    return _Style(CODE) if _CODE.fullmatch(name) else _PROSE


def _outline_level(written: str) -> int | None:
    """Return the level of headings, 0 for body text; nothing where none is written."""
    if not (written.isdecimal() and len(written) == 1):
        return None
    return 0 if int(written) == _BODY_TEXT else int(written) + 1
