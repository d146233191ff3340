"""A number of segments is reached without a layer for each, and what is claimed of it is true."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.segmentation.test_engine import allows, problems
from tmima.errors import TmimaError
from tmima.segmentation import Admissible, Parameters, Programme, TextCost, by_bias, cheapest_into
from tmima.similarity import GivenMatrix, PartOfColumns, column_blocks
from tmima.text import Segmentation


def programme(problem, counts: tuple[int, int] | None = None) -> Programme:
    matrix, lengths, numbers, allowed = problem
    mean, spread, gamma, r = numbers
    cost = TextCost.of(Parameters(mean, spread, gamma, r), lengths)
    # A price for each place, as the learnt model has one.
    chance = np.random.default_rng(len(lengths))
    cost = replace(cost, place_costs=chance.normal(0, 2, len(lengths) + 1))
    return Programme(GivenMatrix(matrix), cost, replace(allowed, counts=counts))


def in_layers(problem, number: int) -> float | None:
    """Return what the cheapest into a number costs, with a layer for each number."""
    try:
        return programme(problem, (number, number)).optimum().cost
    except TmimaError:
        return None


@settings(max_examples=200, deadline=None)
@given(problems(largest=24), st.data(), st.sampled_from([0.0, 3e8]), st.sampled_from([2, 64]))
def test_a_number_is_reached_as_cheaply_as_by_layers(problem, data, around, reach):
    matrix, _, _, allowed = problem
    size = len(matrix)
    number = data.draw(st.integers(1, size))
    exact = in_layers(problem, number)
    if exact is None:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_bias, "_MOST_AROUND", around)
        patch.setattr(by_bias, "_FIRST_REACH", reach)
        found, certificate = cheapest_into(programme(problem), number)
    count = len(found.segmentation)
    assert allows(replace(allowed, counts=None), found.segmentation.boundaries)
    assert certificate.n_segments == (count, count)
    if allowed.until is None:
        assert count == number
    exact = in_layers(problem, count)
    tolerance = 1e-7 * max(1.0, abs(exact))
    assert found.cost >= exact - tolerance
    if certificate.optimal:
        assert found.cost <= exact + tolerance
    else:
        assert certificate.proof == "bias"
    # What is cut anew is the whole text in the end, if that is not too much.
    if around and count == number:
        assert certificate.optimal
    along = programme(problem).costs_along(found.segmentation)
    assert along[-1] == pytest.approx(found.cost, abs=1e-7)


def test_most_numbers_are_reached_without_layers_and_proved():
    """Parts of two segmentations make up the numbers between."""
    chance = np.random.default_rng(1)
    size = 240
    topic = np.arange(size) // 10
    matrix = (topic[:, None] == topic) * chance.uniform(0.2, 1.0, (size, size))
    matrix = np.triu(matrix) + np.triu(matrix, 1).T
    problem = matrix, np.ones(size, dtype=int), (10.0, 5.0, 0.3, 0.5), Admissible.everything(size)
    proved = dearer = 0
    with pytest.MonkeyPatch.context() as patch:
        # Nothing is cut anew, so that some are not the cheapest.
        patch.setattr(by_bias, "_MOST_AROUND", 0)
        for number in range(25, 45):
            found, certificate = cheapest_into(programme(problem), number)
            assert len(found.segmentation) == number
            exact = in_layers(problem, number)
            assert found.cost >= exact - 1e-7
            assert not certificate.optimal or found.cost <= exact + 1e-7
            assert certificate.proof == ("all" if certificate.optimal else "bias")
            proved += certificate.optimal
            dearer += found.cost > exact + 1e-7
    assert proved >= 10
    assert dearer >= 4


def test_two_ways_without_a_common_cut_are_joined():
    """Where parts cannot be chosen, one way begins and the other ends."""
    fewer, more = Segmentation((4, 8, 12)), Segmentation(tuple(range(2, 13, 2)))
    for number in (4, 5):
        made = by_bias._combine_parts(fewer, more, number, Admissible.everything(12))
        assert made is not None
        assert len(made[0]) == number
    # Segments of three units at the least: what joins the two is no shorter.
    fewer, more = Segmentation((5, 10, 15, 20)), Segmentation((3, 6, 9, 12, 16, 20))
    allowed = replace(Admissible.everything(20), latest=np.arange(20) - 2)
    made = by_bias._combine_parts(fewer, more, 5, allowed)
    assert made is not None
    assert len(made[0]) == 5
    assert allows(allowed, made[0].boundaries)
    # And none is made where nothing that joins them is allowed.
    closed = replace(allowed, earliest=np.arange(20) - 2)
    assert by_bias._combine_parts(fewer, more, 5, closed) is None


@settings(max_examples=60, deadline=None)
@given(problems(largest=16), st.data())
def test_a_part_of_a_text_costs_what_it_costs_in_the_whole(problem, data):
    matrix, _, _, allowed = problem
    size = len(matrix)
    first = data.draw(st.integers(0, size - 1))
    last = data.draw(st.integers(first + 1, size))
    cuts = sorted({first, last} | data.draw(st.sets(st.integers(first + 1, last))))[1:]
    whole = Segmentation(tuple(sorted({*cuts, size} | ({first} - {0}))))
    along = dict(zip(whole.boundaries, programme(problem).costs_along(whole), strict=True))
    number = len(cuts)
    within = allowed.between(first, last)
    local = tuple(cut - first for cut in cuts)
    segments = list(pairwise((first, *cuts)))
    fits = all(allowed.allows(*np.array([[a], [b]]))[0] for a, b in segments)
    assert allows(within, local) == fits
    part = programme(problem).between(first, last, number)
    expected = along[last] - along.get(first, 0.0)
    found = part.costs_along(Segmentation(local))
    assert found[-1] == pytest.approx(expected, abs=1e-9)
    if fits:
        assert part.optimum().cost <= expected + 1e-9


@given(problems(largest=12), st.data())
def test_the_columns_of_a_part_are_those_of_its_square(problem, data):
    matrix, *_ = problem
    first = data.draw(st.integers(0, len(matrix) - 1))
    last = data.draw(st.integers(first + 1, len(matrix)))
    part = PartOfColumns(GivenMatrix(matrix), first, last)
    found = np.zeros((len(part), len(part)))
    for block in column_blocks(part):
        found[block.rows, block.columns()] = block.values
    assert np.array_equal(found, np.triu(matrix[first:last, first:last]))


@given(problems(largest=10), st.floats(-3, 3))
def test_a_bias_is_added_to_every_cut_but_not_to_the_end(problem, bias):
    matrix, lengths, numbers, allowed = problem
    cost = TextCost.of(Parameters(*numbers), lengths)
    whole = Segmentation(tuple(range(1, len(matrix) + 1)))
    plain, biased = (
        Programme(GivenMatrix(matrix), one, allowed).costs_along(whole)
        for one in (cost, cost.with_bias(bias).with_bias(1.0))
    )
    cuts = np.minimum(np.arange(1, len(matrix) + 1), len(matrix) - 1)
    assert biased == pytest.approx(plain + (bias + 1) * cuts, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(problems(largest=12), st.data())
def test_numbers_that_are_impossible_are_refused_alike(problem, data):
    *_, allowed = problem
    low = data.draw(st.integers(1, len(allowed.earliest)))
    allowed = replace(allowed, counts=(low, low))
    if not allowed.reachable()[-1] or allowed.until is not None:
        return
    least, greatest = allowed.possible_counts()
    if least <= low <= greatest:
        allowed.require_counts()
        assert len(programme(problem, (low, low)).optimum().segmentation) == low
        return
    with pytest.raises(TmimaError) as at_once:
        allowed.require_counts()
    with pytest.raises(TmimaError) as by_layers:
        programme(problem, (low, low)).optimum()
    assert str(at_once.value) == str(by_layers.value)


@settings(max_examples=60, deadline=None)
@given(problems(largest=8))
def test_the_numbers_that_are_possible_are_those_that_layers_reach(problem):
    *_, allowed = problem
    numbers = range(1, len(allowed.earliest) + 1)
    reached = [number for number in numbers if in_layers(problem, number) is not None]
    if reached:
        assert allowed.possible_counts() == (reached[0], reached[-1])
