"""The Greek lexicon: word form -> word classes and lemmas, mapped into memory from one file.

The file is sorted text in blocks of some 32 lines. A look-up bisects the first keys of the blocks
(held in memory, about a megabyte), takes one block out of the map and searches it: O(log n) with
a small constant, and only the pages used are ever read.
"""

import mmap
import struct
from bisect import bisect_right
from codecs import charmap_decode, charmap_encode
from encodings.iso8859_7 import decoding_table, encoding_table
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

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

    def accented_forms(self, key: str) -> tuple[str, ...]:
        """The forms that equal `key` but for accents and final sigma; the most used first."""
        found = sorted(self._variants(key), key=lambda variant: -_GRADES[variant[1][0]])
        return tuple(form for form, _ in found)

    def form_log_probability(self, form: str) -> float:
        """Ln P of the form, however it is written; -21 when it is not in the lexicon."""
        record = self._record(form)
        return _GRADES[record[0]] if record else UNSEEN

    def lemma_log_probability(self, lemma: str) -> float:
        """Ln P of the lemma over all its forms, the best of its classes; -21 when unknown."""
        entries = self.lookup(lemma.lower())
        known = (entry.log_probability for entry in entries if entry.lemma == lemma)
        return max(known, default=UNSEEN)

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
