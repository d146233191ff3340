"""Whether a text has topics at all: a test against the same sentences in any order."""

import numpy as np

from tmima.similarity import Pairs, Part, Similarity

# Topics show in neighbours up to here, whether they have three sentences or thirty.
_NEAR = 5
_SHUFFLES = 99
# So many units at the beginning of a text tell what there is to tell.
_MOST_UNITS = 200


# Neighbours that are as similar in more than one random order of twenty prove no topics.
CONVINCING = 0.05


def structure_p_value(similarity: Similarity, *, seed: int = 0) -> float:
    """Return how likely neighbours are to be as similar in a random order of the same units.

    A permutation test (Mantel 1967) of the sum of D over all pairs of units at most five apart:
    the share of 100 orders, the true one among them, in which it is as large. 1 where no two units
    are similar. It holds for any similarity, since nothing is fitted to the text.
    """
    size = min(len(similarity), _MOST_UNITS)
    rows, columns, values = Pairs.of(Part(similarity, 0, size))
    matrix = np.zeros((size, size))
    matrix[rows, columns] = matrix[columns, rows] = values
    generator = np.random.default_rng(seed)
    place = np.arange(size)
    orders = np.empty((_SHUFFLES + 1, size), dtype=np.int64)
    for order in orders:
        order[place] = np.arange(size)
        generator.shuffle(place)
    near = np.zeros(len(orders))
    for apart in range(1, min(_NEAR, size - 1) + 1):
        near += matrix[orders[:, :-apart], orders[:, apart:]].sum(axis=1)
    # Sums of the same numbers in another order differ by rounding.
    return int((near >= near[0] * (1 - 1e-12)).sum()) / len(orders)
