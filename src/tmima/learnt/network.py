"""The networks of one run: the odds of places, and what lengths and density count for in a text.

They are sums, products, roots and divisions in an order that is ours, in single precision, and what
they give is rounded: the same on every processor.
"""

import math
from collections.abc import Mapping

import numpy as np

from tmima import kernel
from tmima.kernel.arrays import Floats, Singles

_LEAST_SPREAD = 1e-5
# There is no number for exp(710).
_MOST_EXPONENT = 700.0
# Odds and scores are multiples of this.
_STEPS = 2.0**20


class Network:
    """What the weights of one run make of features.

    Args:
        weights: arrays by name.
    """

    def __init__(self, weights: Mapping[str, Singles]) -> None:
        self._weights = weights
        self._layers = sum(name.startswith("norms.") for name in weights) // 2

    @property
    def reach(self) -> int:
        """How many places before a place and after it have a part in its odds."""
        return (1 << self._layers) - 1

    def odds(self, given: Singles) -> Floats:
        """Return the log odds of a cut at neighbouring places.

        Args:
            given: the features of each place in deviations, and its signs.
        """
        held = self._weights
        y = linear(held, "read", given)
        even = np.empty_like(y)
        for layer in range(self._layers):
            kernel.normalise(
                even, y, held[f"norms.{layer}.weight"], held[f"norms.{layer}.bias"], _LEAST_SPREAD
            )
            around = self._near(layer, even)
            y += linear(held, f"mixed.{layer}", np.maximum(around, np.float32(0)))
        return rounded(linear(held, "odds", y)[:, 0])

    def _near(self, layer: int, values: Singles) -> Singles:
        """Mix each place with those so far before and after it."""
        size, apart = len(values), 1 << layer
        found = np.empty_like(values)
        found[:] = self._weights[f"near.{layer}.bias"]
        before, own, after = self._weights[f"near.{layer}.weight"]
        if apart < size:
            kernel.add_products(found[apart:], values[:-apart], before)
        kernel.add_products(found, values, own)
        if apart < size:
            kernel.add_products(found[:-apart], values[apart:], after)
        return found

    def lengths(self, given: Singles) -> Floats:
        """Return what lengths score, each given with what the text is like as a whole."""
        return self._two_layers("length", given)[:, 0].astype(np.float64)

    def density(self, text: Singles) -> tuple[float, float]:
        """Return what density weighs in a text, and by which power of the length it weighs less."""
        weight, power = self._two_layers("density", text[None])[0].tolist()
        softplus = round(max(weight, 0.0) + math.log1p(math.exp(-abs(weight))), 9)
        return softplus, round(2.0 / (1.0 + math.exp(min(-power, _MOST_EXPONENT))), 6)

    def _two_layers(self, name: str, given: Singles) -> Singles:
        hidden = linear(self._weights, f"{name}.0", given)
        soft = hidden / (np.float32(1) + np.abs(hidden))
        return linear(self._weights, f"{name}.2", soft.astype(np.float32, copy=False))


def linear(weights: Mapping[str, Singles], name: str, values: Singles) -> Singles:
    """Return what a linear layer gives."""
    found = np.empty((len(values), len(weights[f"{name}.bias"])), dtype=np.float32)
    found[:] = weights[f"{name}.bias"]
    kernel.add_products(found, values, weights[f"{name}.weight"])
    return found


def rounded(values: Singles | Floats) -> Floats:
    """Return numbers whose last bits, should they differ somewhere, decide nothing."""
    return np.rint(values.astype(np.float64) * _STEPS) / _STEPS
