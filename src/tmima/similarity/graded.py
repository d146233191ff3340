"""D by degrees: rare words say more than common ones, two shared words more than one."""

import math

import numpy as np

from tmima import kernel
from tmima.arrays import Floats, one_by_one
from tmima.similarity.columns import Columns
from tmima.similarity.families import Families
from tmima.similarity.postings import Postings
from tmima.text import Units

# Words of the language beyond e^-3 tell nothing, those below one in a million are all alike.
_COMMONEST = -3.0
_RAREST = 1e-6
_SCALE = 10.0


class GradedWords:
    """D[s, t] = 1 - exp(-sum of the weights of what units s and t share), D[t, t] = 0.

    What they share are kept words, and families of words that begin alike (see `families`). With
    n units that hold it, a word weighs

        share * importance / sqrt(max(1, n - 1))

    so one that occurs everywhere in the text says little. A unit is not compared with itself: the
    diagonal tells nothing of where topics change.

    Args:
        units: the units of a document.
        probabilities: of the words by number in the language at large; without them nothing but
            the text is used, and the importance of every word is 1.
    """

    def __init__(self, units: Units, probabilities: Floats | None = None) -> None:
        families = Families.of(units)
        weights = families.shares / np.sqrt(np.maximum(1.0, families.holders() - 1))
        if probabilities is not None:
            weights = weights * importance(families.totals(probabilities))
        self._postings = Postings(families.units, weights)

    def __len__(self) -> int:
        return len(self._postings)

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of D."""
        shared = self._postings.shared(first, last, reach, diagonal=False)
        # In place: the array is the block's own.
        kernel.saturate(shared.values)
        return shared

    def largest_block(self, count: int) -> float:
        """Return the most that a square of `count` units can hold.

        1 - exp(-x) is at most x and at most 1, so the sum is at most that of the weights of shared
        words over all pairs of units, and at most the number of entries.
        """
        return min(self._postings.largest_pairs(count), float(count) ** 2)


def importance(probabilities: Floats) -> Floats:
    """Return how much words say, given how frequent they are in the language: their surprise."""
    surprise = -one_by_one(math.log, np.maximum(probabilities, _RAREST))
    return np.maximum(0.0, surprise + _COMMONEST) / _SCALE
