"""The words of each unit with their counts, for methods that add units up."""

from collections import Counter
from itertools import pairwise

import numpy as np

from tmima.methods.text import MethodText


def unit_counts(text: MethodText) -> list[Counter[int]]:
    """Return how often each kept word stands in each unit, in the order of first uses."""
    bounds = np.searchsorted(text.owners, np.arange(len(text) + 1)).tolist()
    return [Counter(text.sequence[first:last].tolist()) for first, last in pairwise(bounds)]
