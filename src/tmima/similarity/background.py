"""Graded similarity that knows which words are common in the language at large."""

import numpy as np

from tmima.errors import TmimaError
from tmima.languages import word_probability, written
from tmima.similarity.graded import GradedWords
from tmima.text import Units


class BackgroundWords:
    """A measure: graded words whose importance is their surprise in the language (see `graded`).

    Args:
        language: the code of a language whose frequencies are known.
    """

    def __init__(self, language: str) -> None:
        self._probability = word_probability(language)

    def __call__(self, units: Units) -> GradedWords:
        """Look the words of a text up, each in the forms in which it stands there."""
        if units.document is None:
            raise TmimaError("the words' frequency in the language needs units of a document")
        text = units.document.text
        forms: dict[str, set[str]] = {word: set() for word in units.vocabulary}
        for sentence in units.document.sentences:
            for token in sentence.tokens:
                if token.kept:
                    forms[token.term].add(written(text[token.start : token.end]))
        return GradedWords(
            units, np.array([self._probability(word, forms[word]) for word in units.vocabulary])
        )
