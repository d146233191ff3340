"""The cost of a segment, the same on every machine; similarity beyond chance by plain loops."""

import math
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tmima import kernel
from tmima.errors import TmimaError
from tmima.kernel import twin
from tmima.segmentation import (
    Admissible,
    Certificate,
    Parameters,
    Programme,
    TextCost,
    cost,
    expectation,
    programme,
    recursion,
)
from tmima.segmentation.cost import SegmentCost
from tmima.similarity import GivenMatrix

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
    best = oracle.cheapest(GivenMatrix(matrix), np.ones(9, dtype=np.int64), parameters)
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
        assert weights == [segment_cost.density_gain(n, 1.0) for n in range(1, 701)]


def test_a_power_beyond_all_numbers_leaves_no_density():
    segment_cost = SegmentCost(0.0, 0.0, 1.0, 2000.0)
    assert segment_cost.density_weights(3).tolist() == [0.0, 0.0, 1.0]
    assert segment_cost.density_gain(3, 5.0) == 0.0


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
    for module in (cost, programme, recursion):
        monkeypatch.setattr(module, "np", WatchedNumPy())
    cost._powers.cache_clear()
    yield
    cost._powers.cache_clear()


@pytest.mark.usefixtures("no_power")
def test_no_segment_is_weighed_by_numpys_power():
    """On machines without AVX512 the bits would be right, so it is the call that is looked for."""
    with pytest.raises(AssertionError, match="processor"):
        vars(cost)["np"].arange(3.0) ** 0.66
    parameters = Parameters(r=0.66)
    oracle.cheapest(GivenMatrix(np.ones((9, 9))), np.ones(9, dtype=np.int64), parameters)


def symmetric(size: int, seed: int, share: float = 0.5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((size, size)) * (rng.random((size, size)) < share), 1)
    return upper + upper.T


def exceeding(matrix: np.ndarray) -> np.ndarray:
    """D - E by plain loops."""
    size = len(matrix)
    degrees = [sum(matrix[s][t] for t in range(size) if t != s) for s in range(size)]
    total = sum(matrix[s][t] for s in range(size) for t in range(size) if s != t)
    products = sum(degrees[s] * degrees[t] for s in range(size) for t in range(size) if s != t)
    scale = total / products if products > 0 else 0.0
    return np.array(
        [
            [0.0 if s == t else matrix[s][t] - scale * degrees[s] * degrees[t] for t in range(size)]
            for s in range(size)
        ]
    )


@dataclass(frozen=True)
class Tables:
    """A cost that is no formula: a number for each number of units."""

    weights: np.ndarray
    costs: np.ndarray
    mean_length: float
    length_weight: float

    def density_weights(self, count: int) -> np.ndarray:
        return self.weights[:count][::-1].copy()

    def count_costs(self, count: int) -> np.ndarray:
        return self.costs[:count][::-1].copy()


@st.composite
def costs(draw, matrix: np.ndarray) -> TextCost:
    """Return the cost of a text with all that a cost may have, or without some of it."""
    size = len(matrix)
    numbers = np.random.default_rng(draw(st.integers(0, 10**6)))
    segment = Tables(
        numbers.random(size),
        numbers.normal(size=size) if draw(st.booleans()) else np.empty(0),
        draw(st.floats(1, 6)),
        draw(st.floats(0, 0.9)),
    )
    places = numbers.normal(size=size + 1) if draw(st.booleans()) else np.empty(0)
    chance = expectation(GivenMatrix(matrix)) if draw(st.booleans()) else kernel.Expected()
    return TextCost(segment, np.arange(size + 1.0), chance, places)


def all_costs(matrix, cost):
    """The cost of every segmentation, by plain loops."""
    size = len(matrix)
    beyond = exceeding(matrix) if len(cost.expected.sums) else matrix
    segment = cost.segment
    for count in range(size):
        for cuts in combinations(range(1, size), count):
            edges = (0, *cuts, size)
            whole = 0.0
            for a, b in pairwise(edges):
                n = b - a
                whole += segment.length_weight * (n - segment.mean_length) ** 2
                whole -= segment.weights[n - 1] * beyond[a:b, a:b].sum()
                whole += segment.costs[n - 1] if len(segment.costs) else 0.0
                whole += cost.place_costs[b] if len(cost.place_costs) else 0.0
            yield whole, edges[1:]


matrices = st.builds(symmetric, st.integers(2, 9), st.integers(0, 10**6))


@given(matrices, st.data())
def test_the_optimum_is_that_of_all_segmentations(matrix, data):
    cost = data.draw(costs(matrix))
    found, certificate = Programme(GivenMatrix(matrix), cost).certified()
    every = {ends: whole for whole, ends in all_costs(matrix, cost)}
    assert found.cost == pytest.approx(min(every.values()), rel=1e-7, abs=1e-7)
    assert every[found.segmentation.boundaries] == pytest.approx(found.cost, rel=1e-7, abs=1e-7)
    assert certificate == Certificate(optimal=True, window=len(matrix), proof="all")


@given(matrices, st.data(), st.floats(0.05, 2))
def test_probabilities_are_those_of_all_segmentations(matrix, data, temperature):
    cost = data.draw(costs(matrix))
    every = list(all_costs(matrix, cost))
    weights = np.array([-whole / temperature for whole, _ in every])
    shares = np.exp(weights - weights.max())
    shares /= shares.sum()
    expected = [
        sum(share for share, (_, ends) in zip(shares, every, strict=True) if place in ends)
        for place in range(1, len(matrix))
    ]
    found = Programme(GivenMatrix(matrix), cost).posteriors(temperature)
    assert found.cuts == pytest.approx(expected, abs=1e-6)


@given(st.integers(2, 30), st.integers(0, 10**6))
def test_over_the_whole_text_as_much_is_expected_as_there_is(size, seed):
    matrix = symmetric(size, seed)
    sums, squares, scale = expectation(GivenMatrix(matrix))
    assert scale * (sums[-1] ** 2 - squares[-1]) == pytest.approx(matrix.sum())


def test_in_long_texts_only_what_is_near_counts():
    """With a horizon the degrees are means over a band around the diagonal."""
    matrix = symmetric(30, 3)
    sums, _, scale = expectation(GivenMatrix(matrix), horizon=5)
    near = np.abs(np.subtract.outer(np.arange(30), np.arange(30))) <= 5
    degrees = (matrix * near).sum(axis=1) / (near.sum(axis=1) - 1)
    assert np.diff(sums) == pytest.approx(degrees)
    products = (np.outer(degrees, degrees) * near).sum() - (degrees**2).sum()
    assert scale == pytest.approx((matrix * near).sum() / products)


def test_in_a_long_text_of_equal_units_nothing_exceeds_chance():
    """Units near the ends have fewer others within the horizon: that is no topic."""
    matrix = np.ones((40, 40)) - np.eye(40)
    sums, _, scale = expectation(GivenMatrix(matrix), horizon=7)
    degrees = np.diff(sums)
    assert scale * np.outer(degrees, degrees) == pytest.approx(np.ones((40, 40)))


@pytest.mark.parametrize("matrix", [np.zeros((5, 5)), np.ones((1, 1)) * 0])
def test_where_nothing_is_similar_nothing_is_expected(matrix):
    assert expectation(GivenMatrix(matrix)).scale == 0


@pytest.mark.parametrize("ask", [Programme.optimum, lambda asked: asked.best(3)])
def test_kernel_and_twin_agree_to_the_last_bit(ask):
    compiled = pytest.importorskip("tmima.kernel._compiled", reason="no C compiler was found")

    @given(st.builds(symmetric, st.integers(2, 40), st.integers(0, 10**6)), st.data())
    def agree(matrix, data):
        cost = data.draw(costs(matrix))
        found = []
        for module in (compiled, twin):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(kernel, "forward", module.forward)
                found.append(ask(Programme(GivenMatrix(matrix), cost)))
        assert found[0] == found[1]

    agree()


@given(matrices, st.data(), st.integers(1, 12))
def test_what_is_longer_than_is_weighed_is_left_out_and_the_certificate_says_so(
    matrix, data, longest
):
    cost, similarity = data.draw(costs(matrix)), GivenMatrix(matrix)
    asked = Programme(similarity, cost, longest=longest)
    within = Programme(similarity, cost, Admissible.everything(len(matrix)).within(longest))
    found, certificate = asked.certified()
    assert found == within.optimum()
    assert asked.best(600) == within.best(600)
    assert asked.posteriors(1.0) == within.posteriors(1.0)
    if longest >= len(matrix):
        assert certificate == Certificate(optimal=True, window=len(matrix), proof="all")
    else:
        assert certificate == Certificate(optimal=False, window=longest, proof="limit")


@pytest.mark.parametrize("beyond", ["a table", "chance", "places", "nothing"])
def test_a_window_is_proved_for_equation_1_alone(beyond):
    """Where a segment costs anything else, all are weighed, or those up to the longest."""
    size = 900
    similarity = GivenMatrix(np.zeros((size, size)))
    cost = TextCost.of(Parameters(), np.ones(size, dtype=np.int64))
    if beyond == "a table":
        own = cost.segment
        weights = own.density_weights(size)[::-1]
        table = Tables(weights, np.empty(0), own.mean_length, own.length_weight)
        cost = replace(cost, segment=table)
    elif beyond == "chance":
        cost = replace(cost, expected=expectation(similarity))
    elif beyond == "places":
        cost = replace(cost, place_costs=np.zeros(size + 1))
    proofs = [Programme(similarity, cost, longest=each).certified()[1] for each in (None, 800)]
    expected = [("bound", True), ("bound", True)]
    if beyond != "nothing":
        expected = [("all", True), ("limit", False)]
    assert [(each.proof, each.optimal) for each in proofs] == expected


def test_a_cost_of_other_places_than_the_text_has_is_refused():
    cost = TextCost.of(Parameters(), np.ones(4, dtype=np.int64))
    with pytest.raises(TmimaError, match="4 lengths for a similarity of 3 units"):
        Programme(GivenMatrix(np.eye(3)), cost)
