"""Presentations: slides in their order, their titles as headings, and the notes of the speaker."""

from collections.abc import Iterator
from posixpath import join, normpath, split
from typing import Any
from xml.etree import ElementTree

from tmima.errors import TmimaError
from tmima.formats.archive import (
    Members,
    Part,
    attribute,
    find_title,
    join_parts,
    local_name,
    parse_xml,
)
from tmima.text import HEADING, PROSE, TABLE

_PRESENTATION = "ppt/presentation.xml"
_TITLES = frozenset(("title", "ctrTitle"))
# What every slide repeats, and the picture of the slide on the page of its notes.
_REPEATED = frozenset(("dt", "ftr", "hdr", "sldNum", "sldImg"))
_NOTES = "/notesSlide"


def read_pptx(members: Members) -> dict[str, Any]:
    """Return the text and the blocks of a presentation; each slide is a page."""
    root = parse_xml(members, _PRESENTATION)
    targets = {key: name for key, _, name in _relationships(members, _PRESENTATION)}
    listed = [one for one in root.iter() if local_name(one) == "sldId"]
    # Its own number has the same name as the number of its file, in another namespace.
    keys = [value for one in listed for key, value in one.attrib.items() if key.endswith("}id")]
    slides = list(dict.fromkeys(targets[key] for key in keys if targets.get(key) in members))
    if not slides:
        raise TmimaError("it has no slides")
    parts: list[Part] = []
    for name in slides:
        slide = list(_slide(members, name))
        parts += (part._replace(page=not index) for index, part in enumerate(slide))
    return join_parts(parts, find_title(members, "docProps/core.xml"))


def _slide(members: Members, name: str) -> Iterator[Part]:
    """Yield the title of a slide, what else it says, and its notes."""
    shapes = list(_shapes(parse_xml(members, name)))
    yield from (part for part in shapes if part.kind == HEADING)
    yield from (part for part in shapes if part.kind != HEADING)
    for _, kind, notes in _relationships(members, name):
        if kind.endswith(_NOTES) and notes in members:
            yield from (
                part._replace(kind=PROSE, level=0) for part in _shapes(parse_xml(members, notes))
            )


def _shapes(element: ElementTree.Element) -> Iterator[Part]:
    for one in element:
        name = local_name(one)
        if name == "sp":
            yield from _shape(one)
        elif name == "tbl":
            rows = [[_text(cell) for cell in row] for row in one if local_name(row) == "tr"]
            if any(any(row) for row in rows):
                yield Part("\n".join(" | ".join(row).strip(" |") for row in rows), TABLE)
        elif name != "Fallback":
            yield from _shapes(one)


def _shape(element: ElementTree.Element) -> Iterator[Part]:
    """Yield the paragraphs of a shape; the title of a slide is one heading."""
    kind = next((attribute(one, "type") for one in element.iter() if local_name(one) == "ph"), "")
    if kind in _TITLES:
        if title := _text(element):
            yield Part(title, HEADING, 1)
    elif kind not in _REPEATED:
        for one in element.iter():
            if local_name(one) == "p" and (text := _text(one)):
                yield Part(text)


def _text(element: ElementTree.Element) -> str:
    """Return what is written in a shape, a cell or a paragraph, on one line."""
    marks = {"br": " ", "tab": " ", "p": " "}
    written = (
        (one.text or "") if local_name(one) == "t" else marks.get(local_name(one), "")
        for one in element.iter()
    )
    return " ".join("".join(written).split())


def _relationships(members: Members, name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the key, the kind and the name of each member that a member refers to."""
    folder, file = split(name)
    relations = join(folder, "_rels", f"{file}.rels")
    if relations not in members:
        return
    for one in parse_xml(members, relations):
        target = attribute(one, "Target")
        place = target.lstrip("/") if target.startswith("/") else normpath(join(folder, target))
        yield attribute(one, "Id"), attribute(one, "Type"), place
