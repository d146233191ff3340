"""Where the paragraphs of a plain text are: at blank lines, and at line breaks unless wrapped."""

import regex

from tmima.document.lines import line_spans, visible_span
from tmima.values import Span

_STARTS_LOW = regex.compile(r"\P{L}{0,3}\p{Ll}")
# In prose wrapped at a fixed width two lines in three begin in the middle of a sentence; where a
# line is a paragraph, next to none does.
_WRAPPED_SHARE = 0.3


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
