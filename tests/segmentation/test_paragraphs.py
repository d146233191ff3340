"""Sentences compared, cuts between paragraphs: what is asked and answered is of paragraphs."""

import numpy as np
import pytest

from tests import oracle
from tmima import languages
from tmima.errors import TmimaError
from tmima.formats import read
from tmima.segmentation import Constraints, Parameters, Questions, ask, settle_by_cost
from tmima.similarity import SharedWords
from tmima.text import Units

# Paragraphs of two to five sentences.
SIZES = (3, 2, 5, 2, 4, 3, 3, 2)
# Where only lengths count, it is the same whether sentences or paragraphs are compared.
BY_LENGTH = Parameters(mean_length=7, std_length=3, gamma=1)


@pytest.fixture(scope="module")
def units() -> dict[str, Units]:
    text = "\n\n".join(
        " ".join(f"The word number {place} of {block} is here." for place in range(size))
        for block, size in enumerate(SIZES)
    )
    document = read(text, languages.analyzer("en"), format="text")
    return {unit: Units.of(document, unit) for unit in ("sentences", "paragraphs")}


def asked(units: Units, constraints: Constraints, **questions):
    problem = oracle.problem_of(SharedWords(units), units, BY_LENGTH, constraints)
    wanted = Questions(**questions)
    return ask(problem, settle_by_cost(problem, BY_LENGTH, wanted.levels), wanted)


@pytest.mark.parametrize(
    "constraints",
    [
        {},
        {"cut_at": (3,)},
        {"no_cut_at": (4, 2)},
        {"n_segments": 3},
        {"n_segments": (4, 6), "max_size": 8},
        {"min_size": 5},
    ],
)
def test_sentences_between_paragraphs_answer_as_paragraphs_do(units, constraints):
    sentences, paragraphs = units["sentences"], units["paragraphs"]
    constraints = Constraints(**constraints)
    questions = {"posteriors": True, "cut_costs": True, "best": 9, "path": 30, "levels": 2}
    expected = asked(paragraphs, constraints, **questions)
    found = asked(sentences, constraints.between_paragraphs(paragraphs), **questions)
    found = found.between([last for _, last in paragraphs.runs])
    assert found.optimum == expected.optimum
    assert found.best == expected.best
    assert found.path == expected.path
    assert found.levels == list(expected.levels)
    assert found.cut_costs == pytest.approx(expected.cut_costs)
    assert found.posteriors.cuts == pytest.approx(expected.posteriors.cuts)
    assert found.posteriors.expected_segments == pytest.approx(
        expected.posteriors.expected_segments
    )


def test_samples_are_cut_between_paragraphs(units):
    sentences, paragraphs = units["sentences"], units["paragraphs"]
    ends = [last for _, last in paragraphs.runs]
    drawn = asked(sentences, Constraints().between_paragraphs(paragraphs), samples=20)
    found = drawn.between(ends).samples
    assert [one.segmentation.size for one in found] == [len(paragraphs)] * 20
    for larger, smaller in zip(found, drawn.samples, strict=True):
        at = np.array(larger.segmentation.boundaries) - 1
        assert tuple(np.array(ends)[at]) == smaller.segmentation.boundaries


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ({"n_segments": 9}, "8 units cannot be cut into 9 segments"),
        ({"cut_at": [8]}, "places from 1 to 7"),
        ({"max_size": 2}, "unit 1 .* alone has 3 sentences, more than max_size 2"),
    ],
)
def test_what_cannot_be_is_said_of_paragraphs(units, constraints, message):
    with pytest.raises(TmimaError, match=message):
        Constraints(**constraints).between_paragraphs(units["paragraphs"])
