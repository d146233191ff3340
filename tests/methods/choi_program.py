"""How Choi's own C99 program (2000) reads a text, found by trying until its cuts came out.

A word is a white-space token of letters and hyphens alone, in lower case and not in the stop list,
so that a dash is a word too, while `U.S.`, `1960` and `O'Connor` are none. Words are stemmed after
the stop list by a stemmer that is Porter's (1980) but for five points: hyphens are dropped first,
words of one or two letters stay, nine prefixes are cut off, British -ise goes like -ize, and step 4
takes -tion and -sion away whole where Porter takes -ion.
"""

import re
from collections.abc import Sequence

from nltk.stem.porter import PorterStemmer

from tmima.text import Span, Token

_WORD = re.compile(r"[a-z-]+")
_PREFIXES = ("kilo", "micro", "milli", "intra", "ultra", "mega", "nano", "pico", "pseudo")


class ProgramStemmer(PorterStemmer):
    """Porter's stemmer with the departures of the one in Choi's program."""

    def __init__(self) -> None:
        super().__init__(mode=PorterStemmer.ORIGINAL_ALGORITHM)

    def stem(self, word: str) -> str:
        word = word.replace("-", "")
        if len(word) <= 2:
            return word
        prefix = next((each for each in _PREFIXES if word.startswith(each)), "")
        word = word.removeprefix(prefix)
        return super().stem(word) if word else word

    def _step4(self, word: str) -> str:
        for suffix in ("sion", "tion", "ise"):
            if word.endswith(suffix):
                rest = word.removesuffix(suffix)
                return rest if self._measure(rest) > 1 else word
        return super()._step4(word)


class ProgramAnalyzer:
    """Words as Choi's program takes them, from texts with one sentence per line."""

    language = "en"

    def __init__(self, stopwords: Sequence[str]) -> None:
        self._stopwords = frozenset(stopwords)
        self._stem = ProgramStemmer().stem
        self._terms: dict[str, tuple[str, bool]] = {}

    def split(self, text: str, paragraph: Span) -> list[Span]:
        return [paragraph]

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        return [
            tuple(
                Token(match.start(), match.end(), term, "", kept)
                for match in re.compile(r"\S+").finditer(text, start, end)
                for term, kept in [self._term(match.group().lower())]
            )
            for start, end in sentences
        ]

    def _term(self, word: str) -> tuple[str, bool]:
        if word not in self._terms:
            kept = _WORD.fullmatch(word) is not None and word not in self._stopwords
            self._terms[word] = (self._stem(word) if kept else word, kept)
        return self._terms[word]
