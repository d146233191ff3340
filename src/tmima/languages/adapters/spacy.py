"""A spaCy pipeline as an analyzer."""

from collections.abc import Sequence
from typing import Any, Self

from tmima.document import visible_span
from tmima.errors import TmimaError
from tmima.extras import require
from tmima.languages.language import KEPT_TAGS
from tmima.values import Span, Token


class SpacyAnalyzer:
    """Takes sentences (`doc.sents`), tags (`pos_`) and lemmas (`lemma_`) from a spaCy pipeline.

    Args:
        pipeline: what `spacy.load` returns, or any callable from text to a spaCy `Doc`.
    """

    def __init__(self, pipeline: Any) -> None:
        self._pipeline = pipeline

    @classmethod
    def load(cls, name: str) -> Self:
        """Load an installed pipeline, as `el_core_news_sm`, by name or path."""
        spacy = require("spacy")
        try:
            return cls(spacy.load(name))
        except OSError:
            raise TmimaError(
                f"spaCy has no pipeline {name!r} here: install it first, nothing is downloaded"
            ) from None

    @property
    def language(self) -> str:
        """The code of the pipeline's language."""
        return str(self._pipeline.lang)

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph."""
        doc = self._pipeline(text[paragraph.start : paragraph.end])
        offset = paragraph.start
        tight = (
            visible_span(text, offset + sent.start_char, offset + sent.end_char)
            for sent in doc.sents
        )
        return [span for span in tight if span is not None]

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words of each sentence."""
        return [self._sentence(text, *span) for span in sentences]

    def _sentence(self, text: str, start: int, end: int) -> tuple[Token, ...]:
        words = self._pipeline(text[start:end])
        return tuple(token_of(token, start) for token in words if not token.is_space)


def token_of(token: Any, offset: int = 0) -> Token:
    """Return a token of spaCy's as one of ours, in a text whose part begins at an offset."""
    start, tag = offset + token.idx, token.pos_
    return Token(start, start + len(token), token.lemma_ or token.lower_, tag, tag in KEPT_TAGS)
