"""The analyzer that every language has: sentences and words by rule, a stop list, a normaliser."""

from collections.abc import Iterable, Sequence

from tmima.languages.fillers import is_filler
from tmima.languages.language import Language
from tmima.languages.normalise import normaliser, written
from tmima.languages.sentences import OwnSplitter, SentenceSplitter
from tmima.languages.stopwords import check_words, membership, stopword_list
from tmima.languages.tokens import word_spans
from tmima.values import Span, Token


class RuleAnalyzer:
    """Analyzes one language by rules.

    A word is kept if it begins with a letter, has at least two characters and is not a stop word.

    Args:
        language: the language as data.
        normalise: how words are normalised (see `normalise`); the language's own way by default.
        stopwords: words that are not kept; the language's list by default.
    """

    def __init__(
        self,
        language: Language,
        *,
        normalise: str | None = None,
        stopwords: Iterable[str] | None = None,
    ) -> None:
        check_words(stopwords)
        self._language = language
        self._normalise = normaliser(normalise or language.normalise, language.code)
        function_words = membership(stopword_list(language.code), language)
        self._is_stopword = function_words if stopwords is None else membership(stopwords, language)
        self._split = (
            OwnSplitter(language.split).split
            if language.split
            else SentenceSplitter(language, lambda word: function_words(written(word))).split
        )
        # A text repeats its words: each is normalised once.
        self._terms: dict[str, tuple[str, bool]] = {}

    @property
    def language(self) -> str:
        """The code of the language."""
        return self._language.code

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph."""
        return self._split(text, paragraph)

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words of each sentence."""
        return [tuple(self._sentence_tokens(text, start, end)) for start, end in sentences]

    def _sentence_tokens(self, text: str, start: int, end: int) -> Iterable[Token]:
        joins = self._language.joins_apostrophes
        terms = self._terms
        for first, last in word_spans(text, start, end, joins_apostrophes=joins):
            word = text[first:last]
            known = terms.get(word)
            if known is None:
                known = terms[word] = self._term(word)
            yield Token(first, last, known[0], "", known[1])

    def _term(self, word: str) -> tuple[str, bool]:
        plain = written(word)
        kept = (
            len(plain) > 1
            and plain[0].isalpha()
            and not self._is_stopword(plain)
            and not is_filler(plain)
        )
        return (self._normalise(word) if kept else plain), kept
