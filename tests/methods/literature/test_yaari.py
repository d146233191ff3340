"""Agglomerative clustering of neighbours: the naive algorithm, and cuts of trees by hand."""

import random
from functools import cache, lru_cache
from itertools import pairwise
from math import inf, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import NO_WORDS, method_text
from tests.methods.random_texts import texts
from tmima import Segmentation, TmimaError
from tmima.methods.literature.yaari import Join, Tree, Yaari

# ((0 1) ((2 3) 4)) with the ratios .9 .4 .6 .1 in the order of joining.
TREE = Tree(
    5,
    (
        Join(2, 3, 4, 0.9, 1.0),
        Join(0, 1, 2, 0.2, 0.5),
        Join(2, 4, 5, 0.6, 1.0),
        Join(0, 2, 5, 0.1, 1.0),
    ),
)


def idf_of(text, weighting):
    @cache
    def idf(word):
        holding = sum(word in text.words(unit) for unit in range(len(text)))
        return log(len(text) / holding) if weighting == "idf" else 1.0

    return idf


@lru_cache(maxsize=256)
def words_of(text, first, last):
    return [word for unit in range(first, last) for word in text.words(unit)]


def cosine(text, one, other, idf):
    """The cosine of the weighted words of two ranges of units."""

    def weights(segment):
        words = words_of(text, *segment)
        return {word: words.count(word) * idf(word) for word in words}

    first, second = weights(one), weights(other)
    product = sum(weight * second.get(word, 0) for word, weight in first.items())
    norm = sqrt(sum(w * w for w in first.values()) * sum(w * w for w in second.values()))
    return product / norm if norm else 1.0


def replayed(text, tree, idf):
    """Join again as the tree says, each time with the best and the chosen similarity."""
    segments = [(unit, unit + 1) for unit in range(len(text))]
    for join in tree.joins:
        pairs = list(pairwise(segments))
        chosen = ((join.first, join.middle), (join.middle, join.last))
        assert chosen in pairs
        yield join, max(cosine(text, *pair, idf) for pair in pairs), cosine(text, *chosen, idf)
        place = pairs.index(chosen)
        segments[place : place + 2] = [(join.first, join.last)]


@given(texts(units=9), st.sampled_from(["idf", "count"]))
def test_every_join_is_of_the_neighbours_most_alike(text, weighting):
    tree = Yaari(weighting=weighting).tree(text)
    assert len(tree.joins) == len(text) - 1
    for join, best, chosen in replayed(text, tree, idf_of(text, weighting)):
        assert join.similarity == pytest.approx(best, abs=1e-7)
        assert chosen == pytest.approx(best, abs=1e-7)


@given(texts(), st.sampled_from(["idf", "count"]))
def test_chance_is_the_equation_of_the_docstring(text, weighting):
    idf = idf_of(text, weighting)
    everything = words_of(text, 0, len(text))
    share = {word: everything.count(word) / len(everything) for word in everything}
    s = sum(p**2 * idf(word) ** 2 for word, p in share.items())
    r = sum(p * idf(word) ** 2 for word, p in share.items())
    for join in Yaari(weighting=weighting).tree(text).joins:
        m = len(words_of(text, join.first, join.middle))
        n = len(words_of(text, join.middle, join.last))
        squares = (m * (m - 1) * s + m * r) * (n * (n - 1) * s + n * r)
        expected = m * n * s / sqrt(squares) if squares else 0.0
        assert join.chance == pytest.approx(expected, abs=1e-9)


def test_chance_is_what_random_words_have():
    """Two units of words drawn alike are as alike as chance has it, in the mean of many."""
    chance = random.Random(4)
    words = [first + second for first in "abcdefgh" for second in "abcd"]
    ratios = []
    for length in [40, 80, 160] * 30:
        rows = [" ".join(chance.choices(words, k=length)) for _ in range(2)]
        (join,) = Yaari(weighting="count").tree(method_text(rows)).joins
        ratios.append(join.ratio)
    assert sum(ratios) / len(ratios) == pytest.approx(1, abs=0.05)


def test_among_equals_the_fewest_units_then_the_first():
    """Nothing is alike: pairs of units first, from the left, not one growing segment."""
    joins = Yaari().tree(method_text(["aa", "bb", "cc", "dd"])).joins
    assert [(join.first, join.middle, join.last) for join in joins] == [
        (0, 1, 2),
        (2, 3, 4),
        (0, 2, 4),
    ]


def test_a_unit_without_a_kept_word_goes_with_its_neighbours():
    text = method_text(["ship sail"] * 3 + ["1 2"] + ["cow barn"] * 3)
    first = Yaari().tree(text).joins[0]
    assert (first.first, first.middle, first.similarity) == (0, 1, pytest.approx(1.0))
    assert len(Yaari().segment(text)) == 2


@pytest.mark.parametrize(
    ("segments", "boundaries"),
    [(1, (5,)), (2, (2, 5)), (3, (1, 2, 5)), (4, (1, 2, 4, 5)), (5, (1, 2, 3, 4, 5))],
)
def test_a_number_of_segments_opens_the_least_alike(segments, boundaries):
    assert TREE.split_into(segments) == Segmentation(boundaries)


@pytest.mark.parametrize(
    ("ratio", "boundaries"),
    [(0.1, (5,)), (0.2, (2, 5)), (0.5, (1, 2, 5)), (0.7, (1, 2, 4, 5)), (1, (1, 2, 3, 4, 5))],
)
def test_nodes_are_opened_from_the_root(ratio, boundaries):
    assert TREE.split_below(ratio) == Segmentation(boundaries)


def test_what_is_under_a_closed_node_stays_closed():
    tree = Tree(3, (Join(0, 1, 2, 0.1, 1.0), Join(0, 2, 3, 0.8, 1.0)))
    assert tree.split_below(0.5) == Segmentation((3,))


def test_where_chance_promises_nothing_only_a_number_opens():
    tree = Tree(2, (Join(0, 1, 2, 0.0, 0.0),))
    assert tree.joins[0].ratio == inf
    assert tree.split_below(5) == Segmentation((2,))
    assert tree.split_into(2) == Segmentation((1, 2))


@given(texts(units=9))
def test_fewer_segments_are_joined_from_more(text):
    cuts = [set(Yaari().segment(text, n_segments=k).cuts) for k in range(1, len(text) + 1)]
    assert [len(each) for each in cuts] == list(range(len(text)))
    assert all(fewer < more for fewer, more in pairwise(cuts))


def test_two_topics():
    text = method_text(["ship sail harbour"] * 4 + ["cow barn wheat"] * 5)
    assert Yaari().segment(text) == Segmentation((4, 9))
    assert Yaari().segment(text, n_segments=2) == Segmentation((4, 9))


def test_without_a_kept_word_nothing_is_opened():
    assert Yaari().segment(method_text(NO_WORDS)) == Segmentation((3,))


def test_refusals():
    with pytest.raises(TmimaError, match="unknown weighting 'tf'"):
        Yaari(weighting="tf")
    with pytest.raises(TmimaError, match="ratio must be 0 or more, not -1"):
        Yaari(ratio=-1)
    with pytest.raises(TmimaError, match="5 units cannot be cut into 6"):
        TREE.split_into(6)
