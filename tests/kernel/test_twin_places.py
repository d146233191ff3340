"""What is seen at places: the compiled loops, their twin and plain loops say the same."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tmima.kernel import Columns, twin_places
from tmima.kernel.arrays import exponential
from tmima.segmentation import expectation
from tmima.similarity import GivenMatrix

compiled = pytest.importorskip(
    "tmima.kernel._places", reason="the package was installed without a C compiler"
)
both = pytest.mark.parametrize("module", [compiled, twin_places], ids=["compiled", "twin"])
WINDOWS = np.array([1, 2, 5, 13])


def symmetric(size: int, seed: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    matrix = np.triu(generator.random((size, size)) * (generator.random((size, size)) < 0.4), 1)
    return matrix + matrix.T


@given(st.integers(0, 30), st.integers(1, 40), st.integers(1, 70), st.integers(0, 2**32 - 1))
def test_products_agree_to_the_last_bit_and_are_products(rows, inputs, outputs, seed):
    generator = np.random.default_rng(seed)
    values = generator.normal(size=(rows, inputs)).astype(np.float32)
    weights = generator.normal(size=(inputs, outputs)).astype(np.float32)
    start = generator.normal(size=(rows, outputs)).astype(np.float32)
    one, other = start.copy(), start.copy()
    compiled.add_products(one, values, weights)
    twin_places.add_products(other, values, weights)
    assert one.tobytes() == other.tobytes()
    exact = start.astype(float) + values.astype(float) @ weights.astype(float)
    np.testing.assert_allclose(one, exact, rtol=1e-3, atol=1e-4)


@both
def test_weights_of_another_shape_are_refused(module):
    values, weights = np.zeros((3, 4), np.float32), np.zeros((5, 2), np.float32)
    with pytest.raises(ValueError, match="3 rows of 4 numbers"):
        module.add_products(np.zeros((3, 2), np.float32), values, weights)


@given(st.integers(1, 20), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_normalised_rows_agree_to_the_last_bit_and_are_even(rows, channels, seed):
    generator = np.random.default_rng(seed)
    values = generator.normal(3, 2, size=(rows, channels)).astype(np.float32)
    weights, biases = generator.normal(size=(2, channels)).astype(np.float32)
    one, other = np.empty_like(values), np.empty_like(values)
    compiled.normalise(one, values, weights, biases, 1e-5)
    twin_places.normalise(other, values, weights, biases, 1e-5)
    assert one.tobytes() == other.tobytes()
    exact = values - values.mean(axis=1, keepdims=True)
    exact /= np.sqrt(values.var(axis=1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(one, exact * weights + biases, rtol=1e-3, atol=1e-3)


def summed(module, matrix: np.ndarray, step: int) -> tuple[np.ndarray, np.ndarray]:
    size, widest = len(matrix), int(WINDOWS[-1])
    across = np.zeros((len(WINDOWS), size + 1))
    within = np.zeros((len(WINDOWS), size + widest + 1))
    similarity = GivenMatrix(matrix)
    for first in range(0, size, step):
        module.add_windows(
            across, within, WINDOWS, similarity.columns(first, min(size, first + step))
        )
    return across, within


@given(st.integers(1, 40), st.integers(1, 50), st.integers(0, 2**32 - 1))
def test_window_sums_agree_to_the_last_bit(size, step, seed):
    matrix = symmetric(size, seed)
    one, other = summed(compiled, matrix, step), summed(twin_places, matrix, step)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


@given(st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_window_sums_are_those_of_plain_loops(size, seed):
    matrix = symmetric(size, seed)
    across, within = (part.cumsum(axis=1) for part in summed(compiled, matrix, size))
    widest = int(WINDOWS[-1])
    for number, window in enumerate(WINDOWS.tolist()):
        for place in range(size):
            before = range(max(0, place - window), place)
            after = range(place, min(size, place + window))
            between = sum(matrix[s, t] for s in before for t in after)
            assert across[number, place] == pytest.approx(between, abs=1e-9)
            inside = sum(matrix[s, t] for s in after for t in after if s < t)
            assert within[number, widest + place] == pytest.approx(inside, abs=1e-9)
            inside = sum(matrix[s, t] for s in before for t in before if s < t)
            assert within[number, widest + place - window] == pytest.approx(inside, abs=1e-9)


word_sets = st.lists(st.sets(st.integers(0, 9), max_size=5), min_size=1, max_size=25)


def tables(words: int, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    return (
        np.array([math.lgamma(k + alpha) for k in range(80)]),
        np.array([math.lgamma(k + max(1, words) * alpha) for k in range(400)]),
    )


@given(word_sets)
def test_words_followed_agree_to_the_last_bit_and_with_plain_loops(words):
    units, gaps = oracle.units_of(words), np.array([1, 3, 8])
    found = []
    for module in (compiled, twin_places):
        changes, counts = np.full((3, len(words) + 1), np.nan), np.full((3, len(words)), 7, "i4")
        module.follow_words(changes, counts, units.starts, units.terms, len(units.vocabulary), gaps)
        found.append((changes, counts))
    (changes, counts), (other, other_counts) = found
    assert changes.tobytes() == other.tobytes()
    assert counts.tobytes() == other_counts.tobytes()
    holders = {word: [n for n, each in enumerate(words) if word in each] for word in range(10)}
    for place in range(len(words)):
        for number, gap in enumerate(gaps.tolist()):
            spanned = sum(
                1 / math.sqrt(len(held) - 1)
                for held in holders.values()
                for s, t in pairwise(held)
                if s < place <= t <= s + gap
            )
            assert changes[number, : place + 1].sum() == pytest.approx(spanned, abs=1e-9)
        several = [held for held in holders.values() if len(held) > 1]
        assert counts[:, place].tolist() == [
            sum(held[0] == place for held in several),
            sum(held[-1] == place for held in several),
            sum(held == [place] for held in holders.values()),
        ]


@given(word_sets, st.integers(1, 30))
def test_splits_agree_to_the_last_bit_and_with_plain_counts(words, window):
    units = oracle.units_of(words)
    vocabulary, alpha = len(units.vocabulary), 0.1
    single, whole = tables(vocabulary, alpha)
    one, other = np.zeros(len(words)), np.zeros(len(words))
    given_ = units.starts, units.terms, window, vocabulary, single, whole
    compiled.add_splits(one, *given_)
    twin_places.add_splits(other, *given_)
    assert one.tobytes() == other.tobytes()

    def likelihood(some: list[set[int]]) -> float:
        counts = [sum(word in each for each in some) for word in range(vocabulary)]
        total = math.lgamma(vocabulary * alpha) - math.lgamma(sum(counts) + vocabulary * alpha)
        return total + sum(math.lgamma(count + alpha) - math.lgamma(alpha) for count in counts)

    for place in range(1, len(words)) if vocabulary else ():
        left, right = words[max(0, place - window) : place], words[place : place + window]
        better = likelihood(left) + likelihood(right) - likelihood(left + right)
        assert one[place] == pytest.approx(better, abs=1e-9)


def test_a_block_without_entries_adds_nothing():
    across, within = np.zeros((4, 3)), np.zeros((4, 16))
    empty = Columns(0, np.zeros(3, np.int64), np.empty(0, np.int32), np.empty(0))
    compiled.add_windows(across, within, WINDOWS, empty)
    assert not across.any()
    assert not within.any()


@given(st.integers(1, 25), st.integers(1, 30), st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_squares_agree_to_the_last_bit_and_with_plain_sums(size, width, step, seed):
    part = seed % size
    matrix = symmetric(size, seed)
    similarity = GivenMatrix(matrix)
    expected = expectation(similarity)
    found = []
    for module in (compiled, twin_places):
        squares, row_sums = np.zeros((size - part, min(width, size - part))), np.zeros(size - part)
        for first in range(part, size, step):
            block = similarity.columns(first, min(size, first + step))
            module.write_squares(squares, row_sums, expected, 0.5, part, block)
        found.append(squares)
    assert found[0].tobytes() == found[1].tobytes()
    degrees = np.diff(expected.sums)
    beyond = matrix - expected.scale * np.outer(degrees, degrees)
    np.fill_diagonal(beyond, 0.0)
    for end in range(part + 1, size + 1):
        for length in range(1, min(width, end - part) + 1):
            exact = 2 * beyond[end - length : end, end - length : end].sum()
            assert found[0][end - part - 1, length - 1] == pytest.approx(exact, abs=1e-8)


@given(st.integers(1, 25), st.integers(0, 30), st.integers(1, 30), st.integers(0, 2**32 - 1))
def test_pairs_agree_to_the_last_bit_and_with_plain_sums(size, horizon, step, seed):
    matrix = symmetric(size, seed) + np.eye(size)
    degrees = np.random.default_rng(seed).random(size)
    found = []
    for module in (compiled, twin_places):
        found.append(np.zeros(2))
        for first in range(0, size, step):
            block = GivenMatrix(matrix).columns(first, min(size, first + step))
            module.add_pairs(degrees, horizon, found[-1], block)
    assert found[0].tolist() == found[1].tolist()
    near = np.triu(matrix, 1) - np.triu(matrix, horizon + 1)
    exact = (near * np.outer(degrees, degrees)).sum(), (near * near).sum()
    assert found[0] == pytest.approx(exact)


@both
@given(beliefs=st.lists(st.floats(0, 1), min_size=1))
def test_log_odds_are_those_of_the_c_library(module, beliefs):
    found = np.empty(len(beliefs))
    module.write_odds(found, np.array(beliefs))
    assert found.tolist() == [math.log((one + 0.001) / (1.001 - one)) / 2 for one in beliefs]


@given(word_sets, st.integers(1, 30))
def test_likelihoods_agree_to_the_last_bit_and_with_plain_counts(words, width):
    units = oracle.units_of(words)
    vocabulary, alpha = len(units.vocabulary), 0.3
    single = np.array([math.log(k + alpha) for k in range(80)])
    whole = np.array([math.lgamma(k + max(1, vocabulary) * alpha) for k in range(400)])
    one, other = (np.zeros((len(words), min(width, len(words)))) for _ in range(2))
    given_ = units.starts, units.terms, vocabulary, single, whole
    compiled.write_likelihoods(one, *given_)
    twin_places.write_likelihoods(other, *given_)
    assert one.tobytes() == other.tobytes()
    for end in range(1, len(words) + 1):
        for length in range(1, min(width, end) + 1):
            some = words[end - length : end]
            counts = [sum(word in each for each in some) for word in range(vocabulary)]
            exact = sum(math.lgamma(count + alpha) - math.lgamma(alpha) for count in counts)
            exact -= whole[sum(counts)] - whole[0]
            assert one[end - 1, length - 1] == pytest.approx(exact, abs=1e-8)


@given(st.integers(1, 9), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_beliefs_agree_to_the_last_bit_and_with_all_segmentations(size, width, seed):
    generator = np.random.default_rng(seed)
    blocks = generator.normal(size=(size, min(size, width)))
    lengths, weights = generator.normal(size=(2, min(size, width) + 1))
    one, other = np.empty(size), np.empty(size)
    total = compiled.believe(one, blocks, lengths, weights)
    assert total == twin_places.believe(other, blocks, lengths, weights)
    assert one.tobytes() == other.tobytes()
    scores = {}
    for ends in oracle.segmentations(size):
        sizes = np.diff((0, *ends)).tolist()
        if max(sizes) <= min(size, width):
            scores[ends] = sum(
                lengths[n] + weights[n] * blocks[end - 1, n - 1]
                for n, end in zip(sizes, ends, strict=True)
            )
    whole = sum(math.exp(score) for score in scores.values())
    assert total == pytest.approx(math.log(whole), abs=1e-7)
    for place in range(1, size):
        belief = sum(math.exp(score) for ends, score in scores.items() if place in ends) / whole
        assert one[place] == pytest.approx(belief, abs=1e-9)


@given(st.lists(st.floats(-700, 0), min_size=1))
def test_the_exponential_of_the_kernel_is_exact_but_for_the_last_bits(values):
    found = exponential(np.array(values))
    for one, value in zip(found.tolist(), values, strict=True):
        assert one == pytest.approx(math.exp(value), rel=5e-16)
