"""The closed classes of modern Greek: every form with its tags and lemmas.

A line of the tables in `function_words` and `listed_words` reads ``TAGS lemma: forms``. Several
tags (``AUX|VERB``) mean that the context decides; the first is the default. The lemma ``=`` is the
form itself. ``stem+N`` stands for the stem with the endings of row N of `ENDINGS`. The tags are
UPOS.
"""

from typing import Final, NamedTuple

from tmima.languages.el.lexicon.function_words import FUNCTION_WORDS
from tmima.languages.el.lexicon.listed_words import LISTED_WORDS
from tmima.languages.el.text.characters import accentless_key


class Reading(NamedTuple):
    """One way to read a form: its UPOS tag and its lemma."""

    tag: str
    lemma: str


ENDINGS: Final = {
    "1": "ος ου ο ον οι ων ους η ης ην ες α",
    "2": "ός ού ό όν οί ών ούς ή ής ήν ές ά",
    "3": "ος ου ο ον οι ων ους α ας αν ες",
    "4": "ος ου ο οι ων ους η ης ην ες α",
}


def _expand(token: str) -> list[str]:
    stem, plus, row = token.partition("+")
    return [stem + ending for ending in ENDINGS[row].split()] if plus else [token]


def _read(table: str) -> dict[str, tuple[Reading, ...]]:
    forms: dict[str, tuple[Reading, ...]] = {}
    for line in table.strip().splitlines():
        head, _, tail = line.partition(": ")
        tags, _, lemma = head.partition(" ")
        for token in tail.split():
            for form in _expand(token):
                known = forms.get(form, ())
                new = (Reading(tag, form if lemma == "=" else lemma) for tag in tags.split("|"))
                forms[form] = known + tuple(reading for reading in new if reading not in known)
    return forms


CLOSED: Final = _read(FUNCTION_WORDS + LISTED_WORDS)


def _by_key(forms: dict[str, tuple[Reading, ...]]) -> dict[str, str]:
    """Index the forms without accents, for capitals: the form listed first wins (ΠΟΥ is που)."""
    keys: dict[str, str] = {}
    for form in forms:
        keys.setdefault(accentless_key(form), form)
    return keys


FORM_BY_KEY: Final = _by_key(CLOSED)
