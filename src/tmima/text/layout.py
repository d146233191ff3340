"""What is seen of a text before its words are: lines, paragraphs, headings, with offsets."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima import kernel
from tmima.errors import plain_text
from tmima.kernel import CharacterKind
from tmima.kernel.arrays import Classes
from tmima.loading import Pattern
from tmima.text.characters import character_classes
from tmima.text.source import HEADING
from tmima.text.values import Document, Span, Spans

# Control and format characters (NUL, byte order mark, zero-width marks) show nothing on a page.
_INVISIBLE = r"[\s\p{Cc}\p{Cf}]"
_VISIBLE = Pattern(r"[^\s\p{Cc}\p{Cf}]")
_LAST_VISIBLE = Pattern(r"(?r)[^\s\p{Cc}\p{Cf}]")
LINE_BREAK = Pattern(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_SMALL, _NO_LETTER = Pattern(r"\p{Ll}"), Pattern(r"\P{L}")
_STARTS_LOW = Pattern(r"\P{L}{0,3}\p{Ll}")
# In prose wrapped at a fixed width two lines in three begin in the middle of a sentence; where a
# line is a paragraph, next to none does.
_WRAPPED_SHARE = 0.3
# Of a heading.
_MOST_WORDS = 12
_MARKED = Pattern(r"#{1,6}\s")
# Settings at the head of a file, and lines with leaders, are called so by nobody.
_NO_TITLE = Pattern(r"---[ \t]*\R|.*(?:\.[ \t]?){5}")
# What ends a sentence, a clause or a quotation ends no heading; a question mark may.
_ENDS_PROSE = Pattern(r"[.,;:·…!»”\"')\]]\Z")


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


def visible_spans(text: str, spans: Spans) -> Spans:
    """Return ranges as `visible_span` does, all at once; a blank one is empty."""
    return Spans(
        *kernel.trim_spans(
            plain_text(text), spans.starts, spans.ends, _visible_classes(), visible_span
        )
    )


@cache
def _visible_classes() -> Classes:
    """Return which characters are seen on a page."""
    return character_classes({_INVISIBLE: CharacterKind.SKIPPED, r"[\s\S]": CharacterKind.OTHER})


def line_spans(text: str) -> Spans:
    """Return the lines of a text without their line breaks, blank lines included.

    >>> line_spans("a\\r\\n\\nb")
    (Span(start=0, end=1), Span(start=3, end=3), Span(start=4, end=5))
    """
    return Spans(*kernel.find_lines(plain_text(text)))


class Lines(NamedTuple):
    """The lines of a text in which something is seen, and which come first or after a blank one."""

    spans: Spans
    opens: NDArray[np.bool_]


def visible_lines(text: str) -> Lines:
    """Return the lines in which something is seen, without the white space around them.

    >>> visible_lines("a\\nb\\n\\nc").opens.tolist()
    [True, False, True]
    """
    lines = visible_spans(text, line_spans(text))
    seen = lines.ends > lines.starts
    spans = Spans(lines.starts[seen], lines.ends[seen])
    return Lines(spans, np.append(True, ~seen[:-1])[seen])


def paragraph_spans(text: str, *, wrapped: bool | None = None) -> Spans:
    """Return the paragraphs of a text without the white space around them.

    A blank line always ends a paragraph. A single line break ends one too, unless the text was
    wrapped by an editor or a mail program, which is found from the text if it is not said.
    """
    return joined_lines(text, visible_lines(text), wrapped=wrapped)


def joined_lines(text: str, lines: Lines, *, wrapped: bool | None = None) -> Spans:
    """Return what `paragraph_spans` does, of lines that were found before."""
    if not (_is_wrapped(text, lines) if wrapped is None else wrapped):
        return lines.spans
    first = np.flatnonzero(lines.opens)
    last = np.append(first[1:], len(lines.opens))[: len(first)] - 1
    return Spans(lines.spans.starts[first], lines.spans.ends[last])


def is_wrapped(text: str) -> bool:
    """Return whether paragraphs run over several lines, which then often begin with a small letter.

    >>> is_wrapped("All day it\\nrained. At last\\nit stopped."), is_wrapped("One line.\\nAnother.")
    (True, False)
    """
    return _is_wrapped(text, visible_lines(text))


def _is_wrapped(text: str, lines: Lines) -> bool:
    starts, ends = lines.spans.starts[~lines.opens], lines.spans.ends[~lines.opens]
    # Most lines begin with a letter, and then it alone tells.
    first = "".join(map(text.__getitem__, starts.tolist()))
    low = len(_SMALL.findall(first))
    for match in _NO_LETTER.finditer(first):
        place = match.start()
        low += _STARTS_LOW.match(text, int(starts[place]), int(ends[place])) is not None
    return low > _WRAPPED_SHARE * len(starts)


def heading_sentences(document: Document) -> list[int]:
    """Return the sentences that are headings, by index.

    A heading of prose is one of its outline, or a paragraph of one short sentence that does not end
    as prose does, or is marked as one by number signs, with another paragraph after it. Speech has
    none; a document tells its own.
    """
    if document.timeline is not None:
        return []
    spans = document.columns.spans
    if document.origin is not None:
        told = {block.start for block in document.origin.blocks if block.kind == HEADING}
        return [index for index, start in enumerate(spans.starts[:-1].tolist()) if start in told]
    short = short_paragraphs(document.text, document.paragraphs, spans)
    if not document.outline:
        return short
    starts = [one.start for one in document.outline.headings]
    return sorted({*short, *np.flatnonzero(np.isin(spans.starts[:-1], starts)).tolist()})


def short_paragraphs(text: str, paragraphs: Sequence[Span], sentences: Spans) -> list[int]:
    """Return the sentences that are a paragraph by themselves and look like a heading, by index."""
    blocks = Spans.of(paragraphs)[:-1]
    alone = blocks.starts[blocks.ends == blocks.starts + 1]
    inside = Spans(sentences.starts[alone], sentences.ends[alone])
    alike = (is_heading(text[start:end]) for start, end in inside)
    looks = np.fromiter(alike, dtype=np.bool_, count=len(alone))
    short: list[int] = alone[looks].tolist()
    return short


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
