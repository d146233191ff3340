"""PDF by PDFium: lines as they lie on pages, made into paragraphs, headings and asides.

Headings are those of the bookmarks; without any, lines in larger letters or with numbers, as sure
as they are regular. What comes again at the edge of pages, page numbers and tables of contents with
their dots stay in the text as asides. A paragraph goes on over a page's end where its sentence
does, and a word that was parted at the end of a line is whole again. It runs in the converter's
process.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from ctypes import c_int
from itertools import pairwise
from statistics import mean
from typing import Any, NamedTuple

import regex

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.text import ASIDE, CERTAIN, CODE, HEADING, PROSE, Block, is_heading

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
_HYPHEN_UNITS = frozenset(map(ord, _HYPHENS))
# Lines at the head and the foot of a page that may come again, and on how many pages.
_EDGE, _AGAIN = 2, 3
# Letters of headings, and of the marks of notes, by the size of the others.
_LARGER, _SMALL = 1.12, 0.8
_LONGEST_HEADING = 20
# A gap between lines that ends a paragraph, by the usual distance of lines; an indent by letters.
_GAP, _INDENT = 1.35, 0.8
# The lines of one heading lie so close, by the size of its letters.
_HEADING_STEP = 2.0
_MOST_ENTRIES = 100_000
# A title is looked for in so many lines that follow each other.
_LINES_OF_TITLE = 5
_NUMERALS = "0123456789"
# "Chapter 4", "CHAPTER" and "ONE", "Appendix A": lines above the title of a chapter.
_LABEL = regex.compile(r"\p{Lu}\p{L}{1,13}\s(?:\d{1,3}|[IVXLC]{1,7}|\p{Lu})\.?|\p{Lu}{3,13}")
_LINES_OF_LABEL = 2
# Of a word that was parted: what stands before the hyphen, and behind it.
_BEFORE_HYPHEN, _BEHIND_HYPHEN = regex.compile(r"[\p{L}\p{M}]+$"), regex.compile(r"[\p{L}\p{M}]+")
_WORD = regex.compile(r"[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*")
# Of two words with so many letters each a compound is made.
_COMPOUND = 4
# How sure a heading is that only its looks tell: lines that are many, short and begin as headings
# do; numbers that count; a line that is alone in its looks. A document in which more than a third
# of the lines look like headings has none.
_REGULAR, _COUNTED, _ALONE = 0.9, 0.85, 0.6
_MOST_HEADINGS = 1 / 3
_MOST_WORDS = 12


class Line(NamedTuple):
    """A line of a page: its text, where it begins, the size of its letters.

    `fixed` says that all its letters are of one width, as those of code are.
    """

    text: str
    left: float
    top: float
    size: float
    fixed: bool = False


class Entry(NamedTuple):
    """A bookmark: its level from 1, its title, its page from 0, and how high it points there."""

    level: int
    title: str
    page: int
    top: float | None = None


class _FoundHeading(NamedTuple):
    """What a line is of a heading: its level, how sure that is, whether it goes on from before."""

    level: int
    goes_on: bool = False
    confidence: float = CERTAIN


class PdfText(NamedTuple):
    """What is read of a PDF: its text, pages parted by form feeds, blocks, what is not compared."""

    text: str
    blocks: list[Block]
    ignored: list[tuple[int, int]]
    title: str = ""


def read_pdf(content: bytes) -> PdfText:
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
        return lay_out_pages(pages, list(_bookmarks(document)), _metadata_title(document))


def _bookmarks(document: Any) -> Iterable[Entry]:
    for count, mark in enumerate(document.get_toc(max_depth=15)):
        place = mark.get_dest()
        page = None if place is None else place.get_index()
        if count >= _MOST_ENTRIES:
            return
        if page is not None:
            mode, view = place.get_view()
            # By left, top and size, or by top alone.
            top = view[{1: 1, 3: 0}[mode]] if mode in (1, 3) and len(view) >= mode // 3 else None
            yield Entry(mark.level + 1, mark.get_title(), page, top)


def _metadata_title(document: Any) -> str:
    """Return the title of a document's properties, if it is no name of a file."""
    title = " ".join(document.get_metadata_value("Title").split())
    return "" if regex.search(r"\.\w{2,5}$|^untitled", title, regex.IGNORECASE) else title


def _lines(page: Any, raw: Any) -> list[Line]:
    """Return the lines of a page in the order in which they were written."""
    lines: list[Line] = []
    units: list[int] = []
    first = -1
    size = 0.0
    for index in range(page.count_chars()):
        unit = raw.FPDFText_GetUnicode(page.raw, index)
        if unit in (10, 13, 0):
            if unit == 10 or units:
                lines += _line(units, first, index - 1, size, page, raw)
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
        if unit in _HYPHEN_UNITS:
            # PDFium goes on behind the hyphen as if the next line were the same.
            lines += _line(units, first, index, size, page, raw)
            units, first, size = [], -1, 0.0
    return [*lines, *_line(units, first, page.count_chars() - 1, size, page, raw)]


def _line(
    units: Sequence[int], first: int, last: int, size: float, page: Any, raw: Any
) -> list[Line]:
    if first < 0:
        return []
    text = b"".join(unit.to_bytes(2, "little") for unit in units if unit < 0x10000)
    left, _, _, top = page.get_charbox(first)
    fixed = _is_fixed_width(page, first, raw) and _is_fixed_width(page, last, raw)
    return [Line(text.decode("utf-16-le", "replace").strip(" \t"), left, top, size, fixed)]


def _is_fixed_width(page: Any, index: int, raw: Any) -> bool:
    """Tell whether a letter is of a font whose letters have one width."""
    flags = c_int()
    known = raw.FPDFText_GetFontInfo(page.raw, index, None, 0, flags)
    return bool(known) and bool(flags.value & 1)


def lay_out_pages(
    pages: Sequence[Sequence[Line]], bookmarks: Sequence[Entry], title: str = ""
) -> PdfText:
    """Make a text of lines, with its blocks.

    Args:
        pages: the lines of each.
        bookmarks: the document's own headings, if it tells them.
        title: of the document, if it tells it.
    """
    body, step = _body_size_and_line_step(pages)
    beside = _find_asides(pages, step)
    headings = _bookmark_headings(pages, bookmarks)
    matched = sum(not told.goes_on for told in headings.values())
    # Bookmarks of which most point nowhere tell no outline.
    if not matched or 2 * matched < len(bookmarks):
        headings = _guessed_headings(pages, beside, body) | headings
    _add_chapter_labels(pages, headings)
    code = _has_code(pages)
    writer = _Writer(step, _whole_words(pages))
    for number, page in enumerate(pages):
        for place, line in enumerate(page):
            told = headings.get((number, place))
            if told is not None:
                writer.add(line, HEADING, told)
            elif (number, place) in beside:
                writer.add(line, ASIDE)
            else:
                writer.add(line, CODE if code and line.fixed else PROSE)
        if number + 1 < len(pages):
            writer.end_page()
    return writer.laid()._replace(title=title)


class _Writer:
    """A text that grows by lines, and its blocks."""

    def __init__(self, step: float, words: frozenset[str]) -> None:
        self._step = step
        self._whole_words = words
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._ignored: list[tuple[int, int]] = []
        self._last: Line | None = None  # of this page, asides not counted

    def add(self, line: Line, kind: str, told: _FoundHeading | None = None) -> None:
        """Write a line, as part of the block before it, if it may and it fits, or as a new one."""
        joined = (told is None or told.goes_on) and self._joins_last_block(line, kind)
        between = "\n" if joined else "\n\n"
        if joined and self._parts[-1].endswith((*_HYPHENS, "-")):
            between = self._join_word(line.text)
        elif not self._parts or self._parts[-1] == "\f":
            between = ""
        start = self._length + len(between)
        self._length = start + len(line.text)
        self._parts += [between, line.text] if between else [line.text]
        if joined:
            self._blocks[-1] = self._blocks[-1]._replace(end=self._length)
        else:
            level, _, confidence = told or _FoundHeading(0)
            start = self._take_asides(start) if kind == PROSE else start
            self._blocks.append(Block(start, self._length, kind, level, confidence))
        if kind != ASIDE:
            self._last = line

    def end_page(self) -> None:
        """Write the end of a page."""
        self._parts.append("\f")
        self._length += 1
        self._last = None

    def laid(self) -> PdfText:
        """Return what was written; without any other headings, those that look like some."""
        text = "".join(self._parts)
        for mark in _HYPHENS:
            text = text.replace(mark, "-")
        blocks = self._blocks
        if not any(block.kind == HEADING for block in blocks):
            blocks = [
                block._replace(kind=HEADING, level=1, confidence=_ALONE)
                if block.kind == PROSE and is_heading(text[block.start : block.end])
                else block
                for block in blocks
            ]
        first = next((index for index, one in enumerate(blocks) if one.kind != ASIDE), 0)
        if first and blocks[first].kind == HEADING:
            before = text[: blocks[first].start]
            if "\f" not in before:
                # The head of a first page: there is no page before to which it could belong.
                self._ignored += [(one.start, one.end) for one in blocks[:first]]
                blocks = blocks[first:]
        return PdfText(text, blocks, self._ignored)

    def _join_word(self, after: str) -> str:
        """Take the hyphen away that only the end of a line made; return what stands between."""
        before = self._parts[-1]
        first = _BEFORE_HYPHEN.search(before[:-1])
        second = _BEHIND_HYPHEN.match(after)
        if first is None or second is None:
            # Of numbers, or an option of a program.
            return "" if before.endswith(_HYPHENS) else "\n"
        if not _is_hyphenated(first[0], second[0], self._whole_words):
            return ""
        self._parts[-1] = before[:-1]
        self._length -= 1
        return ""

    def _joins_last_block(self, line: Line, kind: str) -> bool:
        if kind == PROSE and self._last is None:
            return self._goes_on(line)
        before = self._blocks[-1] if self._blocks else None
        if before is None or kind != before.kind or self._parts[-1] == "\f":
            return False
        if kind == PROSE:
            return self._last is not None and not _begins_paragraph(self._last, line, self._step)
        return True

    def _goes_on(self, line: Line) -> bool:
        """Join the asides at the end of a page to a paragraph that goes on behind them."""
        index = self._last_block_before_asides()
        if index < 0 or self._blocks[index].kind != PROSE or not line.text[:1].islower():
            return False
        self._ignored += [(one.start, one.end) for one in self._blocks[index + 1 :]]
        del self._blocks[index + 1 :]
        return True

    def _take_asides(self, start: int) -> int:
        """Return where a paragraph begins, which takes in the asides between it and its heading.

        Otherwise the asides at the end of a page would leave a heading just above them without the
        text that goes on overleaf.
        """
        index = self._last_block_before_asides()
        if index < 0 or index + 1 == len(self._blocks) or self._blocks[index].kind != HEADING:
            return start
        beside = self._blocks[index + 1 :]
        self._ignored += [(one.start, one.end) for one in beside]
        del self._blocks[index + 1 :]
        return beside[0].start

    def _last_block_before_asides(self) -> int:
        """Return the last block that is no aside, -1 if there is none."""
        index = len(self._blocks) - 1
        while index >= 0 and self._blocks[index].kind == ASIDE:
            index -= 1
        return index


def _is_hyphenated(first: str, second: str, words: frozenset[str]) -> bool:
    """Tell a word hyphenated at the end of a line from a compound, by the document's words."""
    if second[:1].isupper():
        return False
    first, second = first.casefold(), second.casefold()
    if first + second in words:
        return True
    if f"{first}-{second}" in words:
        return False
    long = min(len(first), len(second)) >= _COMPOUND
    return not (long and first in words and second in words)


def _whole_words(pages: Sequence[Sequence[Line]]) -> frozenset[str]:
    """Return the words that stand whole in a line, and the pairs that a hyphen joins there."""
    whole: set[str] = set()
    for page in pages:
        parted = False
        for line in page:
            written = _WORD.findall(line.text.casefold())[parted:]
            parted = line.text.endswith((*_HYPHENS, "-"))
            for compound in written[: len(written) - parted]:
                parts = compound.split("-")
                whole.update(parts)
                whole.update(f"{one}-{other}" for one, other in pairwise(parts))
    return frozenset(whole)


def _has_code(pages: Sequence[Sequence[Line]]) -> bool:
    """Tell whether letters of one width mean code: in a text all in such letters they do not."""
    lengths = [(len(line.text), line.fixed) for page in pages for line in page]
    return 2 * sum(length for length, fixed in lengths if fixed) < sum(one for one, _ in lengths)


def _begins_paragraph(before: Line, line: Line, step: float) -> bool:
    fall = before.top - line.top
    if fall < -step or abs(before.size - line.size) > 0.15 * max(before.size, line.size):
        # Another column, or other letters.
        return not line.text[:1].islower()
    return fall > _GAP * step or line.left - before.left > _INDENT * line.size


_Place = tuple[int, int]
"""A page and a line of it."""


def _guessed_headings(
    pages: Sequence[Sequence[Line]], beside: frozenset[_Place], body: float
) -> dict[_Place, _FoundHeading]:
    """Return the lines that look like headings: in larger letters, or with a number before them.

    Those in larger letters have a level for each size.
    """
    sizes: dict[float, list[_Place]] = {}
    numbered: list[_Place] = []
    lines = 0
    for number, page in enumerate(pages):
        for place, line in enumerate(page):
            if (number, place) in beside:
                continue
            lines += 1
            if not _may_be_heading(line):
                continue
            if line.size > _LARGER * body:
                sizes.setdefault(round(line.size, 1), []).append((number, place))
            elif _NUMBERED.match(line.text) and is_heading(line.text):
                numbered.append((number, place))
    headings: dict[_Place, _FoundHeading] = {}
    for level, size in enumerate(sorted(sizes, reverse=True), start=1):
        alike = {*sizes[size]}
        begun = {one for one in alike if not _goes_on(pages, one, alike)}
        texts = [pages[number][place].text for number, place in begun]
        short = mean(len(text.split()) for text in texts) <= _MOST_WORDS
        capital = mean(not text[:1].islower() for text in texts) >= _REGULAR
        # What only the first page has is its title, the author, the date.
        spread = len(begun) > 1 and (len(pages) <= _EDGE or any(number for number, _ in begun))
        confidence = _REGULAR if spread and short and capital else _ALONE
        for one in sizes[size]:
            headings[one] = _FoundHeading(level, one not in begun, confidence)
    counts = _numbers_ascend([pages[number][place].text for number, place in numbered])
    for number, place in numbered:
        level = len(sizes) + regex.match(r"[\d.]+", pages[number][place].text)[0].count(".")
        headings[number, place] = _FoundHeading(
            max(1, level), confidence=_COUNTED if counts else _ALONE
        )
    # Of a few lines some may well be headings.
    return {} if len(headings) > max(_EDGE, _MOST_HEADINGS * lines) else headings


def _goes_on(pages: Sequence[Sequence[Line]], place: _Place, alike: Set[_Place]) -> bool:
    """Tell whether a line in larger letters goes on from the line before, which is alike."""
    number, index = place
    if (number, index - 1) not in alike:
        return False
    before, line = pages[number][index - 1], pages[number][index]
    return before.top - line.top < _HEADING_STEP * line.size and not _NUMBERED.match(line.text)


def _may_be_heading(line: Line) -> bool:
    words = len(line.text.split())
    return 0 < words <= _LONGEST_HEADING and regex.search(r"\p{L}{2}", line.text) is not None


def _numbers_ascend(texts: Sequence[str]) -> bool:
    """Tell whether the numbers before some lines come in order, nearly all of them."""
    numbers = [
        tuple(map(int, regex.match(r"[\d.]+", text)[0].strip(".").split("."))) for text in texts
    ]
    rising = sum(one < other for one, other in pairwise(numbers))
    return len(numbers) > 1 and rising >= _REGULAR * (len(numbers) - 1)


def _bookmark_headings(
    pages: Sequence[Sequence[Line]], bookmarks: Sequence[Entry]
) -> dict[_Place, _FoundHeading]:
    """Return the lines that bookmarks name, on the page that each points to or on the next."""
    headings: dict[_Place, _FoundHeading] = {}
    plain: dict[int, list[str]] = {}
    for entry in bookmarks:
        title = _comparable(entry.title)
        for number in (entry.page, entry.page + 1):
            if not title or number >= len(pages):
                continue
            texts = plain.setdefault(number, [_comparable(line.text) for line in pages[number]])
            top = entry.top if number == entry.page else None
            own = _lines_of_title(number, pages[number], texts, title, top, headings)
            if own:
                for place in range(*own):
                    headings[number, place] = _FoundHeading(entry.level, goes_on=place > own[0])
                break
    return headings


def _lines_of_title(
    number: int,
    page: Sequence[Line],
    texts: Sequence[str],
    title: str,
    top: float | None,
    taken: dict[_Place, _FoundHeading],
) -> tuple[int, int] | None:
    """Return the first line of a page that a title has, and the one behind its last."""
    candidates: list[tuple[int, int]] = []
    for first, text in enumerate(texts):
        # Most lines begin with other words, or end so.
        if text.lstrip(_NUMERALS)[:3] != title.lstrip(_NUMERALS)[:3] and not text.endswith(title):
            continue
        joined = ""
        for last in range(first, min(first + _LINES_OF_TITLE, len(texts))):
            joined += texts[last]
            if (number, last) in taken or LEADERS.search(page[last].text):
                break
            if _is_title(joined, title):
                candidates.append((first, last + 1))
                break
            if len(joined) > len(title) + 2 * _LONGEST_HEADING:
                break

    def merit(lines: tuple[int, int]) -> tuple[float, float, int]:
        # A running head has the same words, but not the larger letters, and lies elsewhere.
        line = page[lines[0]]
        near = top is not None and abs(line.top - top) < 4 * line.size
        return line.size, near, lines[0]

    return max(candidates, key=merit, default=None)


def _is_title(text: str, title: str) -> bool:
    """Tell whether lines are a title, numbers before either aside."""
    text, title = text.lstrip(_NUMERALS), title.lstrip(_NUMERALS)
    longer, shorter = (text, title) if len(text) > len(title) else (title, text)
    if not longer.endswith(shorter) or not shorter:
        return False
    # "Appendix A", "Chapter 4".
    return regex.fullmatch(r"\p{L}{0,9}\d*", longer[: len(longer) - len(shorter)]) is not None


def _add_chapter_labels(
    pages: Sequence[Sequence[Line]], headings: dict[_Place, _FoundHeading]
) -> None:
    """Make "Chapter 4", which stands above the title of a chapter, a part of its heading."""
    guess = _FoundHeading(0, confidence=0.0)
    for (number, place), told in list(headings.items()):
        first = place
        while (
            first > max(0, place - _LINES_OF_LABEL)
            and headings.get((number, first - 1), guess).confidence < CERTAIN
            and _LABEL.fullmatch(pages[number][first - 1].text)
        ):
            first -= 1
        label = [line.text for line in pages[number][first:place]]
        # It begins a page, or stands below what every page begins with. One word alone is none.
        if told.goes_on or first > 1 or not " ".join(label).count(" "):
            continue
        for one in range(first, place + 1):
            headings[number, one] = told._replace(goes_on=one > first)


def _find_asides(pages: Sequence[Sequence[Line]], step: float) -> frozenset[_Place]:
    """Return the lines that are beside the text.

    They are what comes again at the edges of pages and what else stands there, numbers of pages,
    and tables of contents: lines with dots, and pages most of whose lines have some.
    """
    again = _repeated_at_edges(pages)
    asides: set[_Place] = set()
    heights: Counter[int] = Counter()
    for number, page in enumerate(pages):
        dotted = {place for place, line in enumerate(page) if LEADERS.search(line.text)}
        if 2 * len(dotted) > len(page):
            dotted = {*range(max(dotted) + 1)}
        asides |= {(number, place) for place in dotted}
        for place in {*range(_EDGE), *range(len(page) - _EDGE, len(page))} & {*range(len(page))}:
            line = page[place]
            if _without_digits(line.text) in again:
                asides.add((number, place))
                heights[round(line.top)] += 1
            elif _NUMBER.fullmatch(line.text):
                asides.add((number, place))
    for number, page in enumerate(pages):
        # The head of a chapter of two pages comes only once.
        for place, near in ((0, 1), (len(page) - 1, len(page) - 2)) if len(page) > _EDGE else ():
            gap = abs(page[place].top - page[near].top)
            if heights[round(page[place].top)] >= _AGAIN and gap > _GAP * step:
                asides.add((number, place))
    return frozenset(asides)


def _body_size_and_line_step(pages: Sequence[Sequence[Line]]) -> tuple[float, float]:
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


def _repeated_at_edges(pages: Sequence[Sequence[Line]]) -> frozenset[str]:
    """Return running headers and footers: what recurs at the edges of pages, numbers aside."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update({_without_digits(line.text) for line in (*page[:_EDGE], *page[-_EDGE:])})
    return frozenset(shape for shape, count in counts.items() if count >= _AGAIN)


def _without_digits(text: str) -> str:
    return str(_DIGITS.sub("#", " ".join(text.split()).lower()))


def _comparable(text: str) -> str:
    return str(_LETTERS.sub("", text).casefold())
