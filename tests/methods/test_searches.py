"""The least costs of all numbers are those of the searches for each, and of trying everything."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.random_texts import all_boundaries
from tmima import TmimaError
from tmima.methods.parts.searches import cheapest_segments, least_costs


@given(st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_the_least_costs_of_all_numbers(size, seed):
    table = np.random.default_rng(seed).normal(size=(size + 1, size))

    def total(boundaries):
        return sum(table[end, start] for start, end in pairwise((0, *boundaries)))

    def costs(end):
        return table[end, :end]

    least = least_costs(size, costs, size)
    for number in range(1, size + 1):
        everything = min(map(total, all_boundaries(size, number)))
        found = cheapest_segments(size, costs, n_segments=number)
        assert least[number - 1] == pytest.approx(everything)
        assert total(found.boundaries) == pytest.approx(everything)
    assert least_costs(size, costs, 1).tolist() == [table[size, 0]]


@given(st.integers(1, 7), st.integers(0, 2**32 - 1), st.integers(1, 7), st.booleans())
def test_among_equals_the_shortest_last_segment_is_taken_and_so_on(size, seed, number, told):
    table = np.random.default_rng(seed).integers(0, 2, size=(size + 1, size)).astype(float)
    number = min(number, size)
    counts = [number] if told else range(1, size + 1)
    every = [boundaries for count in counts for boundaries in all_boundaries(size, count)]

    def rank(boundaries):
        pieces = list(pairwise((0, *boundaries)))
        cost = sum(table[end, start] for start, end in pieces)
        return cost, [end - start for start, end in reversed(pieces)]

    found = cheapest_segments(
        size, lambda end: table[end, :end], n_segments=number if told else None
    )
    assert found.boundaries == tuple(min(every, key=rank))


def test_more_segments_than_units_are_refused():
    with pytest.raises(TmimaError, match="2 units cannot be cut into 3"):
        least_costs(2, np.zeros, 3)
