"""The document: a text and the places of its paragraphs, sentences and words."""

from dataclasses import dataclass
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of character offsets."""

    start: int
    end: int


class Token(NamedTuple):
    """A word, or a punctuation mark (tag PUNCT): its place, its term, its tag, whether it is kept.

    Only kept words make sentences similar. `lemma` is the normalised word (a lemma, a stem or the
    lower-case form, as the analyzer decides); `tag` is a universal part of speech or empty.
    """

    start: int
    end: int
    lemma: str
    tag: str
    kept: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without the white space around it, and its words."""

    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its sentences in order and its paragraphs as runs of sentences.

    `paragraphs` holds half-open ranges of sentence indices that tile the sentences. What lies
    between two sentences is white space, or a separator line of the format it was read from.
    """

    text: str
    language: str
    sentences: tuple[Sentence, ...]
    paragraphs: tuple[Span, ...]
