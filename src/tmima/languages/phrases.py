"""What words do in a noun phrase: who may begin one, end one, or join two.

A language says it of each word alone (`PartOf`); which words stand side by side in a phrase is
decided by `tmima.titles`, on whole columns. Cells are bits for the gender, number and case that a
form can have; in a language that does not tell them every word has all, and every two agree.
"""

import re
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
    after either. Some words that are never inside a phrase tell where a verb stands: one follows
    "they" and "to", one precedes "them", and an article that follows no link or coordination.
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


HOLLOW = 1 << 21
"""Beside the cells of a noun: whether it says nothing before "of" (*number of ships*)."""


ATTRIBUTIVE = 1 << 22
"""Beside the cells of a word: whether a compound that ends with it stands before a noun
(*client-side*, *people-first*), and is none."""


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


# Behind these, at once, comes a verb; before these, at once, no noun ends.
_BEFORE_VERBS = {
    "es": "yo él ella usted nosotros ellos ellas ustedes se no nos que puede pueden debe deben va",
    "fr": "je j tu il elle on nous vous ils elles ne n se s qui peut peuvent doit doivent va faut",
    "it": "io lui lei noi voi loro si non che può possono deve devono",
    "nl": "ik jij je hij zij ze wij we te niet",
    "pt": "eu ele ela nós eles elas você se não que pode podem deve devem vai vão",
}
_DETERMINERS = {
    "es": "el la los las un una unos unas lo este esta estos estas ese esa su sus tu tus mi cada",
    "fr": "le la les l un une ce cet cette ces son sa ses leur leurs notre nos votre vos chaque",
    "it": "il lo la i gli le l un uno una questo questa questi queste suo sua suoi sue ogni",
    "nl": "de het een deze dit die dat zijn haar hun elke",
    "pt": "o a os as um uma este esta estes estas esse essa seu sua seus suas cada",
}
# What ends so is an adverb, or a verb in a tense of its own.
_NO_NOUN = {
    "es": re.compile(r"(?:mente|[aei]rán?|..[aei]mos|aron|ieron|[ai]ría[ns]?)$"),
    "fr": re.compile(
        r"(?:(?:iv|al|èr|air|iqu|ell|abl|aibl|ibl|impl|eus|iat|ect|èt|apid|eul|arg|ibr|ust|é|am|em)"
        r"e?ment|[aie]ront|..ez)$"
    ),
    "it": re.compile(r"(?:mente|[ei]ranno)$"),
    "pt": re.compile(r"(?:mente|[aei]rão|aram|eram)$"),
}
INFLECTED = frozenset("be bs cs et fi hr hu is lt lv pl ru sk sl sr uk".split())
"""Languages whose nouns have cases that nothing here tells: what begins a sentence, or stands
between marks, is likeliest a nominative."""


HEAD_LAST = frozenset(("de", "en"))
"""Languages with lists of their own in which the noun that others describe comes last."""

# What ends so is no nominative: adjectives and nouns that want a preposition or a verb before them.
_OBLIQUE_ENDINGS = {
    "cs": re.compile(r"...(?:ého|ému|ými|ých|ího|ímu|ími|ami)$"),
    "pl": re.compile(r"...(?:ego|emu|[yi]mi|[yi]ch|ami|[ij]ach|owi|(?<!yst|obl|mod)em|[ąę])$"),
    "ru": re.compile(r"...(?:[ое]го|[ое]му|[ыи]ми|ами|ями|[ыи]х|ую|юю)$"),
    "sk": re.compile(r"...(?:ého|ému|ými|ých|ieho|iemu|ami)$"),
    "uk": re.compile(r"...(?:ого|ому|ими|ами|ями|их|іх)$"),
}


def begins_oblique(language: str, word: str) -> bool:
    """Tell whether a phrase that begins with a word stands in another case than the nominative.

    >>> begins_oblique("pl", "Każdego"), begins_oblique("pl", "system")
    (True, False)
    """
    endings = _OBLIQUE_ENDINGS.get(language)
    return bool(endings and endings.search(word.lower()))


@lru_cache(maxsize=64)
def general_parts(language: str) -> PartOf:
    """Return the role of words in phrases for a language without rules of its own.

    It is told by the tag, and where there is none by short lists and by whether the word is kept.

    >>> phrase_role = general_parts("fr")
    >>> words = ("droit", "de", "vote", "correctement")
    >>> [phrase_role(word, Sense(word, "", word != "de")).kind.name for word in words]
    ['NOUN', 'LINK', 'NOUN', 'BREAK']
    """
    lists = (
        (PhraseKind.BEFORE_VERB, _BEFORE_VERBS),
        (PhraseKind.ARTICLE, _DETERMINERS),
        (PhraseKind.LINK, _LINKS),
    )
    listed = {word: kind for kind, rows in lists for word in rows.get(language, "").split()}
    no_noun = _NO_NOUN.get(language)

    def phrase_role(word: str, sense: Sense) -> Part:
        form = word.lower()
        known = listed.get(form)
        if known is not None:
            return Part(known)
        if sense.tag or not sense.kept:
            return Part(role_by_tag(sense))
        return Part(PhraseKind.BREAK if no_noun and no_noun.search(form) else PhraseKind.NOUN)

    return _german_role if language == "de" else phrase_role


_GERMAN_LINKS = frozenset(_LINKS["de"].split())


def _german_role(word: str, sense: Sense) -> Part:
    """Return the role of a German word: a capital makes a noun, an ending a modifier.

    Of the endings only -e and -es are those of a nominative without an article.
    """
    if word in _GERMAN_LINKS:
        return Part(PhraseKind.LINK)
    if sense.tag or not sense.kept or word != word.lower():
        return Part(role_by_tag(sense))
    return Part(PhraseKind.MODIFIER if word.endswith(("e", "es")) else PhraseKind.BREAK)
