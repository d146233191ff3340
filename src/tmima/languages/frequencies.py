"""How probable words are in a language at large, from data installed with a package."""

from collections.abc import Collection
from functools import cache

from tmima.arrays import total
from tmima.errors import TmimaError
from tmima.languages.language import Probability, languages
from tmima.loading import require


def word_probability(language: str) -> Probability:
    """Return what tells how probable the words of a language are.

    A language with data of its own has it from there; others from wordfreq, which is an extra.
    """
    entry = languages.get(language)
    if entry is not None and entry.frequencies is not None:
        return entry.frequencies()
    return _listed(language)


def has_frequencies(language: str) -> bool:
    """Tell whether `word_probability` can tell of a language, without reading its words."""
    entry = languages.get(language)
    return (entry is not None and entry.frequencies is not None) or language in _listing()


@cache
def _listing() -> frozenset[str]:
    """Return the languages that wordfreq knows, none where it is not installed."""
    try:
        import wordfreq
    except ImportError:
        return frozenset()
    return frozenset(wordfreq.available_languages("small"))


@cache
def _listed(language: str) -> Probability:
    wordfreq = require("frequencies")
    known = wordfreq.available_languages("small")
    if language not in known:
        own = {code for code in languages if languages[code].frequencies is not None}
        raise TmimaError(
            f"how frequent words are is known for {', '.join(sorted({*own, *known}))}, "
            f"not for {language!r}"
        )
    listed: dict[str, float] = wordfreq.get_frequency_dict(language, wordlist="small")

    def found(term: str, forms: Collection[str]) -> float:
        return total(listed.get(form, 0.0) for form in forms)

    return found
