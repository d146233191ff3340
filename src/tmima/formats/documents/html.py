"""HTML: the text is what a reader sees of the page; every character knows its place in the file."""

import regex

from tmima.errors import TmimaError
from tmima.extras import require
from tmima.formats.format import DocumentFormat
from tmima.patterns import Pattern
from tmima.text import Origin

_PAGE = Pattern(
    r"\ufeff?\s*+(?:<!--(?>.*?-->)\s*+|<\?xml[^>]*+>\s*+)*+<(?:!doctype\s+html|html)\b",
    regex.IGNORECASE | regex.DOTALL,
)
# What has so many characters is found in an extract wherever it stands.
_LONG = 40


def html(source: str) -> Origin:
    """Take the text of a page: all of its body, with what is beside the content as asides."""
    from tmima.formats.documents.page import Reader, joined

    return joined("html", Reader(source).parts)


def html_main(source: str) -> Origin:
    """Take the main content of a page, as trafilatura tells it."""
    from difflib import SequenceMatcher

    from tmima.formats.documents.page import Reader, joined

    extracted = require("html").extract(source, include_comments=False, include_tables=True)
    lines = ["".join(line.split()).lstrip("-") for line in (extracted or "").splitlines()]
    parts = Reader(source).parts
    squeezed = [part.squeezed for part in parts]
    # In the order of the page; what is long may stand anywhere, as part of a longer line too.
    matched = SequenceMatcher(None, squeezed, lines, autojunk=False).get_matching_blocks()
    kept = {index for first, _, size in matched for index in range(first, first + size)}
    whole = "".join(lines)
    kept |= {index for index, one in enumerate(squeezed) if len(one) >= _LONG and one in whole}
    if not kept:
        raise TmimaError("no main content was found in the page: format= 'html' takes all of it")
    return joined("html-main", (parts[index] for index in sorted(kept)))


def is_html(text: str) -> bool:
    """Tell a page by how it begins.

    >>> is_html("<!DOCTYPE html><p>A cat."), is_html("<p>A cat.")
    (True, False)
    """
    return _PAGE.match(text) is not None


HTML = DocumentFormat("html", "HTML: all that is seen of a page", html, is_html)
HTML_MAIN = DocumentFormat("html-main", "HTML: the main content (extra html)", html_main)
