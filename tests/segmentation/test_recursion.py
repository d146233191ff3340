"""How many segments: the distribution of their number, by enumeration and by its properties."""

import resource
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle import segmentations
from tests.segmentation.test_cost import all_costs, costs, matrices, symmetric
from tmima import TmimaError, kernel
from tmima.kernel import twin
from tmima.kernel.arrays import lazily_allocated_zeros
from tmima.segmentation import Admissible, NumberOfSegments, Programme, TextCost, recursion
from tmima.similarity import GivenMatrix


def enumerated(matrix: np.ndarray, cost: TextCost, temperature: float) -> dict[int, float]:
    """The probability of each number of segments, from all segmentations."""
    every = list(all_costs(matrix, cost))
    weights = np.array([-whole / temperature for whole, _ in every])
    shares = np.exp(weights - weights.max())
    shares /= shares.sum()
    found: dict[int, float] = {}
    for share, (_, ends) in zip(shares.tolist(), every, strict=True):
        found[len(ends)] = found.get(len(ends), 0.0) + share
    return found


@given(matrices, st.data(), st.floats(0.2, 2), st.booleans())
def test_the_number_is_that_of_all_segmentations(matrix, data, temperature, in_numpy):
    cost = data.draw(costs(matrix))
    expected = enumerated(matrix, cost, temperature)
    with pytest.MonkeyPatch.context() as patch:
        if in_numpy:
            patch.setattr(kernel, "count_segments_beyond", twin.count_segments_beyond)
        found = Programme(GivenMatrix(matrix), cost).numbers(temperature)
    for number, share in expected.items():
        assert found.share(number) == pytest.approx(share, abs=1e-7)
    assert found.mean == pytest.approx(sum(k * p for k, p in expected.items()), abs=1e-6)


@given(matrices, st.data(), st.booleans())
def test_in_long_texts_mean_and_variance_are_true(matrix, data, in_numpy):
    cost = data.draw(costs(matrix))
    expected = enumerated(matrix, cost, 1.0)
    told: list[tuple[float, float]] = []
    with pytest.MonkeyPatch.context() as patch:
        if in_numpy:
            patch.setattr(kernel, "forward", twin.forward)
        patch.setattr(recursion, "_MOST_COUNTED", 0)
        patch.setattr(
            NumberOfSegments, "normal", classmethod(lambda cls, *given: told.append(given))
        )
        Programme(GivenMatrix(matrix), cost).numbers(1.0)
    ((mean, deviation, *possible),) = told
    assert possible == [1, len(matrix)]
    true = sum(k * p for k, p in expected.items())
    square = sum((k - true) ** 2 * p for k, p in expected.items())
    assert mean == pytest.approx(true, abs=1e-6)
    assert deviation**2 == pytest.approx(square, abs=1e-5)


@given(matrices, st.data())
def test_a_range_of_numbers_is_the_part_of_the_distribution_within_it(matrix, data):
    cost = data.draw(costs(matrix))
    low = data.draw(st.integers(1, len(matrix)))
    high = data.draw(st.integers(low, len(matrix)))
    allowed = replace(Admissible.everything(len(matrix)), counts=(low, high))
    found = Programme(GivenMatrix(matrix), cost, allowed).numbers(1.0)
    expected = enumerated(matrix, cost, 1.0)
    whole = sum(expected.get(number, 0.0) for number in range(low, high + 1))
    for number in range(1, len(matrix) + 1):
        inside = expected.get(number, 0.0) / whole if low <= number <= high else 0.0
        assert found.share(number) == pytest.approx(inside, abs=1e-6)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("in_numpy", [False, True])
def test_more_than_a_thousand_segments_are_counted(in_numpy, monkeypatch):
    # Each of 1,250 pairs is one segment or two with equal probability: binomial.
    allowed = pairs(1250)
    if in_numpy:
        monkeypatch.setattr(kernel, "count_segments_beyond", twin.count_segments_beyond)
    similarity = GivenMatrix(np.zeros((2500, 2500)))
    found = Programme(similarity, TextCost(Free(), np.arange(2501.0)), allowed).numbers(1.0)
    assert found.median == 1875
    assert found.mean == pytest.approx(1875, abs=1e-6)
    at = np.arange(found.first, found.first + len(found.shares))
    assert ((at - 1875) ** 2 * found.shares).sum() == pytest.approx(1250 / 4, rel=1e-4)


def pairs(count: int) -> Admissible:
    """Every second place must be cut, the others may be."""
    units = np.arange(2 * count)
    return Admissible(units - units % 2, units, np.zeros(2 * count + 1, dtype=np.uint8))


def test_a_normal_distribution_holds_only_possible_numbers():
    found = NumberOfSegments.normal(50.2, 0.5, 50, 52)
    assert (found.first, found.first + len(found.shares) - 1) == (50, 52)
    assert found.shares.sum() == pytest.approx(1)
    assert found.median == 50


bounds = st.integers(1, 9).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, size), min_size=size, max_size=size),
        st.lists(st.integers(-1, size), min_size=size, max_size=size),
        st.lists(st.booleans(), min_size=size - 1, max_size=size - 1),
    )
)


@given(bounds)
def test_the_possible_numbers_are_those_of_all_segmentations(given_):
    firsts, lasts, closed = given_
    size = len(firsts)
    allowed = Admissible(
        np.maximum.accumulate(np.minimum(firsts, np.arange(size))),
        np.maximum.accumulate(np.minimum(lasts, np.arange(size))),
        np.array([0, *closed, 0], dtype=np.uint8),
    )
    possible = {
        len(ends)
        for ends in segmentations(size)
        if all(
            not allowed.closed[end]
            and allowed.earliest[end - 1] <= first <= allowed.latest[end - 1]
            for first, end in pairwise((0, *ends))
        )
    }
    if not possible:
        with pytest.raises(TmimaError, match="no segmentation is allowed"):
            allowed.possible_counts()
    else:
        least, greatest = allowed.possible_counts()
        assert possible == set(range(least, greatest + 1))


class Free:
    """A cost under which every segmentation is as probable as every other."""

    mean_length = length_weight = 0.0

    def density_weights(self, count: int) -> np.ndarray:
        return np.zeros(count)

    def count_costs(self, count: int) -> np.ndarray:
        return np.empty(0)


shares = st.lists(st.floats(0.001, 1), min_size=1, max_size=30).map(np.array)


@given(st.integers(1, 50), shares)
def test_the_interval_holds_the_median_and_four_fifths(first, given_):
    found = NumberOfSegments.of(first, given_)
    low, high = found.interval
    assert low <= found.median <= high
    inside = sum(found.share(number) for number in range(low, high + 1))
    assert inside >= 0.8 - 1e-6
    below = sum(found.share(number) for number in range(first, found.median))
    assert below < 0.5 <= below + found.share(found.median) + 1e-6


def test_a_normal_distribution_has_its_mean_and_middle():
    found = NumberOfSegments.normal(200.0, 10.0)
    assert found.mean == pytest.approx(200, abs=1e-6)
    assert found.median == 200
    assert found.interval == (187, 213)
    assert NumberOfSegments.normal(1.0, 0.0).median == 1


def test_a_number_that_is_told_is_the_only_one():
    allowed = replace(Admissible.everything(9), counts=(4, 4))
    found = Programme(GivenMatrix(symmetric(9, 2)), TextCost(Free(), np.arange(10.0)), allowed)
    assert found.numbers(1.0) == NumberOfSegments(4, np.array([1.0]))


def test_it_is_told_as_json():
    told = NumberOfSegments.of(2, np.array([1.0, 2.0, 1.0])).as_dict()
    assert told == {"median": 3, "interval": [2, 4], "first": 2, "shares": [0.25, 0.5, 0.25]}


def test_a_matrix_takes_memory_only_where_it_is_written():
    pages, status = Path("/sys/kernel/mm/transparent_hugepage/enabled"), Path("/proc/self/statm")
    if not pages.exists() or "[always]" in pages.read_text(encoding="ascii"):
        pytest.skip("the system gives large pages to everybody")

    def resident() -> int:
        return int(status.read_text(encoding="ascii").split()[1]) * resource.getpagesize()

    before = resident()
    matrix = lazily_allocated_zeros(4000, 4000)
    matrix[:, 7] = 1.0
    assert resident() - before < 4000 * 3 * resource.getpagesize()
    assert matrix.sum() == 4000
