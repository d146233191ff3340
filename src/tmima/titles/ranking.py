"""What a reader is expected to say of a phrase as a title: trees that learnt it.

The first learnt how much of the title of its author a phrase says, the others what readers say.

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
        """Return what phrases are worth as titles of their segment: 1 where a reader is sure."""
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
