"""Whether a text has topics at all: a test against the same sentences in any order."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tmima.similarity import Pairs, Part, Similarity

# Topics show in neighbours up to here, whether they have three sentences or thirty.
_NEAR = 5
_SHUFFLES = 99
# So many units at the beginning of a text tell what there is to tell; no more than a byte counts.
_MOST_UNITS = 200


# Neighbours that are as similar in more than one random order of twenty prove no topics.
CONVINCING = 0.05


def structure_p_value(similarity: Similarity) -> float:
    """Return how likely neighbours are to be as similar in a random order of the same units.

    A permutation test (Mantel 1967) of the sum of D over all pairs of units at most five apart:
    the share of 100 orders, the true one among them, in which it is as large. 1 where no two units
    are similar. It holds for any similarity, since nothing is fitted to the text.
    """
    size = min(len(similarity), _MOST_UNITS)
    rows, columns, values = Pairs.of(Part(similarity, 0, size))
    matrix = np.zeros((size, size))
    matrix[rows, columns] = matrix[columns, rows] = values
    orders = _orders(size).astype(np.int64)
    lines, entries = orders * size, matrix.ravel()
    near = np.zeros(len(orders))
    for apart in range(1, min(_NEAR, size - 1) + 1):
        near += entries.take(lines[:, :-apart] + orders[:, apart:]).sum(axis=1)
    # Sums of the same numbers in another order differ by rounding.
    return int((near >= near[0] * (1 - 1e-12)).sum()) / len(orders)


@lru_cache(maxsize=_MOST_UNITS)
def _orders(size: int) -> NDArray[np.uint8]:
    """Return the true order of units and others at random: small, for they are remembered."""
    generator = np.random.default_rng(0)
    place = np.arange(size)
    orders = np.empty((_SHUFFLES + 1, size), dtype=np.uint8)
    for order in orders:
        order[place] = np.arange(size)
        generator.shuffle(place)
    orders.flags.writeable = False
    return orders
