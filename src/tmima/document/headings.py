"""Which paragraphs of a document are headings."""

import regex

from tmima.values import Document

_MOST_WORDS = 12
_MARKED = regex.compile(r"#{1,6}\s")
# What ends a sentence, a clause or a quotation ends no heading; a question mark may.
_ENDS_PROSE = regex.compile(r"[.,;:·…!»”\"')\]]\Z")


def heading_sentences(document: Document) -> list[int]:
    """Return the sentences that are headings, by index.

    A heading is a paragraph of one short sentence that does not end as prose does, or is marked as
    one by number signs, with another paragraph after it. Speech has none.
    """
    if document.timeline is not None:
        return []
    return [
        first
        for first, last in document.paragraphs[:-1]
        if last == first + 1 and _is_heading(document, first)
    ]


def _is_heading(document: Document, index: int) -> bool:
    start, end = document.columns.spans[index]
    text = document.text[start:end]
    if _MARKED.match(text):
        return True
    return len(text.split()) <= _MOST_WORDS and not _ENDS_PROSE.search(text)
