"""Reynar's dotplotting against plain loops over his two densities."""

import pytest
from hypothesis import given

from tests.methods.learning_texts import method_text
from tests.methods.random_texts import texts
from tmima import Segmentation, TmimaError
from tmima.methods.literature.reynar import ALGORITHMS, Dotplot


def density(counts, boundaries, algorithm):
    """The sums of the docstring, word for word; less is better for both."""
    size = len(counts)
    dots = areas = outside = 0.0
    for start, end in zip((0, *boundaries), boundaries, strict=False):
        here, rest = counts[start:end].sum(axis=0), counts[end:].sum(axis=0)
        dots += here @ here
        areas += (end - start) ** 2
        if end < size:
            outside += (here @ rest) / ((end - start) * (size - end))
    return -dots / areas if algorithm == "maximisation" else outside


@given(text=texts(units=8))
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_cut_is_the_best_there_is(algorithm, text):
    counts = text.counts()
    before = {len(text)}
    for wanted in range(2, len(text) + 1):
        found = set(Dotplot(algorithm=algorithm).segment(text, n_segments=wanted).boundaries)
        assert before < found
        assert len(found) == wanted
        free = [place for place in range(1, len(text)) if place not in before]
        best = min(density(counts, sorted({*before, place}), algorithm) for place in free)
        assert density(counts, sorted(found), algorithm) == pytest.approx(best, abs=1e-9)
        before = found


def test_two_clear_topics_are_parted():
    text = method_text(["cats purr", "cats sleep", "cats eat", "ships sail", "ships sink", "ships"])
    for algorithm in ALGORITHMS:
        found = Dotplot(algorithm=algorithm).segment(text, n_segments=2)
        assert found == Segmentation((3, 6))


def test_the_number_must_be_given_and_fit():
    text = method_text(["one cat", "two cats"])
    with pytest.raises(TmimaError, match="must be told the number"):
        Dotplot().segment(text)
    with pytest.raises(TmimaError, match="2 units cannot be cut into 3"):
        Dotplot().segment(text, n_segments=3)
    with pytest.raises(TmimaError, match="maximisation, minimisation, not 'both'"):
        Dotplot(algorithm="both")
