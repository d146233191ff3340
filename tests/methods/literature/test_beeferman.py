"""The exponential model: gains and topicality by plain loops, cues that are found again."""

import math
from collections import Counter

import numpy as np
import pytest
from scipy.sparse import csc_array

from tests.methods.learning_texts import NO_WORDS, method_text, topic_text, training
from tmima import Segmentation, TmimaError
from tmima.methods.literature.beeferman import Exponential, gains, induce_features


def log_likelihood(truth, odds):
    chances = [1 / (1 + math.exp(-o)) for o in odds]
    return sum(math.log(p if y else 1 - p) for y, p in zip(truth, chances, strict=True))


def test_gain_is_the_best_rise_of_the_likelihood():
    chance = np.random.default_rng(2)
    table = (chance.random((40, 5)) < 0.4).astype(float)
    truth = (chance.random(40) < 0.3).astype(float)
    odds = chance.normal(-0.5, 0.5, size=40)
    found = gains(csc_array(table), truth, odds)
    for column in range(5):
        tried = [
            log_likelihood(truth, odds + weight * table[:, column])
            for weight in np.linspace(-8, 8, 3201)
        ]
        assert found[column] == pytest.approx(max(tried) - log_likelihood(truth, odds), abs=1e-4)


def test_the_telling_feature_is_induced_first():
    truth = np.array([0, 0, 1, 0, 0, 1, 0, 1, 0, 0], dtype=float)
    noise = np.array([1, 0, 1, 0, 1, 0, 1, 0, 1, 0], dtype=float)
    telling = truth.copy()
    telling[0] = 1
    chosen, model = induce_features(csc_array(np.column_stack((noise, telling))), truth, 1)
    assert chosen == [1]
    assert model[1] > 0


def test_topicality_by_hand():
    method = Exponential(history=3, mixture=0.5)
    text = method_text(["cow barn", "cow hay", "barn"])
    method.static_ = Counter({"cow": 2, "barn": 2, "hay": 1, "ship": 4})
    static = {"cow": 3 / 14, "barn": 3 / 14, "hay": 2 / 14}

    def ratio(word, past):
        cache = past.count(word) / len(past)
        return math.log((0.5 * static[word] + 0.5 * cache) / static[word])

    first, second = ["cow", "barn"], ["barn", "cow", "hay"]  # three words are remembered
    found = method._topicality(text)
    assert found[0, 0] == pytest.approx((ratio("cow", first) + ratio("hay", first)) / 2)
    assert found[0, 1] == pytest.approx(ratio("barn", second))
    ahead = ["cow", "hay", "barn"]
    assert found[1, 0] == pytest.approx(sum(ratio(w, first) for w in ahead) / 3)


def cue_texts():
    """Every segment begins with the same stop word; nothing else tells."""
    lines = ["meanwhile they went", "they sat there", "they went there"] * 6
    return [method_text(lines, truth=Segmentation.from_lengths([3] * 6))] * 3


def test_a_cue_word_is_induced_and_used():
    method = Exponential(features=3, minimum=3)
    method.train(cue_texts())
    assert any(value == "meanwhile" for _, value in method.features_)
    lines = ["they sat", "they went", "meanwhile they sat", "they sat", "they went"]
    assert method.segment(method_text(lines)) == Segmentation((2, 5))
    assert method.segment(method_text(lines), n_segments=2) == Segmentation((2, 5))


def test_topicality_is_induced_where_topics_change():
    method = Exponential(features=5, history=12, minimum=3)
    method.train(training(20))
    assert method.features_[0][0] == "topicality below"
    right = [
        method.segment(topic_text(s)[0], n_segments=4) == topic_text(s)[1] for s in range(50, 60)
    ]
    assert sum(right) >= 6


def test_cuts_keep_their_distance():
    method = Exponential(distance=3)
    assert sorted(method._gaps_above(np.array([0.9, 0.8, 0.7, 0.95, 0.2, 0.6]), 0.5)) == [0, 3]
    assert sorted(method._gaps_above(np.array([0.9, 0.8, 0.7, 0.95, 0.2, 0.6, 0.7]), 0.5)) == [
        0,
        3,
        6,
    ]
    assert method._gaps_above(np.array([0.5]), 0.5) == []


def test_the_number_given_prevails_over_the_distance():
    method = Exponential(features=3, minimum=3, distance=50)
    method.train(cue_texts())
    for number in (1, 3, 5):
        assert len(method.segment(method_text(["they sat"] * 5), n_segments=number)) == number


def test_the_same_twice_and_odd_texts():
    one, other = Exponential(features=5, minimum=3), Exponential(features=5, minimum=3)
    for method in (one, other):
        method.train(training())
    text, _ = topic_text(7)
    assert one.segment(text) == other.segment(text) == one.segment(text)
    assert one.segment(method_text(NO_WORDS)).size == 3
    assert one.segment(method_text(["ship"])) == Segmentation((1,))


def test_errors_name_what_was_seen():
    with pytest.raises(TmimaError, match="exponential needs training"):
        Exponential().segment(method_text(["ship", "sail"]))
    with pytest.raises(TmimaError, match="0 of the 1 gaps"):
        Exponential().train([method_text(["ship", "sail"], truth=Segmentation((2,)))])
    with pytest.raises(TmimaError, match="not 0, 500, 10 and 2"):
        Exponential(features=0)
