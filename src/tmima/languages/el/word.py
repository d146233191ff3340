"""A word of the text with all its possible readings, and what makes it a name.

Names are told by their capital, and have a nominative even where no list knows them: τον Φάνη, του
Φάνη are Φάνης; της Οσετίας is Οσετία; οι Τάταροι are a Τάταρος. The article before it tells case
and gender, the ending the declension. Where the article is missing the name stays as it is written.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from tmima.languages.el.characters import accentless_key

TAGS: Final = (
    "NOUN",
    "VERB",
    "ADJ",
    "ADV",
    "ADP",
    "AUX",
    "CCONJ",
    "DET",
    "INTJ",
    "NUM",
    "PART",
    "PRON",
    "SCONJ",
)
# Closed classes whose members behave alike: neighbours see the class, not the form.
_BY_TAG: Final = frozenset({"NUM", "SYM", "INTJ", "NOUN", "PROPN", "VERB", "ADJ"})
EDGE: Final = "|"  # how the edge of a sentence looks
NO_PRIORS: Final[Mapping[str, float]] = {}  # shared by the words that need none
ENDLESS: Final = frozenset({"NUM", "SYM", "INTJ", "PUNCT"})  # classes without endings that agree


@lru_cache(maxsize=1 << 12)
def agreement_endings(ending: str) -> tuple[str, str]:
    """Return the ending, and its unaccented last letter or two, by which words agree."""
    bare = accentless_key(ending)
    return ending, bare if bare[-1:] in ("σ", "ν") else bare[-1:]


@lru_cache(maxsize=1 << 12)
def _ending_of_scheme(scheme: str, ending: str) -> str:
    return f"{scheme}:{ending}"


class Word:
    """A spelling and all that can be said about it alone.

    `readings` are its lemmas by tag, or the tag and lemma if there is one alone; `tags` are its
    possible tags, `can` the same as a set, `only` the tag if there is one alone;
    `answer` is the tag with its lemma where nothing is left to decide. `look` is how the word
    appears to its neighbours while undecided: a function word as itself, another as its ambiguity
    scheme and its two last letters; `short` leaves these out. `name` is the lemma of a rare noun
    that inside a sentence is rather a name, by its capital.
    """

    __slots__ = (
        "answer", "can", "capital", "closed", "ending", "final", "form", "known",
        "listed", "look", "name", "only", "priors", "readings", "scheme", "short", "tags",
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
        self.ending, self.final = agreement_endings(form[-2:])
        self.priors = NO_PRIORS
        self.name = ""
        if len(readings) == 1:
            ((tag, lemma),) = readings
            self.readings: tuple[str, str] | dict[str, str] = (
                tag,
                form if lemma == form else lemma,
            )
            tags: tuple[str, ...] = (tag,)
        else:
            lemmas: dict[str, str] = {}
            for tag, lemma in readings:
                lemmas.setdefault(tag, lemma)
            self.readings = lemmas if len(lemmas) > 1 else next(iter(lemmas.items()))
            tags = tuple(lemmas)
        self.tags, self.can, self.only, self.scheme, undecided, self.closed, endless = (
            facts_of_tags(tags, known, listed)
        )
        # What is undecided is what has several readings, or is a name that no list has.
        self.answer = self.readings if isinstance(self.readings, tuple) and not undecided else None
        self.short = form if self.closed else self.scheme
        self.look = self.short if endless else _ending_of_scheme(self.scheme, self.ending)

    @property
    def lemmas(self) -> dict[str, str]:
        """The lemmas by tag. Most words have one, and are many: they keep the pair alone."""
        readings = self.readings
        return readings if isinstance(readings, dict) else {readings[0]: readings[1]}


def edge_word() -> Word:
    """Return the word that stands for the edge of a sentence in the features of its neighbours."""
    word = Word("", (("PUNCT", ""),), known=True, listed=True, capital=False)
    word.look = word.short = EDGE
    return word


@cache
def facts_of_tags(
    tags: tuple[str, ...], known: bool, listed: bool
) -> tuple[tuple[str, ...], frozenset[str], str | None, str, bool, bool, bool]:
    """Return what depends on the tags of a word alone, computed once for each set of tags."""
    only = tags[0] if len(tags) == 1 else None
    scheme = "-".join(sorted(tags)).replace("PROPN", "NOUN")
    undecided = only is None or (not known and only == "PROPN")
    closed = listed and tags[0] not in _BY_TAG
    return tags, frozenset(tags), only, scheme, undecided, closed, closed or tags[0] in ENDLESS


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
FURTHEST: Final = 4
_BETWEEN: Final = frozenset({"ADJ", "NOUN", "PROPN", "NUM"})
_SHORTEST: Final = 4


def is_mid_sentence(words: Sequence[Word], at: int) -> bool:
    """Return whether a capital means a name here: not first in a sentence or in a quotation."""
    return at > 0 and (words[at - 1].only != "PUNCT" or words[at - 1].form == ",")


def name_as_written(word: str) -> str:
    """Give the lemma of an unknown name of usual spelling where nothing tells its nominative."""
    return word if word.isascii() else word.lower().capitalize()


def nominative_of_name(name: str, before: Iterable[tuple[str, str]]) -> str:
    """Give the lemma of an unknown name, by the form and the tag of the words before it, backwards.

    >>> nominative_of_name("Φάνη", [("τον", "DET"), ("είδα", "VERB")])
    'Φάνης'
    """
    if len(name) < _SHORTEST:
        return name
    for form, tag in before:
        rules = _BY_ARTICLE.get(form)
        if rules is not None:
            for ending, nominative_ending in rules:
                if name.endswith(ending):
                    return name[: -len(ending)] + nominative_ending
            return name
        if tag not in _BETWEEN:
            return name
    return name
