"""The parts of phrases by language, and what is known of any language."""

from collections.abc import Callable

from tmima.languages.entry import languages
from tmima.languages.parts import Kind, Part, PartOf, by_tag
from tmima.text import Sense

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


def general_parts(language: str) -> PartOf:
    """Return what is known of any language: tags where there are some, else which words are kept.

    >>> part = general_parts("fr")
    >>> [part(word, Sense(word, "", word != "de")).kind.name for word in ("droit", "de", "vote")]
    ['NOUN', 'LINK', 'NOUN']
    """
    links = frozenset(_LINKS.get(language, "").split())

    def part(word: str, sense: Sense) -> Part:
        return Part(Kind.LINK if word.lower() in links else by_tag(sense))

    return part


def phrase_parts(language: str) -> PartOf:
    """Return what tells the parts of phrases in a language."""
    entry = languages.get(language)
    if entry is not None and entry.parts is not None:
        return entry.parts()
    return general_parts(language)


def written_alone(language: str) -> Callable[[str], str]:
    """Return how a word of a language is written where the one after it is left out."""
    entry = languages.get(language)
    return str if entry is None or entry.alone is None else entry.alone
