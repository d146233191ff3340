"""What a Greek word may be by the lexicon, and what one may be that no list knows.

The lexicon maps word forms to word classes and lemmas, from one file that is mapped into memory.
The file is sorted text in blocks of some 32 lines. A look-up bisects the first keys of the blocks
(held in memory, about a megabyte), takes one block out of the map and searches it: O(log n) with
a small constant, and only the pages used are ever read.

What it does not know is guessed. Three things are tried in turn. A productive prefix before a known
word (ξανα-γράφω, υπερ-αγορά) gives the word's own readings. An ending shared by many entries of the
lexicon gives their usual classes, with the change that makes the lemma of the form (-ικής: ADJ,
-ικός). What is left is a noun, or a name when it has a capital, and its lemma is the word as it is
written, as in the paper.

The table of endings (`endings.json`) is counted from the lexicon's own entries by
``tools/greek/endings.py``.
"""

import json
import mmap
import struct
from bisect import bisect_right
from codecs import charmap_decode, charmap_encode
from collections.abc import Callable, Mapping
from encodings.iso8859_7 import decoding_table, encoding_table
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from tmima.languages.el import accents
from tmima.languages.el.word_lists import Reading

UNSEEN: Final = -21.0
_MAGIC: Final = b"TMIMALEX"
_CODEC: Final = "iso8859-7"
_GRADES: Final = {chr(33 + step): round(-21.8 + 0.2 * step, 1) for step in range(94)}
_TAGS: Final = {"N": "NOUN", "P": "PROPN", "V": "VERB", "R": "VERB", "A": "ADJ", "D": "ADV"}
_FOLD: Final = bytes.maketrans("άέήίόύώΐΰϊϋς".encode(_CODEC), "αεηιουωιυιυσ".encode(_CODEC))


class Entry(NamedTuple):
    """One reading of a form.

    `log_probability` is that of the lemma (of this class) in the language at large, natural
    logarithm. `participle` marks a declined participle (γραμμένης) read as its verb (γράφω);
    the same form has an ADJ entry with the participle as lemma (γραμμένος).
    """

    tag: str
    lemma: str
    log_probability: float
    participle: bool = False


class Lexicon:
    """Read-only look-up in a packed lexicon file."""

    def __init__(self, data: mmap.mmap) -> None:
        start = len(_MAGIC)
        if data[:start] != _MAGIC:
            raise ValueError(f"not a lexicon file: begins with {data[:start]!r}, not {_MAGIC!r}")
        blocks, length, _ = struct.unpack_from("<3I", data, start)
        start += 12
        self._data = data
        self._heads = data[start : start + length].split(b"\n")
        start += length
        body = start + 4 * (blocks + 1)
        offsets = struct.unpack_from(f"<{blocks + 1}I", data, start)
        self._offsets = [body + offset for offset in offsets]

    @classmethod
    def open(cls, path: Path) -> "Lexicon":
        """Map the file; nothing but the block heads is read."""
        with path.open("rb") as file:
            return cls(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def lookup(self, form: str) -> tuple[Entry, ...]:
        """The readings of a lower-case NFC monotonic form with its accents, best first."""
        record = self._record(form)
        return _entries(form, record) if record else ()

    def lookup_unaccented(self, key: str) -> tuple[Entry, ...]:
        """The readings of all forms that equal `key` but for accents, diaereses and final sigma.

        For words in capitals: pass them in lower case. The form the language uses most comes first.
        """
        found = sorted(self._variants(key), key=lambda variant: -_GRADES[variant[1][0]])
        entries = [entry for form, record in found for entry in _entries(form, record)]
        return tuple(dict.fromkeys(entries))

    def form_log_probability(self, form: str) -> float:
        """Ln P of the form, however it is written; -21 when it is not in the lexicon."""
        record = self._record(form)
        return _GRADES[record[0]] if record else UNSEEN

    def _block(self, key: bytes) -> bytes:
        at = bisect_right(self._heads, key)
        return self._data[self._offsets[at - 1] : self._offsets[at]] if at else b""

    def _record(self, form: str) -> str:
        # The hottest place of all, so the codec is called without the detour of its name.
        try:
            coded = charmap_encode(form, "strict", encoding_table)[0]
        except UnicodeEncodeError:
            return ""
        head = bisect_right(self._heads, coded.translate(_FOLD))
        if not head:
            return ""
        block = self._data[self._offsets[head - 1] : self._offsets[head]]
        line = b"\n" + coded + b"\t"
        at = block.find(line)
        if at < 0 or b"\t" in coded:
            return ""
        start = at + len(line)
        end = block.find(b"\n", start)
        return charmap_decode(block[start : end if end > 0 else None], "strict", decoding_table)[0]

    def _variants(self, key: str) -> list[tuple[str, str]]:
        try:
            folded = key.encode(_CODEC).translate(_FOLD)
        except UnicodeEncodeError:
            return []
        block = self._block(folded)
        same = block.translate(_FOLD)  # as long as the block: places in it are places in the block
        line = b"\n" + folded + b"\t"
        found: list[tuple[str, str]] = []
        at = -1 if b"\t" in folded else same.find(line)
        while at >= 0 and same.startswith(line, at):
            end = block.find(b"\n", at + 1)
            end = end if end > 0 else len(block)
            form, record = block[at + 1 : end].decode(_CODEC).split("\t")
            found.append((form, record))
            at = end
        return found


@lru_cache(maxsize=1 << 14)
def _read(code: str) -> tuple[str, int, str, float, bool]:
    """Read what the code of an entry says: tag, letters to cut, letters to add, grade, participle.

    Forms that inflect alike share their codes, so the answers are remembered.
    """
    return _TAGS[code[0]], ord(code[2]) - 48, code[3:], _GRADES[code[1]], code[0] == "R"


def _entries(form: str, record: str) -> tuple[Entry, ...]:
    entries = []
    length = len(form)
    for code in record[1:].split(" "):
        tag, cut, added, grade, participle = _read(code)
        lemma = form[: length - cut] + added
        if tag == "PROPN":
            lemma = lemma[0].upper() + lemma[1:]
        entries.append(Entry(tag, lemma, grade, participle))
    return tuple(entries)


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
