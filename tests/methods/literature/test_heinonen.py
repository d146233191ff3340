"""Heinonen's cost in plain loops, against all segmentations of small texts."""

from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import NO_WORDS, method_text
from tests.methods.random_texts import all_boundaries, texts
from tmima import Segmentation, TmimaError
from tmima.methods.literature.heinonen import Heinonen


def similarity(text, cut, window):
    """The cosine of the weighted counts of the units before and after a boundary."""

    def side(units):
        weights = {}
        for distance, unit in enumerate(units):
            for word in text.words(unit):
                weights[word] = weights.get(word, 0) + (window - distance) / window
        return weights

    before = side(range(cut - 1, max(cut - 1 - window, -1), -1))
    after = side(range(cut, min(cut + window, len(text))))
    product = sum(weight * after.get(word, 0) for word, weight in before.items())
    norms = [sqrt(sum(w * w for w in weights.values())) for weights in (before, after)]
    return product / (norms[0] * norms[1]) if all(norms) else 0.0


def cost(text, boundaries, window, preferred, weight):
    lengths = [sum(text.units.words[a:b].tolist()) for a, b in pairwise((0, *boundaries))]
    return sum(similarity(text, cut, window) for cut in boundaries[:-1]) + sum(
        weight * (length / preferred - 1) ** 2 for length in lengths
    )


@given(texts(), st.integers(1, 4))
def test_the_curve_is_the_published_cosine(text, window):
    expected = [similarity(text, cut, window) for cut in range(1, len(text))]
    assert Heinonen(window=window).curve(text).tolist() == pytest.approx(expected, abs=1e-12)


@given(texts(), st.integers(1, 4), st.sampled_from([2, 7]), st.sampled_from([0.0, 0.25, 2.0]))
def test_it_finds_the_cheapest_of_all_segmentations(text, window, preferred, weight):
    method = Heinonen(window=window, preferred=preferred, weight=weight)
    costs = {
        each: cost(text, each, window, preferred, weight) for each in all_boundaries(len(text))
    }
    assert costs[method.segment(text).boundaries] == pytest.approx(min(costs.values()), abs=1e-9)


@given(texts(), st.data())
def test_with_a_number_the_preferred_length_is_the_mean(text, data):
    segments = data.draw(st.integers(1, len(text)))
    preferred = text.units.words.sum() / segments
    costs = {
        each: cost(text, each, 5, preferred, 0.25) for each in all_boundaries(len(text), segments)
    }
    found = Heinonen(preferred=10_000).segment(text, n_segments=segments)
    assert costs[found.boundaries] == pytest.approx(min(costs.values()), abs=1e-9)


def test_without_a_kept_word_length_alone_decides():
    text = method_text(["1 2 3 4"] * 9)
    assert Heinonen(preferred=12).segment(text) == Segmentation((3, 6, 9))
    assert Heinonen().segment(method_text(NO_WORDS)) == Segmentation((3,))


def test_similarity_moves_a_cut_away_from_the_preferred_length():
    text = method_text(["ship sail"] * 3 + ["cow barn"] * 5)
    assert Heinonen(preferred=8, weight=0.25).segment(text) == Segmentation((3, 8))
    assert Heinonen(preferred=8, weight=100).segment(text) == Segmentation((4, 8))


def test_only_the_most_frequent_terms_are_compared():
    text = method_text(["aa aa bb", "bb bb cc"])
    assert Heinonen(terms=1).curve(text).tolist() == [0.0]
    assert Heinonen(terms=2).curve(text).tolist() == pytest.approx([2 / 5])


@pytest.mark.parametrize("option", [{"preferred": 0}, {"weight": -1}, {"window": 0}, {"terms": 0}])
def test_options_that_cannot_be(option):
    with pytest.raises(TmimaError, match=next(iter(option))):
        Heinonen(**option)
