"""The aspect hidden Markov model (Blei and Moreno 2001).

Publication: David M. Blei and Pedro J. Moreno, "Topic Segmentation with an Aspect Hidden Markov
Model", SIGIR 2001.

The aspect model (Hofmann 1999) of the training segments d and their words w,

    P(d, w) = sum over aspects z of P(z) P(d | z) P(w | z),

is fitted by expectation and maximisation: with n(d, w) uses of w in d,

    P(z | d, w) = P(z) P(d | z) P(w | z) / sum over z' of the same
    P(w | z) and P(d | z) and P(z)  are the shares of  sum of n(d, w) P(z | d, w).

The aspects are the states of a hidden Markov model. A training segment belongs to the aspect of
greatest P(z | d); transitions are counted over the training texts. An observation o of words
w_1 .. w_L is a segment not seen before, whose aspects are found word by word (online EM, after
Gildea and Hofmann 1999), from P(z | o_0) = P(z):

    P(z | o_i) = 1/(i+1) * P(w_i | z) P(z | o_{i-1}) / sum over z' of the same
               + i/(i+1) * P(z | o_{i-1})

and Viterbi's algorithm is given P(o | z) = P(z | o) P(o) / P(z), of which P(o) is the same for all
states. A cut falls where the aspect changes.

Departures: an observation is a unit, where the publication takes windows of L words, so cuts need
not be moved to the ends of sentences; transitions are counted from unit to unit, each unit having
its segment's aspect, so that staying has its due probability, and one is added to a count spread
over all aspects; P(w | z) has a small share of the background, for a new text may join words that
no training segment joined. Words that no training text has are passed over. The number of segments
cannot be told.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cut_at_state_changes, most_probable_states
from tmima.methods.vocabulary import Vocabulary, check_training
from tmima.segmentation import Prepared
from tmima.text import Segmentation

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class AspectHmm:
    """Finds the most probable row of aspects that were learnt from training texts.

    Args:
        topics: the number of aspects.
        rounds: of expectation and maximisation.
        smoothing: the share of the background in P(w | z).
        seed: of the first guess.
    """

    def __init__(
        self, *, topics: int = 20, rounds: int = 50, smoothing: float = 0.01, seed: int = 0
    ) -> None:
        if topics < 1 or rounds < 1:
            raise TmimaError(f"topics and rounds are 1 or more, not {topics} and {rounds}")
        if not 0 < smoothing <= 1:
            raise TmimaError(f"smoothing is a share above 0 and up to 1, not {smoothing}")
        self.topics = topics
        self.rounds = rounds
        self.smoothing = smoothing
        self.seed = seed

    def train(self, texts: Sequence[Prepared]) -> None:
        """Fit the aspect model to the segments and count how their aspects follow each other."""
        require("methods")
        pairs = check_training(texts)
        self.vocabulary_ = Vocabulary(texts)
        counts = self.vocabulary_.counts(pairs)
        prior, documents, words = fit_aspects(counts, self.topics, self.rounds, self.seed)
        background = counts.sum(axis=0) / counts.sum()
        self.prior_ = prior
        self.words_ = (1 - self.smoothing) * words + self.smoothing * background
        # P(z | d) is in proportion to P(z) P(d | z).
        owner = (prior[:, None] * documents).argmax(axis=0)
        self.transitions_ = transitions(owner, [truth for _, truth in pairs], self.topics)

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segments between the changes of aspect; a number is ignored."""
        if not hasattr(self, "words_"):
            raise TmimaError("aspect-hmm needs training: use `train` first")
        numbers, owners = self.vocabulary_.known(text)
        observed = np.zeros((len(text), self.topics))
        edges = np.searchsorted(owners, np.arange(len(text) + 1))
        for unit in range(len(text)):
            mixed = fold_in(self.words_[:, numbers[edges[unit] : edges[unit + 1]]], self.prior_)
            observed[unit] = np.log(mixed / self.prior_)
        start = np.log(self.prior_)
        return cut_at_state_changes(
            most_probable_states(observed, np.log(self.transitions_), start)
        )


def fit_aspects(
    counts: "csr_array", aspects: int, rounds: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return P(z), P(d | z) with a row an aspect, and P(w | z) likewise, by EM."""
    table = counts.tocoo()
    documents_of, words_of, uses = table.coords[0], table.coords[1], table.data
    chance = np.random.default_rng(seed)
    # Away from equal shares, which EM would never leave.
    share = chance.dirichlet(np.ones(aspects), size=len(uses)).T
    prior = documents = words = np.empty(0)
    for _ in range(rounds):
        weighted = share * uses
        totals = weighted.sum(axis=1)
        # An aspect that has died out keeps a probability that logarithms can bear.
        totals = np.maximum(totals, 1e-9)
        prior = totals / totals.sum()
        documents, words = (
            np.array([np.bincount(index, row, minlength=size) for row in weighted])
            / totals[:, None]
            for index, size in zip((documents_of, words_of), counts.shape, strict=True)
        )
        share = prior[:, None] * documents[:, documents_of] * words[:, words_of]
        share /= np.maximum(share.sum(axis=0), 1e-300)
    return prior, documents, words


def fold_in(words: NDArray[np.float64], prior: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return P(z | o) of an observation from P(w_i | z), one column per word."""
    mixed = prior
    for place, likelihood in enumerate(words.T, start=1):
        joint = likelihood * mixed
        mixed = (joint / joint.sum() + place * mixed) / (place + 1)
    return mixed


def transitions(
    owner: NDArray[np.int64], truths: Sequence[Segmentation], aspects: int
) -> NDArray[np.float64]:
    """Return P(aspect of the column after that of the row), counted from unit to unit."""
    counts = np.full((aspects, aspects), 1.0 / aspects)
    done = 0
    for truth in truths:
        states = np.repeat(owner[done : done + len(truth)], truth.lengths)
        np.add.at(counts, (states[:-1], states[1:]), 1.0)
        done += len(truth)
    shares: NDArray[np.float64] = counts / counts.sum(axis=1, keepdims=True)
    return shares


ENTRY = MethodEntry(
    name="aspect-hmm",
    year="2001",
    summary="aspect model of training texts as the states of a hidden Markov model",
    reference="Blei and Moreno, Topic Segmentation with an Aspect Hidden Markov Model, SIGIR 2001",
    make=AspectHmm,
    needs="training",
)
