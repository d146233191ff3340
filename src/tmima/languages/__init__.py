"""Languages: each a folder of data, and an analyzer that turns text into sentences and words."""

from collections.abc import Iterable
from pathlib import Path

from tmima.document.analyzer import Analyzer
from tmima.errors import TmimaError
from tmima.languages import el, en
from tmima.languages.detect import detect
from tmima.languages.language import UNDETERMINED, Language
from tmima.languages.normalise import NORMALISERS, default_normalise
from tmima.languages.rules import RuleAnalyzer
from tmima.languages.stopwords import has_list, listed_languages

# The languages with a folder of their own, and those of them that have a tagger.
LANGUAGES = ("el", "en")
TAGGED = ("el",)

__all__ = [
    "LANGUAGES",
    "NORMALISERS",
    "TAGGED",
    "UNDETERMINED",
    "Language",
    "RuleAnalyzer",
    "analyzer",
    "detect",
    "known_languages",
]


def known_languages() -> list[str]:
    """Return the codes of all languages that can be asked for by name."""
    return sorted({*LANGUAGES, *listed_languages()})


def analyzer(
    language: str,
    *,
    normalise: str | None = None,
    stopwords: Iterable[str] | None = None,
    tagger: Path | None = None,
) -> Analyzer:
    """Return the analyzer of a language.

    Args:
        language: its ISO 639-1 code; "und" for general rules without stop words.
        normalise: "lemma", "stem", "porter" or "plain"; the language's own way by default.
        stopwords: words that are not kept, in place of the language's list.
        tagger: a model file of `tmima tagger train`, for a language with a tagger.
    """
    if normalise is not None and normalise not in NORMALISERS:
        raise TmimaError(f"unknown normalise {normalise!r}: choose one of {', '.join(NORMALISERS)}")
    if tagger is not None and (language not in TAGGED or normalise not in (None, "lemma")):
        raise TmimaError(
            f"a tagger serves lemmas of {', '.join(TAGGED)}, not language {language} with "
            f"normalise {normalise or default_normalise(language)}"
        )
    if language == "el":
        return el.analyzer(normalise=normalise, stopwords=stopwords, tagger=tagger)
    if language == "en":
        return en.analyzer(normalise=normalise, stopwords=stopwords)
    if language == UNDETERMINED or has_list(language):
        general = Language(code=language, normalise=default_normalise(language))
        return RuleAnalyzer(general, normalise=normalise, stopwords=stopwords)
    raise TmimaError(
        f"unknown language {language!r}: choose one of {', '.join(known_languages())}, "
        f"or {UNDETERMINED} for general rules"
    )
