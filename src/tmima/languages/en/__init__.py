"""English: abbreviations for the general rules, stems by default."""

from collections.abc import Iterable

from tmima.document.analyzer import Analyzer


def analyzer(*, normalise: str | None = None, stopwords: Iterable[str] | None = None) -> Analyzer:
    """Return the analyzer for English."""
    from tmima.languages.en.abbreviations import ABBREVIATIONS, CLOSING_ABBREVIATIONS
    from tmima.languages.language import Language
    from tmima.languages.rules import RuleAnalyzer

    english = Language(
        code="en",
        normalise="stem",
        abbreviations=ABBREVIATIONS,
        closing_abbreviations=CLOSING_ABBREVIATIONS,
        joins_apostrophes=True,
    )
    return RuleAnalyzer(english, normalise=normalise, stopwords=stopwords)
