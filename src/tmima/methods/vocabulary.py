"""The words of texts: numbered, counted, in a row, and in files of the user's."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.segmentation import Prepared, pair_with_truth
from tmima.text import Segmentation

if TYPE_CHECKING:
    from scipy.sparse import csr_array

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from os import PathLike

from tmima.files import read_text
from tmima.kernel.arrays import Floats, Indices, row_products


class Vocabulary:
    """Numbers for the kept words of a collection, in the order of their first use."""

    def __init__(self, texts: Iterable[Prepared]) -> None:
        self.numbers: dict[str, int] = {}
        for text in texts:
            for word in text.units.vocabulary:
                self.numbers.setdefault(word, len(self.numbers))

    @classmethod
    def of(cls, words: Iterable[str]) -> "Vocabulary":
        """Number words in their order."""
        vocabulary = cls(())
        vocabulary.numbers = {word: number for number, word in enumerate(words)}
        return vocabulary

    def __len__(self) -> int:
        return len(self.numbers)

    def known(self, text: Prepared) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the numbers of the words of a text in order, and the unit of each.

        Words that the vocabulary lacks are left out.
        """
        vocabulary = [self.numbers.get(word, -1) for word in text.units.vocabulary]
        numbers = np.array(vocabulary, dtype=np.int64)[text.sequence]
        return numbers[numbers >= 0], text.owners[numbers >= 0].astype(np.int64)

    def counts(self, texts: Sequence[tuple[Prepared, Segmentation]]) -> "csr_array":
        """Return how often each word (columns) stands in each segment of the texts (rows)."""
        from scipy.sparse import csr_array

        rows: list[NDArray[np.int64]] = []
        columns: list[NDArray[np.int64]] = []
        done = 0
        for text, truth in texts:
            numbers, owners = self.known(text)
            rows.append(done + np.searchsorted(truth.boundaries, owners, side="right"))
            columns.append(numbers)
            done += len(truth)
        # scikit-learn takes indices of 32 bits only.
        row, column = (np.concatenate(each).astype(np.int32) for each in (rows, columns))
        table = csr_array((np.ones(len(row)), (row, column)), shape=(done, len(self)))
        table.sum_duplicates()
        return table


def check_training(texts: Sequence[Prepared]) -> list[tuple[Prepared, Segmentation]]:
    """Return texts with their true segments; refuse those that nothing can be learnt from."""
    pairs = pair_with_truth(texts)
    for text, truth in pairs:
        if len(text) != truth.size:
            raise TmimaError(
                f"a training text has {len(text)} units but its segmentation {truth.size}"
            )
    if not any(len(text.sequence) for text in texts):
        raise TmimaError(f"{len(texts)} training texts without a kept word: give others")
    return pairs


def unit_counts(text: Prepared) -> list[Counter[int]]:
    """Return how often each kept word stands in each unit, in the order of first uses."""
    bounds = np.searchsorted(text.owners, np.arange(len(text) + 1)).tolist()
    return [Counter(text.sequence[first:last].tolist()) for first, last in pairwise(bounds)]


def unit_rows(matrix: Floats) -> Floats:
    """Return the rows scaled to length 1; rows of zeros stay so."""
    norms = np.sqrt((matrix * matrix).sum(axis=1, keepdims=True))
    scaled: Floats = np.divide(matrix, norms, out=np.zeros_like(matrix), where=norms > 0)
    return scaled


def cosine_matrix(matrix: Floats) -> Floats:
    """Return the cosine of every pair of rows; that of a row of zeros with any other is 0."""
    rows = unit_rows(matrix)
    return row_products(rows, rows)


class RepeatedWords:
    """The sum of h(n_w) over the different words w of segments, n_w being its uses in one.

    h(n) is the sum of the first n gains: the first use of a word in a segment gives gains[0], the
    second gains[1] and so on. Seen from the starts of segments, the uses of a word are a staircase
    that steps at its earlier uses. So all starts are brought up to date by touching the earlier
    uses alone, and one running sum: about T^2 for T units. Ends are asked for in rising order.

    Args:
        text: whose words are counted.
        gains: at least as many as the most frequent word has uses.
    """

    def __init__(self, text: Prepared, gains: Floats) -> None:
        counts = np.bincount(text.owners, minlength=len(text))
        self._edges = np.concatenate(([0], np.cumsum(counts)))
        self._sequence = text.sequence
        self._steps = np.diff(gains, prepend=0.0)
        # The units of the earlier uses of each word, the latest first.
        self._earlier: dict[int, Indices] = {}
        # The gain of starting here over starting one unit later.
        self._more = np.zeros(len(text))
        self._done = 0

    def ending(self, end: int) -> Floats:
        """Return the sums of the segments [0, end), [1, end), ..., [end - 1, end)."""
        while self._done < end:
            self._add(self._done)
            self._done += 1
        return np.cumsum(self._more[end - 1 :: -1])[::-1]

    def lengths(self, end: int) -> Indices:
        """Return the words of the segments [0, end), [1, end), ..., [end - 1, end)."""
        lengths: Indices = self._edges[end] - self._edges[:end]
        return lengths

    def _add(self, unit: int) -> None:
        for word in self._sequence[self._edges[unit] : self._edges[unit + 1]].tolist():
            earlier = self._earlier.get(word)
            places = np.array([unit]) if earlier is None else np.concatenate(([unit], earlier))
            # A word may be used twice in a unit, so places repeat.
            np.add.at(self._more, places, self._steps[: len(places)])
            self._earlier[word] = places


def greatest_frequency(text: Prepared) -> int:
    """Return how often the most frequent word of a text is used; 0 if there is none."""
    return int(np.bincount(text.sequence).max(initial=0))


@dataclass(frozen=True, slots=True)
class WordRow:
    """All words of a text in order, for methods that measure their windows in words.

    Attributes:
        terms: the number of each word's term, rising with first uses.
        kept: whether the word is kept; one that is not still takes its place in a window.
        ends: the number of words up to the end of each unit.
    """

    terms: NDArray[np.int64]
    kept: NDArray[np.bool_]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, text: Prepared) -> "WordRow":
        """Read the words of a text, without its punctuation."""
        numbers: dict[str, int] = {}
        terms: list[int] = []
        kept: list[bool] = []
        ends: list[int] = []
        for unit in range(len(text)):
            for token in text.tokens(unit):
                if token.tag != "PUNCT":
                    terms.append(numbers.setdefault(token.term, len(numbers)))
                    kept.append(token.kept)
            ends.append(len(terms))
        return cls(np.array(terms, dtype=np.int64), np.array(kept, dtype=bool), np.array(ends))

    def first_uses(self) -> NDArray[np.bool_]:
        """Tell of each word whether it is used here for the first time."""
        first = np.zeros(len(self.terms), dtype=bool)
        first[np.unique(self.terms, return_index=True)[1]] = True
        return first

    def cut_near(self, places: Iterable[float]) -> Segmentation:
        """Cut at the end of a unit that is nearest to each place, a number of words.

        Of two as near, the earlier. Places that share an end make one cut. The end of the text is
        no cut, so a place near it goes to the end of the last unit but one.
        """
        size = len(self.ends)
        if size == 1:
            return Segmentation((1,))
        inner = self.ends[:-1]
        nearest = {int(np.argmin(np.abs(inner - place))) + 1 for place in places}
        return Segmentation((*sorted(nearest), size))


def read_fields(
    path: str | PathLike[str], *, columns: int, form: str
) -> Iterator[tuple[str, list[str]]]:
    """Yield the place of each entry, for errors, and its fields; skip blank lines and comments.

    Args:
        path: the file, UTF-8.
        columns: how many fields a line has.
        form: what a line looks like, for the error.
    """
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{path}, line {number}"
        row = [field.strip() for field in line.split("\t")]
        if len(row) != columns or not all(row):
            raise TmimaError(f"{where} is not of the form {form}: {line[:60]!r}")
        yield where, row
