"""The paper's D: 1 where two units share a kept word, else 0."""

from tmima.similarity.columns import Columns
from tmima.similarity.postings import Postings
from tmima.text import Units


class SharedWords:
    """D[s, t] = 1 if units s and t have a kept word in common (section 2.1 of the paper).

    A column is read off the lists of units that hold each of its words, so memory is linear in the
    words of the text, and time in the pairs of occurrences of one word.

    Args:
        units: the units of a document.
        diagonal: whether D[t, t] counts, which is 1 if unit t has a kept word. Equation (1) has it;
            the paper's pseudocode leaves it out.
    """

    def __init__(self, units: Units, *, diagonal: bool = True) -> None:
        self._postings = Postings(units)
        self._diagonal = diagonal

    def __len__(self) -> int:
        return len(self._postings)

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of D."""
        return self._postings.shared(first, last, reach, diagonal=self._diagonal)

    def largest_block(self, count: int) -> float:
        """Return the most ones that a square of `count` units can hold.

        Two units that share words have a 1 for one word at the least, so the ones in a square are
        at most the sum over words of the squared number of its units that hold the word.
        """
        return min(self._postings.largest_pairs(count), float(count) ** 2)
