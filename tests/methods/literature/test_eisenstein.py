"""Bayesian segmentation: the compound multinomial in plain loops, its optima by enumeration."""

from functools import lru_cache
from itertools import pairwise
from math import comb, exp, lgamma, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import method_text, topic_text
from tests.methods.random_texts import all_boundaries, texts
from tests.methods.real_texts import lectures, mean_pk
from tmima import Segmentation, TmimaError, score
from tmima.methods import make
from tmima.methods.literature.eisenstein import (
    GREATEST_PRIOR,
    LEAST_PRIOR,
    BayesSeg,
    SegmentEvidence,
    SufficientStatistics,
    log_number_of_segmentations,
)

PRIORS = st.sampled_from([0.05, 0.2, 0.7, 3.0])


@lru_cache(maxsize=256)
def segment_cost(text, first, last, prior):
    """-log p of a segment by the gamma function, word by word."""
    vocabulary = {word for unit in range(len(text)) for word in text.words(unit)}
    if not vocabulary:
        return 0.0
    words = [word for unit in range(first, last) for word in text.words(unit)]
    whole = len(vocabulary) * prior
    evidence = lgamma(whole) - lgamma(len(words) + whole)
    for word in vocabulary:
        evidence += lgamma(words.count(word) + prior) - lgamma(prior)
    return -evidence


def cost(text, boundaries, prior):
    return sum(segment_cost(text, a, b, prior) for a, b in pairwise((0, *boundaries)))


def cost_with_ways(text, boundaries, prior):
    return cost(text, boundaries, prior) + log(comb(len(text) - 1, len(boundaries) - 1))


@given(texts(), PRIORS)
def test_costs_of_segments_are_the_published_ones(text, prior):
    evidence = SegmentEvidence(text, prior)
    for end in range(1, len(text) + 1):
        expected = [segment_cost(text, start, end, prior) for start in range(end)]
        assert evidence.ending(end).tolist() == pytest.approx(expected, abs=1e-9)


def test_a_segment_by_hand():
    """aa, bb, aa with two words and theta 1: 1/2 of aa, 1/3 of bb after it, 2/4 of aa again."""
    evidence = SegmentEvidence(method_text(["aa bb", "aa"]), 1.0)
    assert evidence.ending(2)[0] == pytest.approx(-log(1 / 2 * 1 / 3 * 2 / 4))


@given(texts(), PRIORS, st.data())
def test_it_finds_the_most_probable_into_a_number(text, prior, data):
    segments = data.draw(st.integers(1, len(text)))
    found = BayesSeg(prior=prior).segment(text, n_segments=segments)
    least = min(cost(text, each, prior) for each in all_boundaries(len(text), segments))
    assert len(found) == segments
    assert cost(text, found.boundaries, prior) == pytest.approx(least, abs=1e-9)


@given(texts(units=9), PRIORS)
def test_it_finds_the_most_probable_of_all(text, prior):
    found = BayesSeg(prior=prior).segment(text)
    least = min(cost_with_ways(text, each, prior) for each in all_boundaries(len(text)))
    assert cost_with_ways(text, found.boundaries, prior) == pytest.approx(least, abs=1e-9)


@pytest.mark.parametrize("size", [1, 2, 7, 30])
def test_ways_are_counted(size):
    expected = [log(comb(size - 1, number - 1)) for number in range(1, size + 1)]
    assert log_number_of_segmentations(size).tolist() == pytest.approx(expected, abs=1e-9)


@given(texts(), PRIORS, st.data())
def test_a_tally_has_the_cost_and_its_slope(text, prior, data):
    boundaries = data.draw(st.sampled_from(list(all_boundaries(len(text)))))
    tally = SufficientStatistics(text, Segmentation(boundaries))
    assert tally.cost(prior) == pytest.approx(cost(text, boundaries, prior), abs=1e-9)
    step = 1e-5
    rise = tally.cost(prior * exp(-step)) - tally.cost(prior * exp(step))
    assert tally.slope(prior) == pytest.approx(rise / (2 * step), abs=1e-5)


@given(texts(), st.data())
def test_no_theta_is_better_than_the_estimated(text, data):
    boundaries = data.draw(st.sampled_from(list(all_boundaries(len(text)))))
    tally = SufficientStatistics(text, Segmentation(boundaries))
    grid = np.exp(np.linspace(np.log(LEAST_PRIOR), np.log(GREATEST_PRIOR), 60))
    assert tally.cost(tally.best_prior()) <= min(map(tally.cost, grid)) + 1e-9


@given(texts(), PRIORS, st.data())
def test_estimation_never_loses(text, prior, data):
    """With its own best theta, what is found is at least as probable as what was begun with."""
    segments = data.draw(st.integers(1, len(text)))
    plain = BayesSeg(prior=prior).segment(text, n_segments=segments)
    found = BayesSeg(prior=prior, estimate=True).segment(text, n_segments=segments)
    tally = SufficientStatistics(text, found)
    assert len(found) == segments
    assert tally.cost(tally.best_prior()) <= SufficientStatistics(text, plain).cost(prior) + 1e-9


@given(texts(), st.data())
def test_names_and_the_direction_of_reading_do_not_matter(text, data):
    segments = data.draw(st.none() | st.integers(1, len(text)))
    names = {"aa": "zz", "bb": "aa", "cc": "xx", "dd": "bb"}
    rows = [[names[word] for word in text.words(unit)] or ["7"] for unit in range(len(text))]
    other = method_text([" ".join(row) for row in reversed(rows)])
    found = BayesSeg(prior=0.2).segment(text, n_segments=segments)
    mirrored = BayesSeg(prior=0.2).segment(other, n_segments=segments)
    back = (*(len(text) - cut for cut in reversed(mirrored.boundaries[:-1])), len(text))
    assert cost_with_ways(text, back, 0.2) == pytest.approx(
        cost_with_ways(text, found.boundaries, 0.2), abs=1e-9
    )


def test_the_words_of_a_unit_in_another_order_are_the_same_text():
    one, other = (
        ["aa bb", "bb aa cc", "dd cc", "cc dd dd"],
        ["bb aa", "aa cc bb", "cc dd", "dd cc dd"],
    )
    for segments in (None, 2, 3):
        assert BayesSeg().segment(method_text(one), n_segments=segments) == BayesSeg().segment(
            method_text(other), n_segments=segments
        )


@pytest.mark.parametrize("estimate", [False, True])
@pytest.mark.parametrize("segments", [None, 2])
def test_two_topics(estimate, segments):
    text = method_text(["ship sail ship"] * 4 + ["cow barn cow"] * 5)
    found = BayesSeg(estimate=estimate).segment(text, n_segments=segments)
    assert found == Segmentation((4, 9))


@pytest.mark.parametrize("told", [False, True])
def test_topics_with_words_of_their_own(told):
    for seed in range(5):
        text, truth = topic_text(seed)
        found = BayesSeg().segment(text, n_segments=len(truth) if told else None)
        assert score(truth, found).pk < 0.15


def test_less_prior_finds_more_segments():
    text, _ = topic_text(3, segments=8)
    numbers = [len(BayesSeg(prior=prior).segment(text)) for prior in (0.02, 0.7, 100.0)]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > numbers[-1] == 1


@pytest.mark.parametrize("prior", [0.0, -1.0, float("nan"), float("inf")])
def test_the_prior_is_above_nothing(prior):
    with pytest.raises(TmimaError, match="prior must be a number above 0"):
        BayesSeg(prior=prior)


def test_a_number_beyond_the_units_is_refused():
    with pytest.raises(TmimaError, match="2 units cannot be cut into 3"):
        BayesSeg().segment(method_text(["aa", "bb"]), n_segments=3)


@pytest.mark.slow
def test_lectures_told_the_number(corpora):
    """On lectures it is far better than no cut, told the number and not."""
    texts = lectures(corpora)
    nothing = mean_pk(make("none"), texts, told=False)
    assert mean_pk(BayesSeg(), texts) < nothing - 5
    assert mean_pk(BayesSeg(estimate=True), texts) < nothing - 5
    assert mean_pk(BayesSeg(), texts, told=False) < nothing - 3
