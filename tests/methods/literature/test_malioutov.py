"""Minimum cut: the graph and the normalised cut in plain loops, and what must not matter."""

from itertools import pairwise
from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import method_text, topic_text
from tests.methods.random_texts import all_boundaries, texts
from tests.methods.real_texts import lectures, mean_pk
from tmima import Segmentation, TmimaError, score
from tmima.methods import make
from tmima.methods.literature.malioutov import MinCut, NormalisedCuts, chunk_weights

OPTIONS = st.fixed_dictionaries(
    {
        "cutoff": st.integers(1, 8),
        "decay": st.sampled_from([0.0, 0.5, 1.1]),
        "horizon": st.integers(0, 3),
        "sides": st.sampled_from(["both", "after"]),
        "chunks": st.integers(0, 9),
    }
)


def graph(text, *, cutoff, decay, horizon, sides, chunks):
    """The edges between all pairs of units, word by word."""
    size = len(text)
    weight = dict.fromkeys(text.units.vocabulary, 1.0)
    if chunks:
        number = min(chunks, size)
        starts = [chunk * size // number for chunk in range(number)]
        parts = [
            {word for unit in range(first, last) for word in text.words(unit)}
            for first, last in pairwise((*starts, size))
        ]
        for word in weight:
            weight[word] = log(number / sum(word in part for part in parts))
    rows = []
    for unit in range(size):
        row = dict.fromkeys(weight, 0.0)
        first = unit if sides == "after" else max(unit - horizon, 0)
        for other in range(first, min(unit + horizon + 1, size)):
            for word in text.words(other):
                row[word] += exp(-decay * abs(other - unit)) * weight[word]
        rows.append(row)

    def cosine(one, other):
        norms = sqrt(sum(x * x for x in one.values()) * sum(x * x for x in other.values()))
        return sum(one[word] * other[word] for word in one) / norms if norms else 0.0

    return [
        [exp(cosine(rows[i], rows[j])) if abs(i - j) <= cutoff else 0.0 for j in range(size)]
        for i in range(size)
    ]


def normalised_cut(edges, boundaries):
    """The sum of cut(A) / vol(A) over the segments A, edge by edge."""
    total = 0.0
    everything = range(len(edges))
    for first, last in pairwise((0, *boundaries)):
        inside = range(first, last)
        cut = sum(edges[i][j] for i in inside for j in everything if j not in inside)
        total += cut / sum(edges[i][j] for i in inside for j in everything)
    return total


@given(texts(), OPTIONS)
def test_the_graph_is_the_published_one(text, options):
    found = MinCut(**options).edges(text.counts())
    assert found == pytest.approx(np.array(graph(text, **options)), abs=1e-9)


@given(texts(), OPTIONS, st.data())
def test_it_finds_the_least_normalised_cut_of_all(text, options, data):
    segments = data.draw(st.integers(1, len(text)))
    edges = graph(text, **options)
    found = MinCut(**options).segment(text, n_segments=segments)
    least = min(normalised_cut(edges, each) for each in all_boundaries(len(text), segments))
    assert len(found) == segments
    assert normalised_cut(edges, found.boundaries) == pytest.approx(least, abs=1e-9)


def test_a_cut_by_hand():
    """Three units in a row, edges 1 and 2: the last alone cuts 2 of a volume of 5, two cut 1."""
    edges = np.array([[3.0, 1.0, 0.0], [1.0, 3.0, 2.0], [0.0, 2.0, 3.0]])
    assert NormalisedCuts(edges).ending(3).tolist() == pytest.approx([0, 1 / 11, 2 / 5])


def test_weights_by_hand():
    """Two chunks of two units: aa in both, bb in one, twice."""
    counts = method_text(["aa", "bb", "aa cc", "cc"]).counts()
    assert chunk_weights(counts, 2).tolist() == pytest.approx([0.0, log(2), log(2)])


@given(texts(), st.data())
def test_scale_and_names_do_not_matter(text, data):
    """All words said twice have the same cosines, and other names the same counts."""
    segments = data.draw(st.integers(1, len(text)))
    names = {"aa": "zz", "bb": "aa", "cc": "xx", "dd": "bb"}
    twice = [text.words(unit) * 2 or ["7"] for unit in range(len(text))]
    others = method_text([" ".join(names.get(word, word) for word in row) for row in twice])
    edges = MinCut().edges(text.counts())
    assert np.sort(MinCut().edges(others.counts()), axis=None) == pytest.approx(
        np.sort(edges, axis=None)
    )
    found = MinCut().segment(others, n_segments=segments).boundaries
    expected = MinCut().segment(text, n_segments=segments).boundaries
    assert normalised_cut(edges, found) == pytest.approx(normalised_cut(edges, expected))


@given(st.integers(1, 12), st.integers(0, 2**32 - 1), st.floats(0.01, 100))
def test_the_scale_of_the_edges_does_not_matter(size, seed, factor):
    edges = np.random.default_rng(seed).random((size, size)) + 0.1
    edges += edges.T
    for end in range(1, size + 1):
        costs = NormalisedCuts(edges).ending(end)
        assert NormalisedCuts(factor * edges).ending(end) == pytest.approx(costs)
        assert ((costs > -1e-9) & (costs < 1)).all()


def test_two_topics():
    text = method_text(["ship sail ship"] * 4 + ["cow barn cow"] * 5)
    assert MinCut().segment(text, n_segments=2) == Segmentation((4, 9))


def test_topics_with_words_of_their_own():
    for seed in range(5):
        text, truth = topic_text(seed)
        found = MinCut().segment(text, n_segments=len(truth))
        assert score(truth, found).pk < 0.1


def test_the_number_must_be_told():
    with pytest.raises(TmimaError, match="must be told the number"):
        MinCut().segment(method_text(["aa", "bb"]))


def test_a_number_beyond_the_units_is_refused():
    with pytest.raises(TmimaError, match="2 units cannot be cut into 3"):
        MinCut().segment(method_text(["aa", "bb"]), n_segments=3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cutoff": 0}, "cutoff must be at least 1, not 0"),
        ({"decay": -1.0}, "decay must be 0 or more, not -1"),
        ({"decay": float("nan")}, "decay must be 0 or more, not nan"),
        ({"horizon": -1}, "not -1 and 15"),
        ({"sides": "left"}, "sides must be one of both, after, not 'left'"),
        ({"chunks": -2}, "not 5 and -2"),
    ],
)
def test_options_out_of_range_are_refused(options, message):
    with pytest.raises(TmimaError, match=message):
        MinCut(**options)


@pytest.mark.slow
def test_lectures_told_the_number(corpora):
    """On the choosing half of the lectures it is better than no cut; on the other it is not.

    So this shows that it works on such texts, not that it is good on them (docs/methods.md).
    """
    texts = lectures(corpora, number=10)
    assert mean_pk(MinCut(), texts) < mean_pk(make("none"), texts, told=False) - 2
