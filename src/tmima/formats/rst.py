"""reStructuredText: the text is the file itself; headings by their underlines.

Directives, comments, code and tables are no prose; what a note or a warning says is. Levels are in
the order in which the marks of underlines first occur, as the language has it.
"""

from collections.abc import Iterator

import regex

from tmima.formats.documents import without_references
from tmima.formats.format import Format
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
    Span,
    line_spans,
    visible_span,
)

# A line of one mark, three times at the least.
UNDERLINE = regex.compile(r"([=\-~^\"'`#*+.:_])\1{2,}[ \t]*")
_DIRECTIVE = regex.compile(r"\.\.(?:[ \t]+(?:(?P<name>[\w:-]+)::)?|$)")
_SPOKEN = frozenset("note warning tip hint important caution attention danger admonition".split())
_CODE = frozenset("code code-block sourcecode literalinclude parsed-literal highlight".split())
_TABLE = regex.compile(r"[+|].*[+|][ \t]*|=+(?:[ \t]+=+)+[ \t]*")
_FIELD = regex.compile(r":[^:\s][^:]*:(?:\s|$)")
# Roles, targets, addresses: marks that nobody reads. A role is looked for where it may begin.
_UNREAD = regex.compile(
    r"(?<![\w:.-]):[\w:.-]++(?<=:)(?=`)|<[^<>\n]*>`__?|\bhttps?://[^\s<>)\]]+|\[[#*\w]+\]_"
)


def parse(text: str) -> Source:
    """Take a text in reStructuredText as it is, with its blocks."""
    blocks = without_references(text, _blocks(text))
    unread = (
        match.span()
        for block in blocks
        if block.kind in (PROSE, HEADING)
        for match in _UNREAD.finditer(text, block.start, block.end)
    )
    pieces = [Piece(text, 0, len(text))]
    return Source.of(Origin("rst", text, blocks, pieces, unread, markup="rst"))


def _blocks(text: str) -> Iterator[Block]:
    lines = list(line_spans(text))
    levels: dict[tuple[str, bool], int] = {}
    place, literal, depth = 0, False, 0
    while place < len(lines):
        line = text[slice(*lines[place])]
        if not line.strip():
            place += 1
            continue
        indent = len(line) - len(line.lstrip())
        heading = _heading(text, lines, place)
        directive = _DIRECTIVE.match(line.strip())
        if literal and indent > depth:
            end, kind, level = _end_of_indented(text, lines, place, depth), CODE, 0
        elif heading is not None:
            end, over = heading
            mark = text[lines[end - 1].start]
            level = levels.setdefault((mark, over), len(levels) + 1)
            kind = HEADING
        elif directive is not None:
            spoken = directive["name"] in _SPOKEN
            end = place + 1 if spoken else _end_of_indented(text, lines, place + 1, indent)
            kind, level = CODE if directive["name"] in _CODE else ASIDE, 0
        else:
            end, level = place + 1, 0
            while end < len(lines) and text[slice(*lines[end])].strip():
                end += 1
            kind = TABLE if _TABLE.fullmatch(line.strip()) else PROSE
            kind = ASIDE if _FIELD.match(line.strip()) else kind
        span = visible_span(text, lines[place].start, lines[end - 1].end)
        literal, depth = span is not None and text.endswith("::", 0, span.end), indent
        literal = literal and kind == PROSE
        if span is not None:
            yield Block(*span, kind, level)
        place = end


def _heading(text: str, lines: list[Span], place: int) -> tuple[int, bool] | None:
    """Return the line after a heading that begins at a line, and whether a line is over it."""
    rows = [text[slice(*line)].rstrip() for line in lines[place : place + 3]]
    first = UNDERLINE.fullmatch(rows[0])
    if first is None and len(rows) > 1 and is_underlined(rows[0], rows[1]):
        return place + 2, False
    if first is not None and len(rows) > 2 and rows[2] == rows[0] and rows[1].strip():
        return place + 3, True
    return None


def is_underlined(title: str, line: str) -> bool:
    """Tell whether a line lies under a title: of one mark, and not much shorter.

    >>> is_underlined("The tide", "========"), is_underlined("The tide", "==")
    (True, False)
    """
    return (
        UNDERLINE.fullmatch(line) is not None
        and bool(regex.search(r"\p{L}", title))
        and not title[:1].isspace()
        and len(title) <= 100
        and len(line.rstrip()) >= 0.7 * len(title.rstrip())
    )


def _end_of_indented(text: str, lines: list[Span], place: int, depth: int) -> int:
    """Return the line after those that are indented by more, blank ones among them."""
    end = place
    for index in range(place, len(lines)):
        line = text[slice(*lines[index])]
        if line.strip():
            if len(line) - len(line.lstrip()) <= depth:
                break
            end = index + 1
    return end


RST = Format(
    "rst",
    "reStructuredText: headings, lists, directives, code",
    suffixes=(".rst",),
    parse=parse,
)
