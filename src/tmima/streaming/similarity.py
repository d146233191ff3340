"""D for units that are still coming in: which earlier ones are similar to each, and how much."""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

import numpy as np

from tmima.arrays import Floats, Rows
from tmima.similarity import beginnings

Column = tuple[Rows, Floats]
"""The earlier units that are similar to a unit, in order, and how similar they are."""


class Comparison(Protocol):
    """How units are compared in a stream: what they are compared by, and what it weighs."""

    diagonal: bool

    def terms(self, words: Iterable[str]) -> list[tuple[str, float]]:
        """Return what a unit of these kept words is compared by, each with its weight."""
        ...

    def degree(self, weight: float) -> float:
        """Return how similar units are that share terms of this weight."""
        ...


class SharedTerms:
    """Units are similar if they share a word.

    Args:
        diagonal: whether a unit with a kept word is similar to itself.
    """

    def __init__(self, *, diagonal: bool = True) -> None:
        self.diagonal = diagonal

    def terms(self, words: Iterable[str]) -> list[tuple[str, float]]:
        """Return the words."""
        return [(word, 1.0) for word in words]

    def degree(self, weight: float) -> float:
        """Return 1: a shared word is enough."""
        return 1.0


class GradedTerms:
    """Graded words (see `GradedWords`) whose weights were frozen with the beginning of the text.

    A word, and a family of words that begin alike, weighs share / sqrt(max(1, n - 1)) with n the
    units of the beginning that hold it. One that is not there weighs as one that is rare.

    Args:
        holders: the number of units of the beginning that hold each term.
    """

    diagonal = False

    def __init__(self, holders: Mapping[str, int]) -> None:
        self.holders = dict(holders)

    @classmethod
    def of(cls, units: Iterable[Iterable[str]]) -> "GradedTerms":
        """Count the terms of the beginning's units, each given as its kept words."""
        counts: Counter[str] = Counter()
        for words in units:
            counts.update({term for word in words for term, _ in beginnings(word)})
        return cls(counts)

    def terms(self, words: Iterable[str]) -> list[tuple[str, float]]:
        """Return the words and their families."""
        found = {}
        for word in words:
            for term, share in beginnings(word):
                if term not in found:
                    found[term] = share / math.sqrt(max(1, self.holders.get(term, 0) - 1))
        return list(found.items())

    def degree(self, weight: float) -> float:
        """Return 1 - exp(-weight)."""
        return -math.expm1(-weight)


class OnlineSimilarity:
    """Finds for each new unit the earlier ones that are similar to it, within a window.

    Args:
        comparison: how units are compared.
        window: how many units back it looks, the new one included.
        begin: the number of the first unit.
    """

    def __init__(self, comparison: Comparison, *, window: int, begin: int = 0) -> None:
        self._comparison = comparison
        self._window = window
        self._next = begin
        self._units: dict[str, list[int]] = {}

    def push(self, words: Iterable[str]) -> Column:
        """Take the words of the next unit; return the units that are similar to it."""
        unit = self._next
        oldest = unit + 1 - self._window
        weights: dict[int, float] = {}
        for term, weight in self._comparison.terms(words):
            units = self._units.setdefault(term, [])
            if units and units[0] < oldest:
                del units[: bisect_left(units, oldest)]
            for other in units:
                weights[other] = weights.get(other, 0.0) + weight
            units.append(unit)
            if self._comparison.diagonal:
                weights[unit] = weight
        self._next += 1
        if self._next % self._window == 0:
            self._forget(oldest)
        rows = sorted(weights)
        degree = self._comparison.degree
        return (
            np.array(rows, dtype=np.int32),
            np.array([degree(weights[row]) for row in rows], dtype=np.float64),
        )

    def _forget(self, oldest: int) -> None:
        """Drop the terms that have not come for a whole window."""
        self._units = {term: units for term, units in self._units.items() if units[-1] >= oldest}
