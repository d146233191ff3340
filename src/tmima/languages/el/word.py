"""A word of the text with all its possible readings, and what makes it a name.

Names are told by their capital, and have a nominative even where no list knows them: τον Φάνη, του
Φάνη are Φάνης; της Οσετίας is Οσετία; οι Τάταροι are a Τάταρος. The article before it tells case
and gender, the ending the declension. Where the article is missing the name stays as it is written.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from tmima.languages.el.characters import accentless_key

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


# article -> (ending of the form, ending of the nominative), the first that fits
_MASCULINE: Final = (("ο", "ος"), ("ό", "ός"), ("η", "ης"), ("ή", "ής"), ("α", "ας"), ("ά", "άς"))
_FEMININE: Final = (("ας", "α"), ("άς", "ά"), ("ης", "η"), ("ής", "ή"), ("ου", "ος"))
_GENITIVE: Final = (("ου", "ος"), *_MASCULINE[2:])
_NOMINATIVES: Final = (("οι", "ος"), ("οί", "ός"), ("ες", "ας"), ("ές", "ής"))
_ACCUSATIVES: Final = (("ους", "ος"), ("ούς", "ός"), ("ες", "ας"), ("ές", "ής"))
_BY_ARTICLE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    **dict.fromkeys(("τον", "στον", "έναν"), _MASCULINE),
    **dict.fromkeys(("του", "στου", "ενός"), _GENITIVE),
    **dict.fromkeys(("της", "στης", "μιας", "μίας"), _FEMININE),
    "οι": _NOMINATIVES,
    **dict.fromkeys(("τους", "στους"), _ACCUSATIVES),
    "των": (("ων", "ος"), ("ών", "ός")),
}
_FURTHEST: Final = 4
_BETWEEN: Final = frozenset({"ADJ", "NOUN", "PROPN", "NUM"})
_SHORTEST: Final = 4


def is_inside(words: Sequence[Word], at: int) -> bool:
    """Tell whether a capital cannot come from the head of a sentence or of quoted speech."""
    return at > 0 and (words[at - 1].only != "PUNCT" or words[at - 1].form == ",")


def nominative(words: Sequence[Word], tags: Sequence[str], at: int) -> str:
    """Give the lemma of the unknown name at a place of the sentence."""
    form = words[at].lemmas["PROPN"]
    if len(form) < _SHORTEST:
        return form
    for place in range(at - 1, max(-1, at - 1 - _FURTHEST), -1):
        rules = _BY_ARTICLE.get(words[place].form)
        if rules is not None:
            for ending, nominative_ending in rules:
                if form.endswith(ending):
                    return form[: -len(ending)] + nominative_ending
            return form
        if tags[place] not in _BETWEEN:
            return form
    return form
