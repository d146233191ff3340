"""How a word as written becomes the term it counts as, and which words are never kept."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from tmima.errors import TmimaError, shortened
from tmima.languages.language import Language, languages
from tmima.loading import Pattern

_COMBINING = Pattern(r"\P{ccc=0}+")
_FORMAT_CHARACTERS = Pattern(r"\p{Cf}+")
# What English writes at the end of a word behind an apostrophe: a possessive, or a verb cut short.
_ENCLITIC = Pattern(r"(?<=\p{L})(?:n't|(?:'(?:s|d|m|ll|re|ve))+|')$")

# The names under which Snowball knows the languages that it has a stemmer for; those with a folder
# of their own tell it there.
SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german",
    "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "nl": "dutch", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip

Normaliser = Callable[[Sequence[str]], list[str]]
"""A function from words as `written` returns them to their terms, many at once."""


def written(word: str) -> str:
    """Return a word in lower case, composed, free of invisible characters, with one apostrophe.

    >>> written("Ε\\u0301να") == "ένα"
    True
    >>> written("ΟΔΟΣ"), written("I’m")
    ('οδος', "i'm")
    """
    if word.isascii():
        return word.lower()
    # Composed twice: lowering a capital may leave a letter and its accent apart.
    composed = unicodedata.normalize("NFKC", _FORMAT_CHARACTERS.sub("", word)).lower()
    return unicodedata.normalize("NFC", composed).replace("’", "'")


def without_enclitics(word: str) -> str:
    """Return an English word in lower case without a possessive or a verb cut short behind it.

    >>> [without_enclitics(word) for word in ("baker's", "who'd've", "didn't", "o'clock")]
    ['baker', 'who', 'did', "o'clock"]
    """
    return word if "'" not in word else str(_ENCLITIC.sub("", word))


def without_accents(word: str) -> str:
    """Return a word without its combining marks and with one form of sigma."""
    bare: str = _COMBINING.sub("", unicodedata.normalize("NFD", word))
    return bare.replace("ς", "σ")


def default_normalise(language: str) -> str:
    """Return how the words of a language without a folder of its own are normalised."""
    return "stem" if _stemmer(language) else "plain"


def _stemmer(language: str) -> str | None:
    """Return the name of a language's stemmer."""
    entry = None if language in SNOWBALL else languages.get(language)
    return SNOWBALL.get(language) if entry is None else entry.stemmer


def _plain_normaliser(language: str) -> Normaliser:
    return list


def _stemming_normaliser(language: str) -> Normaliser:
    stemmer = _stemmer(language)
    if stemmer is None:
        own = {code for code in languages if languages[code].stemmer is not None}
        raise TmimaError(
            f"no stemmer for language {language!r}: choose `normalise='plain'`, or a language of "
            + ", ".join(sorted({*own, *SNOWBALL}))
        )
    return _snowball_stemmer(stemmer)


def _porter_stemmer(language: str) -> Normaliser:
    if language != "en":
        raise TmimaError(
            f"Porter's stemmer is for English, not for {language!r}: use `normalise='stem'`"
        )
    return _snowball_stemmer("porter")


def _snowball_stemmer(algorithm: str) -> Normaliser:
    import snowballstemmer

    stemmer = snowballstemmer.stemmer(algorithm)
    # No word is asked for twice, and to remember one takes longer than to stem it.
    stemmer.maxCacheSize = 0
    stem: Normaliser = stemmer.stemWords
    return lambda words: stem(list(map(without_enclitics, words)))


def _lemmatising_normaliser(language: str) -> Normaliser:
    import simplemma
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    if language not in SUPPORTED_LANGUAGES:
        raise TmimaError(
            f"no lemmas for language {language!r}: choose "
            f"`normalise='{default_normalise(language)}'`"
        )
    return lambda words: [simplemma.lemmatize(word, lang=language).lower() for word in words]


NORMALISERS: dict[str, Callable[[str], Normaliser]] = {
    "lemma": _lemmatising_normaliser,
    "stem": _stemming_normaliser,
    "porter": _porter_stemmer,
    "plain": _plain_normaliser,
}


def normaliser(normalise: str, language: str) -> Normaliser:
    """Return the function from words to their terms, by name and language."""
    if normalise not in NORMALISERS:
        raise TmimaError(
            f"unknown `normalise={normalise!r}`: choose one of {', '.join(NORMALISERS)}"
        )
    return NORMALISERS[normalise](language)


def check_word_list(stopwords: Iterable[str] | None) -> None:
    """Refuse a word where a list of words is meant: its letters would be the list."""
    if isinstance(stopwords, str):
        raise TmimaError(f"stopwords must be a list of words, not {stopwords!r}: give a list")


def word_list_test(words: Iterable[str], language: Language) -> Callable[[str], bool]:
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


# Hesitation and assent as transcripts write them, in Latin letters ("uhh", "mm-hmm" is two words,
# "yeah") and in Greek ("εε", "χμμ"). A single ε or α is left to the language.
_FILLER = Pattern(
    r"u+h+|u+m+|h+m+|m{2,}+h*+|m++h++m++|e+r+m*|e+h+|a+h+|o+h+|h+u+h+|y[ae]+h+|ye+p+|yu+p+|na+h+"
    r"|ε{2,}μ*|εμμ+|μ{2,}|χ+μ+|α{2,}χ*"
)
# The first two letters of them all.
FILLER_HEADS = frozenset(
    "uh uu um hm hh hu mm mh er ee eh ah aa oh oo ya ye yu na εε εμ μμ χμ χχ αα".split()
)


def is_filler(word: str) -> bool:
    """Tell whether a word in lower case only fills talk.

    >>> [word for word in ("uh", "Hmm".lower(), "εε", "human", "μμε") if is_filler(word)]
    ['uh', 'hmm', 'εε']
    """
    return word[:2] in FILLER_HEADS and _FILLER.fullmatch(word) is not None
