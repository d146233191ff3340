"""An analyzer that finds sentences alone: chunks are packed by layout and size, not by words.

Where the limit forces a cut inside a paragraph it should be one between sentences. So long ones
without any capital letter, as a text in small letters has, are parted at every stop.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from tmima.loading import Pattern
from tmima.text import (
    Analyzer,
    Paragraphs,
    Span,
    Spans,
    Token,
    Words,
    split_paragraphs,
)

# Shorter sentences need not be parted: chunks hold several.
_LONG = 160
# A word of fewer letters may be an abbreviation.
_END = Pattern(r"\w{3}[.!?…;\u037e]++[\p{Pe}\p{Pf}\"']*+(?P<space>\s++)")


def _without_capitals(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the sentences of a text in which no capital letter tells where one begins."""
    for match in _END.finditer(text, start, end):
        yield Span(start, match.start("space"))
        start = match.end()
    if start < end:
        yield Span(start, end)


class SentencesAlone:
    """Finds the sentences that another analyzer finds, and no words.

    Args:
        analyzer: the other one.
    """

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer

    @property
    def language(self) -> str:
        """The code of the language."""
        return self._analyzer.language

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph."""
        return list(self.split_all(text, Spans.of([paragraph]))[0])

    def split_all(self, text: str, paragraphs: Spans) -> Paragraphs:
        """Return the sentences of all paragraphs, also of those without any capital letter."""
        paragraphs_found = split_paragraphs(self._analyzer, text, paragraphs)
        low = {
            number
            for number, (start, end) in enumerate(paragraphs_found.sentences)
            if end - start > _LONG and text[start:end].islower()
        }
        if not low:
            return paragraphs_found
        sizes, spans = [], list[Span]()
        for number, sentence in enumerate(paragraphs_found.sentences):
            parts = list(_without_capitals(text, *sentence)) if number in low else [sentence]
            spans += parts
            sizes.append(len(parts))
        before = np.append(0, np.cumsum(sizes)).astype(np.int32)
        return Paragraphs(Spans.of(spans), before[paragraphs_found.edges])

    def word_columns(self, text: str, sentences: Spans) -> Words:
        """Return no words."""
        none = np.empty(0, dtype=np.int32)
        return Words(np.zeros(len(sentences) + 1, dtype=np.int32), none, none, none, ())

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return an empty tuple for each sentence."""
        return [() for _ in sentences]
