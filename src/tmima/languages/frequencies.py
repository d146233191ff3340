"""How probable words are in a language at large, from data installed with a package."""

import math
from collections.abc import Callable, Collection
from functools import cache

from tmima.errors import TmimaError
from tmima.extras import require

Probability = Callable[[str, Collection[str]], float]
"""The probability of a term that stands in a text in some written forms; 0 if it is not known."""


def probability(language: str) -> Probability:
    """Return what tells how probable the words of a language are.

    Greek has it from its lexicon; other languages from wordfreq, which is an extra.
    """
    return _greek() if language == "el" else _listed(language)


@cache
def is_known(language: str) -> bool:
    """Tell whether `probability` can tell of a language, without reading its words."""
    if language == "el":
        return True
    try:
        import wordfreq
    except ImportError:
        return False
    return language in wordfreq.available_languages("small")


@cache
def _greek() -> Probability:
    from tmima.languages.el.analysis import open_lexicon

    lexicon = open_lexicon()

    def found(term: str, forms: Collection[str]) -> float:
        readings = [
            entry.log_probability for entry in lexicon.lookup(term) if entry.lemma.lower() == term
        ]
        if readings:
            return math.exp(max(readings))
        # A stem or a plain word is no lemma, but its forms may be known.
        return sum(math.exp(lexicon.form_log_probability(form)) for form in forms)

    return found


@cache
def _listed(language: str) -> Probability:
    wordfreq = require("frequencies")
    known = wordfreq.available_languages("small")
    if language not in known:
        raise TmimaError(
            f"how frequent words are is known for {', '.join(sorted({'el', *known}))}, "
            f"not for {language!r}"
        )
    listed: dict[str, float] = wordfreq.get_frequency_dict(language, wordlist="small")

    def found(term: str, forms: Collection[str]) -> float:
        return sum(listed.get(form, 0.0) for form in forms)

    return found
