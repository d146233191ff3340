"""The plain programme and the engine: one answer, bit for bit, whatever is weighed and allowed."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.segmentation.test_engine import enumerated, problems
from tests.segmentation.test_engine import programme as engine_of
from tmima import Segmenter, TmimaError
from tmima.kernel.arrays import Floats
from tmima.learnt.answer import settle_by_number
from tmima.methods.learnt import Learnt
from tmima.segmentation import Constraints, Parameters, TextCost, programme
from tmima.similarity import Similarity

TEXT = (
    "# Ships\n\nThe harbour was full of ships. Every ship waited for the tide. The tide was late. "
    "The pilots of the ships played cards.\n\n# Bread\n\nBakers rise early. The baker kneads the "
    "dough. Good dough needs good flour. The flour comes from the mill.\n\n## Rolls\n\nRolls are "
    "small loaves. The baker sells rolls before dawn.\n\n# Courts\n\nThe judge heard a witness. A "
    "witness swore an oath. The judge gave a verdict. The oath was broken."
)


def dense(similarity: Similarity) -> Floats:
    block = similarity.columns(0, len(similarity))
    matrix = np.zeros((len(similarity), len(similarity)))
    matrix[block.rows, block.columns()] = block.values
    return matrix + np.triu(matrix, 1).T


@settings(max_examples=300)
@given(problems())
def test_the_engine_finds_what_the_plain_programme_finds_bit_for_bit(problem):
    matrix, lengths, numbers, allowed = problem
    found = programme.cheapest(matrix, TextCost.of(Parameters(*numbers), lengths), allowed)
    if found is None:
        with pytest.raises(TmimaError, match="no segmentation"):
            engine_of(problem).optimum()
    else:
        assert engine_of(problem).optimum() == found


@settings(max_examples=100)
@given(problems(largest=7), st.floats(0.3, 5))
def test_numbers_of_segments_are_as_probable_as_all_segmentations_with_them(problem, temperature):
    matrix, lengths, numbers, allowed = problem
    every = enumerated(problem)
    if not every:
        return
    cost = TextCost.of(Parameters(*numbers), lengths)
    found = programme.number_of_segments(matrix, cost, allowed, temperature)
    least = min(value for value, _ in every)
    shares = [0.0] * (len(matrix) + 1)
    for value, boundaries in every:
        shares[len(boundaries)] += math.exp((least - value) / temperature)
    for number, share in enumerate(shares):
        assert found.share(number) == pytest.approx(share / math.fsum(shares), abs=2e-9)


@pytest.mark.parametrize(
    "constraints",
    [
        {},
        {"outline": "follow"},
        {"n_segments": 3},
        {"n_segments": (2, 4), "max_size": 5},
        {"cut_at": (5,), "no_cut_at": (7,), "min_size": 2},
    ],
)
def test_the_default_is_the_most_probable_into_the_median_number(constraints):
    text = Segmenter(language="en", format="markdown").prepare(TEXT)
    problem = Learnt().problem(text, Constraints(**constraints))
    settled = settle_by_number(problem)
    found = programme.most_probable(dense(problem.similarity), problem.cost, problem.allowed)
    assert found == settled.optimum
    number = programme.number_of_segments(dense(problem.similarity), problem.cost, problem.allowed)
    assert number.median == settled.number.median
