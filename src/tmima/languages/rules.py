"""The analyzer that every language has: sentences and words by rule, a stop list, a normaliser."""

from collections.abc import Iterable, Sequence

from tmima import kernel
from tmima.errors import plain_text
from tmima.languages.fillers import is_filler
from tmima.languages.language import Language
from tmima.languages.normalise import normaliser, written
from tmima.languages.sentences import OwnSplitter, SentenceSplitter
from tmima.languages.stopwords import check_words, membership, stopword_list
from tmima.languages.tokens import scan
from tmima.text import Sense, Span, Spans, Token, Words

# The words that are remembered from one text to the next, at the most.
_MEMORY = 1 << 18


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
        # Texts repeat their words: each is normalised once.
        self._senses: dict[str, Sense] = {}

    @property
    def language(self) -> str:
        """The code of the language."""
        return self._language.code

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph."""
        return self._split(text, paragraph)

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words of each sentence."""
        return list(self.word_columns(text, Spans.of(sentences)).by_sentence())

    def word_columns(self, text: str, sentences: Spans) -> Words:
        """Return the words of all sentences as columns."""
        text = plain_text(text)
        joins = self._language.joins_apostrophes
        edges, starts, ends = scan(text, sentences, joins_apostrophes=joins)
        numbers, places = kernel.number_words(text, starts, ends)
        if len(self._senses) > _MEMORY:  # forget all and start again: simple, and never large
            self._senses.clear()
        spans = zip(starts[places].tolist(), ends[places].tolist(), strict=True)
        words = [text[start:end] for start, end in spans]
        known = self._senses
        senses = [known.get(word) or self._sense(word) for word in words]
        return Words(edges, starts, ends, numbers, senses)

    def _sense(self, word: str) -> Sense:
        """Read a word that has not been met before."""
        plain = written(word)
        word_like = len(plain) > 1 and plain[0].isalpha()
        kept = word_like and not self._is_stopword(plain) and not is_filler(plain)
        sense = Sense(self._normalise(word) if kept else plain, "", kept)
        self._senses[word] = sense
        return sense
