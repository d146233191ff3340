"""Modern Greek."""

from tmima.languages.el.abbreviations import ABBREVIATIONS, CLOSING_ABBREVIATIONS
from tmima.languages.language import Language

GREEK = Language(
    code="el",
    words="lemma",
    abbreviations=ABBREVIATIONS,
    closing_abbreviations=CLOSING_ABBREVIATIONS,
    stops=";",
    # Capitals are written without accents, and the list of stop words has none.
    accents_optional=True,
)
