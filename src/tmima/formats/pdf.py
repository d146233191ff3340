"""PDF by PDFium: lines as they lie on pages, made into paragraphs, headings and asides.

Headings are those of the outline; without one, lines in larger letters. What comes again at the
edge of pages, page numbers and tables of contents with their dots stay in the text as asides. A
paragraph goes on over a page's end where its sentence does. It runs in the converter's process.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import regex

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.text import ASIDE, HEADING, PROSE, Block, is_heading

# A line's last dots and its page: "Tides . . . . . 12".
# Looked for where the dots begin: every dot would be tried with all that follow.
LEADERS = regex.compile(
    r"(?<![.…·_]\s?)(?:[.…·_]\s?){4,}+\s*+(?:\d+|[ivxlc]+)?\s*$", regex.IGNORECASE
)
_NUMBER = regex.compile(
    r"\W*(?:\p{L}{1,20}\.?\s)?(?:\d+|[ivxlc]{1,15})(?:\s?(?:/|\p{L}{1,20})\s?\d+)?\W*"
)
_DIGITS = regex.compile(r"\d+|\b[ivxlc]+\b")
_NUMBERED = regex.compile(r"(?:\d+\.)+(?:\d+)?\s+\p{Lu}|\d+(?:\.\d+)+\s+\p{Lu}")
_LETTERS = regex.compile(r"[^\p{L}\p{N}]+")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# PDFium writes these where a word is parted at the end of a line.
_HYPHENS = ("\x02", "\ufffe")
# Lines at the head and the foot of a page that may come again, and on how many pages.
_EDGE, _AGAIN = 2, 3
# Letters of headings, and of the marks of notes, by the size of the others.
_LARGER, _SMALL = 1.12, 0.8
_LONGEST_HEADING = 20
# A gap between lines that ends a paragraph, by the usual distance of lines; an indent by letters.
_GAP, _INDENT = 1.35, 0.8
_MOST_ENTRIES = 100_000


class Line(NamedTuple):
    """A line of a page: its text, where it begins, the size of its letters."""

    text: str
    left: float
    top: float
    size: float


class Entry(NamedTuple):
    """A line of the outline: its level from 1, its title, its page from 0."""

    level: int
    title: str
    page: int


class Laid(NamedTuple):
    """What is read of a PDF: its text, pages parted by form feeds, blocks, what is not compared."""

    text: str
    blocks: list[Block]
    ignored: list[tuple[int, int]]
    title: str = ""


def read_pdf(content: bytes) -> Laid:
    """Read the pages of a PDF."""
    pdfium = require("documents")
    try:
        document = pdfium.PdfDocument(content)
    except pdfium.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise TmimaError("it is locked by a password" if locked else str(error)) from None
    with document:
        pages = []
        for number in range(len(document)):
            page = document[number]
            text = page.get_textpage()
            pages.append(_lines(text, pdfium.raw))
            text.close()
            page.close()
        if not any(pages):
            raise TmimaError("its pages hold no text, only pictures: text must be recognised first")
        return lay_out_pages(pages, list(_outline(document)))


def _outline(document: Any) -> Iterable[Entry]:
    for count, mark in enumerate(document.get_toc(max_depth=15)):
        place = mark.get_dest()
        page = None if place is None else place.get_index()
        if count >= _MOST_ENTRIES:
            return
        if page is not None:
            yield Entry(mark.level + 1, mark.get_title(), page)


def _lines(page: Any, raw: Any) -> list[Line]:
    """Return the lines of a page in the order in which they were written."""
    found: list[Line] = []
    units: list[int] = []
    first = -1
    size = 0.0
    for index in range(page.count_chars()):
        unit = raw.FPDFText_GetUnicode(page.raw, index)
        if unit in (10, 13, 0):
            if unit == 10 or units:
                found += _line(units, first, size, page)
            units, first, size = [], -1, 0.0
            continue
        if first < 0 and unit > 32:
            first, size = index, raw.FPDFText_GetFontSize(page.raw, index)
        elif (
            0x30 <= unit <= 0x39
            and units
            and units[-1] > 32
            and raw.FPDFText_GetFontSize(page.raw, index) < _SMALL * size
        ):
            # A small number behind a word is the mark of a note.
            unit = ord(chr(unit).translate(_RAISED))
        units.append(unit)
    return [*found, *_line(units, first, size, page)]


def _line(units: Sequence[int], first: int, size: float, page: Any) -> list[Line]:
    if first < 0:
        return []
    text = b"".join(unit.to_bytes(2, "little") for unit in units if unit < 0x10000)
    left, _, _, top = page.get_charbox(first)
    return [Line(text.decode("utf-16-le", "replace").strip(" \t"), left, top, size)]


def lay_out_pages(pages: Sequence[Sequence[Line]], outline: Sequence[Entry]) -> Laid:
    """Make a text of lines, with its blocks.

    Args:
        pages: the lines of each.
        outline: the document's own headings, if it tells them.
    """
    again = _repeated(pages)
    body, step = _usual(pages)
    told: dict[int, dict[str, int]] = {}
    for entry in outline:
        told.setdefault(entry.page, {})[_plain(entry.title)] = entry.level
    sizes = sorted({round(line.size, 1) for page in pages for line in page}, reverse=True)
    larger = [size for size in sizes if size > _LARGER * body]
    writer = _Writer(step)
    for number, page in enumerate(pages):
        headings = _told_headings(page, told.get(number, {}))
        for place, line in enumerate(page):
            edge = place < _EDGE or place >= len(page) - _EDGE
            if place in headings and not LEADERS.search(line.text):
                level, goes_on = headings[place]
                writer.add(line, HEADING, level, joins=goes_on)
            elif LEADERS.search(line.text) or (
                edge and (_shape(line.text) in again or _NUMBER.fullmatch(line.text))
            ):
                writer.add(line, ASIDE, 0)
            elif not outline and _looks(line, larger):
                size = round(line.size, 1)
                writer.add(line, HEADING, 1 + (larger.index(size) if size in larger else 8))
            else:
                writer.add(line, PROSE, 0)
        if number + 1 < len(pages):
            writer.end_page()
    return writer.laid()


class _Writer:
    """A text that grows by lines, and its blocks."""

    def __init__(self, step: float) -> None:
        self._step = step
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._ignored: list[tuple[int, int]] = []
        self._last: Line | None = None  # of this page, asides not counted

    def add(self, line: Line, kind: str, level: int, *, joins: bool = True) -> None:
        """Write a line, as part of the block before it, if it may and it fits, or as a new one."""
        joined = joins and self._joins(line, kind, level)
        between = "\n" if joined else "\n\n"
        if joined and self._parts[-1].endswith(_HYPHENS):
            self._parts[-1] = self._parts[-1][:-1]
            self._length -= 1
            between = ""
        elif not self._parts or self._parts[-1] == "\f":
            between = ""
        start = self._length + len(between)
        self._length = start + len(line.text)
        self._parts += [between, line.text] if between else [line.text]
        if joined:
            self._blocks[-1] = self._blocks[-1]._replace(end=self._length)
        else:
            self._blocks.append(Block(start, self._length, kind, level))
        if kind != ASIDE:
            self._last = line

    def end_page(self) -> None:
        """Write the end of a page."""
        self._parts.append("\f")
        self._length += 1
        self._last = None

    def laid(self) -> Laid:
        """Return what was written; without any other headings, those that look like some."""
        text = "".join(self._parts)
        for mark in _HYPHENS:
            text = text.replace(mark, "-")
        blocks = self._blocks
        if not any(block.kind == HEADING for block in blocks):
            blocks = [
                block._replace(kind=HEADING, level=1)
                if block.kind == PROSE and is_heading(text[block.start : block.end])
                else block
                for block in blocks
            ]
        return Laid(text, blocks, self._ignored)

    def _joins(self, line: Line, kind: str, level: int) -> bool:
        if kind == PROSE and self._last is None:
            return self._goes_on(line)
        before = self._blocks[-1] if self._blocks else None
        if before is None or kind != before.kind or self._parts[-1] == "\f":
            return False
        if kind == PROSE:
            return self._last is not None and not _begins_paragraph(self._last, line, self._step)
        return kind == ASIDE or level == before.level

    def _goes_on(self, line: Line) -> bool:
        """Join the asides at the end of a page to a paragraph that goes on behind them."""
        index = len(self._blocks) - 1
        while index >= 0 and self._blocks[index].kind == ASIDE:
            index -= 1
        if index < 0 or self._blocks[index].kind != PROSE or not line.text[:1].islower():
            return False
        beside = self._blocks[index + 1 :]
        self._ignored += [(one.start, one.end) for one in beside]
        del self._blocks[index + 1 :]
        return True


def _begins_paragraph(before: Line, line: Line, step: float) -> bool:
    fall = before.top - line.top
    if fall < -step or abs(before.size - line.size) > 0.15 * max(before.size, line.size):
        # Another column, or other letters.
        return not line.text[:1].islower()
    return fall > _GAP * step or line.left - before.left > _INDENT * line.size


def _looks(line: Line, larger: Sequence[float]) -> bool:
    words = len(line.text.split())
    if not words or words > _LONGEST_HEADING or not regex.search(r"\p{L}{2}", line.text):
        return False
    return round(line.size, 1) in larger or (
        _NUMBERED.match(line.text) is not None and is_heading(line.text)
    )


def _told_headings(page: Sequence[Line], told: dict[str, int]) -> dict[int, tuple[int, bool]]:
    """Return the lines of a page that are headings of the outline.

    Each with its level and whether it goes on from the line before.
    """
    found: dict[int, tuple[int, bool]] = {}
    plain = [_plain(line.text) for line in page] if told else []
    for title, level in told.items():
        # A running head has the same words, but not the larger letters.
        own = [place for place, text in enumerate(plain) if title and _is_title(text, title)]
        if own:
            found[max(own, key=lambda place: (page[place].size, place))] = level, False
            continue
        for place, (text, after) in enumerate(pairwise(plain)):
            if title and len(text) < len(title) and _is_title(text + after, title):
                found[place], found[place + 1] = (level, False), (level, True)
                break
    return found


def _is_title(text: str, title: str) -> bool:
    """Tell whether a line is a title, numbers before it aside."""
    return text == title or (
        text.endswith(title) and regex.fullmatch(r"\p{L}{0,9}\d*", text[: -len(title)]) is not None
    )


def _usual(pages: Sequence[Sequence[Line]]) -> tuple[float, float]:
    """Return the size of most letters, and the usual distance of lines."""
    sizes: Counter[float] = Counter()
    falls: Counter[float] = Counter()
    for page in pages:
        for line in page:
            sizes[round(line.size, 1)] += len(line.text)
        falls.update(round(a.top - b.top, 0) for a, b in pairwise(page) if a.top > b.top)
    return (sizes or Counter({10.0: 1})).most_common(1)[0][0], max(
        1.0, (falls or Counter({12.0: 1})).most_common(1)[0][0]
    )


def _repeated(pages: Sequence[Sequence[Line]]) -> frozenset[str]:
    """Return what comes again at the edges of pages, numbers aside."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update({_shape(line.text) for line in (*page[:_EDGE], *page[-_EDGE:])})
    return frozenset(shape for shape, count in counts.items() if count >= _AGAIN)


def _shape(text: str) -> str:
    return str(_DIGITS.sub("#", " ".join(text.split()).lower()))


def _plain(text: str) -> str:
    return str(_LETTERS.sub("", text).casefold())
