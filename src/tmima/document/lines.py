"""Lines and white space, with offsets: what every reader of text starts from."""

import regex

from tmima.values import Span

# Control and format characters (NUL, byte order mark, zero-width marks) show nothing on a page.
_VISIBLE = regex.compile(r"[^\s\p{Cc}\p{Cf}]")
_LAST_VISIBLE = regex.compile(r"(?r)[^\s\p{Cc}\p{Cf}]")
LINE_BREAK = regex.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")


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
