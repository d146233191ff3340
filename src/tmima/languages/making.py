"""The one door to analyzers and taggers: by the code of a language."""

from collections.abc import Iterable
from os import PathLike

from tmima.errors import TmimaError
from tmima.languages.codes import language_code
from tmima.languages.entry import LanguageEntry, TaggerEntry, languages
from tmima.languages.language import Language
from tmima.languages.normalise import default_normalise
from tmima.languages.rules import RuleAnalyzer
from tmima.languages.stopwords import check_words
from tmima.text import Analyzer, Tag


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
    check_words(stopwords)
    code, entry = _known(language)
    if tagger is not None and (
        entry is None or entry.tagger is None or normalise not in (None, "lemma")
    ):
        raise TmimaError(
            f"a tagger serves lemmas of {', '.join(tagged_languages())}, not language {code} with "
            f"normalise='{normalise or default_normalise(code)}'"
        )
    if entry is not None:
        return entry.analyzer(normalise=normalise, stopwords=stopwords, tagger=tagger)
    general = Language(code=code, normalise=default_normalise(code))
    return RuleAnalyzer(general, normalise=normalise, stopwords=stopwords)


def _known(language: str | LanguageEntry) -> tuple[str, LanguageEntry | None]:
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
    code, entry = _known(language)
    if entry is None or entry.tagger is None:
        raise TmimaError(
            f"language {code!r} has no tagger: choose one of {', '.join(tagged_languages())}"
        )
    return entry.tagger
