"""One reading of a word form: its class and its lemma."""

from typing import Final, NamedTuple

NOUN: Final = "N"
PROPER: Final = "P"
VERB: Final = "V"
ADJECTIVE: Final = "A"
ADVERB: Final = "D"
PARTICIPLE: Final = "R"  # a declined participle, read as its verb


class Reading(NamedTuple):
    """`form` read as class `tag` with dictionary form `lemma`, all in lower case."""

    form: str
    tag: str
    lemma: str
