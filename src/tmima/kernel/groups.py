"""What the kernel reads and writes, in groups that belong together.

The compiled kernel, its twin and all who call them share these, so an array is named and described
in one place. A group is a plain tuple, which a function takes apart once a call.
"""

from enum import IntFlag
from itertools import product
from typing import NamedTuple, Self

import numpy as np

from tmima.kernel.arrays import Bytes, Classes, Flags, Floats, Indices, Keys, Rows

__all__ = [
    "ACCENTED",
    "ALL_CELLS",
    "BARE",
    "CELLS",
    "ENDS",
    "LABEL",
    "LAST",
    "NOT_LAST",
    "ONLY_LAST",
    "TARGET",
    "UPPER",
    "Bounds",
    "CharacterKind",
    "Columns",
    "Cost",
    "Expected",
    "Mode",
    "Scratch",
    "StopKind",
    "TagChoices",
    "TagWeights",
    "TagWords",
    "ValueTable",
    "WordLists",
    "packed_part",
]


class Columns(NamedTuple):
    """Some neighbouring columns of D above the diagonal, sparse.

    Column first + i has the entries D[s, first + i] = values[k] at s = rows[k] <= first + i for k
    in starts[i] .. starts[i + 1], each row at most once; what is not listed is zero.
    """

    first: int
    starts: Indices
    rows: Rows
    values: Floats

    @property
    def last(self) -> int:
        """The column after the last of these."""
        return self.first + len(self.starts) - 1

    def columns(self) -> Rows:
        """Return the column t of each entry D[s, t], as `rows` has its row s."""
        return np.repeat(np.arange(self.first, self.last, dtype=np.int32), np.diff(self.starts))

    def between(self, first: int, last: int) -> "Columns":
        """Return the columns first .. last - 1 of these."""
        starts = self.starts[first - self.first : last - self.first + 1]
        entries = slice(starts[0], starts[-1])
        return Columns(first, starts - starts[0], self.rows[entries], self.values[entries])


class WordLists(NamedTuple):
    """The words of each unit, and the units of each word.

    Attributes:
        unit_starts: where in `unit_words` the words of each unit begin, and the end of the last.
        unit_words: the distinct words of the units, unit after unit.
        posting_starts: where in `postings` the units of each word begin, and the end of the last.
        postings: the rising units that hold each word, word after word.
        places: where in `postings` each entry of `unit_words` stands.
        word_weights: of the words by number; empty if only who shares a word is asked for.
    """

    unit_starts: Indices
    unit_words: Rows
    posting_starts: Indices
    postings: Rows
    places: Rows
    word_weights: Floats


class ValueTable(NamedTuple):
    """The numbers of the recursion, by place, layer and rank.

    Attributes:
        values: the costs; infinity where no segmentation arrives.
        previous: the place that each comes from; empty for soft minima.
        previous_ranks: the rank there that it comes from; empty likewise, and where ranks are one.
        spreads: the entropies of the choice, by place and layer; empty for least costs.
        counts: the mean of the number of segments before each place, and of its square; only for
            soft minima in one layer.
    """

    values: Floats
    previous: Rows
    previous_ranks: Rows
    spreads: Floats
    counts: Floats

    @classmethod
    def empty(
        cls,
        places: int,
        layers: int = 1,
        ranks: int = 1,
        *,
        soft: bool = False,
    ) -> Self:
        """Return the table before the first unit: all values are infinite but the first, 0."""
        values = np.full((places, layers, ranks), np.inf)
        values[0, 0, 0] = 0.0
        pointers = (0, 0, 0) if soft else values.shape
        return cls(
            values,
            np.zeros(pointers, dtype=np.int32),
            np.zeros(pointers if ranks > 1 else (0, 0, 0), dtype=np.int32),
            np.zeros((places, layers) if soft else (0, 0)),
            np.zeros((2, places if soft and layers == 1 else 0)),
        )


class Scratch(NamedTuple):
    """What is kept from column to column, and what is written over at each.

    Attributes:
        row_sums: D[s, s] + 2 * (D[s, s+1] + ... + D[s, t]) for each s, t being the column at hand.
        weights: the costs of the segments that end with t; scratch.
        costs: scratch of the compiled kernel at a temperature; the twin does without.
    """

    row_sums: Floats
    weights: Floats
    costs: Floats

    @classmethod
    def empty(cls, size: int, longest: int) -> Self:
        """Return the arrays before the first of `size` units, for segments up to `longest`."""
        return cls(np.zeros(size), np.empty(longest), np.empty(longest))


class Expected(NamedTuple):
    """What chance would give a square of D: scale * ((sum of d)^2 - sum of d^2) over its units.

    Attributes:
        sums: the sum of the degrees d of the units before each place; empty if nothing is expected.
        squares: the sum of their squares.
        scale: such that over all pairs as much is expected as there is.
    """

    sums: Floats = np.empty(0)
    squares: Floats = np.empty(0)
    scale: float = 0.0


class Cost(NamedTuple):
    """The terms of the cost of a segment (see `weigh`).

    Attributes:
        positions: the length of the text before each place.
        density_weights: of a segment's sum of D by its number of units n = longest, .., 1.
        mean_length: the preferred length.
        length_weight: of the squared difference from it.
        count_costs: what a segment costs by its number of units besides; empty for nothing.
        place_costs: what it costs to cut at each place; empty for nothing.
        expected: what is taken off the sum of D.
    """

    positions: Floats
    density_weights: Floats
    mean_length: float
    length_weight: float
    count_costs: Floats = np.empty(0)
    place_costs: Floats = np.empty(0)
    expected: Expected = Expected()


class Bounds(NamedTuple):
    """Which segments the constraints allow.

    Attributes:
        earliest: for each unit t, the first unit of the longest segment that may end with t.
        latest: for each unit t, the first unit of the shortest. Neither ever falls.
        closed: for each place, whether no segment may end there.
    """

    earliest: Indices
    latest: Indices
    closed: Flags


class Mode(NamedTuple):
    """Which sum the recursion takes, and what its layers stand for.

    Attributes:
        temperature: 0 for the least costs, above it for the soft minimum.
        step: 1 if layers stand for numbers of segments, 0 if there is one for all, or one for each
            bias.
        biases: by which each cut is dearer, the end of the text too, by layer; only for one rank of
            least costs. Empty for nothing.
    """

    temperature: float
    step: int
    biases: Floats = np.empty(0)


class TagWords(NamedTuple):
    """What a tagger knows of words by number.

    Attributes:
        tags: the tag of each word that has only one; -1 for others. Edges have a tag of their own.
        starts: where the choices of each word begin in `TagChoices`, and where the last end.
        features: the features of each word as numbers; 0 for one that has no weight.
    """

    tags: Bytes
    starts: Rows
    features: Classes


class TagChoices(NamedTuple):
    """The tags of words that have several.

    Attributes:
        tags: the tags, word after word.
        priors: the score of each tag before any feature counts.
        features: the features of the word once it has this tag.
    """

    tags: Bytes
    priors: Floats
    features: Classes


class TagWeights(NamedTuple):
    """The weights of a tagger, by combination of features (template) and tag.

    Attributes:
        starts: where the keys of each template begin, and where the last end.
        keys: the keys of combinations of features, in rising order within each template.
        values: the weights by key and tag; a tag without a column has the weights of the first.
        edge: the tag of the edges of sentences.
        shape_at_edge: the feature "shape" of a word that begins a sentence.
    """

    starts: Rows
    keys: Keys
    values: Floats
    edge: int
    shape_at_edge: int


class CharacterKind(IntFlag):
    """What a character is to a scanner of words; one that has no kind is left to the plain way."""

    SKIPPED = 1
    """Begins no word."""
    FIRST = 2
    """Begins a word."""
    INSIDE = 4
    """Goes on in a word."""
    JOINING = 8
    """Goes on in a word if one that begins a word follows."""
    DIGIT = 16
    """Begins a number and goes on in it."""
    DIGIT_JOINING = 32
    """Goes on in a number if a digit follows."""
    BLOCKING = 64
    """After a word or a number it says that this was no plain one."""
    MARK = 128
    """Is a word by itself, if white space, a letter or nothing follows."""
    TOUCHING = 256
    """After a word and before one that begins a word it says that this was no plain word."""
    LETTER = 512
    """Is a letter."""
    OTHER = 1024
    """Is known to be none of these."""
    STOP = 2048
    """Is a word by itself, if white space or nothing follows."""
    UNSPACED = 4096
    """What it begins is read as overlapping pairs of characters."""


class StopKind(IntFlag):
    """What a character is to a finder of sentences; one that has no kind is left to the plain way.

    Whatever is set apart from `ASKED` is so in the language's own pattern of a stop, of the word
    before it and of the word after it.
    """

    STOP = 1
    """May end a sentence, in a row of such, if white space follows what closes after them."""
    SUFFICIENT = 2
    """Is a stop that ends a sentence whatever follows."""
    CLOSING = 4
    """May close after a stop, as a quotation mark."""
    SPACE = 8
    """Is white space."""
    LETTER = 16
    """Begins a word or a number."""
    SMALL = 32
    """Is a small letter: the sentence goes on."""
    BREAKING = 64
    """Does not belong to the word before a stop."""
    COUNTING = 128
    """Is a digit or a letter that counts: a word of these alone may number an item."""
    ASKED = 256
    """After a stop it leaves this one to the plain way."""
    OTHER = 512
    """Is known to be none of these."""


# An arc of an automaton: the label of its letter, whether a form ends with it, whether it is the
# last of its state, and above these bits the first arc of the state it leads to, 0 for none.
LABEL, ENDS, LAST, TARGET = 0x3F, 0x40, 0x80, 8
# What a letter of a plain word is, above its label; 0 of a character that no plain word has.
UPPER, ACCENTED, NOT_LAST, ONLY_LAST, BARE = 64, 128, 256, 512, 1024

# A letter each for gender, number and case.
CELLS = {
    f"{gender}{number}{case}": 1 << place
    for place, (gender, number, case) in enumerate(product("mfn", "sp", "NGA"))
}
ALL_CELLS = sum(CELLS.values())
# In one number a part has its kind above its cells.
CELL_BITS = 32


def packed_part(kind: int, cells: int) -> int:
    """Return the role of a word in phrases and the cells that it can fill, packed in one number."""
    return kind << CELL_BITS | cells
