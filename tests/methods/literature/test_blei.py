"""The aspect hidden Markov model against plain loops of its equations."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.sparse import csr_array

from tests.methods.learning_texts import NO_WORDS, method_text, topic_text, training
from tmima import Segmentation, TmimaError
from tmima.methods.literature.blei import AspectHmm, fit_aspects, fold_in, transitions


def likelihood(counts, prior, documents, words):
    joint = np.einsum("z,zd,zw->dw", prior, documents, words)
    return float((counts * np.log(np.where(counts > 0, joint, 1.0))).sum())


def test_expectation_and_maximisation_never_lose():
    counts = np.random.default_rng(3).integers(0, 4, size=(6, 8)).astype(float)
    table = csr_array(counts)
    values = [likelihood(counts, *fit_aspects(table, 3, rounds, 1)) for rounds in range(1, 12)]
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(values))
    assert values[-1] > values[0] + 1


def test_one_round_is_the_plain_loop():
    counts = np.array([[2.0, 0.0, 1.0], [0.0, 3.0, 1.0]])
    before = fit_aspects(csr_array(counts), 2, 1, 5)
    after = fit_aspects(csr_array(counts), 2, 2, 5)
    prior, documents, words = before
    weight = np.zeros((2, 2, 3))
    for d in range(2):
        for w in range(3):
            shares = [prior[z] * documents[z, d] * words[z, w] for z in range(2)]
            for z in range(2):
                weight[z, d, w] = counts[d, w] * shares[z] / sum(shares)
    totals = weight.sum(axis=(1, 2))
    assert after[0] == pytest.approx(totals / totals.sum())
    assert after[1] == pytest.approx(weight.sum(axis=2) / totals[:, None])
    assert after[2] == pytest.approx(weight.sum(axis=1) / totals[:, None])


def test_distributions_sum_to_one():
    counts = csr_array(np.random.default_rng(0).integers(0, 3, size=(5, 7)).astype(float))
    for values in fit_aspects(counts, 2, 10, 0):
        assert values.sum(axis=-1) == pytest.approx(np.ones(values.shape[:-1]))


def test_folding_in_by_hand():
    prior = np.array([0.5, 0.5])
    words = np.array([[0.8, 0.6], [0.2, 0.2]])
    first = 0.5 * np.array([0.8, 0.2]) + 0.5 * prior
    joint = np.array([0.6, 0.2]) * first
    second = joint / joint.sum() / 3 + 2 / 3 * first
    assert fold_in(words[:, :1], prior) == pytest.approx(first)
    assert fold_in(words, prior) == pytest.approx(second)
    assert fold_in(words[:, :0], prior) == pytest.approx(prior)


def test_transitions_are_counted_from_unit_to_unit():
    found = transitions(np.array([0, 1, 1]), [Segmentation((2, 3)), Segmentation((2,))], 2)
    # 0 0 1 and 1 1: from 0 once to 0 and once to 1, from 1 once to 1; half a count everywhere.
    assert found == pytest.approx(np.array([[0.5, 0.5], [0.25, 0.75]]))


@pytest.mark.parametrize("seed", range(100, 105))
def test_learnt_aspects_are_found_again(seed):
    method = AspectHmm(topics=3, rounds=100)
    method.train(training())
    text, truth = topic_text(seed)
    assert method.segment(text) == truth


def test_the_same_twice_and_without_known_words():
    one, other = AspectHmm(topics=3), AspectHmm(topics=3)
    for method in (one, other):
        method.train(training())
    text, _ = topic_text(7)
    assert one.segment(text) == other.segment(text) == one.segment(text, n_segments=2)
    assert one.segment(method_text(NO_WORDS)) == Segmentation((3,))
    assert one.segment(method_text(["ship"])) == Segmentation((1,))


def test_aspects_that_die_out_are_no_error():
    method = AspectHmm(topics=30, rounds=200)
    method.train([topic_text(0)[0]])
    assert method.segment(topic_text(1)[0]).size == len(topic_text(1)[0])


def test_errors_name_what_was_seen():
    with pytest.raises(TmimaError, match="aspect-hmm needs training"):
        AspectHmm().segment(method_text(["ship"]))
    with pytest.raises(TmimaError, match="not 0 and 50"):
        AspectHmm(topics=0)
