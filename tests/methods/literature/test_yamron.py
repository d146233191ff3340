"""Hidden Markov models of topics: the equations by plain loops, the search by trying everything."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import NO_WORDS, method_text, topic_text, training
from tmima import Segmentation, TmimaError
from tmima.methods.literature.yamron import Hmm, switch_rate, topic_models
from tmima.methods.searches import cut_at_state_changes, most_probable_states

scores = st.integers(-8, 0).map(float)


@given(st.integers(1, 5), st.integers(1, 3), st.data())
def test_viterbi_finds_the_greatest_of_all_rows(size, states, data):
    def table(*shape):
        count = math.prod(shape)
        values = data.draw(st.lists(scores, min_size=count, max_size=count))
        return np.array(values).reshape(shape)

    observed, moves, start = table(size, states), table(states, states), table(states)

    def value(row):
        total = start[row[0]] + observed[0, row[0]]
        for unit in range(1, size):
            total += moves[row[unit - 1], row[unit]] + observed[unit, row[unit]]
        return total

    every = itertools.product(range(states), repeat=size)
    found = most_probable_states(observed, moves, start)
    assert value(found) == max(map(value, every))


def test_cuts_fall_where_the_state_changes():
    assert cut_at_state_changes(np.array([2, 2, 0, 1])) == Segmentation((2, 3, 4))
    assert cut_at_state_changes(np.array([1])) == Segmentation((1,))


def test_topic_models_by_hand():
    counts = np.array([[3.0, 1.0, 0.0], [0.0, 0.0, 4.0]])
    found = np.exp(topic_models(counts, 0.5))
    background = [3 / 8, 1 / 8, 4 / 8]
    assert found[0] == pytest.approx([0.5 * 3 / 4 + 0.5 * background[0], 1 / 8 + 1 / 16, 1 / 4])
    assert found.sum(axis=1) == pytest.approx([1, 1])


def test_the_switch_rate_is_the_share_of_cuts():
    assert switch_rate([Segmentation((2, 5)), Segmentation((3,))]) == pytest.approx(2 / 8)


@pytest.mark.parametrize("seed", range(100, 105))
def test_learnt_topics_are_found_again(seed):
    method = Hmm(topics=3)
    method.train(training())
    text, truth = topic_text(seed)
    assert method.segment(text) == truth
    assert method.segment(text, n_segments=len(truth)) == truth


def test_the_given_number_is_the_most_probable_of_that_number():
    method = Hmm(topics=3)
    method.train(training())
    text, _ = topic_text(55, segments=2)
    words = method.vocabulary_.numbers

    def likelihood(first, last):
        return max(
            sum(topic[words[w]] for unit in range(first, last) for w in text.words(unit))
            for topic in method.models_
        )

    for number in (1, 2, 3):
        every = [
            Segmentation((*cuts, len(text)))
            for cuts in itertools.combinations(range(1, len(text)), number - 1)
        ]
        best = max(sum(likelihood(*s) for s in each.segments) for each in every)
        found = method.segment(text, n_segments=number)
        assert len(found) == number
        assert sum(likelihood(*s) for s in found.segments) == pytest.approx(best)


def test_a_dear_switch_gives_one_segment():
    texts = training()
    text, truth = topic_text(100)
    dear, cheap = Hmm(topics=3, switch=1e-30), Hmm(topics=3)
    for method in (dear, cheap):
        method.train(texts)
    assert dear.segment(text) == Segmentation((len(text),))
    assert cheap.segment(text) == truth


def test_the_same_twice_and_without_known_words():
    one, other = Hmm(topics=3), Hmm(topics=3)
    for method in (one, other):
        method.train(training())
    text, _ = topic_text(7)
    assert one.segment(text) == other.segment(text) == one.segment(text)
    assert one.segment(method_text(NO_WORDS)) == Segmentation((3,))
    assert one.segment(method_text(["unheard words only", "others"])) == Segmentation((2,))
    assert one.segment(method_text(["ship"])) == Segmentation((1,))


def test_more_topics_than_segments_are_no_error():
    method = Hmm(topics=500)
    method.train([topic_text(0)[0]] * 2)
    assert len(method.models_) == len(topic_text(0)[1])


def test_errors_name_what_was_seen():
    with pytest.raises(TmimaError, match="hmm needs training"):
        Hmm().segment(method_text(["ship"]))
    with pytest.raises(TmimaError, match="not 0"):
        Hmm(topics=0)
    with pytest.raises(TmimaError, match=r"not 1\.5"):
        Hmm(switch=1.5)
    with pytest.raises(TmimaError, match="without a kept word"):
        Hmm().train([method_text(NO_WORDS, truth=Segmentation((3,)))])
    with pytest.raises(TmimaError, match="1 units but its segmentation 2"):
        Hmm().train([method_text(["ship"], truth=Segmentation((2,)))])
