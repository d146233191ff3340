"""Sentences of a text that is still coming in, with offsets into the whole of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import regex

from tmima.document.analyzer import Analyzer
from tmima.document.lines import LINE_BREAK, line_spans, visible_span
from tmima.document.paragraphs import is_wrapped, paragraph_spans
from tmima.document.units import kept_words
from tmima.values import Sentence, Span

FORMS = ("text", "lines")

# What is found from a text as a whole, its language and whether lines are wrapped, is found from
# as much of the beginning of a stream.
HEAD = 12_000
# A paragraph that does not end is cut at a sentence after so many characters.
_LONGEST_PARAGRAPH = 100_000
_BLANK_LINE = regex.compile(
    rf"(?:{LINE_BREAK.pattern})[^\S\n\r\v\f\x85\u2028\u2029]*(?:{LINE_BREAK.pattern})"
)


@dataclass(frozen=True, slots=True)
class FlowSentence:
    """A sentence of a stream: its place in the whole text, and its kept words."""

    start: int
    end: int
    kept: tuple[str, ...]


class SentenceFlow:
    """Finds sentences as soon as the paragraph, or in the form "lines" the line, is complete.

    How the text is cut into the pieces that are pushed makes no difference.

    Args:
        choose: makes the analyzer, given the beginning of the text.
        form: "text" for prose, "lines" for a sentence a line.
    """

    def __init__(self, choose: Callable[[str], Analyzer], *, form: str = "text") -> None:
        self._choose = choose
        self._form = form
        self._analyzer: Analyzer | None = None
        self._wrapped = False
        self._pending = ""
        self._offset = 0  # of the pending text in the whole

    @property
    def language(self) -> str | None:
        """The code of the language, once it is known."""
        return self._analyzer.language if self._analyzer else None

    def push(self, text: str) -> list[FlowSentence]:
        """Take more text; return the sentences that are complete now."""
        # A break that was looked at and ends nothing yet can only lie in the white space there is.
        searched = len(self._pending.rstrip())
        self._pending += text
        if self._analyzer is None:
            if len(self._pending) < HEAD:
                return []
            searched = 0
        return self._complete(self._begun(), searched)

    def finish(self) -> list[FlowSentence]:
        """Return the sentences of what is left, as the text has ended."""
        analyzer = self._begun()
        return [*self._complete(analyzer, 0), *self._take(analyzer, len(self._pending))]

    def state(self) -> dict[str, Any]:
        """Return what another flow of the same kind needs to go on from here, for JSON."""
        return {
            "begun": self._analyzer is not None,
            "language": self.language,
            "wrapped": self._wrapped,
            "pending": self._pending,
            "offset": self._offset,
        }

    def resume(self, state: dict[str, Any], analyzer: Analyzer | None) -> None:
        """Go on from a state; the analyzer is that of its language, if it had one."""
        self._analyzer = analyzer
        self._wrapped = state["wrapped"]
        self._pending = state["pending"]
        self._offset = state["offset"]

    def _begun(self) -> Analyzer:
        """Return the analyzer, found from the beginning of the text if that has not been done."""
        if self._analyzer is None:
            head = self._pending[:HEAD]
            self._analyzer = self._choose(head)
            self._wrapped = is_wrapped(head)
        return self._analyzer

    def _complete(self, analyzer: Analyzer, searched: int) -> list[FlowSentence]:
        """Take what has ended; no end lies before `searched`."""
        ends = _BLANK_LINE if self._form == "text" and self._wrapped else LINE_BREAK
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

    def _take(self, analyzer: Analyzer, length: int) -> list[FlowSentence]:
        """Turn the first characters of the pending text into sentences."""
        text = self._pending[:length]
        return self._analyzed(analyzer, text, self._spans(analyzer, text), length)

    def _take_from_endless(self, analyzer: Analyzer) -> list[FlowSentence]:
        """Take all sentences but the last of a paragraph that is too long to wait for its end."""
        text = self._pending[:_LONGEST_PARAGRAPH]
        spans = self._spans(analyzer, text)
        if len(spans) > 1:
            return self._analyzed(analyzer, text, spans[:-1], spans[-2].end)
        return self._analyzed(analyzer, text, spans, len(text))

    def _spans(self, analyzer: Analyzer, text: str) -> list[Span]:
        if self._form == "lines":
            lines = (visible_span(text, *line) for line in line_spans(text))
            return [line for line in lines if line is not None]
        return [
            sentence
            for paragraph in paragraph_spans(text, wrapped=self._wrapped)
            for sentence in analyzer.split(text, paragraph)
        ]

    def _analyzed(
        self, analyzer: Analyzer, text: str, spans: list[Span], length: int
    ) -> list[FlowSentence]:
        """Find the words of sentences, and let go of so many characters of the pending text."""
        tokens = analyzer.tokens(text, spans)
        sentences = [Sentence(*span, words) for span, words in zip(spans, tokens, strict=True)]
        offset = self._offset
        self._pending = self._pending[length:]
        self._offset += length
        return [
            FlowSentence(
                start=offset + sentence.start,
                end=offset + sentence.end,
                kept=tuple(sorted(set(kept_words(sentence)))),
            )
            for sentence in sentences
        ]
