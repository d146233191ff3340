"""English."""

from tmima.languages.en.abbreviations import ABBREVIATIONS, CLOSING_ABBREVIATIONS
from tmima.languages.language import Language

ENGLISH = Language(
    code="en",
    words="stem",
    abbreviations=ABBREVIATIONS,
    closing_abbreviations=CLOSING_ABBREVIATIONS,
    joins_apostrophes=True,
)
