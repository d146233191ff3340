"""Textbook versions of what tmima computes: slow, short and obviously right."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tmima.segmentation import (
    Admissible,
    Constraints,
    Parameters,
    Prepared,
    Problem,
    Programme,
    Solution,
    TextCost,
)
from tmima.similarity import Similarity
from tmima.text import Span, Units

Matrix = list[list[float]]


def units_of(word_sets: Sequence[set[int]], lengths: Sequence[int] | None = None) -> Units:
    """Make units that hold the given words, each a number."""
    terms = [word for words in word_sets for word in sorted(words)]
    count = len(word_sets)
    return Units(
        runs=tuple(Span(i, i + 1) for i in range(count)),
        edges=tuple(range(count + 1)),
        sentences=np.ones(count, dtype=np.int64),
        words=np.array(lengths or [1] * count, dtype=np.int64),
        starts=np.cumsum([0, *map(len, word_sets)], dtype=np.int64),
        terms=np.array(terms, dtype=np.int32),
        vocabulary=tuple(map(str, range(max(terms, default=-1) + 1))),
    )


def shared_words(word_sets: Sequence[set[int]], *, diagonal: bool = True) -> Matrix:
    """D of the paper, section 2.1."""
    return [
        [float(bool(s & t)) if diagonal or i != j else 0.0 for j, t in enumerate(word_sets)]
        for i, s in enumerate(word_sets)
    ]


def cost(
    boundaries: Sequence[int],
    d: Matrix,
    lengths: Sequence[int],
    mean: float,
    std: float,
    gamma: float,
    r: float,
) -> float:
    """Equation (1)."""
    total = 0.0
    first = 0
    for last in boundaries:
        length = sum(lengths[first:last])
        square = sum(sum(row[first:last]) for row in d[first:last])
        total += gamma * (length - mean) ** 2 / (2 * std**2)
        total -= (1 - gamma) * square / (last - first) ** r
        first = last
    return total


def segmentations(size: int) -> Iterator[tuple[int, ...]]:
    """All 2^(T-1) segmentations of T units."""
    for count in range(size):
        for cuts in combinations(range(1, size), count):
            yield (*cuts, size)


def programme(
    d: Matrix, lengths: Sequence[int], mean: float, std: float, gamma: float, r: float
) -> tuple[float, tuple[int, ...]]:
    """The paper's pseudocode, with the slips that NOTES on the paper name put right."""
    size = len(d)
    best = [0.0] + [float("inf")] * size
    start = [0] * (size + 1)
    for t in range(1, size + 1):
        for s in range(t):
            candidate = best[s] + cost(
                [t - s], [row[s:t] for row in d[s:t]], lengths[s:t], mean, std, gamma, r
            )
            if candidate <= best[t]:
                best[t], start[t] = candidate, s
    boundaries = [size]
    while start[boundaries[-1]]:
        boundaries.append(start[boundaries[-1]])
    return best[size], tuple(reversed(boundaries))


def weighed(
    d: Matrix, lengths: Sequence[int], mean: float, std: float, gamma: float, r: float
) -> list[tuple[float, tuple[int, ...]]]:
    """All segmentations with their costs, cheapest first."""
    return sorted(
        (cost(boundaries, d, lengths, mean, std, gamma, r), boundaries)
        for boundaries in segmentations(len(d))
    )


def gibbs(
    costs: Sequence[tuple[float, tuple[int, ...]]], temperature: float
) -> list[tuple[float, tuple[int, ...]]]:
    """The probability of each segmentation at a temperature."""
    least = min(value for value, _ in costs)
    shares = [math.exp(-(value - least) / temperature) for value, _ in costs]
    return [
        (share / sum(shares), boundaries)
        for share, (_, boundaries) in zip(shares, costs, strict=True)
    ]


def cheapest(
    similarity: Similarity,
    lengths: Sequence[int] | NDArray[np.int64],
    parameters: Parameters,
    allowed: Admissible | None = None,
) -> Solution:
    """The engine's segmentation of least cost, given D and the length of each unit."""
    cost = TextCost.of(parameters, np.asarray(lengths, dtype=np.int64))
    return Programme(similarity, cost, allowed).optimum()


def problem_of(
    similarity: Similarity,
    units: Units,
    parameters: Parameters | None = None,
    constraints: Constraints | None = None,
) -> Problem:
    """Equation (1) on units that need no document."""
    return Problem.of(Prepared.of_units(units), similarity, parameters, constraints)
