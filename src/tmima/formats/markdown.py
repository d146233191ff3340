"""Markdown: the text is the file itself, so that places in it are offsets of the text."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import regex

from tmima.formats.documents import without_references
from tmima.formats.format import Format
from tmima.loading import Pattern
from tmima.text import (
    ASIDE,
    CERTAIN,
    CODE,
    HEADING,
    PROSE,
    TABLE,
    Block,
    Origin,
    Piece,
    Source,
    visible_span,
)

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_LINE_BREAK = Pattern(r"\r\n|\n|\r")
# Settings between two lines of hyphens, before anything else.
_FRONT_MATTER = Pattern(
    r"\ufeff?(?:---[ \t]*\R(?s:.*?)^(?:---|\.\.\.)|\+\+\+[ \t]*\R(?s:.*?)^\+\+\+)[ \t]*$",
    regex.MULTILINE,
)
_TITLE = Pattern(r"^title[ \t]*[:=][ \t]*(?P<words>[^\r\n]+)$", regex.MULTILINE | regex.IGNORECASE)
# Headings in HTML; one ends before the next begins.
_PAGE_HEADING = Pattern(
    r"<h(?P<level>[1-6])(?:\s[^<>]*+)?>(?>(?:[^<]++|<(?!/?h[1-6][\s>]))*+)</h(?P=level)\s*>",
    regex.IGNORECASE,
)
# Addresses, tags, names of references: nothing that one reads.
_UNREAD = Pattern(
    r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
    r"|\]\[[^\]\n]*\]|</?[A-Za-z][^<>\n]*>|\bhttps?://[^\s<>)\]]+"
    r"|\[\^[^\[\]\s]+\]|\{(?:[#.:]|/\*)[^{}\n]*\}|\{\{[<%][^{}\n]*\}\}"
)
_TAGS = Pattern(r"(?:<[^<>]*+>\s*+)*+")
_KINDS = {
    "paragraph_open": PROSE,
    "heading_open": HEADING,
    "table_open": TABLE,
    "fence": CODE,
    "code_block": CODE,
    "html_block": ASIDE,
    "hr": "",
}


def parse(text: str) -> Source:
    """Take a text in Markdown as it is, with its blocks."""
    return Source.of(blocks_of(text))


def blocks_of(text: str, *, kind: str = "markdown", placed: bool = True) -> Origin:
    """Find the blocks of a text in Markdown.

    Args:
        text: the text.
        kind: what it was before it was Markdown.
        placed: whether its places are those of a file.
    """
    blocks = without_references(text, _blocks(text))
    unread = (
        match.span()
        for block in blocks
        if block.kind in (PROSE, HEADING, TABLE)
        for match in _UNREAD.finditer(text, block.start, block.end)
    )
    pieces = [Piece(text, 0, len(text))] if placed else []
    return Origin(kind, text, blocks, pieces, unread, _front_matter_title(text), markup="markdown")


def _front_matter_title(text: str) -> str:
    """Return the title that the settings at the head of a text give."""
    settings = _FRONT_MATTER.match(text)
    match = None if settings is None else _TITLE.search(text, 0, settings.end())
    if match is None:
        return ""
    words: str = match["words"].strip()
    quoted = len(words) > 1 and words[0] == words[-1] and words[0] in "\"'"
    return words[1:-1].strip() if quoted else words


@cache
def _parser() -> "MarkdownIt":
    """Return the parser of blocks, which takes longer to make than a page to parse."""
    from markdown_it import MarkdownIt

    # What is inside blocks is not looked at: none of the kinds holds another.
    return MarkdownIt("commonmark").enable("table").disable("inline")


def _blocks(text: str) -> Iterator[Block]:
    settings = _FRONT_MATTER.match(text)
    begin = 0
    if settings is not None:
        begin = settings.end()
        yield Block(0, begin, ASIDE)
    edges = [begin, *(match.end() for match in _LINE_BREAK.finditer(text, begin)), len(text)]
    line = 0
    # The parser reads one character behind some last lines that no line break ends.
    for token in _parser().parse(text[begin:] + "\n"):
        if token.map is None or token.type not in _KINDS:
            continue
        first, last = token.map
        yield from _find_definitions(text, edges[line], edges[first])
        line = last
        span = visible_span(text, edges[first], edges[last])
        kind = _KINDS[token.type]
        if span is None or not kind:
            continue
        if token.type == "html_block":
            yield from _page_blocks(text, *span, nested=token.level > 0)
        elif kind == HEADING:
            yield _heading(*span, int(token.tag[1]), nested=token.level > 0)
        else:
            yield Block(*span, kind)
    yield from _find_definitions(text, edges[line], len(text))


def _heading(start: int, end: int, level: int, *, nested: bool) -> Block:
    """Return a heading; inside a list or a quotation it opens no section of the document."""
    return Block(start, end, HEADING, level, 0.0 if nested else CERTAIN)


def _page_blocks(text: str, start: int, end: int, *, nested: bool) -> Iterator[Block]:
    """Yield the headings of some HTML, and the rest as asides."""
    for match in _PAGE_HEADING.finditer(text, start, end):
        before = visible_span(text, start, match.start())
        begin = match.start()
        if before is not None and _TAGS.fullmatch(text, *before):
            # Tags with nothing between them open what the heading stands in.
            begin = before.start
        elif before is not None:
            yield Block(*before, ASIDE)
        yield _heading(begin, match.end(), int(match["level"]), nested=nested)
        start = match.end()
    rest = visible_span(text, start, end)
    if rest is not None:
        yield Block(*rest, ASIDE)


def _find_definitions(text: str, start: int, end: int) -> Iterator[Block]:
    """Yield what the parser gave nothing for: definitions of references, marks."""
    span = visible_span(text, start, end)
    if span is not None and regex.search(r"\w", text[start:end]):
        yield Block(*span, ASIDE)


MARKDOWN = Format(
    "markdown",
    "Markdown: headings, lists, quotations, code",
    suffixes=(".md", ".markdown"),
    parse=parse,
)
