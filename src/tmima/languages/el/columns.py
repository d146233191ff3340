"""The rules of `decisions` for all words of a text at once.

Words that were met are remembered as rows of numbers, and a text is a line of such rows, with edges
between its sentences. A rule looks at the places of the line that are its own. It depends on the
tag before a word in few ways, which are its reactions: a row each of `HINTS`, by the tag before.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from struct import Struct
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from tmima.arrays import Bytes, Rows
from tmima.kernel import ALL_CELLS, CELLS
from tmima.languages.el import decisions, nominal
from tmima.languages.el.word import TAGS, Word, edge

Those = NDArray[np.bool_]
Told = NDArray[np.int64]

ALL_TAGS: Final = (*TAGS, "PROPN", "PUNCT", "SYM")
EDGE: Final = len(ALL_TAGS)
CODES: Final = {tag: code for code, tag in enumerate(ALL_TAGS)}
_BITS: Final = {tag: 1 << code for tag, code in CODES.items()}


def _mask(tags: Iterable[str]) -> int:
    return sum(_BITS[tag] for tag in tags)


_VERBAL: Final = _mask(decisions.VERBAL)
_NOMINAL: Final = _mask(decisions.NOMINAL)
_GOES_ON: Final = _mask(nominal.GOES_ON)
_NAMING: Final = _mask(["NOUN", "PROPN"])
_ENDS_CONJUNCT: Final = np.zeros(EDGE + 1, dtype=np.bool_)
_ENDS_CONJUNCT[[CODES[tag] for tag in ("PUNCT", "SCONJ", "PART")]] = True

# The forms that rules speak of, by number; 0 is of all others.
_TOLD: Final = (
    decisions.BEFORE_VERB
    | decisions.BEGINS_CLAUSE
    | decisions.CLITICS
    | decisions.ACCUSATIVE
    | decisions.LIMITS
    | decisions.OVER_ADVERB
    | nominal.A
    | nominal.ADVERBS_OF_STATE
    | nominal.ARTICLES.keys()
    | frozenset("και κι επίσης πιο ή , ; να θα ακόμα καν τω στο εν τη προς μέσα".split())
)
FORMS: Final = {form: number for number, form in enumerate(sorted(_TOLD), start=1)}


def _among(forms: Iterable[str]) -> Those:
    """Tell by number which of the forms are meant."""
    table = np.zeros(len(FORMS) + 1, dtype=np.bool_)
    table[[FORMS[form] for form in forms]] = True
    return table


_BEFORE_VERB: Final = _among(decisions.BEFORE_VERB)
_BEGINS_CLAUSE: Final = _among(decisions.BEGINS_CLAUSE)
_CLITICS: Final = _among(decisions.CLITICS)
_ACCUSATIVE: Final = _among(decisions.ACCUSATIVE)
_LIMITS: Final = _among(decisions.LIMITS)
_OVER_ADVERB: Final = _among(decisions.OVER_ADVERB)
_A: Final = _among(nominal.A)
_STATE: Final = _among(nominal.ADVERBS_OF_STATE)
_ARTICLES: Final = np.zeros(len(FORMS) + 1, dtype=np.int32)
for _form, _cells in nominal.ARTICLES.items():
    _ARTICLES[FORMS[_form]] = sum(CELLS[cell] for cell in _cells)

# What is told of a word by itself.
_CAPITAL: Final = 1
_INFINITIVE: Final = 2
_SINGULAR: Final = 4
_IN_A: Final = 8
_LIKE_NOUN: Final = 16  # its adjective and noun are one: απλό, απλός
_LIKE_NOUN_IN_MENA: Final = 32
_ADVERBIAL: Final = 64
_COPULA: Final = 128

_ROW: Final = np.dtype(
    [
        ("final", np.int64),
        ("can", np.uint32),
        ("sense", np.int32),
        # Cells as bits, when they are first asked for.
        ("noun", np.int32),
        ("adjective", np.int32),
        ("fitting", np.int32),
        ("form", np.uint16),
        ("flags", np.uint16),
        ("first", np.int8),
        ("only", np.int8),
        ("rule", np.uint8),
    ],
    align=True,
)
_PACKED: Final = "qIiiiiHHbbB0q"  # the same
_UNASKED: Final = -1
_EDGE_ROW: Final = (0, 1 << EDGE, -1, 0, 0, 0, 0, 0, EDGE, EDGE, 0)

Row = tuple[int, int, int, int, int, int, int, int, int, int, int]


@lru_cache(maxsize=1 << 12)
def _by_ending(ending: str, final: str) -> tuple[int, int]:
    """Give what the last two letters tell of a word, and a number for its final."""
    flags = (
        _INFINITIVE * ending.endswith(decisions.INFINITIVE)
        | _SINGULAR * ending.endswith(decisions.SINGULAR)
        | _IN_A * ending.endswith(("α", "ά"))
    )
    number = 0
    for letter in final:
        number = number << 21 | ord(letter)
    return flags, number


def row_of(word: Word, sense: int) -> Row:
    """Give the row of a word."""
    flags, final = _by_ending(word.ending, word.final)
    tags, rule = word.tags, 0
    first = CODES[tags[0]]
    if word.capital:
        flags |= _CAPITAL
    if word.only is not None:
        can, only = 1 << first, first
    else:
        can, only = _mask(tags), -1
        flags |= _flags_of_several(word)
        if word.listed:
            rule = _NUMBERS[decisions.rule_of(word)]
    if "AUX" in tags and word.lemmas["AUX"] == "είμαι":
        flags |= _COPULA
    form = FORMS.get(word.form, 0)
    cells = _UNASKED
    return final, can, sense, cells, cells, cells, form, flags, first, only, rule


def _flags_of_several(word: Word) -> int:
    alike = nominal.is_like_noun(word)
    return (
        _LIKE_NOUN * alike
        | _LIKE_NOUN_IN_MENA * (alike and word.form.endswith("μένα"))
        | _ADVERBIAL * decisions.is_adverbial(word)
    )


def _noun(word: Word) -> int:
    lemma = word.lemmas.get("NOUN")
    return 0 if lemma is None else _bits(nominal.noun_cells(word.form, lemma))


def _adjective(word: Word) -> int:
    return _bits(nominal.adjective_cells(word.form))


def _fitting(word: Word) -> int:
    """Give the cells that an article has before it; all, for what is not rather a verb."""
    found = nominal.nominal_cells(word)
    return ALL_CELLS if found is None else _bits(found)


def _bits(cells: Iterable[str]) -> int:
    return sum(CELLS[cell] for cell in cells)


_CELLS: Final = {"noun": _noun, "adjective": _adjective, "fitting": _fitting}


class Grown:
    """A column that grows. New entries are bytes: objects would keep the garbage collector busy."""

    def __init__(self, kind: npt.DTypeLike, packed: str, *width: int) -> None:
        self._array = np.zeros((1 << 10, *width), dtype=kind)
        self._pack = Struct(packed).pack
        self._new = bytearray()
        self._count = 0

    def append(self, *entry: float) -> None:
        """Add an entry."""
        self._new += self._pack(*entry)

    @property
    def array(self) -> NDArray[Any]:
        """All entries."""
        if self._new:
            width = self._array.shape[1:]
            new = np.frombuffer(bytes(self._new), dtype=self._array.dtype).reshape(-1, *width)
            first, self._count = self._count, self._count + len(new)
            if self._count > len(self._array):
                larger = np.zeros((2 * self._count, *width), self._array.dtype)
                larger[:first] = self._array[:first]
                self._array = larger
            self._array[first : self._count] = new
            self._new.clear()
        return self._array[: self._count]


class Memory:
    """Words that were met, as rows; the first is the edge of a sentence."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.senses: dict[tuple[str, str], int] = {}
        self.words: list[Word] = [edge()]
        self._rows = Grown(_ROW, _PACKED)
        self._rows.append(*_EDGE_ROW)

    def add(self, spelling: str, word: Word, alone: tuple[str, str] | None) -> int:
        """Remember a word and its sense, if it has one alone."""
        sense = -1 if alone is None else self.senses.setdefault(alone, len(self.senses))
        number = len(self.words)
        self.words.append(word)
        self._rows.append(*row_of(word, sense))
        self.numbers[spelling] = number
        return number

    @property
    def rows(self) -> NDArray[Any]:
        """The rows of all words."""
        return self._rows.array


class Line:
    """The words of a text in their order, by number, two edges around each sentence."""

    def __init__(self, memory: Memory, numbers: Rows, edges: Rows) -> None:
        counts = np.diff(edges)
        owners = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        self.places = np.arange(2, 2 + len(numbers), dtype=np.int32) + 2 * owners
        self.numbers = np.zeros(len(numbers) + 2 * len(edges), dtype=np.int32)
        self.numbers[self.places] = numbers
        self._ends = edges[1:] + 2 * np.arange(1, len(edges), dtype=np.int32)
        self._memory = memory
        self._rows = memory.rows

    def see(self, name: str, at: Rows) -> Told:
        """Give a column of the words at places."""
        numbers = self.numbers[at]
        found: Told = self._rows[name][numbers]
        unasked = set(numbers[found == _UNASKED].tolist()) if name in _CELLS else ()
        if unasked:
            for number in unasked:
                self._rows[name][number] = _CELLS[name](self._memory.words[number])
            found = self._rows[name][numbers]
        return found

    def can(self, at: Rows, tags: int) -> Those:
        """Tell which words may have one of some tags."""
        told: Those = self.see("can", at) & tags != 0
        return told

    def is_form(self, at: Rows, *forms: str) -> Those:
        """Tell which words have one of some forms."""
        found = self.see("form", at)
        told: Those = found == FORMS[forms[0]]
        for form in forms[1:]:
            told |= found == FORMS[form]
        return told

    def has(self, at: Rows, flag: int) -> Those:
        """Tell which words have a flag."""
        told: Those = self.see("flags", at) & flag != 0
        return told

    def is_edge(self, at: Rows) -> Those:
        """Tell which are no words."""
        told: Those = self.numbers[at] == 0
        return told

    def has_before_end(self, at: Rows, form: str, furthest: int) -> Those:
        """Tell whether a form follows within a sentence, so many words from there at most."""
        places = np.flatnonzero(self._rows["form"][self.numbers] == FORMS[form])
        places = np.append(places, len(self.numbers))
        ends = self._ends[np.searchsorted(self._ends, at, side="right")]
        told: Those = places[np.searchsorted(places, at)] < np.minimum(ends, at + furthest)
        return told

    def is_predicate(self, at: Rows) -> Those:
        """Tell of adjectives whether they are said of the subject; see `nominal`."""
        copula = self.has(at - 1, _COPULA) | self.has(at - 2, _COPULA)
        found = copula & ~_STATE[self.see("form", at)] & ~self.is_form(at - 1, ",")
        return found & ~_A[self.see("form", at + 1)] & ~self.can(at + 1, _GOES_ON)

    def is_adjective_of_next(self, at: Rows) -> Those:
        """Tell whether an agreeing noun follows, after other adjectives; see `nominal`."""
        found = np.zeros(len(at), dtype=np.bool_)
        left = np.arange(len(at))
        for step in (1, 2, 3):
            if not len(left):
                break
            only = self.see("only", at[left] + step)
            nouns = left[only == CODES["NOUN"]]
            cells = self.see("noun", at[nouns] + step)
            found[nouns] = cells & self.see("adjective", at[nouns]) != 0
            left = left[only == CODES["ADJ"]]
        return found

    def end_of_series(self, at: Rows) -> Rows:
        """Skip adjectives joined to one; see `nominal`."""
        at = at.copy()
        left = np.arange(len(at))
        for _ in range((nominal.LONGEST_SERIES - 1) // 2):
            if not len(left):
                break
            here = at[left]
            joined = self.is_form(here + 1, ",", "και", "ή") & self.can(here + 2, _BITS["ADJ"])
            left = left[joined & self.has(here + 2, _IN_A)]
            at[left] += 2
        return at


# Reactions. The first are always the same tag, then comes always none.
NO_HINT: Final = len(ALL_TAGS)
_RELATIVE: Final = NO_HINT + 1
_WHY: Final = NO_HINT + 2
_NOUN_OR_ADVERB: Final = NO_HINT + 3
_ALONE: Final = NO_HINT + 4
_IN_A_FIRST: Final = NO_HINT + 5  # and those after it, by what is told in bits
_ARTICLE_BEFORE, _NOT_ITS_ARTICLE, _SAME_FINAL, _ELSE_ADVERB, _ELSE_ADJECTIVE = 1, 2, 4, 8, 16


def _in_a(told: int, before: int) -> int:
    """Give the hint for an adverb or adjective in -α."""
    if told & _ARTICLE_BEFORE and before not in (CODES["PRON"], EDGE):
        adverb = bool(told & _NOT_ITS_ARTICLE)
    elif before == CODES["DET"] or (before == CODES["ADJ"] and told & _SAME_FINAL):
        adverb = False
    else:
        adverb = bool(told & _ELSE_ADVERB)
    return CODES["ADV"] if adverb else CODES["ADJ"] if told & _ELSE_ADJECTIVE else _NOT_ADVERB


_NOTHING: Final = -1
_NOT_ADVERB: Final = -2 - CODES["ADV"]


def _by_tag_before(tags: str, then: int, otherwise: int) -> list[int]:
    """Give a reaction to some tags, and another to the rest."""
    named = {EDGE if tag == "edge" else CODES[tag] for tag in tags.split()}
    return [then if before in named else otherwise for before in range(EDGE + 1)]


def _hints() -> Bytes:
    every = range(EDGE + 1)
    table = [[code for _ in every] for code in range(NO_HINT)]
    table.append([_NOTHING for _ in every])
    table.append(_by_tag_before("edge VERB ADV ADP", CODES["SCONJ"], CODES["PRON"]))
    table.append(_by_tag_before("edge PUNCT CCONJ DET", CODES["ADV"], CODES["SCONJ"]))
    table.append(_by_tag_before("DET ADJ NUM ADP", CODES["NOUN"], CODES["ADV"]))
    table.append(_by_tag_before("DET", CODES["NOUN"], _NOTHING))
    table += [[_in_a(told, before) for before in every] for told in range(32)]
    return np.array(table, dtype=np.int8)


HINTS: Final = _hints()

ColumnRule = Callable[[Line, Rows], Told]


def _either(those: Those, then: str, otherwise: str) -> Told:
    return np.where(those, CODES[then], CODES[otherwise])


def _open(line: Line, at: Rows) -> Told:
    """What is not listed; see `decisions.suggest`."""
    found = np.full(len(at), NO_HINT)
    before = _ARTICLES[line.see("form", at - 1)] != 0
    after = line.see("only", at + 1)
    verb = (after == CODES["VERB"]) | (after == CODES["AUX"])
    found[before & verb & line.can(at, _BITS["NOUN"])] = _ALONE
    of_next = line.is_adjective_of_next(at)
    found[of_next & line.can(at, _BITS["ADJ"])] = CODES["ADJ"]
    first = np.flatnonzero(line.is_edge(at - 1) & line.can(at, _BITS["VERB"]))
    found[first[_is_joined_to_verb(line, at[first])]] = CODES["VERB"]
    predicate = line.is_predicate(at)
    adverbial = np.flatnonzero(line.has(at, _ADVERBIAL))
    adjective = of_next | (predicate & line.has(at, _LIKE_NOUN))
    found[adverbial] = _adverb_in_a(line, at[adverbial], predicate[adverbial], adjective[adverbial])
    found[predicate & line.has(at, _LIKE_NOUN_IN_MENA)] = CODES["ADJ"]
    return found


def _adverb_in_a(line: Line, at: Rows, predicate: Those, adjective: Those) -> Told:
    own = line.see("adjective", at)
    article = _ARTICLES[line.see("form", at - 1)]
    same = line.see("final", at - 1) == line.see("final", at)
    after = line.end_of_series(at) + 1
    nouns = line.see("noun", after)
    adverb = (nouns & CELLS["npN"] == 0) & (own & nouns & CELLS["fsN"] == 0)
    told: Told = (
        _IN_A_FIRST
        + _ARTICLE_BEFORE * (article != 0)
        + _NOT_ITS_ARTICLE * (article & own == 0)
        + _SAME_FINAL * same
        + _ELSE_ADVERB * (adverb & ~predicate)
        + _ELSE_ADJECTIVE * adjective
    )
    return told


def _is_joined_to_verb(line: Line, at: Rows) -> Those:
    found = np.zeros(len(at), dtype=np.bool_)
    left = np.arange(len(at))
    for step in range(1, decisions.LONGEST_CONJUNCT):
        if not len(left):
            break
        here = at[left] + step
        joins = line.is_form(here, "και", "κι")
        found[left[joins]] = line.see("only", here[joins] + 1) == CODES["VERB"]
        over = line.can(here, _VERBAL) | _ENDS_CONJUNCT[line.see("first", here)]
        left = left[~(joins | over | line.is_edge(here))]
    return found


def _article_or_pronoun(line: Line, at: Rows) -> Told:
    can = line.see("can", at + 1)
    pronoun = (can | _VERBAL == _VERBAL) | _BEGINS_CLAUSE[line.see("form", at + 1)]
    pronoun |= (can & _VERBAL != 0) & _BEFORE_VERB[line.see("form", at - 1)]
    verbs = np.flatnonzero(can & _BITS["VERB"] != 0)
    article = _ARTICLES[line.see("form", at[verbs])]
    pronoun[verbs] |= line.see("fitting", at[verbs] + 1) & article == 0
    return _either(~pronoun & (can & (_NOMINAL | _BITS["ADV"]) != 0), "DET", "PRON")


def _determiner_or_pronoun(line: Line, at: Rows) -> Told:
    return _either(line.can(at + 1, _NOMINAL), "DET", "PRON")


def _preposition_or_pronoun(line: Line, at: Rows) -> Told:
    return _either(line.can(at + 1, _VERBAL), "PRON", "ADP")


def _relative_or_conjunction(line: Line, at: Rows) -> Told:
    return np.full(len(at), _RELATIVE)


def _auxiliary_or_verb(line: Line, at: Rows) -> Told:
    auxiliary = np.zeros(len(at), dtype=np.bool_)
    left = np.arange(len(at))
    for step in range(1, 1 + decisions.FURTHEST):
        if not len(left):
            break
        here = at[left] + step
        infinitive = line.can(here, _BITS["VERB"]) & line.has(here, _INFINITIVE)
        auxiliary[left[infinitive]] = True
        first = line.see("first", here)
        between = (first == CODES["PART"]) | (first == CODES["CCONJ"])
        between |= line.can(here, _BITS["ADV"])
        left = left[between & ~infinitive & ~line.is_form(here, "να", "θα")]
    return _either(auxiliary, "AUX", "VERB")


def _preposition_or_adverb(line: Line, at: Rows) -> Told:
    can = line.see("can", at + 1)
    noun_phrase = (can & (_NOMINAL | _BITS["PRON"]) != 0) & (can & _BITS["SCONJ"] == 0)
    return _either(noun_phrase, "ADP", "ADV")


def _before(line: Line, at: Rows) -> Told:
    clause = line.is_form(at + 1, "να", "ακόμα", "καν") | line.can(at + 1, _VERBAL)
    return np.where(clause, CODES["SCONJ"], _preposition_or_adverb(line, at))


def _between(line: Line, at: Rows) -> Told:
    return _either(line.is_form(at - 1, "τω", "στο"), "ADV", "ADP")


def _as_soon(line: Line, at: Rows) -> Told:
    clause = line.can(at + 1, _VERBAL) | _CLITICS[line.see("form", at + 1)]
    return _either(clause & (line.see("can", at - 1) != _VERBAL), "SCONJ", "ADV")


def _as_well(line: Line, at: Rows) -> Told:
    return _either(line.is_form(at + 1, "και", "κι", "επίσης"), "ADV", "SCONJ")


def _as_to(line: Line, at: Rows) -> Told:
    after, last = line.see("form", at + 1), line.see("form", at + 2)
    first = line.see("first", at + 2)
    limit = _LIMITS[last] | (first == CODES["NUM"]) | (first == CODES["PROPN"])
    reached = line.is_form(at + 1, "προς") | _LIMITS[after] | (_ACCUSATIVE[after] & limit)
    return _either(reached, "ADP", "ADV")


def _why(line: Line, at: Rows) -> Told:
    asked = line.has_before_end(at, ";", decisions.LONGEST_QUESTION)
    return np.where(asked, _WHY, CODES["SCONJ"])


def _more_and_more(line: Line, at: Rows) -> Told:
    more = line.is_form(at + 1, "και", "κι", "πιο")
    return np.where(more, CODES["ADV"], _determiner_or_pronoun(line, at))


def _noun_or_preposition(line: Line, at: Rows) -> Told:
    return _either(line.is_form(at - 1, "εν", "τη"), "NOUN", "ADP")


def _noun_or_adverb(line: Line, at: Rows) -> Told:
    head = line.is_edge(at - 1) & (line.see("first", at + 1) == CODES["PUNCT"])
    adverb = head | line.is_form(at, "μέσα")
    over = _OVER_ADVERB[line.see("form", at - 1)]
    return np.where(~adverb, CODES["NOUN"], np.where(over, CODES["ADV"], _NOUN_OR_ADVERB))


def _much(line: Line, at: Rows) -> Told:
    noun = line.see("can", at + 1) | _NAMING == _NAMING
    small = line.see("flags", at + 1) & (_SINGULAR | _CAPITAL) == _SINGULAR
    return _either(noun & small, "ADJ", "ADV")


def _adverb_of_place(line: Line, at: Rows) -> Told:
    return _either(line.is_adjective_of_next(at), "ADJ", "ADV")


def _first(line: Line, at: Rows) -> Told:
    return line.see("first", at)


_RULES: Final[dict[decisions.Rule, ColumnRule]] = {
    decisions.first: _first,
    decisions.article_or_pronoun: _article_or_pronoun,
    decisions.determiner_or_pronoun: _determiner_or_pronoun,
    decisions.preposition_or_pronoun: _preposition_or_pronoun,
    decisions.relative_or_conjunction: _relative_or_conjunction,
    decisions.auxiliary_or_verb: _auxiliary_or_verb,
    decisions.preposition_or_adverb: _preposition_or_adverb,
    decisions.before: _before,
    decisions.between: _between,
    decisions.as_soon: _as_soon,
    decisions.as_well: _as_well,
    decisions.as_to: _as_to,
    decisions.why: _why,
    decisions.more_and_more: _more_and_more,
    decisions.noun_or_preposition: _noun_or_preposition,
    decisions.noun_or_adverb: _noun_or_adverb,
    decisions.much: _much,
    decisions.adverb_of_place: _adverb_of_place,
}
_NUMBERS: Final = {rule: number for number, rule in enumerate(_RULES, start=1)}
_BY_NUMBER: Final[tuple[ColumnRule, ...]] = (_open, *_RULES.values())


def reactions(line: Line, places: Rows) -> Rows:
    """Give for words with several readings how they react to the tag before."""
    found = np.empty(len(places), dtype=np.int32)
    rules = line.see("rule", places)
    for number in np.flatnonzero(np.bincount(rules)).tolist():
        those = np.flatnonzero(rules == number)
        found[those] = _BY_NUMBER[number](line, places[those])
    return found
