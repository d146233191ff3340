"""The Greek analyzer: text to sentences, words, tags and lemmas, and which words are kept."""

import math
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Final

from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.formats import conllu
from tmima.languages.el.common import COMMON
from tmima.languages.el.lexicon.guesser import load_endings
from tmima.languages.el.lexicon.lexicon import Lexicon
from tmima.languages.el.tagger.candidates import Candidates
from tmima.languages.el.tagger.model import Model
from tmima.languages.el.tagger.tagger import Tagger
from tmima.languages.el.tagger.training import train
from tmima.languages.el.text import sentences, words
from tmima.languages.entry import Probability
from tmima.languages.fillers import is_filler
from tmima.languages.language import KEPT_TAGS
from tmima.languages.normalise import written
from tmima.languages.sentences import OwnSplitter
from tmima.languages.stopwords import check_words
from tmima.values import Span, Token

_HERE: Final = Path(__file__).parent


@cache
def open_lexicon() -> Lexicon:
    """Map the shipped lexicon into memory."""
    return Lexicon.open(_HERE / "lexicon" / "lexicon.bin")


def load_tagger(model: str | PathLike[str] | None = None) -> Tagger:
    """Open the lexicon and the shipped weights, or a model of the user's own."""
    return _load_tagger(None if model is None else Path(model))


@cache
def _load_tagger(model: Path | None) -> Tagger:
    candidates = Candidates(open_lexicon(), load_endings(_HERE / "lexicon" / "endings.json"))
    if model is None:
        return Tagger(candidates, Model.load(_HERE / "tagger" / "weights.json"))
    text = read_text(model)
    try:
        return Tagger(candidates, Model.parse(text))
    except ValueError as error:
        raise TmimaError(f"{model}: {error}") from None


def train_tagger(treebank: str | PathLike[str]) -> Model:
    """Train a model on a CoNLL-U file, beginning with the shipped weights."""
    shipped = load_tagger()
    lines = read_text(treebank).splitlines()
    try:
        return train(conllu.read(lines), shipped.candidates, shipped.model)
    except ValueError as error:
        raise TmimaError(f"{treebank}: {error}") from None


@cache
def word_probability() -> Probability:
    """Return what tells how probable a lemma, or a word by its forms, is in Greek."""
    lexicon = open_lexicon()

    def found(term: str, forms: Collection[str]) -> float:
        readings = [
            entry.log_probability for entry in lexicon.lookup(term) if entry.lemma.lower() == term
        ]
        if readings:
            return math.exp(max(readings))
        # A stem or a plain word is no lemma, but its forms may be known.
        return sum(math.exp(lexicon.form_log_probability(form)) for form in forms)

    return found


class GreekAnalyzer:
    """Analyzes Greek with a tagger.

    Kept are nouns, names, verbs, adjectives and adverbs whose lemma is not on a list: by default
    the content words too common to tell a topic (`common.COMMON`); with an empty list, the paper's
    own filter.
    """

    language = "el"

    def __init__(self, tagger: Tagger, *, stopwords: Iterable[str] | None = None) -> None:
        check_words(stopwords)
        self.tagger = tagger
        self._splitter = OwnSplitter(sentences.split)
        self._dropped = COMMON if stopwords is None else frozenset(map(written, stopwords))

    def split(self, text: str, paragraph: Span) -> list[Span]:
        """Return the sentences of a paragraph."""
        return self._splitter.split(text, paragraph)

    def tokens(self, text: str, sentences: Sequence[Span]) -> list[tuple[Token, ...]]:
        """Return the words and punctuation marks of each sentence."""
        return [self._sentence(text, start, end) for start, end in sentences]

    def kept(self, tag: str, lemma: str) -> bool:
        """Tell whether a word of this tag and lemma is kept."""
        return tag in KEPT_TAGS and lemma not in self._dropped

    def _sentence(self, text: str, start: int, end: int) -> tuple[Token, ...]:
        spans = words.spans(text, start, end)
        forms = [text[first:last] for first, last in spans]
        return tuple(
            Token(first, last, lemma, tag, self.kept(tag, lemma) and not is_filler(form.lower()))
            for (first, last), form, (tag, lemma) in zip(
                spans, forms, self.tagger.tag(forms), strict=True
            )
        )
