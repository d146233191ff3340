"""Which paragraphs of a document are headings."""

import regex

from tmima.origin import HEADING
from tmima.values import Document

_MOST_WORDS = 12
_MARKED = regex.compile(r"#{1,6}\s")
# What ends a sentence, a clause or a quotation ends no heading; a question mark may.
_ENDS_PROSE = regex.compile(r"[.,;:·…!»”\"')\]]\Z")


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
    return len(text.split()) <= _MOST_WORDS and not _ENDS_PROSE.search(text)
