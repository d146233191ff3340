"""The cost of a segment: equation (1), the same on every machine."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tmima.segmentation import Parameters, cheapest, cost, programme, recursion
from tmima.segmentation.cost import SegmentCost
from tmima.similarity import GivenMatrix
from tmima.streaming import programme as online

numbers = st.builds(
    Parameters,
    mean_length=st.floats(0, 30),
    std_length=st.floats(0.1, 20),
    gamma=st.floats(0, 1),
    r=st.floats(0, 2),
)


@given(numbers, st.integers(1, 9), st.integers(0, 60))
def test_the_cost_of_a_segment_is_equation_1(parameters, count, length):
    d = np.random.default_rng(count).random((count, count))
    d += d.T
    lengths = [length] + [0] * (count - 1)
    expected = oracle.cost(
        [count],
        d.tolist(),
        lengths,
        parameters.mean_length,
        parameters.std_length,
        parameters.gamma,
        parameters.r,
    )
    found = SegmentCost.of(parameters).segment(length, count, float(d.sum()))
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


@given(st.lists(st.lists(st.booleans(), min_size=9, max_size=9), min_size=9, max_size=9), numbers)
def test_an_optimum_costs_what_its_segments_cost(rows, parameters):
    matrix = np.array(rows, dtype=np.float64)
    matrix = np.maximum(matrix, matrix.T)
    best = cheapest(GivenMatrix(matrix), np.ones(9, dtype=np.int64), parameters)
    segment_cost = SegmentCost.of(parameters)
    total = 0.0
    for first, last in best.segmentation.segments:
        inside = float(matrix[first:last, first:last].sum())
        total += segment_cost.segment(last - first, last - first, inside)
    # Sums of zeros and ones are exact, and the kernel multiplies and adds in this very order.
    assert best.cost == total


@pytest.mark.parametrize("r", [0.0, 0.33, 0.66, 1, 1.7])
@pytest.mark.parametrize("count", [1, 2, 1023, 1024, 1025, 5000])
def test_powers_are_those_of_the_c_library_to_the_last_bit(r, count):
    found = SegmentCost(0.0, 0.0, 0.3, r).density_weights(count)
    assert found.tolist() == [0.3 / math.pow(n, r) for n in range(count, 0, -1)]


def test_square_roots_are_exact():
    found = SegmentCost(0.0, 0.0, 0.3, 0.5).density_weights(5000)
    assert found.tolist() == [0.3 / math.sqrt(n) for n in range(5000, 0, -1)]


def test_one_segment_and_the_weights_of_all_agree_to_the_last_bit():
    for r in (0.33, 0.5, 0.66, 1.0):
        segment_cost = SegmentCost(0.0, 0.0, 0.3, r)
        weights = segment_cost.density_weights(700)[::-1].tolist()
        assert weights == [segment_cost.gain(n, 1.0) for n in range(1, 701)]


def test_a_power_beyond_all_numbers_leaves_no_density():
    segment_cost = SegmentCost(0.0, 0.0, 1.0, 2000.0)
    assert segment_cost.density_weights(3).tolist() == [0.0, 0.0, 1.0]
    assert segment_cost.gain(3, 5.0) == 0.0


class Watched(np.ndarray):
    """An array that is not to be raised to a power by NumPy, nor anything made of it."""

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        assert ufunc not in (np.power, np.float_power), "the last bit would be the processor's"
        if "out" in options:
            options["out"] = tuple(map(plain, options["out"]))
        return watched(getattr(ufunc, method)(*map(plain, inputs), **options))


def plain(value):
    return value.view(np.ndarray) if isinstance(value, Watched) else value


def watched(value):
    return value.view(Watched) if isinstance(value, np.ndarray) else value


class WatchedNumPy:
    """NumPy, but that every array a function makes is watched."""

    def __getattr__(self, name):
        found = getattr(np, name)
        if isinstance(found, type) or not callable(found):
            return found
        return lambda *args, **options: watched(found(*args, **options))


@pytest.fixture
def no_power(monkeypatch):
    for module in (cost, programme, recursion, online):
        monkeypatch.setattr(module, "np", WatchedNumPy())
    cost._powers.cache_clear()
    yield
    cost._powers.cache_clear()


@pytest.mark.usefixtures("no_power")
def test_no_segment_is_weighed_by_numpys_power():
    """On machines without AVX512 the bits would be right, so it is the call that is looked for."""
    with pytest.raises(AssertionError, match="processor"):
        cost.np.arange(3.0) ** 0.66
    parameters = Parameters(r=0.66)
    cheapest(GivenMatrix(np.ones((9, 9))), np.ones(9, dtype=np.int64), parameters)
    stream = online.OnlineProgramme(parameters, window=4)
    stream.push([(np.array([0], dtype=np.int32), np.ones(1))])
    assert stream.finish() == [1]
