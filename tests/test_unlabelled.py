"""Learning lengths from unmarked texts, the criterion that chooses, and the test for topics."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tmima import Parameters, Segmentation, TmimaError
from tmima.fitting.excess import Excess
from tmima.fitting.lengths import UnlabelledText, learn, spread, told
from tmima.fitting.structure import structure_p_value
from tmima.segmentation import Admissible, cheapest
from tmima.similarity import GivenMatrix, SharedWords

GIVEN = Parameters(gamma=0.6, r=0.5)
VOCABULARY = 30


def topical(lengths, *, seed: int) -> UnlabelledText:
    """A text whose segments draw three words a unit from a few of their own, and one of chance."""
    chance = random.Random(seed)
    units = []
    for number, length in enumerate(lengths):
        own = range(1000 + 8 * number, 1008 + 8 * number)
        for _ in range(length):
            units.append({*chance.sample(own, 3), chance.randrange(VOCABULARY)})
    return unlabelled(units)


def unlabelled(units, lengths=None) -> UnlabelledText:
    similarity = SharedWords(oracle.units_of(units), diagonal=False)
    lengths = np.array(lengths or [1] * len(units), dtype=np.int64)
    return UnlabelledText(similarity, lengths, len(units))


def excess_by_loops(matrix, segmentation) -> float:
    size = len(matrix)
    pairs = list(combinations(range(size), 2))
    degrees = [sum(matrix[s][t] for t in range(size) if t != s) for s in range(size)]
    total = sum(matrix[s][t] for s, t in pairs)
    products = sum(degrees[s] * degrees[t] for s, t in pairs)
    inside = [(s, t) for a, b in segmentation.segments for s, t in combinations(range(a, b), 2)]
    expected = sum(degrees[s] * degrees[t] for s, t in inside) * (
        total / products if products else 0
    )
    return sum(matrix[s][t] for s, t in inside) - 1.5 * expected


@st.composite
def matrices_and_segmentations(draw):
    size = draw(st.integers(1, 7))
    values = draw(st.lists(st.integers(0, 4), min_size=size * size, max_size=size * size))
    matrix = np.array(values, dtype=float).reshape(size, size)
    cuts = draw(st.sets(st.integers(1, size - 1))) if size > 1 else set()
    return matrix + matrix.T, Segmentation((*sorted(cuts), size))


@given(matrices_and_segmentations())
def test_excess_is_its_formula(drawn):
    matrix, segmentation = drawn
    found = Excess(GivenMatrix(matrix)).value(segmentation)
    assert found == pytest.approx(excess_by_loops(matrix, segmentation), abs=1e-9)


@given(matrices_and_segmentations())
def test_excess_favours_no_trivial_segmentation(drawn):
    """One segment has half of all similarity against it, one for each unit nothing for it."""
    matrix, segmentation = drawn
    size = segmentation.size
    excess = Excess(GivenMatrix(matrix))
    whole = np.triu(matrix, 1).sum()
    assert excess.value(Segmentation((size,))) == pytest.approx(-0.5 * whole, abs=1e-9)
    assert excess.value(Segmentation(tuple(range(1, size + 1)))) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("length", [4, 7, 12, 25])
def test_the_length_of_topics_is_found_from_one_text(length):
    chance = random.Random(length)
    lengths = [length + chance.randint(-1, 1) for _ in range(12)]
    text = topical(lengths, seed=length)
    learnt = learn([text], GIVEN)
    assert learnt.parameters.mean_length == pytest.approx(np.mean(lengths), rel=0.1)
    found = cheapest(text.similarity, text.lengths, learnt.parameters).segmentation
    true = set(np.cumsum(lengths))
    assert len(true & set(found.boundaries)) >= 11


def test_a_folder_of_texts_has_one_length():
    texts = [topical([6, 5, 7, 6, 5, 7], seed=seed) for seed in range(8)]
    learnt = learn(texts, GIVEN)
    assert learnt.texts == 8
    assert learnt.parameters.mean_length == pytest.approx(6, rel=0.03)
    assert learnt.parameters.std_length == pytest.approx(
        (5 / 6 * 0.67 + 3.6**2 / 6) ** 0.5, rel=0.1
    )
    assert learnt.segments == pytest.approx(48, abs=1)


def test_a_long_text_is_learnt_from_in_pieces():
    lengths = [9, 11, 10] * 60
    text = topical(lengths, seed=1)
    assert len(text.lengths) == 1800
    assert learn([text], GIVEN).parameters.mean_length == pytest.approx(10, rel=0.05)


def test_lengths_in_words_have_the_scale_of_the_sentences():
    text = topical([8] * 10, seed=2)
    in_words = UnlabelledText(text.similarity, text.lengths * 20, text.sentences)
    one, other = learn([text], GIVEN), learn([in_words], GIVEN)
    assert other.parameters.mean_length == pytest.approx(20 * one.parameters.mean_length)
    assert other.parameters.std_length == pytest.approx(20 * one.parameters.std_length)


def test_what_is_given_is_left_as_it_is():
    given_ = Parameters(gamma=0.3, r=0.66, length_unit="sentences", diagonal=False)
    learnt = learn([topical([8] * 6, seed=3)], given_).parameters
    assert (learnt.gamma, learnt.r, learnt.diagonal) == (0.3, 0.66, False)


@pytest.mark.parametrize("units", [[set()], [set()] * 3, [{1}], [{1}, {2}], [{1}] * 60])
def test_texts_of_nothing_and_of_one_thing_are_no_error(units):
    learnt = learn([unlabelled(units)], GIVEN)
    assert learnt.parameters.mean_length >= 1
    assert learnt.parameters.std_length > 0


def test_no_text_is_an_error():
    with pytest.raises(TmimaError, match="no text"):
        learn([], GIVEN)


def test_lengths_are_drawn_towards_the_usual_spread():
    assert spread(np.array([10, 10]), 10.0) == pytest.approx(10 * 0.6 * (1 / 6) ** 0.5)
    assert spread(np.array([4, 16]), 10.0) == pytest.approx(6)


def test_a_number_of_segments_gives_the_mean_and_the_deviation_is_learnt():
    even, uneven = topical([8] * 8, seed=4), topical([2, 14] * 4, seed=4)
    one, other = told(even, 8, GIVEN), told(uneven, 8, GIVEN)
    assert one.parameters.mean_length == other.parameters.mean_length == 8
    assert one.parameters.std_length < other.parameters.std_length
    size = len(even.lengths)
    from dataclasses import replace

    allowed = replace(Admissible.everything(size), counts=(8, 8))
    found = cheapest(even.similarity, even.lengths, one.parameters, allowed).segmentation
    assert len(found) == 8


def shuffled(units, seed: int):
    units = list(units)
    random.Random(seed).shuffle(units)
    return units


def test_topics_show_and_shuffled_sentences_do_not():
    chance = random.Random(6)
    units = [
        {*chance.sample(range(1000 + 8 * n, 1008 + 8 * n), 2), chance.randrange(VOCABULARY)}
        for n in range(8)
        for _ in range(8)
    ]
    assert structure_p_value(unlabelled(units).similarity) == 0.01
    by_chance = [
        structure_p_value(unlabelled(shuffled(units, seed)).similarity) for seed in range(60)
    ]
    # Under the hypothesis each is uniform, so 3 of 60 are expected up to 0.05.
    assert sum(p <= 0.05 for p in by_chance) <= 9
    assert 0.35 < np.mean(by_chance) < 0.65


def test_where_nothing_is_similar_nothing_shows():
    assert structure_p_value(unlabelled([{n} for n in range(20)]).similarity) == 1


@pytest.mark.parametrize(("distance", "shows"), [(1, True), (2, True), (5, True), (6, False)])
def test_neighbours_are_up_to_five_units_apart(distance, shows):
    matrix = np.zeros((60, 60))
    places = np.arange(60 - distance)
    matrix[places, places + distance] = matrix[places + distance, places] = 1.0
    p_value = structure_p_value(GivenMatrix(matrix))
    assert p_value == 0.01 if shows else p_value > 0.05
