"""What chance would give: how similar units would be if only their own degrees mattered.

With d[s] the sum of D[s, t] over all other units t (in long texts the mean over those near), pairs
that had nothing to do with each other would have D[s, t] near E[s, t] = c d[s] d[t], where c makes
the sum over all pairs right (the null of Newman and Girvan's modularity). A square on the diagonal
holds c ((sum of d)^2 - sum of d^2) of it, two prefix sums: E is never stored.
"""

import numpy as np

from tmima import kernel
from tmima.arrays import Floats
from tmima.similarity import Similarity, column_blocks

# In longer texts units are compared with those so far away at the most, so that time stays linear.
HORIZON = 2000


def expectation(similarity: Similarity, *, horizon: int = HORIZON) -> kernel.Expected:
    """Return what is expected of D by its degrees; pairs beyond the horizon do not count."""
    size = len(similarity)
    degrees: Floats = np.zeros(size)
    total = 0.0
    for block in column_blocks(similarity, reach=horizon):
        rows, columns = np.zeros(size), np.zeros(size)
        if not kernel.add_degrees(rows, columns, horizon, block):
            total += float(block.values.sum())
        else:
            apart = block.columns() - block.rows
            total += float(block.values[(apart > 0) & (apart <= horizon)].sum())
        degrees += rows
        degrees += columns
    if size > horizon + 1:
        # Units near the ends of a long text have fewer others within the horizon.
        at = np.arange(size)
        degrees /= np.minimum(at, horizon) + np.minimum(size - 1 - at, horizon)
    sums = np.concatenate(([0.0], np.cumsum(degrees)))
    squares = np.concatenate(([0.0], np.cumsum(degrees**2)))
    after = sums[np.minimum(np.arange(size) + 1 + horizon, size)] - sums[1:]
    # Not a product of vectors, whose last bit depends on how many threads it is given.
    products = float((degrees * after).sum())
    return kernel.Expected(sums, squares, total / products if products > 0 else 0.0)
