"""A Stanza pipeline as an analyzer."""

from collections.abc import Sequence
from typing import Any, Self

from tmima.errors import TmimaError
from tmima.extras import require
from tmima.languages.language import KEPT_TAGS
from tmima.text import Span, Token, visible_span


class StanzaAnalyzer:
    """Takes sentences, tags (`upos`) and lemmas from a Stanza pipeline.

    A multiword token (στην) is one word again: that of its parts which is kept, or the first.

    Args:
        pipeline: a `stanza.Pipeline` with the processors tokenize, (mwt,) pos and lemma.
        language: the code of its language.
    """

    def __init__(self, pipeline: Any, *, language: str) -> None:
        self._pipeline = pipeline
        self.language = language

    @classmethod
    def load(cls, language: str, **options: Any) -> Self:
        """Make a pipeline of models that are on this machine already."""
        stanza = require("stanza")
        processors = "tokenize,mwt,pos,lemma"
        try:
            pipeline = stanza.Pipeline(
                language, processors=processors, download_method=None, verbose=False, **options
            )
        except Exception as error:
            # Stanza raises errors of many kinds where a model is missing.
            raise TmimaError(
                f"Stanza has no models for {language!r} here ({error}): nothing is downloaded"
            ) from None
        return cls(pipeline, language=language)

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph."""
        offset = paragraph.start
        spans = []
        for sentence in self._pipeline(text[offset : paragraph.end]).sentences:
            tokens = sentence.tokens
            span = visible_span(text, offset + tokens[0].start_char, offset + tokens[-1].end_char)
            if span is not None:
                spans.append(span)
        return spans

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words of each sentence."""
        return [
            tuple(
                _token(token, start)
                for sentence in self._pipeline(text[start:end]).sentences
                for token in sentence.tokens
            )
            for start, end in sentences
        ]


def _token(token: Any, offset: int) -> Token:
    if not any(word.upos for word in token.words):
        raise TmimaError(
            "the Stanza pipeline tells no parts of speech, by which words are kept: give it the "
            "processor pos"
        )
    kept = [word for word in token.words if word.upos in KEPT_TAGS]
    word = (kept or token.words)[0]
    lemma = word.lemma or word.text.lower()
    start, end = offset + token.start_char, offset + token.end_char
    return Token(start, end, lemma, word.upos, bool(kept))
