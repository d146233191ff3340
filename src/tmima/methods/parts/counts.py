"""How often words stand in units, and the cosines between units."""

from collections import Counter
from itertools import pairwise

import numpy as np

from tmima.arrays import Floats, row_products
from tmima.methods.text import MethodText


def unit_counts(text: MethodText) -> list[Counter[int]]:
    """Return how often each kept word stands in each unit, in the order of first uses."""
    bounds = np.searchsorted(text.owners, np.arange(len(text) + 1)).tolist()
    return [Counter(text.sequence[first:last].tolist()) for first, last in pairwise(bounds)]


def unit_rows(matrix: Floats) -> Floats:
    """Return the rows scaled to length 1; rows of zeros stay so."""
    norms = np.sqrt((matrix * matrix).sum(axis=1, keepdims=True))
    scaled: Floats = np.divide(matrix, norms, out=np.zeros_like(matrix), where=norms > 0)
    return scaled


def cosine_matrix(matrix: Floats) -> Floats:
    """Return the cosine of every pair of rows; that of a row of zeros with any other is 0."""
    rows = unit_rows(matrix)
    return row_products(rows, rows)
