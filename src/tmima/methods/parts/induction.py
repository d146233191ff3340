"""The induction of features for a log-linear model, by their gain (Della Pietra et al. 1997)."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csc_array


def induce(
    columns: "csc_array", truth: NDArray[np.float64], number: int
) -> tuple[list[int], NDArray[np.float64]]:
    """Return the induced columns in order and the fitted weights, that of no feature first."""
    from sklearn.linear_model import LogisticRegression

    rate = truth.mean()
    odds = np.full(len(truth), np.log(rate / (1 - rate)))
    chosen: list[int] = []
    model: NDArray[np.float64] = odds[:1].copy()
    for _ in range(min(number, columns.shape[1])):
        rises = gains(columns, truth, odds)
        rises[chosen] = -np.inf
        best = int(rises.argmax())
        if rises[best] <= 1e-9:
            break
        chosen.append(best)
        table = columns[:, chosen].toarray()
        fitted = LogisticRegression(C=100.0, max_iter=1000).fit(table, truth)
        model = np.concatenate((fitted.intercept_, fitted.coef_[0]))
        odds = model[0] + table @ model[1:]
    return chosen, model


def gains(
    columns: "csc_array", truth: NDArray[np.float64], odds: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how much each feature can raise the log likelihood, with a weight of its own alone.

    The weight is found by Newton's steps, for all features at once.
    """
    rows, number = columns.indices, columns.shape[1]
    owner = np.repeat(np.arange(number), np.diff(columns.indptr))
    true, before = truth[rows], odds[rows]
    weight = np.zeros(number)
    for _ in range(6):
        chance = 1 / (1 + np.exp(-(before + weight[owner])))
        slope = np.bincount(owner, true - chance, minlength=number)
        bend = np.bincount(owner, chance * (1 - chance), minlength=number)
        # Bounded, for a feature that is always right has no finite weight.
        weight = np.clip(weight + np.clip(slope / np.maximum(bend, 1e-9), -2, 2), -8, 8)
    after = before + weight[owner]
    rise = true * (after - before) - np.logaddexp(0, after) + np.logaddexp(0, before)
    return np.bincount(owner, rise, minlength=number).astype(np.float64)
