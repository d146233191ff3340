"""Similarity beyond chance: kernel, twin and plain loops say the same, and the sums agree."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmima import kernel
from tmima.kernel import twin
from tmima.segmentation import Admissible, Parameters, Programme, expectation
from tmima.segmentation import programme as engine
from tmima.similarity import GivenMatrix


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


def all_costs(matrix, parameters, places=None):
    """The cost of every segmentation, by plain loops."""
    size = len(matrix)
    beyond = exceeding(matrix)
    p = parameters
    for count in range(size):
        for cuts in combinations(range(1, size), count):
            edges = (0, *cuts, size)
            cost = 0.0
            for a, b in pairwise(edges):
                n = b - a
                cost += p.gamma * (n - p.mean_length) ** 2 / (2 * p.std_length**2)
                cost -= (1 - p.gamma) * beyond[a:b, a:b].sum() / n**p.r
                cost += p.penalty - p.log_length * np.log(n)
                cost -= 0.0 if places is None else p.cues * places[b]
            yield cost, edges[1:]


costs = st.builds(
    Parameters,
    mean_length=st.floats(1, 6),
    std_length=st.floats(0.5, 5),
    gamma=st.floats(0, 0.9),
    r=st.floats(0, 1),
    excess=st.just(True),
    penalty=st.floats(-1, 2),
    log_length=st.floats(0, 1),
    cues=st.floats(0, 2),
)


@given(st.integers(2, 9), st.integers(0, 10**6), costs, st.booleans())
def test_the_optimum_is_that_of_all_segmentations(size, seed, parameters, with_places):
    matrix = symmetric(size, seed)
    places = np.random.default_rng(seed).normal(size=size + 1) if with_places else None
    programme = Programme(
        GivenMatrix(matrix), np.ones(size, dtype=np.int64), parameters, log_odds=places
    )
    least = min(all_costs(matrix, parameters, places))[0]
    assert programme.optimum().cost == pytest.approx(least, abs=1e-9)


@given(st.integers(2, 8), st.integers(0, 10**6), costs, st.floats(0.05, 2), st.floats(0.01, 3))
def test_probabilities_are_those_of_all_segmentations(size, seed, parameters, heat, odds):
    """Before the text is seen each cut has its odds; then every segmentation counts by its cost."""
    matrix = symmetric(size, seed)
    parameters = replace(parameters, cut_odds=odds)
    programme = Programme(GivenMatrix(matrix), np.ones(size, dtype=np.int64), parameters)
    every = list(all_costs(matrix, parameters))
    weights = np.array([-cost / heat + len(ends) * np.log(odds) for cost, ends in every])
    shares = np.exp(weights - weights.max())
    shares /= shares.sum()
    expected = [
        sum(share for share, (_, ends) in zip(shares, every, strict=True) if place in ends)
        for place in range(1, size)
    ]
    assert programme.posteriors(heat).cuts == pytest.approx(expected, abs=1e-6)


@given(st.integers(2, 30), st.integers(0, 10**6))
def test_over_the_whole_text_as_much_is_expected_as_there_is(size, seed):
    matrix = symmetric(size, seed)
    sums, squares, scale = expectation(GivenMatrix(matrix))
    assert scale * (sums[-1] ** 2 - squares[-1]) == pytest.approx(matrix.sum())


@given(st.integers(2, 40), st.integers(0, 10**6), costs)
def test_kernel_and_twin_agree_to_the_last_bit(size, seed, parameters):
    compiled = pytest.importorskip("tmima.kernel._compiled", reason="no C compiler was found")
    matrix = symmetric(size, seed)
    places = np.random.default_rng(seed).normal(size=size + 1)
    found = []
    for module in (compiled, twin):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "advance", module.advance)
            programme = Programme(
                GivenMatrix(matrix), np.ones(size, dtype=np.int64), parameters, log_odds=places
            )
            found.append(programme.optimum())
    assert found[0] == found[1]


def test_in_long_texts_only_what_is_near_counts():
    """With a horizon the sums are those of a band around the diagonal."""
    matrix = symmetric(30, 3)
    sums, _, scale = expectation(GivenMatrix(matrix), horizon=5)
    near = np.abs(np.subtract.outer(np.arange(30), np.arange(30))) <= 5
    degrees = (matrix * near).sum(axis=1)
    assert np.diff(sums) == pytest.approx(degrees)
    products = (np.outer(degrees, degrees) * near).sum() - (degrees**2).sum()
    assert scale == pytest.approx((matrix * near).sum() / products)


@pytest.mark.parametrize("matrix", [np.zeros((5, 5)), np.ones((1, 1)) * 0])
def test_where_nothing_is_similar_nothing_is_expected(matrix):
    assert expectation(GivenMatrix(matrix)).scale == 0


def test_a_text_too_long_to_weigh_all_says_that_it_did_not(monkeypatch):
    """Without a proof only segments of a limited size are weighed, and the certificate tells."""
    matrix = symmetric(40, 5)
    parameters = Parameters(gamma=0.0, r=0.33, excess=True, penalty=0.4)
    lengths = np.ones(40, dtype=np.int64)
    _, certificate = Programme(GivenMatrix(matrix), lengths, parameters).certified()
    assert (certificate.optimal, certificate.proof) == (True, "all")
    monkeypatch.setattr(engine, "_WHOLE", 39)
    monkeypatch.setattr(engine, "_LONGEST", 7)
    solution, certificate = Programme(GivenMatrix(matrix), lengths, parameters).certified()
    assert (certificate.optimal, certificate.window, certificate.proof) == (False, 7, "limit")
    assert max(solution.segmentation.lengths) <= 7
    within = Admissible.everything(40).within(7)
    assert solution == Programme(GivenMatrix(matrix), lengths, parameters, within).optimum()
    # Equation (1) is weighed whole, however long the text is.
    plain = replace(parameters, excess=False, gamma=0.0)
    assert Programme(GivenMatrix(matrix), lengths, plain).certified()[1].proof == "all"
