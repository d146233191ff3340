"""Languages: each a folder of data, and an analyzer that turns text into sentences and words."""

from collections.abc import Iterable

from tmima.document.analyzer import Analyzer
from tmima.errors import TmimaError
from tmima.languages.detect import UNDETERMINED, detect
from tmima.languages.el import GREEK
from tmima.languages.en import ENGLISH
from tmima.languages.language import Language
from tmima.languages.normalise import NORMALISERS, default_words
from tmima.languages.rules import RuleAnalyzer
from tmima.languages.stopwords import has_list, listed_languages

LANGUAGES: dict[str, Language] = {"el": GREEK, "en": ENGLISH}

__all__ = ["LANGUAGES", "NORMALISERS", "Language", "analyzer", "detect", "known_languages"]


def known_languages() -> list[str]:
    """Return the codes of all languages that can be asked for by name."""
    return sorted({*LANGUAGES, *listed_languages()})


def analyzer(
    language: str, *, words: str | None = None, stopwords: Iterable[str] | None = None
) -> Analyzer:
    """Return the analyzer of a language.

    Args:
        language: its ISO 639-1 code; "und" for general rules without stop words.
        words: "lemma", "stem", "porter" or "plain"; the language's own way by default.
        stopwords: words that are not kept, in place of the language's list.
    """
    if language in LANGUAGES:
        known = LANGUAGES[language]
    elif language == UNDETERMINED or has_list(language):
        known = Language(code=language, words=default_words(language))
    else:
        raise TmimaError(
            f"unknown language {language!r}: choose one of {', '.join(known_languages())}, "
            f"or {UNDETERMINED} for general rules"
        )
    return RuleAnalyzer(known, words=words, stopwords=stopwords)
