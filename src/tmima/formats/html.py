"""HTML: the text is what a reader sees of the page; every character knows its place in the file."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import regex

from tmima.errors import TmimaError
from tmima.formats.documents import without_references
from tmima.formats.format import Format
from tmima.formats.tags import TAG, TEXT, VOID, PageToken, attributes, character, tokens
from tmima.loading import Pattern, require
from tmima.text import ASIDE, CODE, HEADING, PROSE, TABLE, Block, Origin, Piece, Source

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
_PAGE = Pattern(
    r"\ufeff?\s*+(?:<!--(?>.*?-->)\s*+|<\?xml[^>]*+>\s*+)*+<(?:!doctype\s+html|html)\b",
    regex.IGNORECASE | regex.DOTALL,
)
# What has so many characters is found in an extract wherever it stands.
_LONG = 40
# With so many blocks that are alike a line is compared.
_MOST_PAIRS = 100


class _Part(NamedTuple):
    """A block while the page is being read."""

    kind: str
    level: int
    pieces: list[Piece]
    item: bool = False

    @property
    def text_without_spaces(self) -> str:
        """Its text without any white space."""
        return "".join("".join(piece.text for piece in self.pieces).split())


class _OpenTag(NamedTuple):
    """A tag that is open, and what it says of what is in it."""

    tag: str
    unseen: bool
    beside: bool
    level: int = 0


class _OpenTags:
    """The tags that are open; how many there are of each is known without a look at all."""

    def __init__(self) -> None:
        self._tags: list[_OpenTag] = []
        self._counts: Counter[str] = Counter()
        self.levels: list[int] = []
        self.unseen = self.beside = 0

    def __contains__(self, tag: str) -> bool:
        return self._counts[tag] > 0

    def push(self, one: _OpenTag) -> None:
        self._tags.append(one)
        self._count(one, 1)
        if one.level:
            self.levels.append(one.level)

    def close(self, tag: str) -> None:
        """Close the last of these tags and whatever is open inside."""
        while tag in self:
            one = self._tags.pop()
            self._count(one, -1)
            if one.level:
                self.levels.pop()
            if one.tag == tag:
                return

    def _count(self, one: _OpenTag, change: int) -> None:
        self._counts[one.tag] += change
        self.unseen += change * one.unseen
        self.beside += change * one.beside


class _Reader:
    """Goes over a page and gathers its blocks, with where each character comes from."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._open = _OpenTags()
        self._pieces: list[Piece] = []
        self._linked = 0
        self._title: list[str] = []
        self.parts: list[_Part] = []
        for token in tokens(source):
            if token.kind == TAG:
                if token.opens:
                    self._start(token)
                if token.closes:
                    self._end(token.name)
            elif token.kind == TEXT:
                self._text(token)
            elif text := character(source[token.start : token.end]):
                self._add(text, token.start, token.end)
        self._end_block()

    @property
    def title(self) -> str:
        """What the page calls itself, on one line."""
        return " ".join("".join(self._title).split())

    def _start(self, token: PageToken) -> None:
        """Begin a block, or note what is in here."""
        tag = token.name
        if tag == "br":
            self._add("\n", token.start, token.end)
        elif tag in _BETWEEN and _DATA in self._open:
            self._separate_cells(_BETWEEN[tag], token.start)
        elif tag in _BLOCKS:
            self._end_block()
        if tag in VOID:
            return
        if tag == "body":
            self._open = _OpenTags()
        given = attributes(self._source, token)
        beside = tag in _BESIDE or given.get("role") in _ROLES
        beside |= tag == "header" and not any(one in self._open for one in _CONTENT)
        name = _DATA if tag == "table" and self._is_data_table(token.end) else tag
        unseen = tag in _UNSEEN or "hidden" in given
        unseen |= "display:none" in "".join(given.get("style", "").split()).lower()
        self._open.push(_OpenTag(name, unseen, beside, _heading_level(tag, given)))

    def _end(self, tag: str) -> None:
        """End a block, and whatever is open inside."""
        if tag in _BLOCKS and not (tag != "table" and _DATA in self._open):
            self._end_block()
        self._open.close(_DATA if tag == "table" and _DATA in self._open else tag)

    def _text(self, token: PageToken) -> None:
        """Take what stands between tags."""
        if "pre" in self._open:
            self._add(self._source[token.start : token.end], token.start, token.end)
            return
        for match in _SPACE.finditer(self._source, token.start, token.end):
            text = " " if match[0].isspace() else match[0]
            joins = self._pieces and not self._pieces[-1].text[-1:].isspace()
            if text != " " or joins or "title" in self._open:
                self._add(text, *match.span())

    def _add(self, text: str, start: int, end: int) -> None:
        if "title" in self._open and "svg" not in self._open:
            self._title.append(text)
        if self._open.unseen or not (self._pieces or text.strip()):
            return
        self._pieces.append(Piece(text, start, end))
        self._linked += len(text) * ("a" in self._open)

    def _separate_cells(self, between: str, place: int) -> None:
        """Begin a cell or a row of a table that stays whole."""
        begins_row = bool(self._pieces) and self._pieces[-1].text == _BETWEEN["tr"]
        if not begins_row:
            self._drop_space()
            if self._pieces:
                self._pieces.append(Piece(between, place, place))

    def _drop_space(self) -> None:
        while self._pieces and not self._pieces[-1].text.strip(" |\n\t\r\f"):
            self._pieces.pop()

    def _is_data_table(self, start: int) -> bool:
        """Tell a table of data, which has a head and nothing but cells, from one for the looks."""
        end = _TABLE_END.search(self._source, start)
        inside = self._source[start : end.start()] if end and end[0][:2] == "</" else ""
        return _TABLE_HEAD.search(inside) is not None

    def _end_block(self) -> None:
        self._drop_space()
        if self._pieces:
            self.parts.append(
                _Part(*self._block_kind_and_level(), self._pieces, "li" in self._open)
            )
        self._pieces, self._linked = [], 0

    def _block_kind_and_level(self) -> tuple[str, int]:
        if self._open.beside:
            return ASIDE, 0
        if self._open.levels:
            return HEADING, self._open.levels[0]
        if "pre" in self._open:
            return CODE, 0
        if _DATA in self._open:
            return TABLE, 0
        length = sum(len(piece.text) for piece in self._pieces)
        return (ASIDE if self._linked > _MOSTLY_LINKS * length else PROSE), 0


def _heading_level(tag: str, given: Mapping[str, str]) -> int:
    """Return the level of a heading, by its tag or its role; 0 for anything else."""
    if tag in _HEADINGS:
        return int(tag[1])
    if given.get("role") != "heading":
        return 0
    # What the standard has for a role without a level.
    level = given.get("aria-level", "")
    return int(level) if level.isascii() and level.isdigit() and 0 < len(level) < 3 else 2


def _join_parts(name: str, parts: Iterable[_Part], title: str) -> Source:
    """Put blocks together, with a blank line between two."""
    pieces: list[Piece] = []
    blocks = []
    length = 0
    for kind, level, own, item in parts:
        if pieces:
            pieces.append(Piece("\n\n", own[0].start, own[0].start))
            length += 2
        end = length + sum(len(piece.text) for piece in own)
        blocks.append(Block(length, end, kind, level, item=item))
        pieces += own
        length = end
    text = "".join(piece.text for piece in pieces)
    return Source.of(Origin(name, text, without_references(text, blocks), pieces, title=title))


def parse_page(page: str) -> Source:
    """Take the text of a page: all of its body, with what is beside the content as asides."""
    read = _Reader(page)
    return _join_parts("html", read.parts, read.title)


def parse_main(page: str) -> Source:
    """Take the main content of a page, as trafilatura tells it."""
    extracted = require("html").extract(page, include_comments=False, include_tables=True)
    lines = ["".join(line.split()).lstrip("-") for line in (extracted or "").splitlines()]
    read = _Reader(page)
    parts = read.parts
    texts = [part.text_without_spaces for part in parts]
    # In the order of the page; what is long may stand anywhere, as part of a longer line too.
    kept = {*_common_subsequence(texts, lines), *_blocks_contained_in(texts, "".join(lines))}
    if not kept:
        raise TmimaError("no main content was found in the page: `format=` 'html' takes all of it")
    return _join_parts("html-main", (parts[index] for index in sorted(kept)), read.title)


def _common_subsequence(blocks: Sequence[str], lines: Sequence[str]) -> list[int]:
    """Return the places of blocks in a longest common subsequence of blocks and lines.

    This is the algorithm of Hunt and Szymanski, run from the end, so that the last of several equal
    blocks is taken. Afterwards each place moves to the block right behind the one before, if that
    is equal too. A line is paired with a limited number of equal blocks, so that the time stays
    linear in the length of the page.
    """
    places: dict[str, list[int]] = {}
    for place, text in enumerate(blocks):
        places.setdefault(text, []).append(place)
    left = Counter(lines)  # how often each line comes up to this one
    more = {line: len(places.get(line, ())) - count for line, count in left.items()}
    pairs: list[tuple[int, str, int]] = []  # a place, its line, the pair that follows it
    tails: list[int] = []  # of the pair that begins the best run of each length
    keys: list[int] = []  # its place, below zero: the later the better
    for line in reversed(lines):
        left[line] -= 1
        own = places.get(line, [])
        if len(own) > _MOST_PAIRS:
            # The second of the lines is the second of the blocks, or later if these are more.
            last = max(left[line], left[line] + more[line]) + 1
            own = own[max(0, min(last, len(own)) - _MOST_PAIRS) : last]
        for place in own:
            length = bisect_left(keys, -place)
            pairs.append((place, line, tails[length - 1] if length else -1))
            tails[length : length + 1] = [len(pairs) - 1]
            keys[length : length + 1] = [-place]
    common: list[int] = []
    index = tails[-1] if tails else -1
    while index >= 0:
        place, line, index = pairs[index]
        if common and blocks[common[-1] + 1] == line:
            place = common[-1] + 1
        common.append(place)
    return common


def _blocks_contained_in(blocks: Sequence[str], text: str) -> Iterator[int]:
    """Yield the places of the long blocks that stand anywhere in a text.

    A block of twice the step holds one of the text's anchors whole, wherever it stands.
    """
    step = _LONG // 2
    anchors: dict[str, list[int]] = {}
    for start in range(0, len(text) - step + 1, step):
        anchors.setdefault(text[start : start + step], []).append(start)
    for place, block in enumerate(blocks):
        if len(block) >= _LONG and any(
            start >= offset and text.startswith(block, start - offset)
            for offset in range(step)
            for start in anchors.get(block[offset : offset + step], [])[:_MOST_PAIRS]
        ):
            yield place


def is_html(text: str) -> bool:
    """Tell a page by how it begins.

    >>> is_html("<!DOCTYPE html><p>A cat."), is_html("<p>A cat.")
    (True, False)
    """
    return _PAGE.match(text) is not None


HTML = Format(
    "html",
    "HTML: all that is seen of a page",
    recognises=is_html,
    suffixes=(".html", ".htm", ".xhtml"),
    parse=parse_page,
)
HTML_MAIN = Format("html-main", "HTML: the main content (extra html)", parse=parse_main)
