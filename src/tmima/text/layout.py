"""What is seen of a text before its words are: lines, paragraphs, headings, with offsets."""

import regex

from tmima.text.source import HEADING
from tmima.text.values import Document, Span

# Control and format characters (NUL, byte order mark, zero-width marks) show nothing on a page.
_VISIBLE = regex.compile(r"[^\s\p{Cc}\p{Cf}]")
_LAST_VISIBLE = regex.compile(r"(?r)[^\s\p{Cc}\p{Cf}]")
LINE_BREAK = regex.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_STARTS_LOW = regex.compile(r"\P{L}{0,3}\p{Ll}")
# In prose wrapped at a fixed width two lines in three begin in the middle of a sentence; where a
# line is a paragraph, next to none does.
_WRAPPED_SHARE = 0.3
# Of a heading.
_MOST_WORDS = 12
_MARKED = regex.compile(r"#{1,6}\s")
# Settings at the head of a file, and lines with leaders, are called so by nobody.
_NO_TITLE = regex.compile(r"---[ \t]*\R|.*(?:\.[ \t]?){5}")
# What ends a sentence, a clause or a quotation ends no heading; a question mark may.
_ENDS_PROSE = regex.compile(r"[.,;:·…!»”\"')\]]\Z")


def visible_span(text: str, start: int, end: int) -> Span | None:
    """Return the range without white space and invisible characters at its ends; None if blank.

    >>> visible_span("  two words\\n", 0, 12)
    Span(start=2, end=11)
    """
    # The common case, quickly: prose after a blank, from a letter to a letter or a stop.
    begin = start + text.startswith(" ", start, end)
    if begin < end and text[begin].isalnum() and (text[end - 1] == "." or text[end - 1].isalnum()):
        return Span(begin, end)
    first = _VISIBLE.search(text, start, end)
    if first is None:
        return None
    return Span(first.start(), _LAST_VISIBLE.search(text, start, end).end())


def line_spans(text: str) -> list[Span]:
    """Return the lines of a text without their line breaks, blank lines included.

    >>> line_spans("a\\r\\n\\nb")
    [Span(start=0, end=1), Span(start=3, end=3), Span(start=4, end=5)]
    """
    spans = []
    start = 0
    for line_break in LINE_BREAK.finditer(text):
        spans.append(Span(start, line_break.start()))
        start = line_break.end()
    spans.append(Span(start, len(text)))
    return spans


def paragraph_spans(text: str, *, wrapped: bool | None = None) -> list[Span]:
    """Return the paragraphs of a text without the white space around them.

    A blank line always ends a paragraph. A single line break ends one too, unless the text was
    wrapped by an editor or a mail program, which is found from the text if it is not said.
    """
    blocks = _blocks(text)
    if _is_wrapped(text, blocks) if wrapped is None else wrapped:
        return [Span(block[0].start, block[-1].end) for block in blocks]
    return [line for block in blocks for line in block]


def is_wrapped(text: str) -> bool:
    """Return whether paragraphs run over several lines, which then often begin with a small letter.

    >>> is_wrapped("All day it\\nrained. At last\\nit stopped."), is_wrapped("One line.\\nAnother.")
    (True, False)
    """
    return _is_wrapped(text, _blocks(text))


def _blocks(text: str) -> list[list[Span]]:
    """Group the visible lines into runs without a blank line between them."""
    blocks: list[list[Span]] = []
    follows_blank = True
    for line in line_spans(text):
        visible = visible_span(text, *line)
        if visible is None:
            follows_blank = True
        elif follows_blank:
            blocks.append([visible])
            follows_blank = False
        else:
            blocks[-1].append(visible)
    return blocks


def _is_wrapped(text: str, blocks: list[list[Span]]) -> bool:
    continuations = [line for block in blocks for line in block[1:]]
    low = sum(_STARTS_LOW.match(text, line.start, line.end) is not None for line in continuations)
    return low > _WRAPPED_SHARE * len(continuations)


def heading_sentences(document: Document) -> list[int]:
    """Return the sentences that are headings, by index.

    A heading is a paragraph of one short sentence that does not end as prose does, or is marked as
    one by number signs, with another paragraph after it. Speech has none; a document tells its own.
    """
    if document.timeline is not None:
        return []
    if document.origin is not None:
        told = {block.start for block in document.origin.blocks if block.kind == HEADING}
        starts = document.columns.spans.starts.tolist()
        return [index for index, start in enumerate(starts[:-1]) if start in told]
    return [
        first
        for first, last in document.paragraphs[:-1]
        if last == first + 1 and is_heading(document.text[slice(*document.columns.spans[first])])
    ]


def is_heading(text: str) -> bool:
    """Tell whether a paragraph looks like a heading.

    >>> is_heading("The tide mill"), is_heading("It stands still.")
    (True, False)
    """
    if _MARKED.match(text):
        return True
    if _NO_TITLE.match(text):
        return False
    return len(text.split()) <= _MOST_WORDS and not _ENDS_PROSE.search(text)
