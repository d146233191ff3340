"""The segmenter finds the optimum of equation (1) over all segmentations."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tmima import Parameters, Segmentation, TmimaError
from tmima.similarity import GivenMatrix, SharedWords
from tmima.training import read_parameters, write_parameters

small_texts = st.lists(st.sets(st.integers(0, 6), max_size=3), min_size=1, max_size=10)
weights = {
    "mean": st.floats(0, 12),
    "std": st.floats(0.2, 10),
    "gamma": st.floats(0, 1),
    "r": st.sampled_from([0.0, 0.33, 0.5, 0.66, 1.0, 2.0]),
}


def optimum(words, lengths, *, diagonal=True, mean, std, gamma, r, length_unit="words"):
    parameters = Parameters(mean, std, gamma, r, length_unit, diagonal)
    units = oracle.units_of(words, lengths)
    similarity = SharedWords(units, diagonal=diagonal)
    return oracle.problem_of(similarity, units, parameters).programme().optimum()


@given(words=small_texts, data=st.data(), diagonal=st.booleans(), **weights)
def test_cost_is_the_least_of_all_segmentations(words, data, diagonal, mean, std, gamma, r):
    lengths = data.draw(st.lists(st.integers(1, 9), min_size=len(words), max_size=len(words)))
    found = optimum(words, lengths, diagonal=diagonal, mean=mean, std=std, gamma=gamma, r=r)
    d = oracle.shared_words(words, diagonal=diagonal)
    every = [
        oracle.cost(b, d, lengths, mean, std, gamma, r) for b in oracle.segmentations(len(words))
    ]
    assert found.cost == pytest.approx(min(every), rel=1e-9, abs=1e-9)
    own = oracle.cost(found.segmentation.boundaries, d, lengths, mean, std, gamma, r)
    assert found.cost == pytest.approx(own, rel=1e-9, abs=1e-9)


@given(
    words=st.lists(st.sets(st.integers(0, 9), max_size=4), min_size=1, max_size=30),
    mean=st.integers(0, 12),
    gamma=st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]),
)
def test_cuts_are_those_of_the_pseudocode_with_its_tie_rule(words, mean, gamma):
    # With r = 0 and these numbers every sum is exact, so equal costs are equal.
    setting = {"mean": float(mean), "std": 2.0, "gamma": gamma, "r": 0.0}
    found = optimum(words, [1] * len(words), length_unit="sentences", **setting)
    cost, boundaries = oracle.programme(oracle.shared_words(words), [1] * len(words), **setting)
    assert found.cost == cost
    assert found.segmentation.boundaries == boundaries


def test_among_equals_the_shortest_last_segment_wins():
    setting = {"mean": 1.0, "std": 1.0, "gamma": 0.0, "r": 1.0}
    assert optimum([set()] * 4, [1] * 4, **setting).segmentation == Segmentation((1, 2, 3, 4))


@given(words=small_texts, **weights)
def test_reversal_changes_no_cost(words, mean, std, gamma, r):
    setting = {"mean": mean, "std": std, "gamma": gamma, "r": r}
    forward = optimum(words, [1] * len(words), **setting)
    backward = optimum(words[::-1], [1] * len(words), **setting)
    assert forward.cost == pytest.approx(backward.cost, rel=1e-9, abs=1e-9)


@given(words=small_texts, factor=st.sampled_from([0.5, 2.0, 4.0]))
def test_scaling_lengths_and_their_moments_changes_nothing(words, factor):
    lengths = [2] * len(words)
    scaled = [int(2 * factor)] * len(words)
    one = optimum(words, lengths, mean=6.0, std=3.0, gamma=0.5, r=0.5)
    other = optimum(words, scaled, mean=6 * factor, std=3 * factor, gamma=0.5, r=0.5)
    assert one == other


def test_two_clear_topics_are_cut_between():
    words = [{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}]
    found = optimum(words, [1] * 6, mean=3.0, std=1.0, gamma=0.5, r=0.5)
    assert found.segmentation == Segmentation((3, 6))


def test_without_a_kept_word_the_length_alone_decides():
    found = optimum([set()] * 12, [1] * 12, mean=4.0, std=1.0, gamma=0.5, r=0.5)
    assert found.segmentation == Segmentation((4, 8, 12))
    assert found.cost == 0


def test_length_in_words_reads_words():
    # Two sentences of ten words weigh as much as twenty of one.
    lengths = [10, 10] + [1] * 20
    found = optimum([set()] * 22, lengths, mean=20.0, std=1.0, gamma=1.0, r=1.0)
    assert found.segmentation == Segmentation((2, 22))


def test_a_single_unit_is_a_single_segment():
    found = optimum([{0}], [1], mean=9.0, std=1.0, gamma=0.5, r=0.5)
    assert found.segmentation == Segmentation((1,))


def test_the_diagonal_counts_unless_it_is_left_out():
    setting = {"mean": 1.0, "std": 1.0, "gamma": 0.0, "r": 1.0}
    assert optimum([{0}], [1], **setting).cost == -1
    assert optimum([{0}], [1], diagonal=False, **setting).cost == 0


def test_a_given_matrix_is_read_and_not_changed():
    matrix = np.array([[1.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]])
    before = matrix.copy()
    parameters = Parameters(mean_length=2, std_length=1, gamma=0.1, r=0.5)
    found = oracle.cheapest(GivenMatrix(matrix), np.ones(3, dtype=np.int64), parameters)
    cost, boundaries = oracle.programme(matrix.tolist(), [1, 1, 1], 2, 1, 0.1, 0.5)
    assert found.cost == pytest.approx(cost, abs=1e-12)
    assert found.segmentation.boundaries == boundaries
    assert np.array_equal(matrix, before)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1.0, 2.0]], r"square, not of shape \(1, 2\)"),
        ([[1.0, float("nan")], [float("nan"), 1.0]], "units 0 and 1 is nan"),
        ([[1.0, 2.0], [3.0, 1.0]], r"D\[0, 1\] = 2.0 but D\[1, 0\] = 3.0"),
    ],
)
def test_a_bad_matrix_is_refused(matrix, message):
    with pytest.raises(TmimaError, match=message):
        GivenMatrix(matrix)


def test_a_matrix_must_fit_the_text():
    with pytest.raises(TmimaError, match="2 x 2 but the text has 3 units"):
        GivenMatrix(np.eye(2))(oracle.units_of([{0}] * 3))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"std_length": 0}, "std_length must be above 0, not 0"),
        ({"std_length": -1.5}, "above 0, not -1.5"),
        ({"std_length": 1e-200}, "above 0, not 1e-200"),
        ({"gamma": 1.01}, "gamma must be from 0 to 1, not 1.01"),
        ({"gamma": float("nan")}, "gamma must be a finite number, not nan"),
        ({"mean_length": float("inf")}, "mean_length must be a finite number, not inf"),
        ({"mean_length": "ten"}, "mean_length must be a number, not 'ten'"),
        ({"r": -1}, "r must not be negative"),
        ({"length_unit": "pages"}, "sentences, words, not 'pages'"),
        ({"diagonal": "no"}, "diagonal must be true or false"),
    ],
)
def test_bad_parameters_are_named(values, message):
    with pytest.raises(TmimaError, match=message):
        Parameters(**values)


def test_a_cost_beyond_all_numbers_is_said():
    with pytest.raises(TmimaError, match="beyond all numbers"):
        optimum([{0}, {0}], [1, 1], mean=1e300, std=1e-10, gamma=1.0, r=0.5)


@given(
    st.builds(
        Parameters,
        mean_length=st.floats(0, 1e6),
        std_length=st.floats(1e-3, 1e6),
        gamma=st.floats(0, 1),
        r=st.floats(0, 3),
        length_unit=st.sampled_from(["sentences", "words"]),
        diagonal=st.booleans(),
    )
)
def test_parameters_survive_json(parameters):
    assert read_parameters(write_parameters(parameters, "shared")) == (parameters, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "must be JSON"),
        ("[1]", "must be a JSON object, not list"),
        ('{"mu": 3}', "unknown parameter 'mu': known are mean_length"),
    ],
)
def test_a_bad_parameter_file_is_refused(text, message):
    with pytest.raises(TmimaError, match=message):
        read_parameters(text)


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64])
def test_numbers_of_numpy_are_plain_ones(kind):
    given_ = Parameters(mean_length=kind(4), std_length=kind(2), gamma=kind(1))
    assert given_ == Parameters(4, 2, 1)
    assert json.dumps(given_.as_dict()) == json.dumps(Parameters(4.0, 2.0, 1.0).as_dict())


def test_a_problem_reads_the_similarity_that_it_is_given():
    units = oracle.units_of([{0}, {0}, {1}])
    parameters = Parameters(mean_length=2, std_length=1, gamma=0.1, r=0.5)
    matrix = np.array([[0.0, 0, 0], [0, 0, 1], [0, 1, 0]])
    by_words = oracle.problem_of(SharedWords(units), units, parameters).programme().optimum()
    by_matrix = oracle.problem_of(GivenMatrix(matrix), units, parameters).programme().optimum()
    assert by_words.segmentation == Segmentation((2, 3))
    assert by_matrix.segmentation == Segmentation((1, 3))
