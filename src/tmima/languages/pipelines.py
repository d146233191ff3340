"""Analyzers around pipelines that the user has, spaCy's or Stanza's; nothing is downloaded."""

from collections.abc import Sequence
from typing import Any, Self

from tmima.errors import TmimaError
from tmima.languages.language import KEPT_TAGS
from tmima.loading import require
from tmima.text import Span, Token, visible_span


class SpacyAnalyzer:
    """Takes sentences (`doc.sents`), tags (`pos_`) and lemmas (`lemma_`) from a spaCy pipeline.

    Where the pipeline tells no tags, words are kept that are no stop words of spaCy's.

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
        if not doc.has_annotation("SENT_START"):
            raise TmimaError(
                "the spaCy pipeline tells no sentences: add a part that does, as by "
                "add_pipe('sentencizer')"
            )
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
        tagged = words.has_annotation("POS")
        return tuple(token_of(each, start, tagged=tagged) for each in words if not each.is_space)


def token_of(token: Any, offset: int = 0, *, tagged: bool = True) -> Token:
    """Return a token of spaCy's as one of ours.

    Args:
        token: as spaCy has it.
        offset: where the part of the text begins that spaCy has read.
        tagged: whether it has a tag; otherwise a word is kept that is no stop word.
    """
    start, tag = offset + token.idx, token.pos_
    kept = tag in KEPT_TAGS if tagged else token.is_alpha and not token.is_stop
    return Token(start, start + len(token), token.lemma_ or token.lower_, tag, kept)


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
