"""What others make of the same sentences: C99, U00, and the change points of a kernel."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.values import Segmentation

LITERATURE = {"c99": "C99", "utiyama": "U00"}

# What a change costs in KernelCPD, by what stands for the sentences: the best of the grid on the
# choosing half (docs/accuracy.md).
PENALTIES = {"words": 1.2, "wordllama": 1.3, "minilm": 1.4}
PENALTY_GRID = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6)


def kernel_changes(
    vectors: NDArray[np.float64], *, penalty: float | None = None, n_segments: int | None = None
) -> Segmentation:
    """Return what ruptures' KernelCPD with the cosine kernel finds in a row of vectors.

    Either a penalty for each change or the number of segments is given.
    """
    try:
        import ruptures
    except ImportError:
        raise TmimaError("the comparison needs ruptures: pip install ruptures") from None
    if len(vectors) < 2:
        return Segmentation((len(vectors),))
    # A vector of zeros has no cosine: it gets a direction of its own.
    signal = np.column_stack((vectors, ~vectors.any(axis=1)))
    model: Any = ruptures.KernelCPD(kernel="cosine", min_size=1).fit(signal)
    ends = (
        model.predict(pen=penalty) if n_segments is None else model.predict(n_bkps=n_segments - 1)
    )
    return Segmentation(tuple(ends))
