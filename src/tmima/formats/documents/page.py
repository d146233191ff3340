"""The blocks of an HTML page as a reader sees them, each piece with its place in the file."""

from collections.abc import Iterable
from html import unescape
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

import regex

from tmima.formats.documents.layout import without_references
from tmima.origin import ASIDE, CODE, HEADING, PROSE, TABLE, Block, Origin, Piece
from tmima.patterns import Pattern

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_UNSEEN = frozenset(
    "audio button canvas head iframe math noscript object option script select style svg template "
    "textarea title video".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol p "
    "pre section summary table tbody td tfoot th thead tr ul".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
# A table of data stays whole: what stands between its cells and its rows.
_DATA = "table of data"
_BETWEEN = {"tr": "\n", "td": " | ", "th": " | "}
# What a page says is beside its content, by tag and by role.
_BESIDE = frozenset("aside dialog footer form menu nav".split())
_ROLES = frozenset(
    "banner complementary contentinfo dialog form menu menubar navigation search".split()
)
_CONTENT = frozenset(("article", "main"))
# A block nearly all of which is links is a menu.
_MOSTLY_LINKS = 0.8
_SPACE = Pattern(r"[ \t\n\r\f]+|[^ \t\n\r\f]+")
_TABLE_END = Pattern(r"</table|<table|<(?:p|div|ul|ol|h[1-6])[\s>]", regex.IGNORECASE)
_TABLE_HEAD = Pattern(r"<th[\s>]", regex.IGNORECASE)


class Part(NamedTuple):
    """A block while the page is being read."""

    kind: str
    level: int
    pieces: list[Piece]

    @property
    def squeezed(self) -> str:
        """Its text without any white space."""
        return "".join("".join(piece.text for piece in self.pieces).split())


class _Open(NamedTuple):
    """A tag that is open, and what it says of what is in it."""

    tag: str
    unseen: bool
    beside: bool


class Reader(HTMLParser):
    """Goes over a page and gathers its blocks, with where each character comes from."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self._source = source
        self._lines = list(accumulate((len(line) + 1 for line in source.split("\n")), initial=0))
        self._open: list[_Open] = []
        self._pieces: list[Piece] = []
        self._linked = 0
        self.parts: list[Part] = []
        self.feed(source)
        self.close()
        self._end_block()

    @property
    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _within(self, *tags: str) -> bool:
        return any(each.tag in tags for each in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block, or note what is in here."""
        start, written = self._offset, self.get_starttag_text() or ""
        if tag == "br":
            self._add("\n", start, start + len(written))
        elif tag in _BETWEEN and self._within(_DATA):
            self._part_cells(_BETWEEN[tag], start)
        elif tag in _BLOCKS:
            self._end_block()
        if tag in _VOID:
            return
        if tag == "body":
            self._open.clear()
        given = dict(attrs)
        beside = tag in _BESIDE or given.get("role") in _ROLES
        beside |= tag == "header" and not self._within(*_CONTENT)
        name = _DATA if tag == "table" and self._is_data(start + len(written)) else tag
        self._open.append(_Open(name, tag in _UNSEEN or "hidden" in given, beside))

    def handle_endtag(self, tag: str) -> None:
        """End a block, and whatever is open inside."""
        if tag in _BLOCKS and not (tag != "table" and self._within(_DATA)):
            self._end_block()
        known = [each.tag for each in self._open]
        tag = _DATA if tag == "table" and _DATA in known else tag
        if tag in known:
            del self._open[len(known) - 1 - known[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        """Take what stands between tags."""
        start = self._offset
        if self._within("pre"):
            self._add(data, start, start + len(data))
            return
        for found in _SPACE.finditer(data):
            place = start + found.start()
            text = " " if found[0].isspace() else found[0]
            if text != " " or (self._pieces and not self._pieces[-1].text[-1:].isspace()):
                self._add(text, place, place + len(found[0]))

    def handle_entityref(self, name: str) -> None:
        """Take a character that is written by its name."""
        self._character(len(name) + 1)

    def handle_charref(self, name: str) -> None:
        """Take a character that is written by its number."""
        self._character(len(name) + 2)

    def unknown_decl(self, data: str) -> None:
        """Pass over what browsers pass over."""

    def _character(self, length: int) -> None:
        start = self._offset
        end = start + length + (self._source[start + length : start + length + 1] == ";")
        text = unescape(self._source[start:end])
        if text:
            self._add(text, start, end)

    def _add(self, text: str, start: int, end: int) -> None:
        if any(each.unseen for each in self._open) or not (self._pieces or text.strip()):
            return
        self._pieces.append(Piece(text, start, end))
        self._linked += len(text) * self._within("a")

    def _part_cells(self, between: str, place: int) -> None:
        """Begin a cell or a row of a table that stays whole."""
        begins_row = bool(self._pieces) and self._pieces[-1].text == _BETWEEN["tr"]
        if not begins_row:
            self._drop_space()
            if self._pieces:
                self._pieces.append(Piece(between, place, place))

    def _drop_space(self) -> None:
        while self._pieces and not self._pieces[-1].text.strip(" |\n\t\r\f"):
            self._pieces.pop()

    def _is_data(self, start: int) -> bool:
        """Tell a table of data, which has a head and nothing but cells, from one for the looks."""
        end = _TABLE_END.search(self._source, start)
        inside = self._source[start : end.start()] if end and end[0][:2] == "</" else ""
        return _TABLE_HEAD.search(inside) is not None

    def _end_block(self) -> None:
        self._drop_space()
        if self._pieces:
            self.parts.append(Part(*self._kind(), self._pieces))
        self._pieces, self._linked = [], 0

    def _kind(self) -> tuple[str, int]:
        if any(each.beside for each in self._open):
            return ASIDE, 0
        heading = next((each.tag for each in self._open if each.tag in _HEADINGS), None)
        if heading is not None:
            return HEADING, int(heading[1])
        if self._within("pre"):
            return CODE, 0
        if self._within(_DATA):
            return TABLE, 0
        length = sum(len(piece.text) for piece in self._pieces)
        return (ASIDE if self._linked > _MOSTLY_LINKS * length else PROSE), 0


def joined(name: str, parts: Iterable[Part]) -> Origin:
    """Put blocks together, with a blank line between two."""
    pieces: list[Piece] = []
    blocks = []
    length = 0
    for kind, level, own in parts:
        if pieces:
            pieces.append(Piece("\n\n", own[0].start, own[0].start))
            length += 2
        end = length + sum(len(piece.text) for piece in own)
        blocks.append(Block(length, end, kind, level))
        pieces += own
        length = end
    text = "".join(piece.text for piece in pieces)
    return Origin(name, text, without_references(text, blocks), pieces)
