"""What the rules need to know of a language: plain data, filled in by its folder."""

from collections.abc import Callable
from dataclasses import dataclass, field

UNDETERMINED = "und"
"""The code of a language that nothing is known of."""

KEPT_TAGS = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV"})
"""The universal parts of speech that are kept: the paper's filter."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language as data for the rules of this folder.

    Attributes:
        code: its ISO 639-1 code; "und" for a language that nothing is known of.
        normalise: how its words are normalised unless the user says otherwise.
        abbreviations: lower-case, without the last stop; a stop after them ends no sentence.
        closing_abbreviations: the same, for those that end a sentence when one of the language's
            function words with a capital follows ("... and so on, etc. The next ...").
        joins_apostrophes: whether an apostrophe between letters is part of the word (don't) or
            parts two words (l'homme).
        accents_optional: whether stop words are compared without accents.
        split: the language's own rules for sentences, from a paragraph to spans in it, in place of
            the general ones.
    """

    code: str
    normalise: str
    abbreviations: frozenset[str] = field(default=frozenset())
    closing_abbreviations: frozenset[str] = field(default=frozenset())
    joins_apostrophes: bool = False
    accents_optional: bool = False
    split: Callable[[str], list[tuple[int, int]]] | None = None
