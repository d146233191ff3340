"""Words written by hand, where the sources have holes.

A list is a text file: one entry a line, `#` begins a comment. In noun.txt, verb.txt, adj.txt and
adv.txt an entry is a lemma, to be inflected. In forms.txt it is a class, a lemma and its forms; in
drop.txt a class and a lemma that the sources have and the language does not. men.txt and women.txt
settle the gender of names.
"""

from collections.abc import Iterator
from pathlib import Path

from ..reading import ADJECTIVE, ADVERB, NOUN, VERB, Reading

_LISTS = {"noun": NOUN, "verb": VERB, "adj": ADJECTIVE, "adv": ADVERB}


def _entries(name: str) -> Iterator[list[str]]:
    for line in (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if words := line.partition("#")[0].split():
            yield words


def lemmas() -> list[tuple[str, str]]:
    """(tag, lemma) of every word to be inflected."""
    return [(tag, word) for name, tag in _LISTS.items() for words in _entries(name) for word in words]


def forms() -> list[Reading]:
    """Readings of words whose forms are written out."""
    return [Reading(form, tag, lemma) for tag, lemma, *written in _entries("forms") for form in {lemma, *written}]


def dropped() -> set[tuple[str, str]]:
    """(tag, lemma) to leave out."""
    return {(tag, lemma) for tag, *lemmas in _entries("drop") for lemma in lemmas}


def words(name: str) -> list[str]:
    """All words of a list."""
    return [word for entry in _entries(name) for word in entry]
