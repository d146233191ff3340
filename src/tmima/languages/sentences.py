"""Sentences by rule, for any language in Unicode: where a stop ends one and where it does not."""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tmima import kernel
from tmima.errors import plain_text
from tmima.kernel import StopKind
from tmima.kernel.arrays import Classes
from tmima.languages.language import Language
from tmima.loading import Pattern
from tmima.text import Paragraphs, Span, Spans, character_classes, visible_span, visible_spans

if TYPE_CHECKING:
    from regex import Match

# The Greek question mark has a code point of its own beside the semicolon.
_STOPS = r"\p{Sentence_Terminal}…‥\u037e"
# Stops of scripts that write no space after them.
_IDEOGRAPHIC = "。｡！？．"
# Marks that nobody sees: zero width space, byte order mark, marks of direction.
_INVISIBLE = r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
# Scripts whose prose has spaces between clauses and no stop, or seldom one. What is longer than
# some sentences is cut there, into pieces that are not shorter than a clause.
_UNSTOPPED = r"[\p{Thai}\p{Lao}\p{Khmer}\p{Tibetan}]"
_CLAUSE_END = Pattern(rf"(?<={_UNSTOPPED})\s++(?={_UNSTOPPED})")
# The blocks of Unicode that have them.
_MAY_BE_UNSTOPPED = re.compile("[\u0e00-\u0fff\u1780-\u17ff\u19e0-\u19ff]")
_LONG, _CLAUSE = 200, 40
# Quotes and brackets may close after the stop, and so may a footnote's number.
_CLOSING = r"\p{Pe}\p{Pf}\p{Pi}\"'*_"
_CLOSERS = rf"(?:[{_CLOSING}]|\[\d{{1,3}}\])*+"
_BEFORE_WORD = r"\s\p{Ps}\p{Pi}\"'/"
_BEFORE_STOP = Pattern(rf"(?r)[^{_BEFORE_WORD}]+")
_NEXT_WORD = Pattern(r"(?V1)[\P{L}--\p{N}]*(\p{L}[\p{L}\p{M}]*|\p{N})")
_SMALL = Pattern(r"\p{Lowercase}")
_INITIAL = Pattern(r"\p{Lu}")
_ACRONYM = Pattern(r"(?:\p{L}{1,2}\.)+\p{L}{1,2}")
_ENUMERATOR = Pattern(r"\d{1,3}|\p{L}|[ivxIVX]{1,5}")
_COUNTING = r"[\divxIVX]"
# An abbreviation, an acronym or a number of this many characters at most stands before a stop.
_LOOK_BACK = 24
_LOOK_AHEAD = 80


Splitter = Callable[[str, Spans], Paragraphs]
"""Gives the sentences of paragraphs without the white space around them."""


def split_paragraph(split: Splitter, text: str, paragraph: Span) -> list[Span]:
    """Return the sentences of one paragraph; the rest of the text plays no part."""
    offset = paragraph.start
    inside = text[offset : paragraph.end]
    spans = split(inside, Spans.of([(0, len(inside))])).sentences
    return [Span(offset + start, offset + end) for start, end in spans]


class LanguageSplitter:
    """Splits by a language's own rules, given as a function from a paragraph to spans in it."""

    def __init__(self, rules: Callable[[str], list[tuple[int, int]]]) -> None:
        self._rules = rules

    def split(self, text: str, paragraphs: Spans) -> Paragraphs:
        """Return the sentences of paragraphs without the white space around them."""
        found = [
            [
                Span(offset + start, offset + end)
                for start, end in self._rules(text[offset:paragraph_end])
            ]
            for offset, paragraph_end in paragraphs
        ]
        return without_outer_space(text, Paragraphs.of(found))


class SentenceSplitter:
    """Splits paragraphs of one language into sentences.

    A mark of the class Sentence_Terminal ends a sentence if white space or an invisible mark
    follows, after closing quotes and brackets, and the next word does not begin with a small
    letter; a full stop does not after an abbreviation, an initial or the number of a list item.
    Long prose in a script that has no stops is cut at its spaces.
    """

    def __init__(self, language: Language, is_function_word: Callable[[str], bool]) -> None:
        self._language = language
        self._is_function_word = is_function_word
        self._short = language.abbreviations | language.closing_abbreviations
        stops = f"[{_STOPS}]"
        # Possessive, and from the first mark of a run only: a long run is read once.
        self._candidate = Pattern(
            rf"(?P<ideographic>[{_IDEOGRAPHIC}]++{_CLOSERS})"
            rf"|(?<!{stops})(?P<stop>{stops}++){_CLOSERS}(?=\s|{_INVISIBLE}++\P{{N}})"
        )

    def split(self, text: str, paragraphs: Spans) -> Paragraphs:
        """Return the sentences of paragraphs without the white space around them."""
        text = plain_text(text)
        edges, starts, ends = kernel.find_sentences(
            text,
            paragraphs.starts,
            paragraphs.ends,
            _stop_classes(),
            self._short,
            self._classify_stop,
        )
        found = without_outer_space(text, Paragraphs(Spans(starts, ends), edges))
        lengths = found.sentences.ends - found.sentences.starts
        long = [
            place
            for place in np.flatnonzero(lengths >= _LONG).tolist()
            if _MAY_BE_UNSTOPPED.search(text, *found.sentences[place])
        ]
        return _split_at_clauses(text, found, long) if long else found

    def _classify_stop(self, text: str, start: int, place: int, end: int) -> int:
        """Tell whether a sentence ends with the stop at a place (see `kernel.Ends`)."""
        candidate = self._candidate.match(text, place, end)
        if candidate is None:
            return 0
        after = int(candidate.end())
        return (
            after
            if candidate["ideographic"] or self._is_sentence_end(text, start, candidate)
            else -after
        )

    def _is_sentence_end(self, text: str, start: int, candidate: "Match[str]") -> bool:
        # A slice, because a search through a long run without letters would be repeated at each.
        # The next paragraph says nothing of this one: in a stream it is not there yet.
        dot, after = candidate.span()
        following = _NEXT_WORD.match(text[after : min(after + _LOOK_AHEAD, candidate.endpos)])
        next_word = following[1] if following else ""
        if _SMALL.match(next_word):
            return False
        if after != dot + 1 or text[dot] != ".":
            return True
        before = _BEFORE_STOP.match(text, max(start, dot - _LOOK_BACK), dot)
        word = before[0] if before else ""
        if not word:
            return True
        lower = word.lower()
        if lower in self._language.abbreviations or _INITIAL.fullmatch(word):
            return False
        if lower in self._language.closing_abbreviations or _ACRONYM.fullmatch(word):
            return self._is_function_word(next_word)
        return not (
            _ENUMERATOR.fullmatch(word)
            and visible_span(text, start, dot) == Span(dot - len(word), dot)
        )


def without_outer_space(text: str, paragraphs: Paragraphs) -> Paragraphs:
    """Return sentences without the white space around them, blank ones left out."""
    tight = visible_spans(text, paragraphs.sentences)
    seen = tight.ends > tight.starts
    if seen.all():
        return Paragraphs(tight, paragraphs.edges)
    before = np.append(0, np.cumsum(seen)).astype(np.int32)
    return Paragraphs(Spans(tight.starts[seen], tight.ends[seen]), before[paragraphs.edges])


def _split_at_clauses(text: str, paragraphs: Paragraphs, long: list[int]) -> Paragraphs:
    """Return the sentences, with some long ones split at their clauses."""
    parted = {place: _clauses(text, *paragraphs.sentences[place]) for place in long}
    spans = [
        clause
        for place, sentence in enumerate(paragraphs.sentences)
        for clause in parted.get(place, (sentence,))
    ]
    sizes = np.ones(len(paragraphs.sentences), dtype=np.int32)
    sizes[long] = [len(parted[place]) for place in long]
    before = np.append(0, np.cumsum(sizes)).astype(np.int32)
    return Paragraphs(Spans.of(spans), before[paragraphs.edges])


def _clauses(text: str, start: int, end: int) -> list[Span]:
    """Return the clauses of a long sentence, the whole of it if it has stops."""
    clauses = []
    for space in _CLAUSE_END.finditer(text, start, end):
        if space.start() - start >= _CLAUSE:
            clauses.append(Span(start, space.start()))
            start = space.end()
    return [*clauses, Span(start, end)]


@cache
def _stop_classes() -> Classes:
    """Return the `StopKind` of each character by code point, from the patterns above."""
    return character_classes(
        {
            f"[{_STOPS}]": StopKind.STOP,
            f"[{_IDEOGRAPHIC}]": StopKind.SUFFICIENT,
            f"[{_CLOSING}]": StopKind.CLOSING,
            r"\s": StopKind.SPACE,
            r"[\p{L}\p{N}]": StopKind.LETTER,
            _SMALL.pattern: StopKind.SMALL,
            f"[{_BEFORE_WORD}]": StopKind.BREAKING,
            _COUNTING: StopKind.COUNTING,
            rf"\[|{_INVISIBLE}": StopKind.ASKED,
            r"[\s\S]": StopKind.OTHER,
        }
    )
