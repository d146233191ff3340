"""What a Greek word may be by the lexicon, and what one may be that no list knows.

The lexicon maps word forms to word classes and lemmas, from one file that is mapped into memory; no
part of it is read before it is asked for. The forms are the ways through a minimal automaton, which
also numbers them (`kernel.lookup_form`); by number a column has the record of the form, by
record two columns have its readings as changes of letters, which forms that inflect alike share,
and the frequencies of its lemmas. `tools/greek/lexicon/pack.py` says how the file is laid out.

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
from codecs import charmap_build, charmap_encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from tmima import kernel
from tmima.kernel.arrays import Classes, Rows
from tmima.languages.el import accents
from tmima.languages.el.characters import accentless_key
from tmima.languages.el.word_lists import Reading

UNSEEN: Final = -21.0
_MAGIC: Final = b"TMIMALX2"
_GRADES: Final = [round(-21.8 + 0.2 * step, 1) for step in range(94)]
_TAGS: Final = {"N": "NOUN", "P": "PROPN", "V": "VERB", "R": "VERB", "A": "ADJ", "D": "ADV"}
_LABELS: Final = 64
_NO_LETTER: Final = "\ufffe"  # to the codecs
# The sections of the file in their order: the numbers of each are of this kind.
_SECTIONS: Final = ("<u4", "<u4", "<u4", "<u2", "<u2", "<u2", "u1", "u1", "u1", "u1")
_SET: Final = 5  # the grade of a form and of four lemmas at most

# Of a reading: its tag, how many letters of the form go and what comes for them, participle or not.
Change = tuple[str, int, str, bool]


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


# The readings of every new word are made: this is how a named tuple is made without its detours.
_new_entry: Final = tuple.__new__


class Lexicon:
    """Read-only look-up in a packed lexicon file."""

    def __init__(self, data: mmap.mmap | bytes) -> None:
        if data[: len(_MAGIC)] != _MAGIC:
            head = data[: len(_MAGIC)]
            raise ValueError(f"not a lexicon file: begins with {head!r}, not {_MAGIC!r}")
        start = len(_MAGIC) + 4 * len(_SECTIONS)
        sizes = np.frombuffer(data, "<u4", len(_SECTIONS), len(_MAGIC)).tolist()
        columns = []
        for kind, size in zip(_SECTIONS, sizes, strict=True):
            column = np.frombuffer(data, kind, size, start)
            # Where the bytes of numbers lie the other way, a copy.
            columns.append(column.astype(column.dtype.newbyteorder("="), copy=False))
            start += column.nbytes
        self._arcs, self._skips = columns[:2]
        # Single numbers are taken out of views sooner than out of arrays.
        views = [column.data for column in columns[2:]]
        self._ends, self._low, self._shapes, self._sets, self._high = views[:5]
        self._grades, self._text, alphabet = views[5:]
        # Label 0 is of no letter of a form.
        self._letters = alphabet.tobytes().decode("utf-8")
        labels = {letter: label for label, letter in enumerate(self._letters)}
        folds = [labels.get(accentless_key(letter), label) for letter, label in labels.items()]
        self._folds = bytes(folds).ljust(_LABELS, b"\0")
        self._coding = charmap_build(self._letters.ljust(256, _NO_LETTER))
        # By shape, as far as asked for.
        self._changes: dict[int, tuple[Change, ...]] = {}
        self._kept: dict[int, tuple[tuple[int, str, int, str], ...] | None] = {}

    @classmethod
    def open(cls, path: Path) -> "Lexicon":
        """Map the file; next to nothing of it is read."""
        with path.open("rb") as file:
            return cls(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def __len__(self) -> int:
        return len(self._low)

    def __iter__(self) -> Iterator[str]:
        """Yield all forms, in order."""
        ways = [("", 0)]
        while ways:
            form, place = ways.pop()
            arc = int(self._arcs[place])
            if not arc & kernel.LAST:
                ways.append((form, place + 1))
            reached = form + self._letters[arc & kernel.LABEL]
            if arc >> kernel.TARGET:
                ways.append((reached, arc >> kernel.TARGET))
            if arc & kernel.ENDS:
                yield reached

    def lookup(self, form: str) -> tuple[Entry, ...]:
        """The readings of a lower-case NFC monotonic form with its accents, best first."""
        number = self._form_number(form)
        return () if number < 0 else self._entries(form, self._packed_record(number))

    def lookup_unaccented(self, key: str) -> tuple[Entry, ...]:
        """The readings of all forms that equal `key` but for accents, diaereses and final sigma.

        For words in capitals: pass them in lower case. The form the language uses most comes first.
        """
        try:
            labels = charmap_encode(accentless_key(key), "strict", self._coding)[0]
        except UnicodeEncodeError:
            return ()
        alike = kernel.lookup_folded_forms(self._arcs, self._skips, labels, self._folds)
        records = [(self._packed_record(number), labels) for number, labels in alike]
        records.sort(key=lambda each: -self._log_probability(each[0]))
        entries = [
            entry
            for record, labels in records
            for entry in self._entries("".join([self._letters[label] for label in labels]), record)
        ]
        return tuple(dict.fromkeys(entries))

    def form_log_probability(self, form: str) -> float:
        """Ln P of the form, however it is written; -21 when it is not in the lexicon."""
        number = self._form_number(form)
        return UNSEEN if number < 0 else self._log_probability(self._packed_record(number))

    def lookup_ids(self, text: str, starts: Rows, ends: Rows, letters: Classes) -> Rows:
        """Return the numbers of words of a text in the lexicon.

        -1 stands for a word that the lexicon has not, -2 for one of unusual spelling, which must be
        looked up by itself, -3 for one in small letters that the lexicon has not with other accents
        either; `letters` says which letters usual spellings have.
        """
        return kernel.lookup_plain_words(
            text, starts, ends, letters, self._arcs, self._skips, self._folds
        )

    def changes_of(self, numbers: Rows) -> tuple[list[tuple[str, int, str]], Rows]:
        """Tell of forms by their numbers how the lemma is made, where there is one reading.

        Returns:
            the changes: a tag, how many letters of the form go and what comes for them; for each
            form the place of its change, -1 where it has several readings.
        """
        low, high, shapes = map(np.asarray, (self._low, self._high, self._shapes))
        records = low[numbers] | high[numbers].astype(np.uint32) << 16
        shapes = shapes[records]
        used = np.flatnonzero(np.bincount(shapes))
        places = np.searchsorted(used, shapes)
        by_shape = [self._changes_of_shape(shape) for shape in used.tolist()]
        single = np.array([len(changes) == 1 for changes in by_shape], dtype=np.bool_)
        return [one[0][:3] for one in by_shape], np.where(single[places], places, -1)

    def lemmas_of(self, form: str, number: int) -> tuple[dict[str, str], dict[str, float]] | None:
        """The lemmas of a form by its number and how frequent each is, by tag; the best of each.

        Declined participles are left out where there is anything else. None if one is a name.
        """
        record = self._packed_record(number)
        shape = self._shapes[record]
        kept = self._kept.get(shape, ())
        if kept == ():
            kept = self._kept[shape] = _kept_changes(self._changes_of_shape(shape))
        if kept is None:
            return None
        first, length = _SET * self._sets[record], len(form)
        lemmas: dict[str, str] = {}
        priors: dict[str, float] = {}
        for place, tag, cut, added in kept:
            if tag not in lemmas:
                lemmas[tag] = form[: length - cut] + added
                priors[tag] = _GRADES[self._grades[first + place]]
        return lemmas, priors

    def entries_of(self, form: str, number: int) -> tuple[Entry, ...]:
        """The readings of the form that has a number, best first."""
        return self._entries(form, self._packed_record(number))

    def label(self, letter: str) -> int:
        """The label of a letter in the automaton; 0 for those that no form has."""
        return max(0, self._letters.find(letter))

    def _form_number(self, form: str) -> int:
        try:
            labels = charmap_encode(form, "strict", self._coding)[0]
        except UnicodeEncodeError:
            return -1
        return kernel.lookup_form(self._arcs, self._skips, labels)

    def _packed_record(self, number: int) -> int:
        return self._low[number] | self._high[number] << 16

    def _log_probability(self, record: int) -> float:
        return _GRADES[self._grades[_SET * self._sets[record]]]

    def _entries(self, form: str, record: int) -> tuple[Entry, ...]:
        shape = self._shapes[record]
        changes = self._changes_of_shape(shape)
        place = _SET * self._sets[record]
        entries = []
        length = len(form)
        for tag, cut, added, participle in changes:
            place += 1
            lemma = form[: length - cut] + added
            if tag == "PROPN":
                lemma = lemma[0].upper() + lemma[1:]
            grade = _GRADES[self._grades[place]]
            entries.append(_new_entry(Entry, (tag, lemma, grade, participle)))
        return tuple(entries)

    def _changes_of_shape(self, shape: int) -> tuple[Change, ...]:
        """Return how the lemmas are made of a form; read once, for many forms inflect alike."""
        if shape in self._changes:
            return self._changes[shape]
        text = self._text[self._ends[shape] : self._ends[shape + 1]].tobytes()
        self._changes[shape] = changes = tuple(
            (_TAGS[code[0]], ord(code[1]) - 48, code[2:], code[0] == "R")
            for code in text.decode("iso8859-7").split(" ")
        )
        return changes


def _kept_changes(changes: Sequence[Change]) -> tuple[tuple[int, str, int, str], ...] | None:
    """Return the changes that `lemmas_of` reads, and the place of each; None if one is a name."""
    if any(tag == "PROPN" for tag, *_ in changes):
        return None
    told = tuple((place, *change[:3]) for place, change in enumerate(changes, start=1))
    kept = tuple(one for one, change in zip(told, changes, strict=True) if not change[3])
    return kept or told


LONGEST: Final = 6
SHORTEST_STEM: Final = 2

# Of a reading: tag, letters to cut off the bare form, letters to add, syllable of the lemma's
# accent.
Rule = tuple[str, int, str, int]
Endings = Mapping[str, Sequence[Rule]]  # the most usual rule first

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
# By their first two letters, the longest first.
_PREFIXES_BY_HEAD: Final = {
    head: sorted((each for each in PREFIXES if each[:2] == head), key=len, reverse=True)
    for head in {each[:2] for each in PREFIXES}
}


def load_endings(path: Path) -> Endings:
    """Read the table of endings."""
    endings: Endings = json.loads(path.read_bytes())
    return endings


def readings_by_prefix(
    form: str, look_up: Callable[[str], tuple[Reading, ...] | None], shortest: int = 5
) -> tuple[Reading, ...]:
    """Read a form as prefix and known word; the lemma has the prefix too.

    >>> readings_by_prefix("ξαναγράφει", {"γράφει": (Reading("VERB", "γράφω"),)}.get)
    (Reading(tag='VERB', lemma='ξαναγράφω'),)
    """
    for prefix in _PREFIXES_BY_HEAD.get(form[:2], ()):
        rest = form[len(prefix) :]
        if form.startswith(prefix) and len(rest) >= shortest:
            readings = look_up(rest) or (look_up(rest[1:]) if rest.startswith("ρρ") else ())
            if readings:
                return tuple(Reading(reading.tag, prefix + reading.lemma) for reading in readings)
    return ()


def readings_by_ending(form: str, endings: Endings) -> tuple[Reading, ...]:
    """Read a form like the lexicon's entries that share its longest known ending."""
    for length in range(min(LONGEST, len(form) - SHORTEST_STEM), 0, -1):
        rules = endings.get(form[-length:])
        if rules:
            bare = accents.without_accents(form)
            return tuple(
                [
                    Reading(tag, accents.with_accent(bare[: len(bare) - cut] + add, syllable))
                    for tag, cut, add, syllable in rules
                ]
            )
    return ()
