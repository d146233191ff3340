"""A window is proved only where no longer segment can be in a cheapest segmentation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle
from tmima.segmentation import Admissible, Certificate, Parameters, Programme, TextCost, certificate
from tmima.segmentation.certificate import proved_window
from tmima.segmentation.cost import SegmentCost
from tmima.similarity import GivenMatrix, SharedWords, StoredColumns

numbers = st.builds(
    Parameters,
    mean_length=st.floats(0, 8),
    std_length=st.floats(0.3, 4),
    gamma=st.floats(0.05, 1),
    r=st.sampled_from([0.0, 0.33, 0.5, 0.66, 1.0, 1.5]),
)


@pytest.fixture(autouse=True)
def every_size_is_worth_it(monkeypatch):
    monkeypatch.setattr(certificate, "_NOT_WORTH_IT", 0)


@st.composite
def matrices(draw, largest=60):
    """Return D with entries from 0 to 1: noise, all ones, blocks, or one long block in noise."""
    size = draw(st.integers(2, largest))
    kind = draw(st.sampled_from(["noise", "ones", "blocks", "long block", "nothing"]))
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    matrix = (generator.random((size, size)) < 0.15).astype(float)
    matrix = np.maximum(matrix, matrix.T)
    if kind == "ones":
        matrix[:] = 1
    elif kind == "nothing":
        matrix[:] = 0
    elif kind == "blocks":
        topics = np.cumsum(generator.random(size) < 0.2)
        matrix = (topics[:, None] == topics).astype(float)
    elif kind == "long block":
        first, last = sorted(generator.integers(0, size, 2))
        matrix[first:last, first:last] = 1
    return matrix


def full(similarity, lengths, parameters, allowed=None):
    asked = Programme(similarity, TextCost.of(parameters, lengths), allowed)
    asked._window = lambda slack: None
    return asked.certified()


@settings(max_examples=200)
@given(matrices(), numbers)
def test_the_window_never_changes_the_optimum(matrix, parameters):
    lengths = np.ones(len(matrix), dtype=np.int64)
    similarity = GivenMatrix(matrix)
    found, proof = Programme(similarity, TextCost.of(parameters, lengths)).certified()
    expected, everything = full(similarity, lengths, parameters)
    assert found == expected
    assert everything == Certificate(optimal=True, window=len(matrix), proof="all")
    assert max(expected.segmentation.lengths) <= proof.window


@settings(max_examples=200)
@given(
    st.lists(st.sets(st.integers(0, 9), max_size=4), min_size=2, max_size=60), numbers, st.data()
)
def test_the_window_holds_for_words_of_any_lengths_and_constraints(words, parameters, data):
    size = len(words)
    lengths = np.array(data.draw(st.lists(st.integers(0, 9), min_size=size, max_size=size)))
    parameters = Parameters(
        parameters.mean_length * 4, parameters.std_length * 4, parameters.gamma, parameters.r
    )
    low, high = data.draw(st.integers(1, 4)), data.draw(st.integers(4, 60))
    closed = np.zeros(size + 1, dtype=np.uint8)
    closed[data.draw(st.lists(st.integers(0, size - 1), max_size=9))] = 1
    closed[0] = 0
    ends = np.arange(size, dtype=np.int64)
    allowed = Admissible(np.maximum(0, ends + 1 - high), ends + 1 - low, closed)
    if not allowed.reachable()[-1]:
        return
    similarity = StoredColumns(SharedWords(oracle.units_of(words)))
    found, _ = Programme(similarity, TextCost.of(parameters, lengths), allowed).certified()
    assert found == full(similarity, lengths, parameters, allowed)[0]


@settings(max_examples=200)
@given(matrices(largest=9), numbers, st.floats(0, 3))
def test_what_is_outside_the_window_costs_the_slack_more(matrix, parameters, slack):
    size = len(matrix)
    window = proved_window(
        GivenMatrix(matrix),
        TextCost(SegmentCost.of(parameters), np.arange(size + 1.0)),
        Admissible.everything(size),
        slack=slack,
    )
    if window is None:
        return
    p = parameters
    every = oracle.weighed(matrix.tolist(), [1] * size, p.mean_length, p.std_length, p.gamma, p.r)
    for cost, boundaries in every:
        longest = max(b - a for a, b in zip((0, *boundaries), boundaries, strict=False))
        assert longest <= window or cost >= every[0][0] + slack


@given(matrices(), numbers, st.floats(0.1, 3))
def test_posteriors_and_alternatives_are_those_of_the_full_programme(
    matrix, parameters, temperature
):
    lengths = np.ones(len(matrix), dtype=np.int64)
    asked = Programme(GivenMatrix(matrix), TextCost.of(parameters, lengths))
    whole = Programme(GivenMatrix(matrix), TextCost.of(parameters, lengths))
    whole._window = lambda slack: None
    expected = whole.posteriors(temperature)
    assert asked.posteriors(temperature).cuts == pytest.approx(expected.cuts, rel=1e-9, abs=1e-12)
    assert [one.cost for one in asked.best(9)] == [one.cost for one in whole.best(9)]
    assert asked.cut_costs() == pytest.approx(whole.cut_costs(), abs=1e-9)


@given(
    st.lists(st.sets(st.integers(0, 5), max_size=4), min_size=1, max_size=30), st.integers(1, 30)
)
def test_a_block_holds_no_more_than_its_bound(words, count):
    similarity = SharedWords(oracle.units_of(words))
    d = np.array(oracle.shared_words(words))
    count = min(count, len(words))
    sums = [d[s : s + count, s : s + count].sum() for s in range(len(words) - count + 1)]
    assert max(sums) <= similarity.largest_block(count)
    assert similarity.largest_block(count) <= similarity.largest_block(count + 1)
    for factor in (2, 3):
        whole = similarity.largest_block(factor * count)
        assert whole <= factor**2 * similarity.largest_block(count)


def test_long_texts_have_short_windows():
    words = [{i // 10, 1000 + i % 37} for i in range(3000)]
    units = oracle.units_of(words)
    cost = TextCost.of(Parameters(), units.sentences)
    found, proof = Programme(SharedWords(units), cost).certified()
    assert proof.proof == "bound"
    assert proof.window < 300
    assert found == full(SharedWords(units), units.sentences, Parameters())[0]


@pytest.mark.parametrize(
    ("similarity", "parameters"),
    [
        (GivenMatrix(np.eye(900)), Parameters(gamma=0)),
        (GivenMatrix(np.eye(900)), Parameters(std_length=1e6)),
        (GivenMatrix(-np.eye(900)), Parameters()),
    ],
    ids=["no length term", "very loose lengths", "negative similarity"],
)
def test_where_no_bound_holds_everything_is_weighed(similarity, parameters):
    lengths = np.ones(900, dtype=np.int64)
    _, proof = Programme(similarity, TextCost.of(parameters, lengths)).certified()
    assert proof == Certificate(optimal=True, window=900, proof="all")


# --- Where the safety of the proof changes the answer


class Spike:
    """One pair of units, far apart, is similar; the bound is the least that may be promised.

    No square of up to `apart` units holds anything. But one of twice as many holds the pair, and is
    promised to hold at most four times what is promised of the half: so that is a quarter of it.
    """

    def __init__(self, size: int, apart: int, value: float) -> None:
        self._matrix = np.zeros((size, size))
        self._matrix[0, apart] = self._matrix[apart, 0] = value
        self._given = GivenMatrix(self._matrix)
        self._apart, self._value = apart, value

    def __len__(self) -> int:
        return len(self._given)

    def columns(self, first, last, reach=None):
        return self._given.columns(first, last, reach)

    def largest_block(self, count: int) -> float:
        return 2 * self._value if count > self._apart else self._value / 2


def test_what_squares_grow_by_is_reckoned_with():
    # Single units cost nothing and gain nothing; nine units with the pair in them gain.
    similarity, lengths = Spike(12, 8, 60.0), np.ones(12, dtype=np.int64)
    parameters = Parameters(mean_length=1, std_length=1, gamma=2 / 3, r=0)
    found, _ = Programme(similarity, TextCost.of(parameters, lengths)).certified()
    assert found.segmentation.lengths[0] == 9
    assert found == full(similarity, lengths, parameters)[0]


def dearer(cost: Parameters, count: int, inside: float) -> bool:
    """Inequality (1) of docs/exactness.md, for units of length 1 that may be cut anywhere."""
    c, mu, m = cost.gamma / (2 * cost.std_length**2), cost.mean_length, 1.0
    a = max(mu, m)
    e = a - mu + m
    b1, b0 = e**2 / a, e**2 / 2 + a * e + a**2 / 4
    gain = (1 - cost.gamma) * inside / count**cost.r
    return count >= mu + b1 / 2 and c * ((count - mu) ** 2 - b1 * count - b0) > gain


@given(numbers)
def test_where_nothing_is_similar_the_window_is_that_of_the_lengths(parameters):
    size = 200
    cost = TextCost.of(parameters, np.ones(size, dtype=np.int64))
    _, proof = Programme(GivenMatrix(np.zeros((size, size))), cost).certified()
    assert proof.window == size or dearer(parameters, proof.window + 1, 0.0)
    assert not dearer(parameters, proof.window, 0.0)


@pytest.mark.parametrize("least", [2, 3, 5, 8])
def test_no_window_is_too_short_for_a_least_size(least):
    parameters = Parameters(mean_length=1, std_length=1, gamma=0.9)
    for size in range(2 * least, 5 * least):
        ends = np.arange(size, dtype=np.int64)
        allowed = Admissible(
            np.zeros(size, dtype=np.int64), ends + 1 - least, np.zeros(size + 1, dtype=np.uint8)
        )
        similarity, lengths = GivenMatrix(np.zeros((size, size))), np.ones(size, dtype=np.int64)
        found, _ = Programme(similarity, TextCost.of(parameters, lengths), allowed).certified()
        assert found == full(similarity, lengths, parameters, allowed)[0]


@pytest.mark.slow
def test_the_best_are_looked_for_beyond_the_window_of_the_first():
    # Sixteen units of no similarity: the first thousands of segmentations cost more than the slack
    # that the first window was proved with, and hold segments that it leaves out.
    similarity, lengths = GivenMatrix(np.zeros((16, 16))), np.ones(16, dtype=np.int64)
    parameters = Parameters(mean_length=1, std_length=2, gamma=1)
    asked, whole = (Programme(similarity, TextCost.of(parameters, lengths)) for _ in range(2))
    first_window = asked._window(1.0)
    whole._window = lambda slack: None
    expected = whole.best(20_000)
    assert max(max(one.segmentation.lengths) for one in expected) > first_window
    assert [one.cost for one in asked.best(20_000)] == [one.cost for one in expected]
