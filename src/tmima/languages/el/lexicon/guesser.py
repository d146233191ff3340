"""Readings of a word that no list knows: by prefix, ending and capital letter.

Three things are tried in turn. A productive prefix before a known word (ξανα-γράφω, υπερ-αγορά)
gives the word's own readings. An ending shared by many entries of the lexicon gives their usual
classes, with the change that makes the lemma of the form (-ικής: ADJ, -ικός). What is left is a
noun, or a name when it has a capital, and its lemma is the word as it is written, as in the paper.

The table of endings (`endings.json`) is counted from the lexicon's own entries by
``tools/build_endings.py``.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tmima.languages.el.lexicon.closed import Reading
from tmima.languages.el.text import accents

LONGEST: Final = 6
SHORTEST_STEM: Final = 2

# Of a reading: tag, letters to cut off the bare form, letters to add, syllable of the lemma's
# accent.
Rule = tuple[str, int, str, int]
Endings = Mapping[str, tuple[Rule, ...]]  # the most usual rule first

PREFIXES: Final = frozenset(
    """
        ξανα επανα ξε αντι υπερ υπο υπέρ παρα μετα κατα δια απο αυτο πολυ μονο μικρο μεγαλο
        μακρο ευρω τηλε νεο παλαιο παλιο ψευτο ψευδο ημι ανα πρωτο δευτερο τετρα πεντα διπλο
        υδρο ηλεκτρο αερο αγρο βιο γεω γεωργο διεθνο δημο εθνο ελληνο τουρκο αγγλο γαλλο γερμανο
        ρωσο αμερικανο ιταλο σερβο θρησκο ιστορικο κοινωνικο κοινωνιο κοινο οικονομικο πολιτικο
        λογοτεχνικο ναυτο οικο ορθο πανευρω περι προσ σιδηρο στρατο τεχνο υποδια φιλο φωτο χειρο
        χριστιανο ψυχο καλο κακο ολο ομο ισο αρχι κοντο χοντρο εξω ενδο εσω μεσο μισο παγ παμ
        πισω γλυκο γεροντο καραμ κρυφο κουτσο λαϊκο μαυρο ασπρο κοκκινο μπρο συν προ δυσ παν
        """.split()
)
_PREFIX_LENGTHS: Final = tuple(sorted({len(prefix) for prefix in PREFIXES}, reverse=True))


def load_endings(path: Path) -> Endings:
    """Read the table of endings."""
    table: dict[str, list[tuple[str, int, str, int]]] = json.loads(path.read_text(encoding="utf-8"))
    return {ending: tuple((t, c, a, p) for t, c, a, p in rules) for ending, rules in table.items()}


def by_prefix(
    form: str, look_up: Callable[[str], tuple[Reading, ...] | None], shortest: int = 5
) -> tuple[Reading, ...]:
    """Read a form as prefix and known word; the lemma has the prefix too.

    >>> by_prefix("ξαναγράφει", {"γράφει": (Reading("VERB", "γράφω"),)}.get)
    (Reading(tag='VERB', lemma='ξαναγράφω'),)
    """
    for length in _PREFIX_LENGTHS:  # the longest first
        prefix, rest = form[:length], form[length:]
        if prefix in PREFIXES and len(rest) >= shortest:
            readings = look_up(rest) or (look_up(rest[1:]) if rest.startswith("ρρ") else ())
            if readings:
                return tuple(Reading(reading.tag, prefix + reading.lemma) for reading in readings)
    return ()


def by_ending(form: str, endings: Endings) -> tuple[Reading, ...]:
    """Read a form like the lexicon's entries that share its longest known ending."""
    for length in range(min(LONGEST, len(form) - SHORTEST_STEM), 0, -1):
        rules = endings.get(form[-length:])
        if rules:
            bare = accents.strip(form)
            return tuple(
                Reading(tag, accents.put(bare[: len(bare) - cut] + add, syllable))
                for tag, cut, add, syllable in rules
            )
    return ()
