"""What each word may be, before its context is asked.

A word as written becomes a `Word`: its normalised form, its readings (closed classes, lexicon,
guesser, in that order) and the few strings by which it appears in the features of its neighbours.
Words repeat, so each spelling is worked out once and kept.
"""

import math
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import compress
from typing import Final, NamedTuple

import numpy as np
import regex

from tmima import kernel
from tmima.kernel.arrays import Classes, Rows
from tmima.languages.el import accents
from tmima.languages.el.characters import (
    ACCENTED,
    PLAIN,
    accentless_key,
    is_unaccented_capitals,
    normalise,
    without_second_accent,
)
from tmima.languages.el.columns import Mask, WordMemory
from tmima.languages.el.decisions import (
    ON_LISTS,
    flags_by_ending,
    flags_of_readings,
    kind_of,
    open_kind,
)
from tmima.languages.el.dictionary import (
    Endings,
    Entry,
    Lexicon,
    readings_by_ending,
    readings_by_prefix,
)
from tmima.languages.el.spans import CLOSING, LEADING
from tmima.languages.el.word import ENDLESS, NO_PRIORS, Word, facts_of_tags, name_as_written
from tmima.languages.el.word_lists import CLOSED, FORM_BY_KEY, Reading
from tmima.languages.normalise import FILLER_HEADS, is_filler

# Lemmas of nouns that are adjectives too, maybe: see `_add_adjective_reading`.
_MAYBE_ADJECTIVES: Final = ("ικό", "ος", "ός")
_NO_NOUN_IN_OS: Final = ("α", "ά", "ες", "ές", "ης", "ής")
_BARE_CAPITALS: Final = frozenset("ΑΕΗΙΟΥΩ")
_MEMORY: Final = 1 << 18
_PLAIN_CODES: Final = 0x400  # Greek ends here
# How much rarer (in nats) a name may be than a noun of the same form, when the word has a capital.
_NAME_MARGIN: Final = 3.0

# A noun rarer than this (ln P), written with a capital, is rather the name of the same form.
_RARE_NOUN: Final = -11.0

_LETTER: Final = regex.compile(r"\p{L}")
_GREEK_LETTER: Final = regex.compile(r"\p{Greek}")
_DIGIT: Final = regex.compile(r"\d")
_ORDINAL: Final = regex.compile(
    r"(\d+)(?:ος|ου|ον|ο|οι|ων|ους|η|ης|ην|ες|α|ός|ού|ό|ή|ής|ές|ά|οί|ών|ούς)"
)
_GREEK_NUMERAL: Final = regex.compile(r"(?:[Α-ΩΣΤ]|ΣΤ|[ΙΚΛ][Α-Θ])'")
_ADVERBS: Final = frozenset(
    {"π.χ", "λ.χ", "δηλ", "βλ", "κ.λπ", "κλπ", "κτλ", "κ.τ.λ", "κ.ά", "κ.ο.κ", "πχ"}
)


# In place of the number of a word in the lexicon: see `Lexicon.lookup_ids`.
_NOT_PLAIN: Final = -2
_UNKNOWN: Final = -3


Pair = tuple[str, str]  # tag, lemma


Added = Mapping[str, tuple[Reading, ...]]  # form -> readings


class Found(NamedTuple):
    """The lemmas of a word by tag, as `Word` has them: see there."""

    lemmas: dict[str, str]
    priors: Mapping[str, float]
    known: bool
    name: str


class Candidates:
    """The readings of words, remembered."""

    def __init__(self, lexicon: Lexicon, endings: Endings, added: Added | None = None) -> None:
        self._lexicon = lexicon
        self._endings = endings
        self._added = added or {}
        self._letters = _plain_letters(lexicon)
        self._forget()

    def __call__(self, word: str) -> Word:
        """Give the readings of a word as written."""
        self._empty_full_cache()
        number = self.memory.numbers.get(word)
        return self.memory.word(self._add_to_cache(word, _NOT_PLAIN) if number is None else number)

    def numbers_of(self, words: Iterable[str]) -> Rows:
        """Give the numbers in the memory of words as written."""
        self._empty_full_cache()
        known = self.memory.numbers
        numbers = [
            self._add_to_cache(word, _NOT_PLAIN) if word not in known else known[word]
            for word in words
        ]
        return np.array(numbers, dtype=np.int32)

    def numbers_in_text(self, text: str, starts: Rows, ends: Rows) -> Rows:
        """Give the numbers in the memory of the words of a text, no two of which are the same."""
        self._empty_full_cache()
        words = kernel.slice_words(text, starts, ends)
        numbers = self.memory.numbers
        found = np.array([numbers.get(word, -1) for word in words], dtype=np.int32)
        new = np.flatnonzero(found < 0)
        if len(new):
            new_words = list(compress(words, (found < 0).tolist()))
            self._add_plain_words(
                new_words,
                self._lexicon.lookup_ids(text, starts[new], ends[new], self._letters),
            )
            found[new] = list(map(numbers.__getitem__, new_words))
        return found

    def _add_plain_words(self, words: list[str], ids: Rows) -> None:
        """Remember words, given their numbers in the lexicon.

        Most are on no list of ours. Of these only the readings are found out here; what else there
        is depends on their tags, their last three letters and their capital.
        """
        memory, sense_number = self.memory, self.memory.sense_number
        single = self._add_single_readings(words, ids)
        left = compress(words, (~single).tolist())
        for word, number in zip(left, ids[~single].tolist(), strict=True):
            form = word.lower()
            foreign = _reading_of_ascii(word, form) if number == _NOT_PLAIN else None
            if (
                self._added
                or (number == _NOT_PLAIN and foreign is None)
                or form in ON_LISTS
                or is_filler(form)
            ):
                self._add_to_cache(word, number)
                continue
            tags: tuple[str, ...] = ()
            capital, flags, sense = word[0] != form[0], 0, -1
            if foreign is not None:
                tags = foreign
                if tags != ("PROPN",):
                    sense = sense_number(tags[0], word)
            else:
                found = self._plain_readings(word, form, number)
                # The lemma of a name depends on its neighbours, and is not always as it is written.
                unusual = not (found.known or capital) and "PROPN" in found.lemmas
                if found.name or unusual:
                    self._add_to_cache(word, number)
                    continue
                tags = tuple(found.lemmas)
                if len(tags) > 1:
                    scheme = facts_of_tags(tags, found.known, False)[3]
                    flags = flags_of_readings(form, scheme, found.lemmas, found.priors)
                    self._add_choices(found)
                elif found.known or tags[0] != "PROPN":
                    sense = sense_number(tags[0], found.lemmas[tags[0]])
            memory.add(word, word, self._kind(tags, capital, flags), form[-3:], sense)

    def _add_single_readings(self, words: list[str], ids: Rows) -> Mask:
        """Remember those of some words that have one reading in the lexicon; tell which these are.

        Nouns that may be adjectives too are not among them.
        """
        if self._added:
            return np.zeros(len(words), dtype=np.bool_)
        places = np.full(len(words), -1, dtype=np.int32)
        listed = ids >= 0
        changes, places[listed] = self._lexicon.changes_of(ids[listed])
        memory = self.memory
        senses, letters = kernel.change_words(
            words,
            places,
            changes,
            ON_LISTS,
            FILLER_HEADS,
            _MAYBE_ADJECTIVES,
            memory.senses,
            memory.letters,
        )
        single = senses >= 0
        told = list(compress(words, single.tolist()))
        # By change, without a capital and with one.
        by_change = [
            [self._kind((tag,), capital, 0) for capital in (False, True)] for tag, *_ in changes
        ]
        capitals = np.array([word[0].isupper() for word in told], dtype=np.int32)
        if told:
            kinds = np.array(by_change, dtype=np.int32)[places[single], capitals]
            memory.add_all(told, kinds, letters[single], senses[single])
        return single

    def _kind(self, tags: tuple[str, ...], capital: bool, flags: int) -> int:
        key = tags, capital, flags
        kind = self._kinds.get(key)
        if kind is None:
            scheme = facts_of_tags(tags, True, False)[3]
            kind = self.memory.kind_number(open_kind(tags, scheme, capital=capital, flags=flags))
            self._kinds[key] = kind
        return kind

    def _empty_full_cache(self) -> None:
        if len(self.memory) >= _MEMORY:  # forget all: simple, and never large
            self._forget()

    def _forget(self) -> None:
        self.memory = WordMemory(self._read, flags_by_ending)
        # The number of a kind by tags, capital and flags.
        self._kinds: dict[tuple[tuple[str, ...], bool, int], int] = {}

    def _read(self, word: str) -> Word:
        read = self._look_up(word)
        return self._with_added_readings(read) if self._added else read

    def _add_to_cache(self, word: str, number: int) -> int:
        read = self._read(word) if number == _NOT_PLAIN else self._look_up_plain(word, number)
        if self._added and number != _NOT_PLAIN:
            read = self._with_added_readings(read)
        low, memory = word.lower(), self.memory
        sense = ("INTJ", low) if is_filler(low) else read.answer
        if read.only is None:
            self._add_choices(Found(read.lemmas, read.priors, read.known, read.name))
        sense_number = -1 if sense is None else memory.sense_number(*sense)
        kind = memory.kind_number(kind_of(read))
        return memory.add(word, read, kind, read.form[-3:], sense_number)

    def _add_choices(self, found: "Found") -> None:
        memory, priors = self.memory, found.priors
        senses = memory.senses
        highest = max(priors.values(), default=0.0)
        for tag, lemma in found.lemmas.items():
            by_context = tag == "NOUN" if found.name else tag == "PROPN" and not found.known
            memory.add_choice(
                -1 if by_context else senses.setdefault((tag, lemma), len(senses)),
                priors.get(tag, -math.inf) if priors else 0.0,
                highest,
            )

    def with_readings(self, added: Added) -> "Candidates":
        """Give the same candidates with the readings of a treebank before their own."""
        return Candidates(self._lexicon, self._endings, added)

    def _with_added_readings(self, listed_word: Word) -> Word:
        added = self._added.get(listed_word.form)
        if not added:
            return listed_word
        own = tuple(Reading(tag, lemma) for tag, lemma in listed_word.lemmas.items())
        result = Word(
            listed_word.form,
            (*added, *own),
            known=True,
            listed=listed_word.listed,
            capital=listed_word.capital,
        )
        result.priors = listed_word.priors
        return result

    def _look_up(self, word: str) -> Word:
        form = normalise(word)
        capital = word[:1].isupper()
        readings = CLOSED.get(form)
        if readings is None and not form.isalpha():
            readings = _readings_of_non_word(word, form)
            if readings and readings[0].tag in ENDLESS:
                return Word(form, readings, known=True, listed=True, capital=False)
            if readings:
                return Word(form, readings, known=True, listed=False, capital=capital)
        spelt = form
        if readings is None:
            spelt = without_second_accent(form) if word == form else _with_usual_accent(word, form)
            if spelt != form:
                readings = CLOSED.get(spelt)
        if readings:
            return Word(spelt, readings, known=True, listed=True, capital=capital)
        return self._word_of_entries(word, form, spelt, self._entries(word, form, spelt))

    def _look_up_plain(self, word: str, number: int) -> Word:
        """Look up a word that is spelt as the lexicon spells, whose number there is known."""
        form = word.lower()
        form = word if form == word else form  # one string, not two that are equal
        readings = CLOSED.get(form)
        if readings:
            return Word(form, readings, known=True, listed=True, capital=form != word)
        return self._word_of_entries(word, form, form, self._plain_entries(word, form, number))

    def _plain_entries(self, word: str, form: str, number: int) -> tuple[Entry, ...]:
        if number >= 0:
            return self._lexicon.entries_of(form, number)
        if number == _UNKNOWN or form != word:
            return ()
        return self._lexicon.lookup_unaccented(form)

    def _plain_readings(self, word: str, form: str, number: int) -> "Found":
        lemmas_and_priors = self._lexicon.lemmas_of(form, number) if number >= 0 else None
        if lemmas_and_priors is None:
            return self._readings(word, form, self._plain_entries(word, form, number))
        lemmas, priors = lemmas_and_priors
        if "NOUN" in lemmas and "ADJ" not in lemmas:
            lemmas = dict(_add_adjective_reading(form, [*lemmas.items()]))
        return Found(lemmas, priors if len(lemmas) > 1 else NO_PRIORS, True, "")

    def _word_of_entries(self, word: str, form: str, spelt: str, listed: tuple[Entry, ...]) -> Word:
        found = self._readings(word, form, listed)
        result = Word(
            spelt if found.known else form,
            tuple(found.lemmas.items()),
            known=found.known,
            listed=False,
            capital=word[:1].isupper(),
        )
        result.priors = found.priors
        if found.name:
            result.name, result.answer = found.name, None
        return result

    def _readings(self, word: str, form: str, listed: tuple[Entry, ...]) -> "Found":
        """Return the readings of a word that is on no list but that of the lexicon."""
        capital = word[:1].isupper()
        entries = listed if len(listed) == 1 else _plausible_entries(listed, capital=capital)
        lemmas: dict[str, str] = {}
        if not entries:
            for tag, lemma in self._guess_readings(word, form):
                lemmas.setdefault(tag, lemma)
            return Found(lemmas, NO_PRIORS, False, "")
        for tag, lemma in _add_adjective_reading(form, [entry[:2] for entry in entries]):
            lemmas.setdefault(tag, lemma)
        priors, name = NO_PRIORS, ""
        if len(lemmas) > 1:
            priors = {entry[0]: entry[2] for entry in reversed(entries)}
        if capital and len(listed) > 1 and not word.isupper():
            name = _name_of_rare_noun(listed, lemmas.get("NOUN", ""))
        return Found(lemmas, priors, True, name)

    def _entries(self, word: str, form: str, spelt: str) -> tuple[Entry, ...]:
        entries = self._lexicon.lookup(form)
        if not entries and spelt != form:
            entries = self._lexicon.lookup(spelt)
        if not entries and (word.isupper() or word[:1].islower()):
            # Capitals have no accents; in small letters the accent is missing or misplaced.
            entries = self._lexicon.lookup_unaccented(form)
        return entries

    def _guess_readings(self, word: str, form: str) -> tuple[Reading, ...]:
        if form[-1:] not in PLAIN and not _GREEK_LETTER.search(form):
            return (Reading("PROPN" if word[:1].isupper() else "NOUN", _usual_spelling(word)),)
        if word.isupper():
            return (Reading("NOUN", _usual_spelling(word)),)  # an acronym
        head, hyphen, tail = form.rpartition("-")
        if hyphen and head and len(tail) > 1:
            readings = self._lexicon_readings(tail)
            if readings:
                return tuple(
                    Reading(reading.tag, f"{head}-{reading.lemma}") for reading in readings
                )
        if word[:1].isupper():
            # At the head of a sentence it may be any word; elsewhere an adjective in a title.
            other = readings_by_prefix(form, self._lexicon_readings) or readings_by_ending(
                form, self._endings
            )
            clear = len(other) == 1 and other[0].tag in ("VERB", "ADJ")
            return (Reading("PROPN", name_as_written(form)), *(other if clear else ()))
        return (
            readings_by_prefix(form, self._lexicon_readings)
            or readings_by_ending(form, self._endings)
            or (Reading("NOUN", form),)
        )

    def _lexicon_readings(self, form: str) -> tuple[Reading, ...]:
        entries = _plausible_entries(self._lexicon.lookup(form), capital=False)
        return tuple([Reading(entry[0], entry[1]) for entry in entries])


def _plain_letters(lexicon: Lexicon) -> Classes:
    """Return the letters that words of a usual spelling have, for `lookup_ids`."""
    table = np.zeros(_PLAIN_CODES, dtype=np.uint16)
    for code, letter in enumerate(map(chr, range(_PLAIN_CODES))):
        low = letter.lower()
        if low not in PLAIN or not lexicon.label(low):
            continue
        table[code] = (
            lexicon.label(low)
            | kernel.UPPER * (low != letter)
            | kernel.ACCENTED * (low in ACCENTED)
            | kernel.NOT_LAST * (low == "σ")
            | kernel.ONLY_LAST * (low == "ς")
            | kernel.BARE * (letter in _BARE_CAPITALS)
        )
    return table


def _with_usual_accent(word: str, form: str) -> str:
    """Return a form with its accent where the lexicon writes it.

    An enclitic throws a second one on it (το αυτοκίνητό μου); many typists leave it off a capital
    (Αλλος).
    """
    if len(word) > 1 and is_unaccented_capitals(word):
        return FORM_BY_KEY.get(accentless_key(form), form)
    if word[:1] in _BARE_CAPITALS and not word.isupper() and accents.accented_syllable(form) == 0:
        return accents.with_accent(form[0], 1) + form[1:]
    return without_second_accent(form)


def _plausible_entries(entries: tuple[Entry, ...], *, capital: bool) -> tuple[Entry, ...]:
    """Leave out the readings that writing or convention rule out.

    A declined participle (γραμμένος) is read as the adjective it is by inflexion, not as its verb.
    A name is written with a capital; so a form that may be a name or a noun is one of them by its
    writing.
    """
    if len(entries) == 1:
        return entries
    kept = tuple([entry for entry in entries if not entry[3]]) or entries
    names = [entry for entry in kept if entry[0] == "PROPN"]
    nouns = [entry for entry in kept if entry[0] == "NOUN"]
    if not names or (not nouns and (capital or len(kept) == len(names))):
        return kept
    name = capital and (not nouns or names[0][2] >= nouns[0][2] - _NAME_MARGIN)
    out = "NOUN" if name else "PROPN"
    return tuple([entry for entry in kept if entry[0] != out])


def _name_of_rare_noun(entries: tuple[Entry, ...], noun: str) -> str:
    """Give the name that a rare noun also is: Καβάφης, a καβάφης by origin."""
    names = {entry[1] for entry in entries if entry[0] == "PROPN"}
    rare = all(entry[2] < _RARE_NOUN for entry in entries if entry[0] == "NOUN")
    name = noun[:1].upper() + noun[1:]
    return name if rare and name in names else ""


def _add_adjective_reading(form: str, pairs: list[Pair]) -> list[Pair]:
    """Add the adjective where a list has it as a noun only.

    A word in -ικός is an adjective first. And no noun in -ος has forms in -α, -ες, -ης (χρόνια and
    its like apart): such forms are of an adjective that is used as a noun too.
    """
    lemma = ""
    for tag, known_lemma in pairs:
        if tag == "ADJ":
            return pairs
        if tag == "NOUN":
            lemma = lemma or known_lemma
    if not lemma:
        return pairs
    if lemma.endswith(("ικός", "ικό")):
        return [*pairs, ("ADJ", lemma.removesuffix("ς") + "ς")]
    if not lemma.endswith(("ος", "ός")) or form == lemma[:-1] + "τα":  # γεγονότα: a neuter in -ός
        return pairs
    if form.endswith(_NO_NOUN_IN_OS) and not form.endswith(("ια", "ιά")):
        return [("ADJ", lemma), *[pair for pair in pairs if pair[0] != "NOUN"]]
    return pairs


def _readings_of_non_word(word: str, form: str) -> tuple[Reading, ...]:
    """Return the readings of numbers, punctuation, numerals and abbreviations."""
    if not _LETTER.search(form):
        tag = "NUM" if _DIGIT.search(form) else "PUNCT" if _is_punctuation(form) else "SYM"
        return (Reading(tag, form or word),)
    ordinal = _ORDINAL.fullmatch(form)
    if ordinal:
        return (Reading("ADJ", ordinal.group(1) + "ος"),)
    if _GREEK_NUMERAL.fullmatch(word.translate({0x2019: "'", 0x0384: "'", 0xB4: "'", 0x374: "'"})):
        return (Reading("ADJ", form),)
    if _DIGIT.match(form):
        return (Reading("ADJ" if form.endswith(("χρονος", "χρονη", "χρονο")) else "NOUN", form),)
    if form[-1] == ".":
        bare = form[:-1]
        if bare in _ADVERBS and not (word[-2:-1].isupper()):
            return (Reading("ADV", form),)
        if "." in bare or bare in LEADING or bare in CLOSING or len(bare) == 1:
            return (Reading("NOUN", form),)
    return ()


def _reading_of_ascii(word: str, form: str) -> tuple[str] | None:
    """Return the tag of a word of Latin letters, or of none but with digits; None of any other.

    Its lemma is the word itself. The lexicon has no Latin letters.
    """
    if not word.isascii():
        return None
    if word.isalpha():
        return ("PROPN",) if word[0] != form[0] else ("NOUN",)
    return ("NUM",) if word[:1].isdigit() and word == word.upper() == form else None


def _usual_spelling(word: str) -> str:
    return unicodedata.normalize("NFC", word)


def _is_punctuation(form: str) -> bool:
    return not form or regex.match(r"[\p{P}\p{Z}\p{C}\p{M}´`^]", form) is not None
