"""Lists of words that are never kept: the language's own, or one of the user's.

The package with the lists is imported when the first one is wanted.
"""

from collections.abc import Callable, Iterable

from tmima.errors import TmimaError, shortened
from tmima.languages.language import Language
from tmima.languages.normalise import without_accents, written


def has_list(code: str) -> bool:
    """Tell whether there is a list for a language."""
    import stopwordsiso

    return bool(stopwordsiso.has_lang(code))


def listed_languages() -> frozenset[str]:
    """Return the codes of the languages that have a list."""
    import stopwordsiso

    return frozenset(stopwordsiso.langs())


def stopword_list(code: str) -> frozenset[str]:
    """Return the list of a language, empty if it has none."""
    import stopwordsiso

    return frozenset(stopwordsiso.stopwords(code)) if has_list(code) else frozenset()


def check_words(stopwords: Iterable[str] | None) -> None:
    """Refuse a word where a list of words is meant: its letters would be the list."""
    if isinstance(stopwords, str):
        raise TmimaError(f"stopwords must be a list of words, not {stopwords!r}: give a list")


def membership(words: Iterable[str], language: Language) -> Callable[[str], bool]:
    """Return the test whether a word in lower case is in a list, by the language's customs."""
    words = list(words)
    for word in words:
        if not isinstance(word, str):
            raise TmimaError(f"stopwords must be words, not {shortened(word)}")
    if language.accents_optional:
        folded = frozenset(without_accents(written(word)) for word in words)
        return lambda word: without_accents(word) in folded
    plain = frozenset(written(word) for word in words)
    return lambda word: word in plain
