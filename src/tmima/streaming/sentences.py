"""Sentences of a text that is still coming in, with offsets into the whole of it."""

from dataclasses import dataclass
from itertools import islice
from typing import Any

import regex

from tmima.document import (
    LINE_BREAK,
    Analyzer,
    kept_words,
    line_spans,
    paragraph_spans,
    visible_span,
)
from tmima.values import Sentence, Span

FORMATS = ("text", "lines")

# What is found from a text as a whole (its language, whether lines are wrapped, how similar words
# make sentences, how long its segments are) is found from as much of the beginning of a stream: so
# many characters, or ends of sentences as far as one can see them before the language is known.
_HEAD_CHARACTERS = 12_000
_HEAD_SENTENCES = 150
_SENTENCE_END = regex.compile(
    rf"\p{{Sentence_Terminal}}[\p{{Pe}}\p{{Pf}}\"']*(?:{LINE_BREAK.pattern}|\s)|{LINE_BREAK.pattern}"
)
# A paragraph that does not end is cut at a sentence after so many characters.
_LONGEST_PARAGRAPH = 100_000
# The first break is matched whole or not at all: the halves of one \r\n are no blank line.
_BLANK_LINE = regex.compile(
    rf"(?>{LINE_BREAK.pattern})[^\S\n\r\v\f\x85\u2028\u2029]*(?>{LINE_BREAK.pattern})"
)


@dataclass(frozen=True, slots=True)
class StreamSentence:
    """A sentence of a stream: its place in the whole text, and its kept words."""

    start: int
    end: int
    kept: tuple[str, ...]


def head_length(text: str) -> int | None:
    """Return how many characters are the beginning of a text; nothing if more must come first.

    It depends on the text alone, not on the pieces it comes in. Blank lines before it do not count.
    """
    seen = visible_span(text, 0, len(text))
    if seen is None:
        return None
    ends = _SENTENCE_END.finditer(text, seen.start, seen.start + _HEAD_CHARACTERS)
    last = next(islice(ends, _HEAD_SENTENCES - 1, None), None)
    length = seen.start + _HEAD_CHARACTERS if last is None else last.end()
    # A line break at the very end may be the first half of one.
    return length if length < len(text) else None


class SentenceStream:
    """Finds sentences as soon as the paragraph, or in the format "lines" the line, is complete.

    How the text is cut into the pieces that are pushed makes no difference.

    Args:
        analyzer: finds the sentences and words.
        format: "text" for prose, "lines" for one sentence per line.
        wrapped: whether lines were broken by an editor.
        offset: the characters that came before.
    """

    def __init__(self, analyzer: Analyzer, *, format: str, wrapped: bool, offset: int = 0) -> None:
        self._analyzer = analyzer
        self._format = format
        self._wrapped = wrapped
        self._pending = ""
        self._offset = offset  # of the pending text in the whole

    def push(self, text: str) -> list[StreamSentence]:
        """Take more text; return the sentences that are complete now."""
        # A break that was looked at and ends nothing yet can only lie in the white space there is.
        searched = len(self._pending.rstrip())
        self._pending += text
        return self._complete(self._analyzer, searched)

    def finish(self) -> list[StreamSentence]:
        """Return the sentences of what is left, as the text has ended."""
        rest = self._complete(self._analyzer, 0)
        return [*rest, *self._take(self._analyzer, len(self._pending))]

    def state(self) -> dict[str, Any]:
        """Return what another stream of the same kind needs to go on from here, for JSON."""
        return {"pending": self._pending, "offset": self._offset, "wrapped": self._wrapped}

    def resume(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self._pending = state["pending"]
        self._offset = state["offset"]

    def _complete(self, analyzer: Analyzer, searched: int) -> list[StreamSentence]:
        """Take what has ended; no end lies before `searched`."""
        ends = _BLANK_LINE if self._format == "text" and self._wrapped else LINE_BREAK
        # A line break at the very end may be the first half of one of two characters, and white
        # space after it belongs to it: only what is followed by something is complete.
        last = 0
        for match in ends.finditer(self._pending, searched):
            if match.end() < len(self._pending):
                last = match.end()
        found = self._take(analyzer, last) if last else []
        while len(self._pending) >= _LONGEST_PARAGRAPH:
            found += self._take_from_endless(analyzer)
        return found

    def _take(self, analyzer: Analyzer, length: int) -> list[StreamSentence]:
        """Turn the first characters of the pending text into sentences."""
        text = self._pending[:length]
        return self._analyzed(analyzer, text, self._spans(analyzer, text), length)

    def _take_from_endless(self, analyzer: Analyzer) -> list[StreamSentence]:
        """Take all sentences but the last of a paragraph that is too long to wait for its end."""
        text = self._pending[:_LONGEST_PARAGRAPH]
        spans = self._spans(analyzer, text)
        if len(spans) > 1:
            return self._analyzed(analyzer, text, spans[:-1], spans[-2].end)
        return self._analyzed(analyzer, text, spans, len(text))

    def _spans(self, analyzer: Analyzer, text: str) -> list[Span]:
        if self._format == "lines":
            lines = (visible_span(text, *line) for line in line_spans(text))
            return [line for line in lines if line is not None]
        return [
            sentence
            for paragraph in paragraph_spans(text, wrapped=self._wrapped)
            for sentence in analyzer.split(text, paragraph)
        ]

    def _analyzed(
        self, analyzer: Analyzer, text: str, spans: list[Span], length: int
    ) -> list[StreamSentence]:
        """Find the words of sentences, and let go of so many characters of the pending text."""
        tokens = analyzer.tokens(text, spans)
        sentences = [Sentence(*span, words) for span, words in zip(spans, tokens, strict=True)]
        offset = self._offset
        self._pending = self._pending[length:]
        self._offset += length
        return [
            StreamSentence(
                start=offset + sentence.start,
                end=offset + sentence.end,
                kept=tuple(sorted(set(kept_words(sentence)))),
            )
            for sentence in sentences
        ]
