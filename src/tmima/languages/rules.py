"""Analyzers: the one by rules that every language has, and the door to all of them."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import compress, repeat
from os import PathLike

from tmima import kernel
from tmima.errors import TmimaError, plain_text
from tmima.languages.language import (
    Language,
    LanguageEntry,
    TaggerEntry,
    language_code,
    languages,
    stopword_list,
)
from tmima.languages.normalise import (
    check_word_list,
    default_normalise,
    is_filler,
    normaliser,
    without_enclitics,
    word_list_test,
    written,
)
from tmima.languages.sentences import LanguageSplitter, SentenceSplitter, split_paragraph
from tmima.languages.tokens import scan_sentences
from tmima.text import Analyzer, Paragraphs, Sense, Span, Spans, Tag, Token, Words

# The words that are remembered from one text to the next, at the most: the first that are met,
# which are the frequent ones.
_MEMORY = 1 << 16
# So many are read at once.
_TOGETHER = 1 << 12
# Makes a sense of its fields in half the time that calling the class takes.
_new_sense = partial(tuple.__new__, Sense)


class RuleAnalyzer:
    """Analyzes one language by rules.

    A word is kept if it begins with a letter, has at least two characters, and is no stop word and
    no contraction of one.

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
        check_word_list(stopwords)
        self._language = language
        self._normalise = normaliser(normalise or language.normalise, language.code)
        function_words = word_list_test(stopword_list(language.code), language)
        self._is_stopword = (
            function_words if stopwords is None else word_list_test(stopwords, language)
        )
        self._split = (
            LanguageSplitter(language.split).split
            if language.split
            else SentenceSplitter(language, lambda word: function_words(written(word))).split
        )
        # Texts repeat their words: each is read once.
        self._senses: dict[str, Sense] = {}

    @property
    def language(self) -> str:
        """The code of the language."""
        return self._language.code

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph."""
        return split_paragraph(self.split_all, text, paragraph)

    def split_all(self, text: str, paragraphs: Spans) -> Paragraphs:
        """Return the sentences of all paragraphs as columns."""
        return self._split(text, paragraphs)

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words of each sentence."""
        return list(self.word_columns(text, Spans.of(sentences)).by_sentence())

    def word_columns(self, text: str, sentences: Spans) -> Words:
        """Return the words of all sentences as columns."""
        text = plain_text(text)
        joins = self._language.joins_apostrophes
        edges, starts, ends = scan_sentences(text, sentences, joins_apostrophes=joins)
        numbers, places = kernel.number_distinct_words(text, starts, ends)
        senses: list[Sense] = []
        for first in range(0, len(places), _TOGETHER):
            some = places[first : first + _TOGETHER]
            senses += self._senses_of(kernel.slice_words(text, starts[some], ends[some]))
        return Words(edges, starts, ends, numbers, senses)

    def _senses_of(self, words: list[str]) -> list[Sense]:
        """Return the senses of words; those that have not been met before are read together."""
        known = list(map(self._senses.get, words))
        new = [word for word, sense in zip(words, known, strict=True) if sense is None]
        read = self._read(new)
        room = max(0, _MEMORY - len(self._senses))
        self._senses.update(zip(new[:room], read, strict=False))
        coming = iter(read)
        return [next(coming) if sense is None else sense for sense in known]

    def _read(self, words: list[str]) -> list[Sense]:
        """Return the senses of words that have not been met before."""
        plain = [word.lower() if word.isascii() else written(word) for word in words]
        kept = [
            len(word) > 1
            and word[0].isalpha()
            and not self._is_stop_word(word)
            and not is_filler(word)
            for word in plain
        ]
        terms = iter(self._normalise(list(compress(plain, kept))))
        lemmas = [next(terms) if keeps else word for word, keeps in zip(plain, kept, strict=True)]
        # The string that is there, rather than another of the same letters.
        same = [word if lemma == word else lemma for word, lemma in zip(words, lemmas, strict=True)]
        return list(map(_new_sense, zip(same, repeat(""), kept)))

    def _is_stop_word(self, plain: str) -> bool:
        """Tell whether a word, or what an English contraction begins with, is a stop word."""
        if self._is_stopword(plain):
            return True
        bare = without_enclitics(plain) if self._language.joins_apostrophes else plain
        return bare != plain and self._is_stopword(bare)


def analyzer(
    language: str | LanguageEntry,
    *,
    normalise: str | None = None,
    stopwords: Iterable[str] | None = None,
    tagger: str | PathLike[str] | None = None,
) -> Analyzer:
    """Return the analyzer of a language.

    Args:
        language: its code (see `language_code`), "und" for general rules without stop words, or a
            language of one's own.
        normalise: "lemma", "stem", "porter" or "plain"; the language's own way by default.
        stopwords: words that are not kept, in place of the language's list.
        tagger: a model file of `tmima tagger train`, for a language with a tagger.
    """
    check_word_list(stopwords)
    code, entry = _find_entry(language)
    if tagger is not None and (
        entry is None or entry.tagger is None or normalise not in (None, "lemma")
    ):
        raise TmimaError(
            f"a tagger serves lemmas of {', '.join(tagged_languages())}, not language {code} with "
            f"`normalise='{normalise or default_normalise(code)}'`"
        )
    if entry is not None:
        return entry.analyzer(normalise=normalise, stopwords=stopwords, tagger=tagger)
    general = Language(code=code, normalise=default_normalise(code))
    return RuleAnalyzer(general, normalise=normalise, stopwords=stopwords)


def _find_entry(language: str | LanguageEntry) -> tuple[str, LanguageEntry | None]:
    if isinstance(language, LanguageEntry):
        return language.code, language
    code = language_code(language)
    return code, languages.get(code)


def tagged_languages() -> list[str]:
    """Return the codes of the languages that have a tagger, our own first."""
    return [code for code in languages if languages[code].tagger is not None]


def load_tagger(language: str | LanguageEntry, model: str | PathLike[str] | None = None) -> Tag:
    """Return the function that gives words of a language their tags and lemmas.

    Args:
        language: the code of a language with a tagger.
        model: a model file of `tmima tagger train`, in place of the shipped model.
    """
    return _tagger(language).load(model)


def train_tagger(language: str | LanguageEntry, treebank: str | PathLike[str]) -> str:
    """Train the tagger of a language on a file in CoNLL-U; return the content of a model file."""
    return _tagger(language).train(treebank)


def _tagger(language: str | LanguageEntry) -> TaggerEntry:
    code, entry = _find_entry(language)
    if entry is None or entry.tagger is None:
        raise TmimaError(
            f"language {code!r} has no tagger: choose one of {', '.join(tagged_languages())}"
        )
    return entry.tagger
