"""What words do in a noun phrase: who may begin one, end one, or join two.

A language says it of each word alone (`PartOf`); which words stand side by side in a phrase is
decided by `tmima.titles`, on whole columns. Cells are bits for the gender, number and case that a
form can have; in a language that does not tell them every word has all, and every two agree.
"""

from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from tmima.kernel import ALL_CELLS
from tmima.text import Sense


class PhraseKind(IntEnum):
    """What a word may do.

    A noun ends a phrase or stands inside one, a name too, whatever stands around it; a modifier
    comes before a noun; a link ("of") and a coordination ("and") stand between two, an article
    after either. Of what is never inside, some tell that a verb comes after it ("they", "to") or
    before it ("them"), and articles elsewhere do the latter too.
    """

    BREAK = 0
    NOUN = 1
    NAME = 2
    MODIFIER = 3
    LINK = 4
    AND = 5
    ARTICLE = 6
    BEFORE_VERB = 7
    AFTER_VERB = 8


MAYBE_VERB = 1 << 20
"""Beside the cells of a noun: whether its form may be a verb's (*kneads*). Neighbours decide."""


class Part(NamedTuple):
    """What a word does in phrases, and the cells that it can fill."""

    kind: PhraseKind
    cells: int = ALL_CELLS


PartOf = Callable[[str, Sense], Part]
"""From a word as written and what it counts as to its part in phrases."""

_BY_TAG = {"NOUN": PhraseKind.NOUN, "PROPN": PhraseKind.NAME, "ADJ": PhraseKind.MODIFIER}


def role_by_tag(sense: Sense) -> PhraseKind:
    """Return the role of a word by its tag; a kept word without a tag may be a noun."""
    if sense.tag:
        return _BY_TAG.get(sense.tag, PhraseKind.BREAK)
    return PhraseKind.NOUN if sense.kept else PhraseKind.BREAK


# What joins two nouns as "of" does, in languages that have no more than general rules.
_LINKS = {
    "ca": "de del dels",
    "de": "der des von vom",
    "es": "de del",
    "fr": "de du des d",
    "gl": "de do da dos das",
    "it": "di del dello della dei degli delle",
    "nl": "van",
    "pt": "de do da dos das",
    "ro": "de al a ale",
}


@lru_cache(maxsize=64)
def general_parts(language: str) -> PartOf:
    """Return the role of words in phrases for a language without rules of its own.

    It is told by the tag, and where there is none by whether the word is kept.

    >>> phrase_role = general_parts("fr")
    >>> words = ("droit", "de", "vote")
    >>> [phrase_role(word, Sense(word, "", word != "de")).kind.name for word in words]
    ['NOUN', 'LINK', 'NOUN']
    """
    links = frozenset(_LINKS.get(language, "").split())

    def phrase_role(word: str, sense: Sense) -> Part:
        return Part(PhraseKind.LINK if word.lower() in links else role_by_tag(sense))

    return phrase_role
