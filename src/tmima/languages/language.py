"""The languages: what each is and brings along, the table of them, and their codes."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import NamedTuple, Protocol

from tmima.errors import TmimaError
from tmima.kernel.arrays import total
from tmima.languages.phrases import PartOf, general_parts
from tmima.loading import Registry, require
from tmima.text import Analyzer, Sense, Tag

UNDETERMINED = "und"
"""The code of a language that nothing is known of."""

KEPT_TAGS = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
"""The universal parts of speech that are kept: the paper's filter."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language as data for the rules of this folder.

    Attributes:
        code: its ISO 639-1 code; "und" for a language that nothing is known of.
        normalise: how its words are normalised unless the user says otherwise.
        abbreviations: lower-case, without the last stop; a stop after them ends no sentence.
        closing_abbreviations: the same, for those that end a sentence when one of the language's
            function words with a capital follows ("... and so on, etc. The next ...").
        joins_apostrophes: whether an apostrophe between letters is part of the word (don't) or
            parts two words (l'homme).
        accents_optional: whether stop words are compared without accents.
        split: the language's own rules for sentences, from a paragraph to spans in it, in place of
            the general ones.
    """

    code: str
    normalise: str
    abbreviations: frozenset[str] = field(default=frozenset())
    closing_abbreviations: frozenset[str] = field(default=frozenset())
    joins_apostrophes: bool = False
    accents_optional: bool = False
    split: Callable[[str], list[tuple[int, int]]] | None = None


class TalkWords(NamedTuple):
    """Phrases of talks that name no subject, as patterns of `regex`, and titles for such parts.

    Attributes:
        introduces: stands before the name of who is introduced, addressed or thanked.
        shows: stands before the name of the show.
        greets: is said at the beginning.
        thanks_sponsors: is said of sponsors.
        says_farewell: is said at the end.
        greeting: what a part is called that only greets.
        sponsors: what one is called that thanks sponsors, or where such a speaker speaks.
        farewell: what one is called that only says farewell.
        breaks: what transcribers call such a speaker.
    """

    introduces: str
    shows: str
    greets: str
    thanks_sponsors: str
    says_farewell: str
    greeting: str
    sponsors: str
    farewell: str
    breaks: frozenset[str]


Probability = Callable[[str, Collection[str]], float]
"""The probability of a term that stands in a text in some written forms; 0 if it is not known."""


class AnalyzerMaker(Protocol):
    """Makes the analyzer of one language."""

    def __call__(
        self,
        *,
        normalise: str | None,
        stopwords: Iterable[str] | None,
        tagger: str | PathLike[str] | None,
    ) -> Analyzer:
        """Return an analyzer.

        Args:
            normalise: how words are normalised; the language's own way if it is None.
            stopwords: words that are not kept; the language's own list if it is None.
            tagger: the file of a model, given to languages with a tagger only.
        """
        ...


@dataclass(frozen=True, slots=True)
class TaggerEntry:
    """The tagger of a language, which also learns from treebanks.

    Attributes:
        load: takes the file of a model, or None for the shipped one, and returns the function
            that gives the words of one sentence their tags and lemmas.
        train: takes a file in CoNLL-U and returns the content of a model's file.
    """

    load: Callable[[str | PathLike[str] | None], Tag]
    train: Callable[[str | PathLike[str]], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageEntry:
    """A language that has more than general rules and a list of stop words.

    An entry is read before any text is: what takes time to load belongs into its functions.

    Attributes:
        code: its ISO 639-1 code, or the one of ISO 639-3 if it has no other, in lower case.
        analyzer: makes its analyzer.
        aliases: its other codes, those of ISO 639-2 and 639-3.
        scripts: those that it alone writes, as the names of their letters in Unicode begin
            ("HEBREW"); a text in one of them is taken to be in this language.
        stemmer: the name of its Snowball stemmer.
        tagger: its tagger.
        frequencies: returns what tells how probable its words are.
        parts: returns what tells what its words do in noun phrases, for titles.
        alone: how a word is written where the one after it is left out, if it is otherwise.
        nominative: returns the words of a noun phrase, as written and what they count as, in the
            nominative, or nothing where it cannot tell.
        plural: returns the plural of a noun that is counted, by the words that stand before it
            wherever it occurs, or nothing where it cannot tell.
        conjunction: its word for *and*, which joins what a title lists.
        introduction: its word for the part of a text before its first subject.
        talk: what people say in talks that is no subject.
    """

    code: str
    analyzer: AnalyzerMaker
    aliases: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    stemmer: str | None = None
    tagger: TaggerEntry | None = None
    frequencies: Callable[[], Probability] | None = None
    parts: Callable[[], PartOf] | None = None
    alone: Callable[[str], str] | None = None
    nominative: Callable[[Sequence[str], Sequence[Sense]], str] | None = None
    plural: Callable[[str, Sequence[str]], str] | None = None
    conjunction: str = ""
    introduction: str = ""
    talk: TalkWords | None = None

    def __post_init__(self) -> None:
        if not self.code or self.code != plain_code(self.code):
            raise TmimaError(
                f"a code of a language is written in lower case, as en or pt-br, not {self.code!r}"
            )


class Languages(Registry[LanguageEntry]):
    """The registry of languages; each has its code for a name."""

    def register(self, name: str, entry: LanguageEntry | str) -> None:
        """Add a language, or replace one that was registered."""
        if isinstance(entry, LanguageEntry) and entry.code != name:
            raise TmimaError(f"the language {name!r} has the code {entry.code!r}: register that")
        super().register(name, entry)


def plain_code(code: str) -> str:
    """Return a code in lower case, with a hyphen before the region.

    >>> plain_code("pt_BR")
    'pt-br'
    """
    return code.strip().lower().replace("_", "-")


languages = Languages(
    "language",
    "tmima.languages",
    {"el": "tmima.languages.el:LANGUAGE", "en": "tmima.languages.en:LANGUAGE"},
)

# The codes of ISO 639-2, terminological and bibliographic, of the languages with general rules.
_ALIASES = {
    alias: code
    for code, aliases in {
        "af": "afr", "ar": "ara", "bg": "bul", "bn": "ben", "br": "bre", "ca": "cat",
        "cs": "ces cze", "da": "dan", "de": "deu ger", "eo": "epo", "es": "spa", "et": "est",
        "eu": "eus baq", "fa": "fas per", "fi": "fin", "fr": "fra fre", "ga": "gle", "gl": "glg",
        "gu": "guj", "ha": "hau", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun",
        "hy": "hye arm", "id": "ind", "it": "ita", "ja": "jpn", "ko": "kor", "ku": "kur",
        "la": "lat", "lt": "lit", "lv": "lav", "mr": "mar", "ms": "msa may", "nl": "nld dut",
        "no": "nor", "pl": "pol", "pt": "por", "ro": "ron rum", "ru": "rus", "sk": "slk slo",
        "sl": "slv", "so": "som", "st": "sot", "sv": "swe", "sw": "swa", "th": "tha", "tl": "tgl",
        "tr": "tur", "uk": "ukr", "ur": "urd", "vi": "vie", "yo": "yor", "zh": "zho chi",
        "zu": "zul",
    }.items()
    for alias in aliases.split()
}  # fmt: skip


@cache
def _stopword_lists() -> dict[str, list[str]]:
    """Return the lists of stopwordsiso, read from its file because importing it is slow."""
    spec = find_spec("stopwordsiso")
    folders = [] if spec is None else spec.submodule_search_locations or []
    for folder in folders:
        path = Path(folder, "stopwords-iso.json")
        if path.is_file():
            lists: dict[str, list[str]] = json.loads(path.read_bytes())
            return lists
    import stopwordsiso

    return {code: sorted(stopwordsiso.stopwords(code)) for code in stopwordsiso.langs()}


def has_stopword_list(code: str) -> bool:
    """Return whether there is a list of stop words for a language."""
    return code.lower() in _stopword_lists()


def listed_languages() -> frozenset[str]:
    """Return the codes of the languages that have a list."""
    return frozenset(_stopword_lists())


def stopword_list(code: str) -> Sequence[str]:
    """Return the list of a language, empty if it has none."""
    return _stopword_lists().get(code.lower(), ())


def known_languages() -> list[str]:
    """Return the codes of all languages that can be asked for by name."""
    return sorted({*languages, *listed_languages()})


def language_code(language: str) -> str:
    """Return the code under which a language is known here.

    >>> language_code("EN"), language_code("en_US"), language_code("eng"), language_code("und")
    ('en', 'en', 'en', 'und')
    """
    if not isinstance(language, str):
        raise TmimaError(f"language must be a code such as en, not {language!r}")
    whole = plain_code(language)
    base = whole.partition("-")[0]
    for code in (whole, base):
        if code == UNDETERMINED or code in languages or has_stopword_list(code):
            return code
    if base in _ALIASES:
        return _ALIASES[base]
    for code in languages:
        if base in languages[code].aliases:
            return code
    raise TmimaError(
        f"unknown language {language!r}: choose one of {', '.join(known_languages())}, "
        f"or {UNDETERMINED} for general rules"
    )


def phrase_parts(language: str) -> PartOf:
    """Return the function that gives the role of a word in noun phrases of a language."""
    entry = languages.get(language)
    if entry is not None and entry.parts is not None:
        return entry.parts()
    return general_parts(language)


def written_alone(language: str) -> Callable[[str], str]:
    """Return the function that writes a word as it stands without the word after it."""
    entry = languages.get(language)
    return str if entry is None or entry.alone is None else entry.alone


def in_nominative(language: str, forms: Sequence[str], senses: Sequence[Sense]) -> str:
    """Return a noun phrase of a language in the nominative; nothing where it cannot tell."""
    entry = languages.get(language)
    return "" if entry is None or entry.nominative is None else entry.nominative(forms, senses)


def in_plural(language: str, word: str, before: Sequence[str]) -> str:
    """Return the plural of a noun that is counted; nothing where its language cannot tell.

    Args:
        language: of the noun.
        word: as written.
        before: the words that stand before its phrase, one for each time that it occurs.
    """
    entry = languages.get(language)
    return "" if entry is None or entry.plural is None else entry.plural(word, before)


def tells_nominatives(language: str) -> bool:
    """Tell whether a language can put phrases into the nominative."""
    entry = languages.get(language)
    return entry is not None and entry.nominative is not None


def word_probability(language: str) -> Probability:
    """Return the function that gives the probability of a word of a language.

    A language with data of its own has it from there; others from wordfreq, which is an extra.
    """
    entry = languages.get(language)
    if entry is not None and entry.frequencies is not None:
        return entry.frequencies()
    return _wordfreq_probability(language)


def has_frequencies(language: str) -> bool:
    """Return whether there are word probabilities for a language, without reading them."""
    entry = languages.get(language)
    return (
        entry is not None and entry.frequencies is not None
    ) or language in _wordfreq_languages()


@cache
def _wordfreq_languages() -> frozenset[str]:
    """Return the languages that wordfreq knows, none where it is not installed."""
    try:
        import wordfreq
    except ImportError:
        return frozenset()
    return frozenset(wordfreq.available_languages("small"))


@cache
def _wordfreq_probability(language: str) -> Probability:
    wordfreq = require("frequencies")
    known = wordfreq.available_languages("small")
    if language not in known:
        own = {code for code in languages if languages[code].frequencies is not None}
        raise TmimaError(
            f"how frequent words are is known for {', '.join(sorted({*own, *known}))}, "
            f"not for {language!r}"
        )
    listed: dict[str, float] = wordfreq.get_frequency_dict(language, wordlist="small")

    def probability_of(term: str, forms: Collection[str]) -> float:
        return total(listed.get(form, 0.0) for form in forms)

    return probability_of


# What joins the last two of a row in languages without an entry; in others a comma does.
_AND = {
    "bg": "и", "ca": "i", "cs": "a", "da": "og", "de": "und", "es": "y",
    "fi": "ja", "fr": "et", "gl": "e", "hr": "i", "hu": "és", "it": "e", "nb": "og", "nl": "en",
    "pl": "i", "pt": "e", "ro": "și", "ru": "и", "sk": "a", "sl": "in", "sr": "и", "sv": "och",
    "tr": "ve", "uk": "і",
}  # fmt: skip


_INTRODUCTIONS = {
    "de": "Einleitung", "es": "Introducción", "fr": "Introduction", "it": "Introduzione",
    "nl": "Inleiding", "pl": "Wprowadzenie", "pt": "Introdução", "ru": "Введение",
    "sv": "Inledning",
}  # fmt: skip


def introduction(language: str) -> str:
    """Return a language's word for the beginning of a text; empty where none is known."""
    entry = languages.get(language)
    return _INTRODUCTIONS.get(language, "") if entry is None else entry.introduction


def talk_words(language: str) -> TalkWords | None:
    """Return the phrases of a language's talks that name no subject, if they are known."""
    entry = languages.get(language)
    return None if entry is None else entry.talk


# Before these, Spanish says "e" in place of "y".
_SPANISH_I = re.compile(r"h?i(?!e)", re.IGNORECASE)


def conjunction(language: str, following: str = "") -> str:
    """Return a language's word for *and*, before some words; empty where none is known.

    >>> conjunction("es", "agua"), conjunction("es", "historia"), conjunction("es", "idea")
    ('y', 'e', 'e')
    """
    if language == "es" and _SPANISH_I.match(following):
        return "e"
    entry = languages.get(language)
    return _AND.get(language, "") if entry is None else entry.conjunction
