"""A window is proved only where no longer segment can be in a cheapest segmentation."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle
from tmima.segmentation import (
    Admissible,
    Certificate,
    Parameters,
    Programme,
    SegmentCost,
    TextCost,
    certificate,
)
from tmima.segmentation.certificate import proved_window, universal_window
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
    asked = Programme(similarity, lengths, parameters, allowed)
    asked._window = lambda slack: None
    return asked.certified()


@settings(max_examples=400)
@given(matrices(), numbers)
def test_the_window_never_changes_the_optimum(matrix, parameters):
    lengths = np.ones(len(matrix), dtype=np.int64)
    similarity = GivenMatrix(matrix)
    found, proof = Programme(similarity, lengths, parameters).certified()
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
    found, _ = Programme(similarity, lengths, parameters, allowed).certified()
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
def test_posteriors_and_alternatives_are_those_of_the_full_programme(matrix, parameters, heat):
    lengths = np.ones(len(matrix), dtype=np.int64)
    asked = Programme(GivenMatrix(matrix), lengths, parameters)
    whole = Programme(GivenMatrix(matrix), lengths, parameters)
    whole._window = lambda slack: None
    expected = whole.posteriors(heat)
    assert asked.posteriors(heat).cuts == pytest.approx(expected.cuts, rel=1e-9, abs=1e-12)
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
    found, proof = Programme(SharedWords(units), units.sentences, Parameters()).certified()
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
    _, proof = Programme(similarity, lengths, parameters).certified()
    assert proof == Certificate(optimal=True, window=900, proof="all")


@settings(max_examples=200)
@given(matrices(), numbers)
def test_the_sum_of_all_is_a_bound_too(matrix, parameters):
    lengths = np.ones(len(matrix), dtype=np.int64)
    stored = StoredColumns(GivenMatrix(matrix))
    assert stored.total() >= matrix.sum()
    window = universal_window(parameters, total=stored.total())
    expected, _ = full(stored, lengths, parameters)
    if window is None or window >= len(matrix):
        return
    allowed = Admissible.everything(len(matrix)).within(window)
    assert full(stored, lengths, parameters, allowed)[0] == expected


further = st.builds(
    lambda parameters, penalty, log_length: replace(
        parameters, excess=True, penalty=penalty, log_length=log_length, cues=1.0
    ),
    numbers,
    st.floats(-0.5, 3),
    st.floats(0, 1),
)


@given(matrices(), further, st.data())
def test_the_window_is_enough_beyond_chance_with_penalties_and_dear_places(matrix, cost, data):
    """The same optimum with the window as without, whatever is expected and places cost."""
    size = len(matrix)
    np.fill_diagonal(matrix, 0.0)
    similarity = GivenMatrix(matrix)
    lengths = np.ones(size, dtype=np.int64)
    places = np.array(data.draw(st.lists(st.floats(-1, 2), min_size=size + 1, max_size=size + 1)))
    asked = Programme(similarity, lengths, cost, log_odds=-places)
    whole = Programme(similarity, lengths, cost, log_odds=-places)
    whole._window = lambda slack: None
    assert asked.optimum() == whole.optimum()
