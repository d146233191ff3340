"""What a language does for a document: find the sentences, then the words of each."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from tmima.values import Span, Spans, Token, Words

Tag = Callable[[Sequence[str]], list[tuple[str, str]]]
"""Gives the words of one sentence their tags (UPOS) and lemmas."""


class Analyzer(Protocol):
    """Anything that can do both may be passed to `tmima.segment` as its analyzer."""

    @property
    def language(self) -> str:
        """The code of the language, as `el` or `en`."""
        ...

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph, in order, without the white space around them."""
        ...

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words of each sentence, in order, with offsets into `text`."""
        ...


@runtime_checkable
class ColumnAnalyzer(Analyzer, Protocol):
    """An analyzer that finds the words of all sentences at once, as columns."""

    def word_columns(self, text: str, sentences: Spans) -> Words:
        """Return the words of the sentences of a text."""
        ...
