"""What each word may be, before its context is asked.

A word as written becomes a `Word`: its normalised form, its readings (closed classes, lexicon,
guesser, in that order) and the few strings by which it appears in the features of its neighbours.
Words repeat, so each spelling is worked out once and kept.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

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
from tmima.languages.el.columns import WordMemory
from tmima.languages.el.decisions import ON_LISTS, rule_facts
from tmima.languages.el.dictionary import (
    Change,
    Endings,
    Entry,
    Lexicon,
    readings_by_ending,
    readings_by_prefix,
)
from tmima.languages.el.spans import CLOSING, LEADING
from tmima.languages.el.word import ENDLESS, Word
from tmima.languages.el.word_lists import CLOSED, FORM_BY_KEY, Reading
from tmima.languages.normalise import is_filler

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


_NOT_PLAIN: Final = -2


Pair = tuple[str, str]  # tag, lemma


Added = Mapping[str, tuple[Reading, ...]]  # form -> readings


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
        by_word = list(map(self.memory.numbers.get, words))
        new = [place for place, number in enumerate(by_word) if number is None]
        if new:
            self._add_plain_words(
                [words[place] for place in new],
                self._lexicon.lookup_ids(text, starts[new], ends[new], self._letters),
            )
            for place in new:
                by_word[place] = self.memory.numbers[words[place]]
        return np.array(by_word, dtype=np.int32)

    def _add_plain_words(self, words: list[str], ids: Rows) -> None:
        """Remember words, given their numbers in the lexicon, most of them as words like others.

        All that a word of one reading has but its lemma depends on its tag, its last three letters
        and its capital, unless it is on a list of ours.
        """
        listed = ids >= 0
        changes = iter(self._lexicon.changes_of(ids[listed]))
        known = self.memory.senses
        spellings, like, senses = [], [], []
        for word, number in zip(words, ids.tolist(), strict=True):
            form = word.lower()
            change = next(changes) if number >= 0 else None
            plain = not (number == _NOT_PLAIN or form in ON_LISTS or is_filler(form))
            pair = self._only_reading(word, form, number, change) if plain else None
            key = pair and (pair[0], form[-3:], form != word, change is None)
            if pair is None or key not in self._likes:
                added = self._add_to_cache(word, number)
                if key:
                    self._likes[key] = added
                continue
            spellings.append(word)
            like.append(self._likes[key])
            senses.append(known.setdefault(pair, len(known)))
        self.memory.add_alike(spellings, like, senses)

    def _only_reading(
        self, word: str, form: str, number: int, change: Change | None
    ) -> Pair | None:
        """Return the tag and the lemma of a word that has one reading whatever stands beside it."""
        if self._added or (change is None and (number >= 0 or form != word)):
            return None
        if change is None:
            if self._lexicon.lookup_unaccented(form):
                return None
            readings = self._guess_readings(form, form)
            return readings[0] if len(readings) == 1 and readings[0].tag != "PROPN" else None
        tag, cut, added, _ = change
        lemma = form[: len(form) - cut] + added
        if tag == "PROPN":
            return tag, lemma[0].upper() + lemma[1:]
        if tag == "NOUN" and lemma.endswith(_MAYBE_ADJECTIVES):
            pairs = _add_adjective_reading(form, [(tag, lemma)])
            return pairs[0] if len(pairs) == 1 else None
        return tag, lemma

    def _empty_full_cache(self) -> None:
        if len(self.memory) >= _MEMORY:  # forget all: simple, and never large
            self._forget()

    def _forget(self) -> None:
        self.memory = WordMemory()
        # The number of a word of one reading, by its tag, its last three letters, whether it has a
        # capital, and whether it was guessed.
        self._likes: dict[tuple[str, str, bool, bool], int] = {}

    def _add_to_cache(self, word: str, number: int) -> int:
        read = self._look_up(word) if number == _NOT_PLAIN else self._look_up_plain(word, number)
        if self._added:
            read = self._with_added_readings(read)
        low = word.lower()
        sense = ("INTJ", low) if is_filler(low) else read.answer
        return self.memory.add(word, read, sense, rule_facts(read))

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
        entries: tuple[Entry, ...] = ()
        if number >= 0:
            entries = self._lexicon.entries_of(form, number)
        elif form == word:
            entries = self._lexicon.lookup_unaccented(form)
        return self._word_of_entries(word, form, form, entries)

    def _word_of_entries(self, word: str, form: str, spelt: str, listed: tuple[Entry, ...]) -> Word:
        capital = word[:1].isupper()
        entries = listed if len(listed) == 1 else _plausible_entries(listed, capital=capital)
        if not entries:
            return Word(
                form, self._guess_readings(word, form), known=False, listed=False, capital=capital
            )
        pairs = _add_adjective_reading(form, [entry[:2] for entry in entries])
        result = Word(spelt, pairs, known=True, listed=False, capital=capital)
        if result.only is None:
            result.priors = {entry[0]: entry[2] for entry in reversed(entries)}
        if capital and len(listed) > 1 and not word.isupper():
            result.name = _name_of_rare_noun(listed, result.lemmas.get("NOUN", ""))
            if result.name:
                result.answer = None
        return result

    def _entries(self, word: str, form: str, spelt: str) -> tuple[Entry, ...]:
        entries = self._lexicon.lookup(form)
        if not entries and spelt != form:
            entries = self._lexicon.lookup(spelt)
        if not entries and (word.isupper() or word[:1].islower()):
            # Capitals have no accents; in small letters the accent is missing or misplaced.
            entries = self._lexicon.lookup_unaccented(form)
        return entries

    def _guess_readings(self, word: str, form: str) -> tuple[Reading, ...]:
        if not _GREEK_LETTER.search(form):
            return (Reading("PROPN" if word[:1].isupper() else "NOUN", _usual_spelling(word)),)
        if word.isupper():
            return (Reading("NOUN", _usual_spelling(word)),)  # an acronym
        head, hyphen, tail = form.rpartition("-")
        if hyphen and head and len(tail) > 1:
            readings = self._plain_readings(tail)
            if readings:
                return tuple(
                    Reading(reading.tag, f"{head}-{reading.lemma}") for reading in readings
                )
        if word[:1].isupper():
            # At the head of a sentence it may be any word; elsewhere an adjective in a title.
            other = readings_by_prefix(form, self._plain_readings) or readings_by_ending(
                form, self._endings
            )
            clear = len(other) == 1 and other[0].tag in ("VERB", "ADJ")
            return (Reading("PROPN", form.capitalize()), *(other if clear else ()))
        return (
            readings_by_prefix(form, self._plain_readings)
            or readings_by_ending(form, self._endings)
            or (Reading("NOUN", form),)
        )

    def _plain_readings(self, form: str) -> tuple[Reading, ...]:
        entries = _plausible_entries(self._lexicon.lookup(form), capital=False)
        return tuple([Reading(entry[0], entry[1]) for entry in entries])


def _plain_letters(lexicon: Lexicon) -> Classes:
    """Return the letters that words of a usual spelling have, for `lookup_ids`.

    A capital that lacks its accent, maybe, is not among them.
    """
    table = np.zeros(_PLAIN_CODES, dtype=np.uint16)
    for code, letter in enumerate(map(chr, range(_PLAIN_CODES))):
        low = letter.lower()
        if low not in PLAIN or letter in _BARE_CAPITALS or not lexicon.label(low):
            continue
        table[code] = (
            lexicon.label(low)
            | kernel.UPPER * (low != letter)
            | kernel.ACCENTED * (low in ACCENTED)
            | kernel.NOT_LAST * (low == "σ")
            | kernel.ONLY_LAST * (low == "ς")
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


def _usual_spelling(word: str) -> str:
    return unicodedata.normalize("NFC", word)


def _is_punctuation(form: str) -> bool:
    return not form or regex.match(r"[\p{P}\p{Z}\p{C}\p{M}´`^]", form) is not None
