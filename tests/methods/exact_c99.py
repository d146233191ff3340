"""C99's divisive search in whole numbers, to tell a true tie from a near one."""

from fractions import Fraction
from functools import cache
from math import lcm

import numpy as np

from tmima.methods.literature.choi import ranks
from tmima.methods.vocabulary import cosine_matrix


def exact_ranks(text, mask=11):
    """Return the ranks of a text's sentences as fractions."""
    shares = ranks(np.round(cosine_matrix(text.counts()), 10), mask)
    size, reach = len(shares), mask // 2
    inner = [min(i, reach) + min(size - 1 - i, reach) + 1 for i in range(size)]
    neighbours = [[a * b - 1 for b in inner] for a in inner]
    return [
        [Fraction(round(shares[i, j] * neighbours[i][j]), neighbours[i][j]) for j in range(size)]
        for i in range(size)
    ]


def ways(matrix, cuts):
    """Yield each way to make just these cuts first in which only true ties are decided freely.

    A way is the density with 0, 1, 2, ... cuts, on to the last unit; after the given cuts, the last
    of equals is taken.
    """
    size = len(matrix)
    scale = lcm(*{value.denominator for row in matrix for value in row})
    table = np.zeros((size + 1, size + 1), dtype=object)
    whole = np.array([[int(value * scale) for value in row] for row in matrix], dtype=object)
    table[1:, 1:] = whole.cumsum(axis=0).cumsum(axis=1)

    def square(a, b):
        return table[b, b] - table[a, b] - table[b, a] + table[a, a]

    @cache
    def splits(a, b):
        """Return all equally best splits, the last first: place, added sum, added area."""
        found = [
            (square(a, k) + square(k, b), (k - a) ** 2 + (b - k) ** 2, k)
            for k in range(b - 1, a, -1)
        ]
        best = max((Fraction(s, area) for s, area, _ in found), default=None)
        return [
            (k, s - square(a, b), area - (b - a) ** 2)
            for s, area, k in found
            if Fraction(s, area) == best
        ]

    def follow(segments, inside, area, densities):
        """Segments are a dict from ends to the split that was decided on."""
        made = len(densities) - 1
        if made == size - 1:
            yield np.array([float(value / scale) for value in densities])
            return
        values = {
            ends: Fraction(inside + split[1], area + split[2])
            for ends, split in segments.items()
            if split is not None
        }
        best = max(values.values())
        equal = sorted((ends for ends, value in values.items() if value == best), reverse=True)
        free = made < len(cuts)
        for a, b in equal if free else equal[:1]:
            k, added, space = segments[a, b]
            if free and k not in cuts:
                continue
            rest = {ends: split for ends, split in segments.items() if ends != (a, b)}
            undecided = made + 1 < len(cuts)
            for left in (splits(a, k) or [None])[: None if undecided else 1]:
                for right in (splits(k, b) or [None])[: None if undecided else 1]:
                    after = {**rest, (a, k): left, (k, b): right}
                    yield from follow(after, inside + added, area + space, [*densities, best])

    start = Fraction(square(0, size), size * size)
    for first in splits(0, size):
        yield from follow({(0, size): first}, square(0, size), size * size, [start])
