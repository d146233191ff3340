"""The vocabulary-management profile in plain loops, and its valleys by hand and by definition."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import NO_WORDS, method_text
from tests.methods.random_texts import texts
from tmima import Segmentation, TmimaError
from tmima.methods.literature.youmans import VocabularyManagement, valleys
from tmima.methods.vocabulary import WordRow


@given(texts(units=9), st.integers(1, 12), st.sampled_from(["all", "kept"]))
def test_the_profile_counts_first_uses_in_a_window(text, window, which):
    tokens = [token for unit in range(len(text)) for token in text.tokens(unit)]
    seen, new = set(), []
    for token in tokens:
        counted = which == "all" or token.kept
        new.append(int(counted and token.lemma not in seen))
        seen.add(token.lemma)
    expected = [sum(new[i : i + window]) for i in range(len(new) - window + 1)]
    method = VocabularyManagement(window=window, words=which)
    assert method.profile(WordRow.of(text)).tolist() == expected


@pytest.mark.parametrize(
    ("profile", "least", "expected"),
    [
        ([5, 1, 4], 3, [1]),
        ([5, 1, 3], 3, []),
        ([3, 1, 4], 3, []),
        ([5, 1, 1, 4], 3, [2]),
        ([5, 2, 3, 1, 2, 1, 6], 3, [5]),
        ([9, 5, 7, 6, 9, 3, 8], 2, [1, 5]),
        ([9, 5, 7, 4, 9, 3, 8], 3, [3, 5]),
        ([0, 5, 5], 1, []),
        ([4, 4, 4], 1, []),
    ],
)
def test_valleys_by_hand(profile, least, expected):
    assert valleys(np.array(profile), least) == expected


@given(st.lists(st.integers(0, 9), min_size=1, max_size=40), st.integers(1, 5))
def test_a_valley_has_a_fall_before_and_a_climb_after(profile, least):
    found = valleys(np.array(profile), least)
    ends = [-1, *found, len(profile)]
    for before, valley, after in zip(ends, ends[1:], ends[2:], strict=False):
        left, right = profile[before + 1 : valley], profile[valley + 1 : after]
        assert max(left) - profile[valley] >= least
        assert max(right) - profile[valley] >= least
        # The last of the lowest points: what follows up to the climb is above it.
        climb = next(i for i, value in enumerate(right) if value - profile[valley] >= least)
        assert all(value > profile[valley] for value in right[:climb])


@given(st.lists(st.integers(0, 9), min_size=1, max_size=40), st.integers(1, 5))
def test_no_clear_valley_is_missed(profile, least):
    """Between two neighbours of the found valleys there is no further fall and climb."""
    found = valleys(np.array(profile), least)
    bounds = [0, *found, len(profile)]
    for first, last in pairwise(bounds):
        part = profile[first : last + 1]
        missed = any(
            max(part[:i]) - part[i] >= least and max(part[i + 1 :]) - part[i] >= least
            for i in range(1, len(part) - 1)
        )
        assert not missed


def topic(letter, repeats):
    """A sentence of ten words that are this topic's own, again and again."""
    return [" ".join(letter + other for other in "abcdefghij")] * repeats


def test_new_words_after_repetition_begin_a_segment():
    text = method_text(topic("x", 8) + topic("y", 9) + topic("z", 7))
    assert VocabularyManagement(rise=1).segment(text) == Segmentation((8, 17, 24))


def test_the_middle_of_the_window_is_earlier():
    """Half of 35 words of ten a sentence: the valley is drawn some two sentences before."""
    text = method_text(topic("x", 8) + topic("y", 9))
    assert VocabularyManagement(rise=1, place="middle").segment(text) == Segmentation((6, 17))


def test_words_that_are_not_kept_may_be_new_too():
    numbers = [" ".join(str(n) for n in range(10))] * 8
    text = method_text(numbers + [" ".join(str(n) for n in range(10, 20))] * 8)
    assert VocabularyManagement(rise=1).segment(text) == Segmentation((8, 16))
    assert VocabularyManagement(rise=1, words="kept").segment(text) == Segmentation((16,))


def test_a_text_shorter_than_the_window_is_one_segment():
    assert VocabularyManagement().segment(method_text(NO_WORDS)) == Segmentation((3,))


@pytest.mark.parametrize(
    "option", [{"window": 0}, {"rise": -1}, {"place": "start"}, {"words": "some"}]
)
def test_options_that_cannot_be(option):
    name, value = next(iter(option.items()))
    with pytest.raises(TmimaError, match=rf"{name}.*{value}"):
        VocabularyManagement(**option)
