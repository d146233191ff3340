"""Sentences of a text that is still coming in, with offsets into the whole of it."""

from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Self

import regex

from tmima.text import (
    LINE_BREAK,
    Analyzer,
    Cue,
    Sentence,
    Span,
    kept_words,
    line_spans,
    paragraph_spans,
    visible_span,
    word_count,
)

FORMATS = ("text", "lines")

# What is found from a text as a whole (its language, whether lines are wrapped) is found from as
# much of the beginning of a stream: so many characters, or ends of sentences as far as one can see
# them before the language is known.
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
    """A sentence of a stream.

    Attributes:
        start: where it begins in the whole text.
        text: itself, with one character of the white space after it.
        length: without that.
        kept: its kept words, each once, in the order in which they first occur.
        words: their number, kept or not.
        begins: whether it begins a paragraph.
        cue: who says it and when, if it is speech.
    """

    start: int
    text: str
    length: int
    kept: tuple[str, ...]
    words: int
    begins: bool
    cue: Cue | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the sentence for JSON; speech has no state."""
        values = asdict(self)
        del values["cue"]
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read what `as_dict` gave."""
        return cls(**{**values, "kept": tuple(values["kept"])})


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
        self._ends = _BLANK_LINE if format == "text" and wrapped else LINE_BREAK
        self._pending = ""
        self._offset = offset  # of the pending text in the whole
        self._fresh = True  # whether the next sentence begins a paragraph

    def push(self, text: str) -> list[StreamSentence]:
        """Take more text; return the sentences that are complete now."""
        # A break that was looked at and ends nothing yet can only lie in the white space there is.
        searched = len(self._pending.rstrip())
        self._pending += text
        return self._complete(searched)

    def finish(self) -> list[StreamSentence]:
        """Return the sentences of what is left, as the text has ended."""
        return [*self._complete(0), *self._take(len(self._pending))]

    def state(self) -> dict[str, Any]:
        """Return what another stream of the same kind needs to go on from here, for JSON."""
        return {"pending": self._pending, "offset": self._offset, "fresh": self._fresh}

    def resume(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self._pending = state["pending"]
        self._offset = state["offset"]
        self._fresh = state["fresh"]

    def _complete(self, searched: int) -> list[StreamSentence]:
        """Take what has ended; no end lies before `searched`."""
        # A line break at the very end may be the first half of one of two characters, and white
        # space after it belongs to it: only what is followed by something is complete.
        last = 0
        for match in self._ends.finditer(self._pending, searched):
            if match.end() < len(self._pending):
                last = match.end()
        sentences = self._take(last) if last else []
        while len(self._pending) >= _LONGEST_PARAGRAPH:
            sentences += self._take_from_endless()
        return sentences

    def _take(self, length: int) -> list[StreamSentence]:
        """Turn the first characters of the pending text into sentences."""
        text = self._pending[:length]
        sentences = self._analyze_sentences(text, self._spans(text), length)
        self._fresh |= self._format == "text"
        return sentences

    def _take_from_endless(self) -> list[StreamSentence]:
        """Take all sentences but the last of a paragraph that is too long to wait for its end."""
        text = self._pending[:_LONGEST_PARAGRAPH]
        spans = self._spans(text)
        length = len(text)
        if len(spans) > 1:
            spans, length = spans[:-1], spans[-2][0].end
        self._fresh &= not spans
        return self._analyze_sentences(text, spans, length)

    def _spans(self, text: str) -> list[tuple[Span, bool]]:
        """Return the sentences of a text, each with whether it begins a paragraph."""
        return self._lines(text) if self._format == "lines" else self._prose(text)

    def _prose(self, text: str) -> list[tuple[Span, bool]]:
        spans = [
            (sentence, number == 0)
            for paragraph in paragraph_spans(text, wrapped=self._wrapped)
            for number, sentence in enumerate(self._analyzer.split(text, paragraph))
        ]
        if spans and not self._fresh and not self._ends.search(text, 0, spans[0][0].start):
            spans[0] = spans[0][0], False
        return spans

    def _lines(self, text: str) -> list[tuple[Span, bool]]:
        spans = []
        lines = line_spans(text)
        # What follows the last break is no line yet.
        for line in lines if lines[-1].start < len(text) else lines[:-1]:
            visible = visible_span(text, *line)
            if visible is not None:
                spans.append((visible, self._fresh))
            self._fresh = visible is None
        return spans

    def _analyze_sentences(
        self, text: str, spans: list[tuple[Span, bool]], length: int
    ) -> list[StreamSentence]:
        """Find the words of sentences, and drop `length` characters of the pending text."""
        tokens = self._analyzer.tokens(text, [span for span, _ in spans])
        offset = self._offset
        self._pending = self._pending[length:]
        self._offset += length
        sentences = []
        for ((start, end), begins), words in zip(spans, tokens, strict=True):
            sentence = Sentence(start, end, words)
            after = text[end : end + 1]
            sentences.append(
                StreamSentence(
                    start=offset + start,
                    text=text[start:end] + (after if after.isspace() else ""),
                    length=end - start,
                    kept=tuple(dict.fromkeys(kept_words(sentence))),
                    words=word_count(sentence),
                    begins=begins,
                )
            )
        return sentences
