"""The words of a text as columns of numbers, for rules that decide all of them at once.

Each spelling that was met is remembered as a row of numbers (`WordMemory`). A text is a sequence of
such rows with two edges around each sentence (`WordLine`), so that a rule may look two words to
either side of any word without asking where the sentence ends.
"""

from array import array
from collections.abc import Iterable
from functools import cache
from itertools import islice
from struct import Struct
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from tmima.kernel.arrays import Rows
from tmima.languages.el import nominal
from tmima.languages.el.word import TAGS, Word, edge_word

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
    ],
    align=True,
)
_PACKED: Final = "qIiiiiHHbbB0q"  # the same for `struct`
_NOT_COMPUTED: Final = -1
_EDGE_ROW: Final = (0, 1 << EDGE, -1, 0, 0, 0, 0, 0, EDGE, EDGE, 0)
_CELLS: Final = {
    "noun": nominal.noun_cells_of,
    "adjective": nominal.adjective_cells_of,
    "article": nominal.article_cells_of,
}


class RuleFacts(NamedTuple):
    """What the rules of `decisions` need to know of a word, as numbers whose meaning is theirs."""

    ending: int
    form: int
    flags: int
    rule: int


class GrowingColumn:
    """An array that grows. New entries wait as bytes: objects would slow the garbage collector."""

    def __init__(self, kind: npt.DTypeLike, packed: str, *width: int) -> None:
        self._array = np.zeros((1 << 10, *width), dtype=kind)
        self._pack = Struct(packed).pack
        self._new = bytearray()
        self._count = 0

    def append(self, *entry: float) -> None:
        """Add an entry."""
        self._new += self._pack(*entry)

    def extend(self, entries: NDArray[Any]) -> None:
        """Add entries that are an array."""
        self._new += entries.tobytes()

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


class WordMemory:
    """The words that were met, numbered, each with its row; number 0 is the edge of a sentence.

    Most words have one reading and a row that many others have too, but for the sense. They are
    remembered as words like another, and their `Word` is made when somebody asks for it.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.senses: dict[tuple[str, str], int] = {}
        self._readings: list[tuple[str, str]] = []  # the senses by number, as far as asked for
        self._words: list[Word | str] = [edge_word()]
        # The number of the word that each is like; its own if it is like none.
        self._like = array("i", [0])
        self._rows = GrowingColumn(_ROW, _PACKED)
        self._rows.append(*_EDGE_ROW)

    def __len__(self) -> int:
        return len(self._words)

    def word(self, number: int) -> Word:
        """Return a word by its number."""
        word = self._words[number]
        if isinstance(word, str):
            form, other = word.lower(), self.word(self._like[number])
            word = self._words[number] = Word(
                word if form == word else form,
                (self._reading(int(self.rows["sense"][number])),),
                known=other.known,
                listed=other.listed,
                capital=other.capital,
            )
        return word

    def _reading(self, sense: int) -> tuple[str, str]:
        """Return the tag and the lemma of a sense."""
        if sense >= len(self._readings):
            self._readings += islice(self.senses, len(self._readings), None)
        return self._readings[sense]

    def numbers_of_like_words(self, first: int) -> Rows:
        """Return the number of the word that each word is like, from some number on."""
        return np.array(self._like[first:], dtype=np.int32)

    def add(
        self, spelling: str, word: Word, sense: tuple[str, str] | None, facts: RuleFacts
    ) -> int:
        """Remember a word, and its sense if it has one whatever its context; return its number."""
        cells = _NOT_COMPUTED
        first = CODES[word.tags[0]]
        self._rows.append(
            facts.ending,
            _bits_of_tags(word.tags),
            -1 if sense is None else self.senses.setdefault(sense, len(self.senses)),
            cells,
            cells,
            cells,
            facts.form,
            facts.flags,
            first,
            -1 if word.only is None else first,
            facts.rule,
        )
        number = self.numbers[spelling] = len(self._words)
        self._words.append(word)
        self._like.append(number)
        return number

    def add_alike(self, spellings: list[str], like: list[int], senses: list[int]) -> range:
        """Remember words of one reading that are like others but for their senses."""
        rows = self.rows[like]
        rows["sense"] = senses
        for name in _CELLS:
            rows[name] = _NOT_COMPUTED
        self._rows.extend(rows)
        numbers = range(len(self._words), len(self._words) + len(spellings))
        self.numbers.update(zip(spellings, numbers, strict=True))
        self._words += spellings
        self._like.extend(like)
        return numbers

    @property
    def rows(self) -> NDArray[Any]:
        """The rows of all words."""
        return self._rows.array


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
        new = set(numbers[values == _NOT_COMPUTED].tolist()) if name in _CELLS else ()
        if new:
            for number in new:
                self._rows[name][number] = _CELLS[name](self._memory.word(number))
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
