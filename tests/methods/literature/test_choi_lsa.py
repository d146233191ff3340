"""Latent vectors against plain loops and a full decomposition, and where the cutting stops."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import NO_WORDS, method_text
from tests.methods.random_texts import texts
from tmima import Segmentation, TmimaError, languages
from tmima.formats import parse_choi, read
from tmima.methods.literature.choi import C99
from tmima.methods.literature.choi_lsa import C99Lsa
from tmima.scores import score
from tmima.segmentation import Prepared

pytest.importorskip("sklearn", reason="latent vectors need the extra methods")


def plain_matrix(collection, length):
    """The weights g and the matrix A of the docstring, words in the order of first use."""
    rows = [[text.words(unit) for unit in range(len(text))] for text in collection]
    words = list(dict.fromkeys(word for text in rows for unit in text for word in unit))
    contexts = [
        [word for unit in text[start : start + length] for word in unit]
        for text in rows
        for start in range(max(1, len(text) - length + 1))
    ]
    weights, matrix = [], []
    for word in words:
        uses = [context.count(word) for context in contexts]
        shares = [n / sum(uses) for n in uses if n]
        entropy = sum(-p * math.log(p) for p in shares)
        weights.append(1 - entropy / math.log(max(2, len(contexts))))
        matrix.append([weights[-1] * math.log(1 + n) for n in uses])
    return words, np.array(weights), np.array(matrix)


def oracle(collection, length, dimensions):
    """The products of all pairs of words' vectors, which no turn of the axes changes."""
    words, weights, matrix = plain_matrix(collection, length)
    left, singular, _ = np.linalg.svd(matrix, full_matrices=False)
    kept = left[:, (singular > 1e-9) & (np.arange(len(singular)) < dimensions)]
    vectors = weights[:, None] * kept
    return words, vectors @ vectors.T


def has_words(text):
    return len(text.sequence) > 0


@given(st.lists(texts(units=5).filter(has_words), min_size=1, max_size=3), st.integers(1, 4))
def test_all_dimensions_are_those_of_the_full_decomposition(collection, length):
    method = C99Lsa(dimensions=50, context=length)
    method.learn(collection)
    words, products = oracle(collection, length, 50)
    assert sorted(words) == sorted(method.vocabulary_.numbers)
    vectors = method.vectors_[[method.vocabulary_.numbers[word] for word in words]]
    np.testing.assert_allclose(vectors @ vectors.T, products, atol=1e-7)


@pytest.mark.parametrize(("length", "dimensions"), [(1, 1), (1, 3), (2, 2), (3, 2)])
def test_few_dimensions_are_the_first(length, dimensions):
    sea = ["ship boat tide", "boat vessel", "vessel ship ship", "anchor tide"]
    bread = ["bread loaf", "loaf bun oven bun", "oven bread"]
    collection = [method_text(sea), method_text(bread)]
    method = C99Lsa(dimensions=dimensions, context=length)
    method.learn(collection)
    assert method.vectors_.shape[1] == dimensions
    words, products = oracle(collection, length, dimensions)
    vectors = method.vectors_[[method.vocabulary_.numbers[word] for word in words]]
    np.testing.assert_allclose(vectors @ vectors.T, products, atol=1e-7)


@given(texts(units=8), st.integers(1, 8), st.sampled_from([["xx yy", "yy zz"], ["aa", "bb"]]))
def test_where_nothing_is_learnt_it_is_c99(text, wanted, collection):
    """Words that are new, or never stand with another, are as far apart as they are for C99."""
    method = C99Lsa(context=1)
    method.learn([method_text(collection)])
    told = min(wanted, len(text))
    assert method.segment(text, n_segments=told) == C99().segment(text, n_segments=told)


def test_it_sees_through_synonyms():
    """Sentences without a shared word are similar if the collection joins their words."""
    sea = ["ship boat", "boat vessel", "vessel ship", "ship boat vessel"]
    bread = ["bread loaf", "loaf bun", "bun bread", "bread loaf bun"]
    text = method_text(["ship", "boat", "vessel", "boat", "bread", "loaf", "bun", "loaf"])
    for context in (1, 2, 6):
        method = C99Lsa(dimensions=2, context=context)
        method.learn([method_text(sea * 3), method_text(bread * 3)])
        assert method.segment(text, n_segments=2) == Segmentation((4, 8))


def test_cutting_goes_on_over_low_first_gains_to_the_end_of_the_high_ones():
    gains = [0.01] * 4 + [0.03] * 5 + [0.002] * 50
    densities = np.cumsum([0.4, *gains])
    assert C99()._number_of_cuts(densities) == 0
    # The smoothing may carry the end of the high gains on by one.
    assert C99()._number_of_cuts(densities, from_peak=True) in (9, 10)
    # Where the first gains are the highest both are the same.
    falling = np.cumsum([0.4, *[0.03] * 6, *[0.002] * 50])
    assert C99()._number_of_cuts(falling) == C99()._number_of_cuts(falling, from_peak=True) > 0
    # Equal gains: none stands out.
    assert C99()._number_of_cuts(np.linspace(0, 1, 20), from_peak=True) == 0


def test_bad_options_and_collections_are_refused():
    with pytest.raises(TmimaError, match="dimensions must be 1 or more, not 0"):
        C99Lsa(dimensions=0)
    with pytest.raises(TmimaError, match="context must be 1 or more, not -1"):
        C99Lsa(context=-1)
    with pytest.raises(TmimaError, match="1 texts without a kept word"):
        C99Lsa().learn([method_text(NO_WORDS)])


def test_having_seen_the_passages_it_is_as_good_as_published(corpora):
    """Choi, Wiemer-Hastings and Moore: 9 % on these texts, learnt from the corpus they are from."""
    analyzer = languages.analyzer("en", normalise="porter")
    passages, errors = {}, []
    paths = sorted((corpora / "choi/1/3-11").glob("*.ref"))
    parsed = [parse_choi(path.read_text()) for path in paths]
    for text in parsed:
        for first, last in pairwise((0, *text.boundaries)):
            sentences = [text.sentence(index) for index in range(first, last)]
            if len(sentences) > len(passages.get(sentences[0], ())):
                passages[sentences[0]] = sentences
    method = C99Lsa()
    method.learn(
        [
            Prepared.of(read("\n".join(sentences), analyzer, format="lines"))
            for _, sentences in sorted(passages.items())
        ]
    )
    for text in parsed[:40]:
        words = [len(text.sentence(index).split()) for index in range(len(text.sentences))]
        found = method.segment(Prepared.of(read(text.text, analyzer, format="choi")))
        errors.append(score(Segmentation(text.boundaries), found, words=words).pk)
    assert np.mean(errors) < 0.09
