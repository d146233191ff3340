"""The most probable row of hidden states (Viterbi 1967)."""

import numpy as np
from numpy.typing import NDArray

from tmima.text import Segmentation


def most_probable_states(
    observed: NDArray[np.float64], transitions: NDArray[np.float64], start: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Return the states z_1 .. z_T of greatest probability.

        log P = start[z_1] + observed[1, z_1] + sum over t > 1 of
                transitions[z_{t-1}, z_t] + observed[t, z_t]

    Of equal ones the lowest state wins, from the last unit on. Time T Z^2 for T units, Z states.

    Args:
        observed: T x Z, the logarithm of each unit's probability in each state.
        transitions: Z x Z, log P(state of the column after state of the row).
        start: log P(first state).
    """
    size, states = observed.shape
    back = np.zeros((size, states), dtype=np.int64)
    best = start + observed[0]
    for unit in range(1, size):
        arrived = best[:, None] + transitions
        back[unit] = arrived.argmax(axis=0)
        best = arrived[back[unit], np.arange(states)] + observed[unit]
    found = np.zeros(size, dtype=np.int64)
    found[-1] = best.argmax()
    for unit in range(size - 1, 0, -1):
        found[unit - 1] = back[unit, found[unit]]
    return found


def changes(states: NDArray[np.int64]) -> Segmentation:
    """Return the segmentation that cuts where the state changes.

    >>> changes(np.array([3, 3, 1, 1, 1, 3]))
    Segmentation(boundaries=(2, 5, 6))
    """
    return Segmentation((*(np.flatnonzero(np.diff(states)) + 1).tolist(), len(states)))
