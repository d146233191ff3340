"""Peaks of curves, the climbs beside their places, and the choice of a number of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmima import Segmentation, TmimaError
from tmima.methods.parts.peaks import climbs, cut_at, highest, peaks

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
    for place, found in enumerate(climbs(curve)):
        total = 0.0
        for step in (-1, 1):
            here = place
            while 0 <= here + step < len(curve) and curve[here + step] >= curve[here]:
                here += step
            total += curve[here] - curve[place]
        assert found == total


def test_a_number_takes_peaks_first_and_then_the_highest():
    curve = np.array([1.0, 5.0, 4.0, 0.0, 2.0])
    assert sorted(highest(curve, 3, peaks(curve))) == [1, 4]
    assert sorted(highest(curve, 4, peaks(curve))) == [1, 2, 4]
    assert highest(curve, 1, peaks(curve)) == []
    with pytest.raises(TmimaError, match="6 units cannot be cut into 7"):
        highest(curve, 7, [])


def test_places_are_after_units():
    assert cut_at(4, [2, 0]) == Segmentation((1, 3, 4))
