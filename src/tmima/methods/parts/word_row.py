"""A text as one row of words, and the ends of units that are nearest to places in it."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tmima.methods.text import MethodText
from tmima.text import Segmentation


@dataclass(frozen=True, slots=True)
class Stream:
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
    def of(cls, text: MethodText) -> "Stream":
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
