"""The compiled kernel, its NumPy twin and plain loops say the same."""

import inspect
import math
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tmima
from tests import oracle
from tmima import kernel
from tmima.kernel import twin
from tmima.kernel.arrays import total
from tmima.segmentation import CostsSideBySide, Parameters, Solution, distinct_optima
from tmima.similarity import GivenMatrix, SharedWords, Similarity
from tmima.similarity.columns import column_blocks
from tmima.similarity.words import InvertedIndex

compiled = pytest.importorskip(
    "tmima.kernel._compiled", reason="the package was installed without a C compiler"
)

FUNCTIONS = [(name, each) for name, plain in kernel.TWINS.items() for each in plain.__all__]

word_sets = st.lists(st.sets(st.integers(0, 12), max_size=4), min_size=1, max_size=40)
numbers = st.builds(
    Parameters,
    mean_length=st.floats(0, 30),
    std_length=st.floats(0.1, 20),
    gamma=st.floats(0, 1),
    r=st.floats(0, 2),
    length_unit=st.just("words"),
)


def with_kernel(module, similarity: Similarity, lengths, parameters: Parameters) -> Solution:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "shared_columns", module.shared_columns)
        patch.setattr(kernel, "forward", module.forward)
        return oracle.cheapest(similarity, lengths, parameters)


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_kernel_and_twin_have_one_signature(module, name):
    plain = getattr(kernel.TWINS[module], name)
    fast = getattr(import_module(f"tmima.kernel.{module}"), name)
    expected = list(inspect.signature(plain).parameters)
    assert list(inspect.signature(fast).parameters) == expected
    assert len(expected) <= 8, "arrays that belong together are a group: see kernel/groups.py"
    assert getattr(kernel, name) is fast


@pytest.mark.parametrize("module", kernel.TWINS)
def test_every_compiled_function_has_a_twin(module):
    fast = import_module(f"tmima.kernel.{module}")
    functions = {name for name, each in vars(fast).items() if callable(each) and name[0] != "_"}
    assert functions - {"as_bytes"} == set(kernel.TWINS[module].__all__)


def test_the_twins_serve_where_nothing_is_compiled():
    """In a process of its own, which cannot import the compiled modules."""
    program = f"""if True:
        import sys
        sys.modules.update(dict.fromkeys({[f"tmima.kernel.{name}" for name in kernel.TWINS]}))
        import tmima
        from tmima import kernel
        assert kernel.NAME == "numpy"
        for twin in kernel.TWINS.values():
            assert all(getattr(kernel, name) is getattr(twin, name) for name in twin.__all__)
        print(tmima.segment("The cat sleeps. The cat purrs. Rain falls. Rain is wet.").boundaries)
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr == ""
    text = "The cat sleeps. The cat purrs. Rain falls. Rain is wet."
    assert done.stdout.strip() == str(tmima.segment(text).boundaries)


@given(word_sets)
def test_holders_are_listed_alike_and_as_plain_loops_do(words):
    units = oracle.units_of(words)
    found = []
    for module in (compiled, twin):
        starts = np.full(len(units.vocabulary) + 1, 7, dtype=np.int64)
        postings, places = np.full((2, len(units.terms)), -1, dtype=np.int32)
        module.write_inverted_index(starts, postings, places, units.starts, units.terms)
        found.append([one.tolist() for one in (starts, postings, places)])
    assert found[0] == found[1]
    starts, postings, places = found[0]
    for word in range(len(units.vocabulary)):
        held = [unit for unit, each in enumerate(words) if word in each]
        assert postings[starts[word] : starts[word + 1]] == held
    assert [postings[place] for place in places] == units.owners.tolist()
    assert sorted(places) == list(range(len(places)))


@given(
    st.lists(st.lists(st.integers(-1, 99), max_size=90), max_size=20),
    st.lists(st.lists(st.integers(-1, 79), min_size=100, max_size=100), min_size=1, max_size=3),
)
def test_terms_of_rows_are_listed_alike_each_once_and_rising(rows, levels):
    edges = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    given_ = (
        np.array([one for row in rows for one in row], dtype=np.int32),
        np.array(levels, dtype=np.int32),
    )
    found = []
    for module in (compiled, twin):
        starts, terms = module.distinct_terms(edges, *given_, 80)
        assert (starts.dtype, terms.dtype) == (np.int64, np.int32)
        found.append((starts.tolist(), terms.tolist()))
    assert found[0] == found[1]
    starts, terms = found[0]
    assert len(starts) == len(rows) + 1
    for row, held in enumerate(rows):
        expected = {level[number] for level in levels for number in held if number >= 0} - {-1}
        assert terms[starts[row] : starts[row + 1]] == sorted(expected)


@given(word_sets, st.data(), numbers, st.booleans())
def test_kernel_and_twin_agree_to_the_last_bit(words, data, parameters, diagonal):
    lengths = data.draw(st.lists(st.integers(0, 60), min_size=len(words), max_size=len(words)))
    units = oracle.units_of(words, lengths)
    similarity = SharedWords(units, diagonal=diagonal)
    assert with_kernel(compiled, similarity, units.words, parameters) == with_kernel(
        twin, similarity, units.words, parameters
    )


@given(st.integers(1, 30), st.integers(0, 2**32 - 1), numbers)
def test_kernel_and_twin_agree_to_the_last_bit_on_real_numbers(size, seed, parameters):
    matrix = np.random.default_rng(seed).normal(size=(size, size))
    similarity = GivenMatrix(matrix + matrix.T)
    lengths = np.ones(size, dtype=np.int64)
    assert with_kernel(compiled, similarity, lengths, parameters) == with_kernel(
        twin, similarity, lengths, parameters
    )


@st.composite
def any_costs(draw, size: int) -> tuple[Similarity, kernel.Cost, kernel.Bounds]:
    """Return D, a cost with whatever the learnt model's has, and segments up to a window."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    matrix = generator.normal(size=(size, size))
    window = draw(st.integers(1, size))
    closed = np.zeros(size + 1, dtype=np.uint8)
    closed[list(draw(st.sets(st.integers(1, size), max_size=3)) - {size})] = 1
    units = np.arange(size)
    sums, squares = np.cumsum(generator.random((2, size + 1)), axis=1)
    cost = kernel.Cost(
        np.arange(size + 1.0),
        generator.normal(size=window),
        mean_length=3.0,
        length_weight=draw(st.sampled_from([0.0, 0.1])),
        count_costs=generator.normal(size=draw(st.sampled_from([0, window]))),
        place_costs=5 * generator.normal(size=size + 1),
        expected=draw(st.sampled_from([kernel.Expected(), kernel.Expected(sums, squares, 0.1)])),
    )
    bounds = kernel.Bounds(np.maximum(0, units + 1 - window), units, closed)
    return GivenMatrix(matrix + matrix.T), cost, bounds


def advanced(module, table: kernel.ValueTable, mode: kernel.Mode, given_) -> kernel.ValueTable:
    similarity, cost, bounds = given_
    scratch = kernel.Scratch.empty(len(similarity), len(cost.density_weights))
    for block in column_blocks(similarity, reach=len(cost.density_weights) - 1):
        module.forward(table, scratch, cost, bounds, mode, block)
    return table


@given(st.integers(1, 40), st.data())
def test_soft_minima_and_counts_agree_whatever_is_allowed(size, data):
    """Four columns at a time where all starts are allowed, one where some place is closed."""
    given_, mode = data.draw(any_costs(size)), kernel.Mode(0.7, 0)
    tables = [
        advanced(module, kernel.ValueTable.empty(size + 1, soft=True), mode, given_)
        for module in (compiled, twin)
    ]
    for name in ("values", "spreads", "counts"):
        found, expected = (getattr(table, name) for table in tables)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9), name


@given(st.integers(1, 40), st.lists(st.floats(-5, 5), min_size=1, max_size=5), st.data())
def test_least_costs_by_biases_agree_to_the_last_bit(size, biases, data):
    given_ = data.draw(any_costs(size))
    found = []
    for module in (compiled, twin):
        table = kernel.ValueTable.empty(size + 1, len(biases))
        table.values[0] = 0.0
        advanced(module, table, kernel.Mode(0.0, 0, np.array(biases)), given_)
        reached = table.values < np.inf
        found.append((table.values.tolist(), np.where(reached, table.previous, 0).tolist()))
    assert found[0] == found[1]


@pytest.mark.parametrize("module", [compiled, twin], ids=["compiled", "numpy"])
@given(words=word_sets, diagonal=st.booleans())
def test_columns_are_those_of_the_plain_loops(module, words, diagonal):
    expected = oracle.shared_words(words, diagonal=diagonal)
    similarity = SharedWords(oracle.units_of(words), diagonal=diagonal)
    found = np.zeros((len(words), len(words)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "shared_columns", module.shared_columns)
        for block in column_blocks(similarity):
            for index in range(len(block.starts) - 1):
                rows = block.rows[block.starts[index] : block.starts[index + 1]]
                assert len(set(rows)) == len(rows)
                found[rows, block.first + index] = 1
    assert np.array_equal(found, np.triu(expected))


@given(words=word_sets, diagonal=st.booleans(), reach=st.integers(0, 50), weighted=st.booleans())
def test_kernel_and_twin_list_rows_in_one_order(words, diagonal, reach, weighted):
    """The order seeds what is drawn for a text, so the two must not differ in it."""
    units = oracle.units_of(words, [1] * len(words))
    weights = np.arange(1.0, len(units.vocabulary) + 1) if weighted else None
    listed = []
    for module in (compiled, twin):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "shared_columns", module.shared_columns)
            block = InvertedIndex(units, weights).shared_columns(
                0, len(words), reach, diagonal=diagonal
            )
            listed.append([block.starts.tolist(), block.rows.tolist(), block.values.tolist()])
    assert listed[0] == listed[1]


def test_columns_can_be_asked_for_again_and_in_any_order():
    similarity = SharedWords(oracle.units_of([{0}, {0, 1}, {1}, {0, 1}]))
    once = [sorted(similarity.columns(t, t + 1).rows) for t in (3, 0, 3, 1)]
    assert once == [[0, 1, 2, 3], [0], [0, 1, 2, 3], [0, 1]]


@given(words=word_sets, data=st.data())
def test_entries_know_their_columns_and_a_part_of_a_block_is_the_block_of_a_part(words, data):
    first = data.draw(st.integers(0, len(words) - 1))
    block = SharedWords(oracle.units_of(words)).columns(first, len(words))
    entries = set(zip(block.rows.tolist(), block.columns().tolist(), strict=True))
    expected = np.argwhere(np.triu(oracle.shared_words(words))[:, first:])
    assert entries == {(row, first + column) for row, column in expected.tolist()}
    assert block.last == len(words)
    left = data.draw(st.integers(first, len(words)))
    right = data.draw(st.integers(left, len(words)))
    part = block.between(left, right)
    assert (part.first, part.last, part.starts[0]) == (left, right, 0)
    assert set(zip(part.rows.tolist(), part.columns().tolist(), strict=True)) == {
        (row, column) for row, column in entries if left <= column < right
    }


def test_long_texts_come_in_blocks_of_bounded_size():
    words = [{i % 7} for i in range(3000)]
    blocks = list(column_blocks(SharedWords(oracle.units_of(words))))
    assert len(blocks) > 1
    assert sum(len(block.starts) - 1 for block in blocks) == 3000
    assert max(len(block.rows) for block in blocks) <= 1 << 20


def test_the_twin_serves_a_long_text_as_the_kernel_does():
    generator = np.random.default_rng(7)
    units = oracle.units_of([set(generator.integers(0, 400, 8).tolist()) for _ in range(1500)])
    parameters = Parameters()
    assert with_kernel(compiled, SharedWords(units), units.sentences, parameters) == with_kernel(
        twin, SharedWords(units), units.sentences, parameters
    )


@pytest.mark.parametrize("module", [compiled, twin], ids=["compiled", "numpy"])
@given(
    words=word_sets, diagonal=st.booleans(), reach=st.none() | st.integers(0, 40), data=st.data()
)
def test_sums_of_weights_are_those_of_the_shared_words(module, words, diagonal, reach, data):
    weights = np.array(data.draw(st.lists(st.floats(0, 9), min_size=13, max_size=13)))
    units = oracle.units_of(words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "shared_columns", module.shared_columns)
        postings = InvertedIndex(units, weights[: len(units.vocabulary)])
        first = data.draw(st.integers(0, len(words) - 1))
        _, starts, rows, sums = postings.shared_columns(first, len(words), reach, diagonal=diagonal)
    for index, column in enumerate(range(first, len(words))):
        part = slice(starts[index], starts[index + 1])
        expected = {
            row: total(float(weights[word]) for word in sorted(words[row] & words[column]))
            for row in range(column + 1)
            if words[row] & words[column]
            and (diagonal or row != column)
            and (reach is None or row >= column - reach)
        }
        assert dict(zip(rows[part].tolist(), sums[part].tolist(), strict=True)) == expected


@pytest.mark.parametrize("module", [compiled, twin], ids=["compiled", "numpy"])
@given(words=word_sets, count=st.integers(1, 45), seed=st.integers(0, 99))
def test_the_largest_window_is_that_of_the_plain_loops(module, words, count, seed):
    weights = np.random.default_rng(seed).integers(0, 5, 14).astype(np.float64)
    units = oracle.units_of(words)
    found = module.largest_window(
        units.starts, units.terms, weights, np.zeros(14, dtype=np.int32), count
    )
    windows = [words[max(0, end - count) : end] for end in range(1, len(words) + 1)]
    expected = [
        sum(float(weights[word]) * sum(word in one for one in window) ** 2 for word in range(14))
        for window in windows
    ]
    assert found == max(expected)


@pytest.mark.parametrize("module", [compiled, twin], ids=["compiled", "numpy"])
@given(words=word_sets, data=st.data(), settings=st.lists(numbers, min_size=1, max_size=9))
def test_many_costs_at_once_find_what_each_finds_alone(module, words, data, settings):
    """Words give a D of zeros and ones, in which many segmentations cost the same."""
    lengths = data.draw(st.lists(st.integers(0, 9), min_size=len(words), max_size=len(words)))
    units = oracle.units_of(words, lengths)
    similarity = SharedWords(units, diagonal=data.draw(st.booleans()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "forward_by_each_cost", module.forward_by_each_cost)
        found, chosen = distinct_optima(similarity, units.words, CostsSideBySide(settings))
    assert len(set(found)) == len(found)
    alone = [oracle.cheapest(similarity, units.words, one).segmentation for one in settings]
    assert [found[number] for number in chosen] == alone


@given(st.integers(1, 25), st.integers(0, 25), st.integers(0, 10**6))
def test_degrees_agree_to_the_last_bit(size, horizon, seed):
    generator = np.random.default_rng(seed)
    matrix = generator.normal(size=(size, size)) * (generator.random((size, size)) < 0.5)
    matrix = matrix + matrix.T
    found = np.zeros((2, 2, size))
    left_out = [
        [
            module.add_degrees(*degrees, horizon, block)
            for block in column_blocks(GivenMatrix(matrix))
        ]
        for module, degrees in zip((compiled, twin), found, strict=True)
    ]
    assert found[0].tolist() == found[1].tolist()
    assert left_out[0] == left_out[1]
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    near = np.where((apart > 0) & (apart <= horizon), matrix, 0.0)
    assert found[0].sum(axis=0) == pytest.approx(near.sum(axis=0), abs=1e-12)


@given(st.lists(st.floats(0, 1e3) | st.floats(1e-300, 1), max_size=9))
def test_what_is_shared_saturates_to_the_same_bits(values):
    one, other = np.array(values), np.array(values)
    compiled.one_minus_exp(one)
    twin.one_minus_exp(other)
    assert one.tolist() == other.tolist()
    for found, value in zip(one.tolist(), values, strict=True):
        assert found == pytest.approx(-math.expm1(-value), rel=5e-16, abs=0)
