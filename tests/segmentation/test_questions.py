"""Levels are nested, each the best within the one above."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tmima.errors import TmimaError
from tmima.segmentation import Constraints, Parameters, Problem
from tmima.segmentation.cost import SegmentCost
from tmima.segmentation.problem import find_levels
from tmima.segmentation.questions import branches_of_levels
from tmima.similarity import SharedWords
from tmima.text import Segmentation

texts = st.lists(st.sets(st.integers(0, 9), max_size=4), min_size=1, max_size=60)


def problem_of(words, *given_) -> Problem:
    units = oracle.units_of(words)
    return oracle.problem_of(SharedWords(units), units, *given_)


def cheapest(problem: Problem) -> Segmentation:
    return problem.programme().optimum().segmentation


@given(texts, st.integers(1, 4), st.floats(1, 10))
def test_each_level_keeps_the_cuts_of_the_one_above(words, levels, mean):
    parameters = Parameters(mean, mean / 2)
    problem = problem_of(words, parameters)
    found = find_levels(problem, parameters, levels)
    assert len(found) == levels
    for coarse, fine in pairwise(found):
        assert set(coarse.boundaries) <= set(fine.boundaries)
    # The finest level is the cheapest with the cuts of its parent.
    above = found[-2].cuts if levels > 1 else ()
    kept = problem_of(words, parameters, Constraints(cut_at=above))
    assert found[-1] == cheapest(kept)
    if levels == 1:
        assert found[0] == cheapest(problem)


@given(texts, st.integers(1, 4))
def test_the_tree_tells_the_levels(words, levels):
    found = find_levels(problem_of(words, Parameters(4, 2)), Parameters(4, 2), levels)
    layer = list(branches_of_levels(found))
    for segmentation in found:
        assert Segmentation(tuple(branch.last for branch in layer)) == segmentation
        assert [branch.first for branch in layer] == [0, *segmentation.cuts]
        layer = [child for branch in layer for child in branch.children]
    assert layer == []


def test_topics_of_topics_are_found():
    # Twelve topics of six sentences; some sentences of every three topics share a word.
    words = [{i // 6, 100 + i} | ({50 + i // 18} if i % 3 == 0 else set()) for i in range(72)]
    found = find_levels(problem_of(words, Parameters(6, 3)), Parameters(6, 3), 2)
    assert found == [
        Segmentation(tuple(range(18, 73, 18))),
        Segmentation(tuple(range(6, 73, 6))),
    ]


def test_sizes_and_numbers_bind_the_finest_level():
    constraints = Constraints(max_size=3, min_size=2)
    words = [{i // 5} for i in range(40)]
    parameters = Parameters(5, 2)
    found = find_levels(problem_of(words, parameters, constraints), parameters, 3)
    assert all(2 <= length <= 3 for length in found[-1].lengths)
    assert max(found[0].lengths) > 3


def test_no_level_is_no_hierarchy():
    with pytest.raises(TmimaError, match="1 or more, not 0"):
        find_levels(problem_of([{0}]), Parameters(), 0)


@given(st.floats(0.5, 20), st.floats(0, 1), st.sampled_from([0.0, 0.5, 1.0]))
def test_a_scale_and_its_inverse_are_none(factor, gamma, r):
    parameters = Parameters(10, 4, gamma, r)
    again = parameters.at_scale(factor).at_scale(1 / factor)
    assert again.mean_length == pytest.approx(10)
    assert again.std_length == pytest.approx(4)
    assert again.gamma == pytest.approx(gamma)


@given(
    st.floats(0.5, 20), st.floats(0.1, 0.9), st.sampled_from([0.0, 0.5, 1.0]), st.integers(1, 40)
)
def test_at_a_scale_length_and_density_keep_their_balance(factor, gamma, r, count):
    """All costs of a segment that is larger, its similarity by the square, grow by one factor."""
    parameters = Parameters(10, 4, gamma, r)
    own, scaled = (SegmentCost.of(each) for each in (parameters, parameters.at_scale(factor)))
    length_ratio = scaled.length_cost(factor * 17) / own.length_cost(17)
    density = scaled.density_weight * factor**2 / (factor * count) ** r
    assert density / (own.density_weight / count**r) == pytest.approx(length_ratio)
