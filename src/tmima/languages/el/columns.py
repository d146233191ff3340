"""The words of a text as columns of numbers, for rules that decide all of them at once.

Each spelling that was met is remembered as a row of numbers (`WordMemory`). A text is a sequence of
such rows with two edges around each sentence (`WordLine`), so that a rule may look two words to
either side of any word without asking where the sentence ends.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from tmima.kernel import ALL_CELLS
from tmima.kernel.arrays import Floats, Rows
from tmima.languages.el import nominal
from tmima.languages.el.word import EDGE as EDGE_LOOK
from tmima.languages.el.word import TAGS, Word, agreement_endings, edge_word

Mask = NDArray[np.bool_]
Values = NDArray[np.int64]

ALL_TAGS: Final = (*TAGS, "PROPN", "PUNCT", "SYM")
EDGE: Final = len(ALL_TAGS)  # the code that stands for no word, as if it were a tag
CODES: Final = {tag: code for code, tag in enumerate(ALL_TAGS)}
TAG_BITS: Final = {tag: 1 << code for tag, code in CODES.items()}


def tag_bits(tags: Iterable[str]) -> int:
    """Return a set of tags as bits."""
    return sum(TAG_BITS[tag] for tag in tags)


# The same for the tags of words, whose combinations are few.
_bits_of_tags: Final = cache(tag_bits)

_ROW: Final = np.dtype(
    [
        ("ending", np.int64),  # by which words agree
        ("tags", np.uint32),  # those that the word may have, as bits
        ("sense", np.int32),  # where the word has one whatever its context; else -1
        # Cells of `nominal`, computed when they are first asked for.
        ("noun", np.int32),
        ("adjective", np.int32),
        ("article", np.int32),  # of the articles that may stand before the word
        ("form", np.uint16),
        ("flags", np.uint16),
        ("first_tag", np.int8),
        ("only_tag", np.int8),  # -1 if there are several
        ("rule", np.uint8),
        ("kind", np.int32),  # see `Kind`
        ("letters", np.int32),  # the number of its last three letters
        ("choices", np.int32),  # where its readings begin among those of words that have several
    ],
    align=True,
)
_NOT_COMPUTED: Final = -1
_CELLS: Final = frozenset({"noun", "adjective", "article"})
_ENDING: Final = np.dtype([("ending", np.int64), ("flags", np.uint16)])


class Kind(NamedTuple):
    """What many words have in common that may differ in their last letters.

    `tags` are their possible tags, `scheme` the same as `Word` has it; `form` is that of a word of
    a closed class, else None. `flags`, `number` and `rule` are numbers for the rules of
    `decisions`, whose meaning is theirs.
    """

    tags: tuple[str, ...]
    scheme: str
    form: str | None
    capital: bool
    flags: int
    number: int
    rule: int


_EDGE_KIND: Final = Kind(("PUNCT",), "PUNCT", EDGE_LOOK, False, 0, 0, 0)


@lru_cache(maxsize=1 << 12)
def _ending_number(ending: str) -> int:
    """Return a number for up to three letters, equal for equal ones alone."""
    number = 0
    for letter in ending:
        number = number << 21 | ord(letter)
    return number


class GrowingColumn:
    """An array that grows."""

    def __init__(self, kind: npt.DTypeLike, *width: int) -> None:
        self._array = np.zeros((1 << 10, *width), dtype=kind)
        self._count = 0

    def extend(self, entries: npt.ArrayLike) -> None:
        """Add entries."""
        new = np.asarray(entries, dtype=self._array.dtype)
        first, self._count = self._count, self._count + len(new)
        if self._count > len(self._array):
            larger = np.zeros((2 * self._count, *self._array.shape[1:]), self._array.dtype)
            larger[:first] = self._array[:first]
            self._array = larger
        self._array[first : self._count] = new

    @property
    def array(self) -> NDArray[Any]:
        """All entries."""
        return self._array[: self._count]


class WordMemory:
    """The words that were met, numbered, each with its row; number 0 is the edge of a sentence.

    All that rules and weights ask of a word are numbers, which depend on its kind, on its last
    three letters, and on its readings. So of most words only the spelling is kept, and their `Word`
    is made when somebody asks for it.

    Args:
        read: gives the readings of a word as written.
        flags_by_ending: gives the flags of the last two letters.
    """

    def __init__(self, read: Callable[[str], Word], flags_by_ending: Callable[[str], int]) -> None:
        self.numbers: dict[str, int] = {}
        self.senses: dict[tuple[str, str], int] = {}
        self.kinds: list[Kind] = []
        self._kind_numbers: dict[Kind, int] = {}
        # The last three letters of words, numbered.
        self.letters: dict[str, int] = {}
        self._read = read
        self._flags_by_ending = flags_by_ending
        self._readings: list[tuple[str, str]] = []  # the senses by number, as far as asked for
        self._words: list[Word | str] = []
        self._kind_rows, self._ending_rows = GrowingColumn(_ROW), GrowingColumn(_ENDING)
        self._rows = GrowingColumn(_ROW)
        # What is new waits until rows are asked for: kinds, letters and senses of words, then
        # senses and frequencies of readings.
        self._new: tuple[list[int], list[int], list[int]] = ([], [], [])
        self._new_choices: tuple[list[int], list[float], list[float]] = ([], [], [])
        self._choice_senses = GrowingColumn(np.int32)
        self._choice_priors = GrowingColumn(np.float64, 2)
        self.add("", edge_word(), self.kind_number(_EDGE_KIND), "", -1)
        self.numbers.clear()  # the edge is no word
        rows = self.rows
        rows["tags"], rows["first_tag"], rows["only_tag"] = 1 << EDGE, EDGE, EDGE

    def __len__(self) -> int:
        return len(self._words)

    def word(self, number: int) -> Word:
        """Return a word by its number."""
        word = self._words[number]
        if isinstance(word, str):
            word = self._words[number] = self._read(word)
        return word

    def spelling(self, number: int) -> str | None:
        """Return a word as written, if only that is kept."""
        word = self._words[number]
        return word if isinstance(word, str) else None

    def form(self, number: int) -> str:
        """Return the form of a word, as its `Word` has it."""
        word = self._words[number]
        return word.lower() if isinstance(word, str) else word.form

    def kind_number(self, kind: Kind) -> int:
        """Return the number of a kind."""
        number = self._kind_numbers.setdefault(kind, len(self.kinds))
        if number == len(self.kinds):
            self.kinds.append(kind)
            self._kind_rows.extend(np.array([_kind_row(kind, number)], dtype=_ROW))
        return number

    def add(
        self,
        spelling: str,
        word: Word | str,
        kind: int,
        letters: str,
        sense: int,
    ) -> int:
        """Remember a word; return its number.

        Args:
            spelling: the word as written.
            word: its readings, or again the spelling, if they are not needed.
            kind: the number of its kind.
            letters: the last three of its form.
            sense: the number of its sense if it has one whatever its context, else -1.
        """
        number = self.numbers[spelling] = len(self._words)
        self._words.append(word)
        ending = self.letters.get(letters)
        if ending is None:
            ending = self.letters[letters] = len(self.letters)
        kinds, endings, senses = self._new
        kinds.append(kind)
        endings.append(ending)
        senses.append(sense)
        return number

    def add_all(self, spellings: list[str], kinds: Rows, letters: Rows, senses: Rows) -> None:
        """Remember words of one reading, given the numbers of their kinds, letters and senses."""
        _ = self.rows
        first = len(self._words)
        self._words += spellings
        self.numbers.update(zip(spellings, range(first, len(self._words)), strict=True))
        self._add_rows(kinds, letters, senses)

    def add_choice(self, sense: int, prior: float, highest: float) -> None:
        """Remember a reading of the word that is added next, which has several.

        Args:
            sense: its number, -1 if the tag alone does not decide it.
            prior: how frequent its lemma is; -inf where that is not known.
            highest: the greatest frequency of all that the form can be.
        """
        senses, priors, highests = self._new_choices
        senses.append(sense)
        priors.append(prior)
        highests.append(highest)

    def sense_number(self, tag: str, lemma: str) -> int:
        """Return the number of a sense."""
        return self.senses.setdefault((tag, lemma), len(self.senses))

    @property
    def rows(self) -> NDArray[Any]:
        """The rows of all words."""
        if self._new[0]:
            self._add_new_rows()
        return self._rows.array

    def _add_new_rows(self) -> None:
        self._add_rows(*(np.array(each, dtype=np.int32) for each in self._new))
        choice_senses, priors, highests = self._new_choices
        self._choice_senses.extend(choice_senses)
        self._choice_priors.extend(np.array([priors, highests], dtype=np.float64).T)
        for each in (*self._new, *self._new_choices):
            each.clear()

    def _add_rows(self, kinds: Rows, letters: Rows, senses: Rows) -> None:
        self._ending_rows.extend(
            np.array(
                [
                    (
                        _ending_number(agreement_endings(each[-2:])[1]),
                        self._flags_by_ending(each[-2:]),
                    )
                    for each in islice(self.letters, len(self._ending_rows.array), None)
                ],
                dtype=_ENDING,
            )
        )
        rows, endings = self._kind_rows.array[kinds], self._ending_rows.array[letters]
        # A kind's row tells how many readings it has.
        counts = np.cumsum(rows["choices"])
        rows["choices"] = len(self._choice_senses.array) + counts - rows["choices"]
        rows["ending"], rows["letters"], rows["sense"] = endings["ending"], letters, senses
        rows["flags"] |= endings["flags"]
        self._rows.extend(rows)

    @property
    def choice_senses(self) -> Rows:
        """The senses of all words that have several readings, word after word; see `add_choice`."""
        _ = self.rows
        return self._choice_senses.array

    @property
    def choice_priors(self) -> Floats:
        """The frequencies of their lemmas, and the highest of each word."""
        _ = self.rows
        return self._choice_priors.array

    def cells(self, name: str, numbers: list[int]) -> list[int]:
        """Return the cells of words by number; `name` is a column of the rows."""
        if name == "adjective":
            return [nominal.adjective_cells(self.form(number)) for number in numbers]
        if name == "noun":
            return [
                0 if lemma is None else nominal.noun_cells(self.form(number), lemma)
                for number, lemma in zip(numbers, self._lemmas_as("NOUN", numbers), strict=True)
            ]
        return [
            nominal.article_cells_of(self.word(number)) if one else ALL_CELLS
            for number, one in zip(
                numbers, map(self._may_be_clearly_verb, self._rows.array[numbers]), strict=True
            )
        ]

    def _may_be_clearly_verb(self, row: NDArray[Any]) -> bool:
        """Tell whether the articles before a word are asked for at all: see `article_cells_of`."""
        if row["only_tag"] >= 0 or not row["tags"] & TAG_BITS["VERB"]:
            return False
        kind, first = self.kinds[row["kind"]], row["choices"]
        priors = self.choice_priors[first : first + len(kind.tags), 0].tolist()
        return not kind.capital and nominal.is_clearly_verb(
            dict(zip(kind.tags, priors, strict=True))
        )

    def _lemmas_as(self, tag: str, numbers: list[int]) -> list[str | None]:
        """Return the lemmas that words have with a tag; None where they cannot have it."""
        rows = self._rows.array[numbers]
        senses = rows["sense"]
        several = np.flatnonzero((rows["only_tag"] < 0) & (rows["tags"] & TAG_BITS[tag] != 0))
        kinds = [self.kinds[kind].tags.index(tag) for kind in rows["kind"][several].tolist()]
        if len(several):
            choices = rows["choices"][several] + np.array(kinds, dtype=np.int32)
            senses[several] = self._choice_senses.array[choices]
        self._readings += islice(self.senses, len(self._readings), None)
        found: list[str | None] = []
        for number, sense in zip(numbers, senses.tolist(), strict=True):
            word = self._words[number]
            if isinstance(word, str):
                its_tag, lemma = self._readings[sense] if sense >= 0 else ("", "")
                found.append(lemma if its_tag == tag else None)
            else:
                found.append(word.lemmas.get(tag))
        return found


def _kind_row(kind: Kind, number: int) -> tuple[int, ...]:
    """Return the row of a kind; in the place of where the readings begin, how many there are."""
    first, several = CODES[kind.tags[0]], len(kind.tags) > 1
    cells = (_NOT_COMPUTED,) * len(_CELLS)
    return (
        0,
        _bits_of_tags(kind.tags),
        -1,
        *cells,
        kind.number,
        kind.flags,
        first,
        -1 if several else first,
        kind.rule,
        number,
        0,
        len(kind.tags) * several,
    )


class WordLine:
    """The words of a text in their order, by number, with two edges around each sentence.

    `places` are the places of the words in the line; methods take places (`at`) and answer for each
    of them.
    """

    def __init__(self, memory: WordMemory, numbers: Rows, sentence_edges: Rows) -> None:
        counts = np.diff(sentence_edges)
        sentences = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        self.places = np.arange(2, 2 + len(numbers), dtype=np.int32) + 2 * sentences
        self.numbers = np.zeros(len(numbers) + 2 * len(sentence_edges), dtype=np.int32)
        self.numbers[self.places] = numbers
        self._ends = sentence_edges[1:] + 2 * np.arange(1, len(sentence_edges), dtype=np.int32)
        self._memory = memory
        self._rows = memory.rows

    def column(self, name: str, at: Rows) -> Values:
        """Return a column of the words at some places."""
        numbers = self.numbers[at]
        values: Values = self._rows[name][numbers]
        new = sorted(set(numbers[values == _NOT_COMPUTED].tolist())) if name in _CELLS else []
        if new:
            self._rows[name][new] = self._memory.cells(name, new)
            values = self._rows[name][numbers]
        return values

    def may_be(self, at: Rows, tags: int) -> Mask:
        """Return which words may have one of some tags, given as bits."""
        answer: Mask = self.column("tags", at) & tags != 0
        return answer

    def is_form(self, at: Rows, forms: Mask) -> Mask:
        """Return which words have a form of a set, given by form number."""
        answer: Mask = forms[self.column("form", at)]
        return answer

    def has(self, at: Rows, flag: int) -> Mask:
        """Return which words have a flag."""
        answer: Mask = self.column("flags", at) & flag != 0
        return answer

    def is_edge(self, at: Rows) -> Mask:
        """Return which places hold no word."""
        answer: Mask = self.numbers[at] == 0
        return answer

    def is_form_ahead(self, at: Rows, forms: Mask, within: int) -> Mask:
        """Return whether a form follows in the same sentence within so many words."""
        places = np.flatnonzero(forms[self._rows["form"][self.numbers]])
        places = np.append(places, len(self.numbers))
        ends = self._ends[np.searchsorted(self._ends, at, side="right")]
        answer: Mask = places[np.searchsorted(places, at)] < np.minimum(ends, at + within)
        return answer
