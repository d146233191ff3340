"""Greek without its tagger: the sentences of the Greek rules, words as written or stemmed."""

from tmima.languages.el.text.sentences import split
from tmima.languages.language import Language

GREEK = Language(
    code="el",
    normalise="lemma",
    split=split,
    # Capitals are written without accents, and the list of stop words has none.
    accents_optional=True,
)
