"""English: abbreviations for the general rules, stems by default."""

from collections.abc import Iterable
from os import PathLike

from tmima.languages.entry import LanguageEntry
from tmima.languages.parts import PartOf
from tmima.text import Analyzer


def analyzer(
    *,
    normalise: str | None = None,
    stopwords: Iterable[str] | None = None,
    tagger: str | PathLike[str] | None = None,
) -> Analyzer:
    """Return the analyzer for English, which has no tagger."""
    from tmima.languages.en.abbreviations import ABBREVIATIONS, CLOSING_ABBREVIATIONS
    from tmima.languages.language import Language
    from tmima.languages.rules import RuleAnalyzer

    english = Language(
        code=LANGUAGE.code,
        normalise="stem",
        abbreviations=ABBREVIATIONS,
        closing_abbreviations=CLOSING_ABBREVIATIONS,
        joins_apostrophes=True,
    )
    return RuleAnalyzer(english, normalise=normalise, stopwords=stopwords)


def _parts() -> PartOf:
    from tmima.languages.en.phrases import part

    return part


LANGUAGE = LanguageEntry(
    code="en", analyzer=analyzer, aliases=("eng",), stemmer="english", parts=_parts
)
