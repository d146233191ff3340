"""The searches that methods share: dynamic programming over segments."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.text import Segmentation

# costs(end) gives the cost of the segments [0, end), [1, end), ..., [end - 1, end).
SegmentCosts = Callable[[int], NDArray[np.float64]]


def require_count(size: int, n_segments: int) -> None:
    """Refuse a number of segments that a number of units cannot be cut into."""
    if not 1 <= n_segments <= size:
        raise TmimaError(f"{size} units cannot be cut into {n_segments} segments")


def cheapest_segments(
    size: int, costs: SegmentCosts, *, n_segments: int | None = None
) -> Segmentation:
    """Return the segmentation with the least sum of costs, into a given number of segments or any.

    Of several, the one whose last segment is shortest. Time is quadratic in the number of units,
    times the number of segments where one is given.
    """
    if n_segments is not None:
        require_count(size, n_segments)
    layers = 1 if n_segments is None else n_segments
    best = np.full((layers + 1, size + 1), np.inf)
    previous = np.zeros((layers + 1, size + 1), dtype=np.int64)
    best[0, 0] = 0.0
    if n_segments is None:
        best[1, 0] = 0.0
    for end in range(1, size + 1):
        added = costs(end)
        for layer in range(1, layers + 1):
            # Without a number, a layer builds on itself; with one, on the layer below.
            before = best[layer if n_segments is None else layer - 1, :end]
            candidates = (before + added)[::-1]
            start = end - 1 - int(np.argmin(candidates))
            best[layer, end] = candidates[end - 1 - start]
            previous[layer, end] = start
    boundaries = [size]
    layer = layers
    while previous[layer, boundaries[-1]] > 0:
        boundaries.append(int(previous[layer, boundaries[-1]]))
        layer -= n_segments is not None
    return Segmentation(tuple(reversed(boundaries)))


def least_costs(size: int, costs: SegmentCosts, most: int) -> NDArray[np.float64]:
    """Return the least sum of costs into 1, 2, ..., `most` segments.

    Time is the square of the number of units times `most`, in one pass over the costs.
    """
    require_count(size, most)
    # best[k, t] is that of the first t units into k + 1 segments; before all, of none into none.
    best = np.full((most, size + 1), np.inf)
    none = np.full((1, size + 1), np.inf)
    none[0, 0] = 0.0
    for end in range(1, size + 1):
        before = np.concatenate((none[:, :end], best[: most - 1, :end]))
        best[:, end] = (before + costs(end)).min(axis=1)
    return best[:, size]
