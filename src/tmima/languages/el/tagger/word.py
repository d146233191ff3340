"""A word of the text with all its possible readings."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from tmima.languages.el.text.characters import accentless_key

# Closed classes whose members behave alike: neighbours see the class, not the form.
_BY_TAG: Final = frozenset({"NUM", "SYM", "INTJ", "NOUN", "PROPN", "VERB", "ADJ"})
_NO_PRIORS: Final[Mapping[str, float]] = {}  # shared by the words that need none
ENDLESS: Final = frozenset({"NUM", "SYM", "INTJ", "PUNCT"})  # classes without endings that agree


@lru_cache(maxsize=1 << 12)
def _final(ending: str) -> str:
    """Give the ending by which words agree, accents apart: the last vowel and what follows it."""
    bare = accentless_key(ending)
    return bare if bare[-1:] in ("σ", "ν") else bare[-1:]


@cache
def _as_set(tags: tuple[str, ...]) -> frozenset[str]:
    """Give the tags as a set, which the words that have them share."""
    return frozenset(tags)


class Word:
    """A spelling and all that can be said about it alone.

    `tags` are its possible tags, `can` the same as a set, `only` the tag if there is one alone;
    `answer` is the tag with its lemma where nothing is left to decide. `look` is how the word
    appears to its neighbours while undecided: a function word as itself, another as its ambiguity
    scheme and its two last letters; `short` leaves these out. `name` is the lemma of a rare noun
    that inside a sentence is rather a name, by its capital. `shown` is what `columns` reads.
    """

    __slots__ = (
        "answer", "can", "capital", "closed", "ending", "final", "form", "known", "lemmas",
        "listed", "look", "name", "only", "priors", "scheme", "short", "shown", "tags",
    )  # fmt: skip

    def __init__(
        self,
        form: str,
        readings: Sequence[tuple[str, str]],
        *,
        known: bool,
        listed: bool,
        capital: bool,
    ) -> None:
        self.form = form
        self.known = known
        self.listed = listed
        self.capital = capital
        self.ending = form[-2:]
        self.final = _final(self.ending)
        self.priors = _NO_PRIORS
        self.shown = 0
        self.name = ""
        if len(readings) == 1:
            ((tag, lemma),) = readings
            self.lemmas = {tag: lemma}
            self.tags: tuple[str, ...] = (tag,)
            self.only: str | None = tag
            self.scheme = "NOUN" if tag == "PROPN" else tag
        else:
            self.lemmas = {}
            for tag, lemma in readings:
                self.lemmas.setdefault(tag, lemma)
            self.tags = tuple(self.lemmas)
            self.only = self.tags[0] if len(self.tags) == 1 else None
            self.scheme = "-".join(sorted(self.tags)).replace("PROPN", "NOUN")
        self.can = _as_set(self.tags)
        tag = self.tags[0]
        undecided = self.only is None or (not known and tag == "PROPN")
        self.answer = None if undecided else (tag, self.lemmas[tag])
        self.closed = listed and tag not in _BY_TAG
        self.short = form if self.closed else self.scheme
        endless = self.closed or tag in ENDLESS
        self.look = self.short if endless else f"{self.scheme}:{self.ending}"
