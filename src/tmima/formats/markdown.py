"""Markdown: the text is the file itself, so that places in it are offsets of the text."""

from collections.abc import Iterator

import regex

from tmima.formats.documents import without_references
from tmima.formats.format import Format
from tmima.loading import Pattern
from tmima.text import (
    ASIDE,
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

_LINE_BREAK = Pattern(r"\r\n|\n|\r")
# Settings between two lines of hyphens, before anything else.
_FRONT_MATTER = Pattern(r"\ufeff?---[ \t]*\R(?s:.*?)^(?:---|\.\.\.)[ \t]*$", regex.MULTILINE)
# Addresses, tags, names of references: nothing that one reads.
_UNREAD = Pattern(
    r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
    r"|\]\[[^\]\n]*\]|</?[A-Za-z][^<>\n]*>|\bhttps?://[^\s<>)\]]+"
    r"|\[\^[^\[\]\s]+\]|\{#[^{}\s]+\}"
)
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
        found.span()
        for block in blocks
        if block.kind in (PROSE, HEADING, TABLE)
        for found in _UNREAD.finditer(text, block.start, block.end)
    )
    pieces = [Piece(text, 0, len(text))] if placed else []
    return Origin(kind, text, blocks, pieces, unread)


def _blocks(text: str) -> Iterator[Block]:
    from markdown_it import MarkdownIt

    settings = _FRONT_MATTER.match(text)
    begin = 0
    if settings is not None:
        begin = settings.end()
        yield Block(0, begin, ASIDE)
    edges = [begin, *(found.end() for found in _LINE_BREAK.finditer(text, begin)), len(text)]
    line = 0
    # What is inside blocks is not looked at: none of these kinds holds another.
    parser = MarkdownIt("commonmark").enable("table").disable("inline")
    # The parser reads one character behind some last lines that no line break ends.
    for token in parser.parse(text[begin:] + "\n"):
        if token.map is None or token.type not in _KINDS:
            continue
        first, last = token.map
        yield from _find_definitions(text, edges[line], edges[first])
        line = last
        span = visible_span(text, edges[first], edges[last])
        kind = _KINDS[token.type]
        if span is not None and kind:
            yield Block(*span, kind, int(token.tag[1]) if kind == HEADING else 0)
    yield from _find_definitions(text, edges[line], len(text))


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
