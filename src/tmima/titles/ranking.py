"""How much of the true title a phrase is expected to say: trees that were learnt from titles.

All trees are of one depth and ask the same question at every node of a level, so that the answers
of a phrase to the questions of a tree are the number of its leaf. What leaves hold are whole
numbers: their sum is the same on every processor. `tools/learning/titles.py` learns them.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima.kernel.arrays import Floats
from tmima.titles.phrase_features import FEATURES, Priors

_RANK = FEATURES.index("rank")
_FILE = Path(__file__).with_name("ranker.npz")
SCALE = 1 << 16
"""What a leaf holds is so many times what it adds."""
# What is so much less than the best says nothing of what a title should share with it.
_REACH = 0.2
PRIOR_SCALE = 16
"""What is learnt of a word is kept as a whole number, so many times as large."""


class Ranker(NamedTuple):
    """The trees, and what was learnt of words.

    Attributes:
        features: the number of the feature that each tree asks at each level.
        thresholds: what the feature is compared with.
        leaves: what each leaf adds, as whole numbers.
        places: what the place by the rule adds, as whole numbers.
        priors: of words.
    """

    features: NDArray[np.int64]
    thresholds: NDArray[np.float32]
    leaves: NDArray[np.int64]
    places: NDArray[np.int64]
    priors: Priors

    def values(self, rows: Floats) -> Floats:
        """Return what phrases are worth as titles of their segment, as logarithms."""
        trees, depth = self.features.shape
        # A row for each question, of all phrases: rows are copied far quicker than single cells.
        columns = np.ascontiguousarray(rows.T, dtype=np.float32)
        # A leaf of a tree is told by one byte.
        leaf = np.zeros((trees, len(rows)), dtype=np.uint8)
        for level in range(depth):
            above = columns[self.features[:, level]] > self.thresholds[:, level, None]
            leaf |= above.view(np.uint8) << np.uint8(level)
        places = leaf + (np.arange(trees) << depth)[:, None]
        ranks = rows[:, _RANK].astype(np.int64)
        total = self.places[ranks] + self.leaves.ravel()[places].sum(axis=0)
        found: Floats = total / SCALE
        return found


def agreement(values: Floats, held: NDArray[np.int64], segments: NDArray[np.int64]) -> Floats:
    """Return how much each phrase says of the best ones of its segment, itself among them.

    That is the mean of the words that two phrases share over those of both, weighed by how near
    the other is to the best. All sums are of whole numbers.

    Args:
        values: of phrases.
        held: the kept words of each, a row for each, -1 for none.
        segments: of each; they rise.
    """
    held = _each_once(held)
    sizes = np.count_nonzero(held >= 0, axis=1)
    begins = np.flatnonzero(np.append(True, np.diff(segments) != 0)) if len(segments) else segments
    ends = np.append(begins, len(segments))[1:]
    found = np.zeros(len(values))
    for first, last in zip(begins.tolist(), ends.tolist(), strict=True):
        own = values[first:last]
        near = np.round(np.maximum(_REACH - (own.max() - own), 0.0) * SCALE).astype(np.int64)
        weights = near * near >> 16
        good = np.flatnonzero(weights)
        row, own_sizes = held[first:last], sizes[first:last]
        same = row[:, None, :, None] == row[good][None, :, None, :]
        shared = np.count_nonzero(same & (row >= 0)[:, None, :, None], axis=(2, 3))
        both = np.maximum(own_sizes[:, None] + own_sizes[good] - shared, 1)
        said = ((shared << 16) // both * weights[good]).sum(axis=1)
        found[first:last] = said / int(weights.sum()) / (1 << 16)
    return found


def _each_once(held: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the words of phrases, each word of a phrase once.

    >>> _each_once(np.array([[3, 5, 3], [4, -1, -1]])).tolist()
    [[3, 5, -1], [4, -1, -1]]
    """
    found = held.copy()
    for place in range(1, held.shape[1]):
        again = (held[:, :place] == held[:, place, None]).any(axis=1)
        found[again, place] = -1
    return found


@cache
def shipped() -> Ranker:
    """Return the ranker that is shipped."""
    with np.load(_FILE) as file:
        names = file["names"].tolist()
        numbers = np.array([FEATURES.index(name) for name in names])
        return Ranker(
            numbers[file["features"].astype(np.int64)],
            file["thresholds"],
            file["leaves"].astype(np.int64),
            file["places"].astype(np.int64),
            Priors(*file["priors"].astype(np.float64) / PRIOR_SCALE),
        )
