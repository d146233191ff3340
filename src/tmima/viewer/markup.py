"""A document as its reader knows it: what each block is, and the marks that nobody reads.

The text itself stays as it is, so that all offsets do. What marks up a text (signs of Markdown,
addresses of links, lines under headings) is told as places that are not shown.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from tmima.loading import Pattern
from tmima.segmentation import LEAST_CONFIDENCE
from tmima.text import ASIDE, CODE, HEADING, PROSE, Block, Document, Origin

ITEM, QUOTE, PROGRAM = "item", "quote", "program"
"""Kinds of blocks besides those of a document: of a list, quoted, read by programs alone."""
HIDDEN, BREAK = "hidden", "break"
"""What a mark is where it is no style: not shown, or a new line in its place."""

_MARKDOWN, _RST = "markdown", "rst"
_STYLES = {1: ("em",), 2: ("strong",), 3: ("em", "strong")}
_SIGN = Pattern(r"\\[!-/:-@\[-`{-~]|`+|\*{1,3}|_{1,3}|~~|!?\[|\]")
_HEADING_BEGIN = Pattern(r"(?:>[ \t]*)*#{0,6}[ \t]*")
_HEADING_END = Pattern(r"(?<!\s)\s++#++\s*$")
_LINE = Pattern(r"[^\n]*\n?")
# How a line of prose may begin: signs of quotations and of items. Numbers of items are read.
_BEGIN = Pattern(r"(?:>[ \t]*|(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$))*")
_BULLET = Pattern(r">[ \t]*|(?<![0-9])[-*+](?:[ \t]+|$)")
_QUOTED = Pattern(r"(?m)^[ \t]*(?:>[ \t]?)+")
_FENCE = Pattern(r"[ \t>]*(?:`{3,}|~{3,})[^\n]*\n?")
_FENCE_END = Pattern(r"\n[ \t>]*(?:`{3,}|~{3,})[ \t]*$")
_ADDRESS = Pattern(r"<(?:[A-Za-z][A-Za-z0-9+.-]*:|[^<>\s@]+@)[^<>\s]*>")
# A comment that is never closed goes up to the end: the time stays linear.
_NOT_READ = Pattern(r"(?m)(?s:<!--.*?(?:-->|\Z))|</?[A-Za-z][^<>]*>|^[ ]{0,3}\[[^\]\n]+\]:.*$")


class ShownBlock(NamedTuple):
    """A block as it is shown; `level` is that of a heading, or how deep an item lies."""

    start: int
    end: int
    kind: str
    level: int


class Mark(NamedTuple):
    """Characters that are not shown as they are: hidden, or in a style as "em strong"."""

    start: int
    end: int
    name: str


class Markup(NamedTuple):
    """The blocks of a document and its marks, both in order and apart."""

    blocks: list[ShownBlock]
    marks: list[Mark]


def markup_of(document: Document) -> Markup:
    """Return how a document is shown; of prose, its headings.

    >>> from tmima import languages
    >>> from tmima.formats import parse_text, read
    >>> source = parse_text("# Salt\\n\\n- *sea* water", "markdown")
    >>> blocks, marks = markup_of(read(source, languages.analyzer("en")))
    >>> [(one.kind, one.level) for one in blocks], [mark.name for mark in marks]
    ([('heading', 1), ('item', 1)], ['hidden', 'hidden', 'hidden', 'em', 'hidden'])
    """
    origin = document.origin
    if origin is None:
        headings = document.outline.above(LEAST_CONFIDENCE).headings
        known = [Block(one.start, one.end, HEADING, one.level) for one in headings]
        origin = Origin("text", document.text, known)
    blocks: list[ShownBlock] = []
    marks: list[Mark] = []
    depths = _ListDepths(origin.text)
    for block in origin.blocks:
        spans = list(_block_marks(origin, block))
        kind = _shown_kind(origin, block, spans)
        level = block.level if kind == HEADING else depths.of(block, kind)
        blocks.append(ShownBlock(block.start, block.end, kind, level))
        if kind != PROGRAM:
            marks += _without_overlaps(block, spans)
    return Markup(blocks, marks)


def _shown_kind(origin: Origin, block: Block, marks: list[Mark]) -> str:
    """Return the kind that a block is shown as."""
    written = origin.text[block.start : block.end]
    if block.kind == HEADING and block.confidence < LEAST_CONFIDENCE:
        return PROSE
    if block.kind == ASIDE and origin.markup == _MARKDOWN:
        if block.start <= 1 and written.startswith(("---", "+++")):
            return PROGRAM
        hidden = sum(mark.end - mark.start for mark in marks)
        return ASIDE if hidden < len("".join(written.split())) else PROGRAM
    if block.kind == ASIDE and origin.markup == _RST and written.startswith((".. ", ":")):
        return PROGRAM
    if block.kind == PROSE and origin.markup:
        begin = _BEGIN.match(written)[0].rstrip()
        if begin and begin[-1] != ">":
            return ITEM
        return QUOTE if begin else PROSE
    return block.kind


class _ListDepths:
    """How deep items of lists lie, by how far they are indented."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._indents: list[int] = []

    def of(self, block: Block, kind: str) -> int:
        """Return how many lists hold a block; they come in order."""
        indent = block.start - self._text.rfind("\n", 0, block.start) - 1
        while self._indents and indent <= self._indents[-1]:
            self._indents.pop()
        if kind == ITEM:
            self._indents.append(indent)
        return len(self._indents) if kind in (ITEM, PROSE) else 0


def _block_marks(origin: Origin, block: Block) -> Iterator[Mark]:
    """Yield the marks of a block; they may overlap."""
    text, (start, end) = origin.text, block[:2]
    if block.kind == HEADING:
        yield from _heading_marks(text, start, end, signs=bool(origin.markup))
    if not origin.markup:
        return
    if block.kind == CODE:
        yield from _code_marks(text, start, end, origin.markup)
    elif block.kind == ASIDE:
        if origin.markup == _MARKDOWN:
            yield from (
                _hiding_mark(*match.span()) for match in _NOT_READ.finditer(text, start, end)
            )
    else:
        if block.kind == PROSE:
            yield from _line_marks(text, start, end)
        yield from _inline_marks(origin, start, end)


def _hiding_mark(start: int, end: int) -> Mark:
    return Mark(start, end, HIDDEN)


def _heading_marks(text: str, start: int, end: int, *, signs: bool) -> Iterator[Mark]:
    """Yield the signs around a heading, and the lines above and below it."""
    if signs:
        yield _hiding_mark(*_HEADING_BEGIN.match(text, start, end).span())
        if closing := _HEADING_END.search(text, start, end):
            yield _hiding_mark(*closing.span())
    for line in _LINE.finditer(text, start, end):
        if line[0] and not any(map(str.isalnum, line[0])):
            yield _hiding_mark(*line.span())


def _line_marks(text: str, start: int, end: int) -> Iterator[Mark]:
    """Yield the signs that lines of prose begin with."""
    begin = _BEGIN.match(text, start, end).end()
    yield from (_hiding_mark(*match.span()) for match in _BULLET.finditer(text, start, begin))
    if text.startswith(">", start):
        yield from (_hiding_mark(*match.span()) for match in _QUOTED.finditer(text, begin, end))


def _code_marks(text: str, start: int, end: int, markup: str) -> Iterator[Mark]:
    """Yield what stands around code."""
    if markup == _RST:
        if text.startswith(".. ", start):
            yield _hiding_mark(*_LINE.match(text, start, end).span())
    elif fence := _FENCE.match(text, start, end):
        yield _hiding_mark(*fence.span())
        if closing := _FENCE_END.search(text, fence.end() - 1, end):
            yield _hiding_mark(*closing.span())


def _inline_marks(origin: Origin, start: int, end: int) -> Iterator[Mark]:
    """Yield the marks inside lines: of emphasis, code, links and whatever nobody reads."""
    text = origin.text
    unread = _spans_within(origin.ignored, start, end)
    for span in unread:
        yield from _hidden_marks(text, *span)
    begins = {first for first, _ in unread}
    signs = list(_SIGN.finditer(text, start, end))
    closings = _closing_backticks([one.span() for one in signs if one[0][0] == "`"])
    brackets: list[tuple[int, int]] = []
    emphasis: dict[str, int] = {}
    place = start  # everything before it has its marks
    spans = iter([*unread, (end, end)])
    inside = next(spans)
    for sign in signs:
        at, behind = sign.span()
        while inside[1] <= at:
            inside = next(spans, (end, end + 1))
        if at < place:
            continue
        if sign[0] == "]":
            opened = brackets.pop() if brackets else None
            if opened is not None and at in begins:
                yield _hiding_mark(*opened)
        elif inside[0] <= at < inside[1]:
            continue
        elif sign[0][0] == "\\":
            yield _hiding_mark(at, at + 1)
        elif sign[0][0] == "`":
            if at in closings:
                closing, place = closings[at]
                yield _hiding_mark(at, behind)
                yield Mark(behind, closing, "code")
                yield _hiding_mark(closing, place)
        elif sign[0][-1] == "[":
            brackets.append((at, behind))
        else:
            yield from _emphasis(text, at, behind, (start, end), emphasis)


def _spans_within(
    spans: tuple[tuple[int, int], ...], start: int, end: int
) -> list[tuple[int, int]]:
    first = bisect_left(spans, (start, start))
    return list(spans[first : bisect_left(spans, (end, end))])


def _hidden_marks(text: str, start: int, end: int) -> Iterator[Mark]:
    """Yield what is hidden of characters that nobody reads; addresses in the text are shown."""
    if text.startswith("[^", start):
        yield _hiding_mark(start, start + 2)
        yield Mark(start + 2, end - 1, "note")
        yield _hiding_mark(end - 1, end)
    elif _ADDRESS.fullmatch(text, start, end):
        yield _hiding_mark(start, start + 1)
        yield _hiding_mark(end - 1, end)
    elif text[start : start + 3].lower() == "<br":
        yield Mark(start, end, BREAK)
    elif not text.startswith("http", start):
        yield _hiding_mark(start, end)


def _closing_backticks(runs: list[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """Return for each run of backticks the next one of the same length, where there is one."""
    closing: dict[int, tuple[int, int]] = {}
    last: dict[int, int] = {}
    for start, end in runs:
        if end - start in last:
            closing[last[end - start]] = start, end
        last[end - start] = start
    return closing


def _emphasis(
    text: str, at: int, behind: int, block: tuple[int, int], opened: dict[str, int]
) -> Iterator[Mark]:
    """Yield the marks of emphasis that a row of signs closes, and note what it opens."""
    sign = text[at:behind]
    before = text[at - 1] if at > block[0] else " "
    after = text[behind] if behind < block[1] else " "
    # Inside of words underscores are part of them.
    word = sign[0] == "_"
    closes = not before.isspace() and not (word and after.isalnum())
    if closes and sign in opened:
        start = opened.pop(sign)
        names = ("del",) if sign == "~~" else _STYLES[len(sign)]
        yield _hiding_mark(start, start + len(sign))
        yield from (Mark(start + len(sign), at, name) for name in names)
        yield _hiding_mark(at, behind)
    elif closes and len(sign) == 3 and {sign[0], sign[:2]} <= opened.keys():
        yield from _emphasis(text, at, at + 1, block, opened)
        yield from _emphasis(text, at + 1, behind, block, opened)
    elif not after.isspace() and not (word and before.isalnum()):
        opened[sign] = at


def _without_overlaps(block: Block, marks: Iterable[Mark]) -> Iterator[Mark]:
    """Yield marks that do not overlap: hidden characters have no style, others all their styles."""
    changes: dict[int, list[tuple[str, int]]] = {}
    for mark in marks:
        start, end = max(mark.start, block.start), min(mark.end, block.end)
        if start < end:
            changes.setdefault(start, []).append((mark.name, 1))
            changes.setdefault(end, []).append((mark.name, -1))
    active: Counter[str] = Counter()
    for place, following in pairwise(sorted(changes)):
        for name, change in changes[place]:
            active[name] += change
        names = sorted(name for name, count in active.items() if count > 0)
        if names:
            hiding = next((name for name in (BREAK, HIDDEN) if name in names), None)
            yield Mark(place, following, hiding or " ".join(names))
