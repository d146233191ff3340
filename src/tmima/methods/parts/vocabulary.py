"""The words of many texts under common numbers: what learns from texts counts with these."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.text import MethodText
from tmima.text import Segmentation

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class Vocabulary:
    """Numbers for the kept words of a collection, in the order of their first use."""

    def __init__(self, texts: Iterable[MethodText]) -> None:
        self.numbers: dict[str, int] = {}
        for text in texts:
            for word in text.units.vocabulary:
                self.numbers.setdefault(word, len(self.numbers))

    @classmethod
    def of(cls, words: Iterable[str]) -> "Vocabulary":
        """Number words in their order."""
        found = cls(())
        found.numbers = {word: number for number, word in enumerate(words)}
        return found

    def __len__(self) -> int:
        return len(self.numbers)

    def known(self, text: MethodText) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the numbers of the words of a text in order, and the unit of each.

        Words that the vocabulary lacks are left out.
        """
        vocabulary = [self.numbers.get(word, -1) for word in text.units.vocabulary]
        numbers = np.array(vocabulary, dtype=np.int64)[text.sequence]
        return numbers[numbers >= 0], text.owners[numbers >= 0].astype(np.int64)

    def counts(self, texts: Sequence[tuple[MethodText, Segmentation]]) -> "csr_array":
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


def check_training(texts: Sequence[tuple[MethodText, Segmentation]]) -> None:
    """Refuse training texts that nothing can be learnt from, or that do not fit their truth."""
    for text, truth in texts:
        if len(text) != truth.size:
            raise TmimaError(
                f"a training text has {len(text)} units but its segmentation {truth.size}"
            )
    if not any(len(text.sequence) for text, _ in texts):
        raise TmimaError(f"{len(texts)} training texts without a kept word: give others")
