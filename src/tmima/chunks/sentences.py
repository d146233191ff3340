"""An analyzer that finds sentences alone: chunks are packed by layout and size, not by words."""

from collections.abc import Sequence

import numpy as np

from tmima.text import (
    Analyzer,
    Paragraphs,
    Span,
    Spans,
    Token,
    Words,
    split_paragraphs,
)


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
        return self._analyzer.split(text, paragraph)

    def split_all(self, text: str, paragraphs: Spans) -> Paragraphs:
        """Return the sentences of all paragraphs."""
        return split_paragraphs(self._analyzer, text, paragraphs)

    def word_columns(self, text: str, sentences: Spans) -> Words:
        """Return no words."""
        none = np.empty(0, dtype=np.int32)
        return Words(np.zeros(len(sentences) + 1, dtype=np.int32), none, none, none, ())

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return no words of each sentence."""
        return [() for _ in sentences]
