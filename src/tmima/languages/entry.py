"""The languages by name: what each brings along, and the table that outsiders may add to."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Protocol

from tmima.errors import TmimaError
from tmima.languages.parts import PartOf
from tmima.registry import Registry
from tmima.text import Analyzer, Tag

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
