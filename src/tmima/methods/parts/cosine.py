"""The cosine between rows of counts, which many methods start from."""

import numpy as np
from numpy.typing import NDArray


def unit_rows(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rows scaled to length 1; rows of zeros stay so."""
    norms = np.sqrt((matrix * matrix).sum(axis=1, keepdims=True))
    scaled: NDArray[np.float64] = np.divide(
        matrix, norms, out=np.zeros_like(matrix), where=norms > 0
    )
    return scaled


def cosine_matrix(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cosine of every pair of rows; that of a row of zeros with any other is 0."""
    rows = unit_rows(matrix)
    products: NDArray[np.float64] = rows @ rows.T
    return products
