"""Sentences by rule, for any language in Unicode: where a stop ends one and where it does not."""

from collections.abc import Callable

import regex

from tmima.languages.language import Language
from tmima.text import Span, visible_span

# The Greek question mark has a code point of its own beside the semicolon.
_STOPS = r"\p{Sentence_Terminal}…‥\u037e"
# Stops of scripts that write no space after them.
_IDEOGRAPHIC = "。｡！？．"
# Marks that nobody sees: zero width space, byte order mark, marks of direction.
_INVISIBLE = r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
# Scripts whose prose has spaces between clauses and no stop, or seldom one. What is longer than
# some sentences is cut there, into pieces that are not shorter than a clause.
_UNSTOPPED = r"[\p{Thai}\p{Lao}\p{Khmer}\p{Tibetan}]"
_CLAUSE_END = regex.compile(rf"(?<={_UNSTOPPED})\s++(?={_UNSTOPPED})")
_LONG, _CLAUSE = 200, 40
# Quotes and brackets may close after the stop, and so may a footnote's number.
_CLOSERS = r"(?:[\p{Pe}\p{Pf}\p{Pi}\"'*_]|\[\d{1,3}\])*+"
_BEFORE_STOP = regex.compile(r"(?r)[^\s\p{Ps}\p{Pi}\"'/]+")
_NEXT_WORD = regex.compile(r"[\P{L}--\p{N}]*(\p{L}[\p{L}\p{M}]*|\p{N})", regex.V1)
_INITIAL = regex.compile(r"\p{Lu}")
_ACRONYM = regex.compile(r"(?:\p{L}{1,2}\.)+\p{L}{1,2}")
_ENUMERATOR = regex.compile(r"\d{1,3}|\p{L}|[ivxIVX]{1,5}")
_LONGEST_ENUMERATOR = 5
# An abbreviation, an acronym or a number of this many characters at most stands before a stop.
_LONGEST_SHORT_WORD = 24


class OwnSplitter:
    """Splits by a language's own rules, given as a function from a paragraph to spans in it."""

    def __init__(self, rules: Callable[[str], list[tuple[int, int]]]) -> None:
        self._rules = rules

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph without the white space around them."""
        offset = paragraph.start
        tight = (
            visible_span(text, offset + start, offset + end)
            for start, end in self._rules(text[offset : paragraph.end])
        )
        return [span for span in tight if span is not None]


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
        short = language.abbreviations | language.closing_abbreviations
        self._longest = max(_LONGEST_ENUMERATOR, *map(len, short), 0)
        stops = f"[{_STOPS}]"
        # Possessive, and from the first mark of a run only: a long run is read once.
        self._candidate = regex.compile(
            rf"(?P<ideographic>[{_IDEOGRAPHIC}]++{_CLOSERS})"
            rf"|(?<!{stops})(?P<stop>{stops}++){_CLOSERS}(?=\s|{_INVISIBLE}++\P{{N}})"
        )

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph without the white space around them."""
        spans: list[Span] = []
        start = paragraph.start
        for candidate in self._candidate.finditer(text, paragraph.start, paragraph.end):
            if candidate["ideographic"] is None and not self._ends(text, start, candidate):
                continue
            spans += _clauses(text, start, candidate.end())
            start = candidate.end()
        return [*spans, *_clauses(text, start, paragraph.end)]

    def _ends(self, text: str, start: int, candidate: "regex.Match[str]") -> bool:
        # A slice, because a search through a long run without letters would be repeated at each.
        # The next paragraph says nothing of this one: in a stream it is not there yet.
        dot, after = candidate.span()
        end = min(after + 80, candidate.endpos)
        letter = text[after + 1 : after + 2]
        next_word = letter
        if after + 1 >= end or text[after] != " " or not letter.isalpha():
            following = _NEXT_WORD.match(text[after:end])
            next_word = following[1] if following else ""
        if next_word[:1].islower():
            return False
        if after != dot + 1 or text[dot] != ".":
            return True
        # A long word is no abbreviation, no initial and no number of an item.
        if dot - self._longest > start and text[dot - self._longest - 1 : dot].isalpha():
            return True
        before = _BEFORE_STOP.match(text, max(start, dot - _LONGEST_SHORT_WORD), dot)
        word = before[0] if before else ""
        if not word:
            return True
        lower = word.lower()
        if lower in self._language.abbreviations or _INITIAL.fullmatch(word):
            return False
        if lower in self._language.closing_abbreviations or _ACRONYM.fullmatch(word):
            following = _NEXT_WORD.match(text[after:end])
            return self._is_function_word(following[1] if following else "")
        return not (
            _ENUMERATOR.fullmatch(word)
            and visible_span(text, start, dot) == Span(dot - len(word), dot)
        )


def _clauses(text: str, start: int, end: int) -> list[Span]:
    """Return a sentence without the white space around it; a long one without stops in clauses."""
    found = visible_span(text, start, end)
    if found is None or found.end - found.start < _LONG:
        return [] if found is None else [found]
    clauses, start = [], found.start
    for space in _CLAUSE_END.finditer(text, found.start, found.end):
        if space.start() - start >= _CLAUSE:
            clauses.append(Span(start, space.start()))
            start = space.end()
    return [*clauses, Span(start, found.end)]
