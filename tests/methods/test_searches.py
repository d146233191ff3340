"""Searches against trying everything; peaks of curves, and the choice of a number of them."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.random_texts import all_boundaries
from tmima import Segmentation, TmimaError
from tmima.methods.searches import (
    cheapest_segments,
    cut_at,
    cuts_at_highest,
    depth_scores,
    least_costs,
    peaks,
)


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


curves = st.lists(st.integers(0, 4), max_size=12).map(lambda v: np.array(v, dtype=np.float64))


@given(curves)
def test_a_peak_is_higher_than_what_differs_beside_it(curve):
    expected = []
    for place, value in enumerate(curve):
        left = list(curve[:place][::-1])
        right = [v for v in curve[place + 1 :] if v != value]
        first_of_flat = not left or left[0] != value
        if first_of_flat and (not left or left[0] < value) and (not right or right[0] < value):
            expected.append(place)
    assert peaks(curve) == expected


@given(curves)
def test_climbs_by_walking(curve):
    for place, found in enumerate(depth_scores(curve)):
        total = 0.0
        for step in (-1, 1):
            here = place
            while 0 <= here + step < len(curve) and curve[here + step] >= curve[here]:
                here += step
            total += curve[here] - curve[place]
        assert found == total


def test_a_number_takes_peaks_first_and_then_the_highest():
    curve = np.array([1.0, 5.0, 4.0, 0.0, 2.0])
    assert sorted(cuts_at_highest(curve, 3, peaks(curve))) == [1, 4]
    assert sorted(cuts_at_highest(curve, 4, peaks(curve))) == [1, 2, 4]
    assert cuts_at_highest(curve, 1, peaks(curve)) == []
    with pytest.raises(TmimaError, match="6 units cannot be cut into 7"):
        cuts_at_highest(curve, 7, [])


def test_places_are_after_units():
    assert cut_at(4, [2, 0]) == Segmentation((1, 3, 4))
