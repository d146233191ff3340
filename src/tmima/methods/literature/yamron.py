"""Topic language models in a hidden Markov model (Yamron et al. 1999).

Publication: J. P. Yamron, I. Carp, L. Gillick, S. Lowe and P. van Mulbregt, "Topic Tracking in a
News Stream", DARPA Broadcast News Workshop 1999; the segmenter is told at length in P. van
Mulbregt et al., "Text Segmentation and Topic Tracking on Broadcast News via a Hidden Markov Model
Approach", ICSLP 1998.

The segments of the training texts are clustered into Z topics by k-means. Each topic z has a
unigram model, smoothed by the background b, the model of all training words together:

    P(w | z) = (1 - s) n(w, z) / n(z) + s b(w)

A text is a row of units, each drawn from one topic; between units the topic stays or is left at a
cost, for any other topic alike:

    P(z' | z) = 1 - p   if z' = z,   else   p / (Z - 1)

Viterbi's algorithm finds the most probable topics; a cut falls where the topic changes. With a
number of segments given, the most probable row of that many runs, each of its best topic, is found
by dynamic programming.

Departures: k-means is scikit-learn's, over rows scaled to length 1, where the publication measures
the divergence of smoothed unigram models; p is the share of the gaps between units of the training
texts that are cuts, where the publication tunes a cost; the state changes between units (the
publication's between sentences or single words). Words that no training text has are passed over.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cheapest_segments, cut_at_state_changes, most_probable_states
from tmima.methods.vocabulary import Vocabulary, check_training
from tmima.segmentation import Prepared
from tmima.text import Segmentation


class Hmm:
    """Finds the most probable row of topics that were learnt from training texts.

    Args:
        topics: the number of clusters Z, at most that of the training segments.
        smoothing: the share s of the background in each topic's model.
        switch: the probability p of a new topic at a gap; learnt by default.
        seed: of the clustering.
    """

    def __init__(
        self,
        *,
        topics: int = 100,
        smoothing: float = 0.5,
        switch: float | None = None,
        seed: int = 0,
    ) -> None:
        if topics < 1:
            raise TmimaError(f"topics is a number of 1 or more, not {topics}")
        if not 0 < smoothing <= 1:
            raise TmimaError(f"smoothing is a share above 0 and up to 1, not {smoothing}")
        if switch is not None and not 0 < switch < 1:
            raise TmimaError(f"switch is a probability between 0 and 1, not {switch}")
        self.topics = topics
        self.smoothing = smoothing
        self.switch = switch
        self.seed = seed

    def train(self, texts: Sequence[Prepared]) -> None:
        """Cluster the segments of the training texts and make a model of each cluster."""
        require("methods")
        from sklearn.cluster import KMeans
        from sklearn.preprocessing import normalize

        pairs = check_training(texts)
        vocabulary = Vocabulary(texts)
        counts = vocabulary.counts(pairs)
        counts = counts[counts.sum(axis=1) > 0]
        rows = normalize(counts)
        # Equal segments make one cluster however many are asked for.
        edges = pairwise(rows.indptr.tolist())
        different = len({(rows.indices[a:b].tobytes(), rows.data[a:b].tobytes()) for a, b in edges})
        means = KMeans(min(self.topics, different), n_init=3, random_state=self.seed).fit(rows)
        members = np.eye(means.n_clusters)[means.labels_]
        used: NDArray[np.float64] = np.asarray((counts.T @ members).T)
        self.vocabulary_ = vocabulary
        self.models_ = topic_models(used, self.smoothing)
        self.switch_ = switch_rate([truth for _, truth in pairs])

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segments between the changes of topic."""
        if not hasattr(self, "models_"):
            raise TmimaError("hmm needs training: use `train` first")
        observed = unit_probabilities(text, self.vocabulary_, self.models_)
        if n_segments is not None:
            sums = np.concatenate((np.zeros((1, observed.shape[1])), np.cumsum(observed, axis=0)))

            def costs(end: int) -> NDArray[np.float64]:
                best: NDArray[np.float64] = (sums[:end] - sums[end]).min(axis=1)
                return best

            return cheapest_segments(len(text), costs, n_segments=n_segments)
        topics = observed.shape[1]
        switch = self.switch_ if self.switch is None else self.switch
        transitions = np.full((topics, topics), math.log(switch / max(topics - 1, 1)))
        np.fill_diagonal(transitions, math.log(1 - switch))
        return cut_at_state_changes(most_probable_states(observed, transitions, np.zeros(topics)))


def topic_models(counts: NDArray[np.float64], smoothing: float) -> NDArray[np.float64]:
    """Return log P(w | z) of topics (rows) from the counts of their words (columns)."""
    background = counts.sum(axis=0) / counts.sum()
    models = counts / counts.sum(axis=1, keepdims=True)
    logarithms: NDArray[np.float64] = np.log((1 - smoothing) * models + smoothing * background)
    return logarithms


def unit_probabilities(
    text: Prepared, vocabulary: Vocabulary, models: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the logarithm of each unit's probability (rows) in each topic (columns)."""
    numbers, owners = vocabulary.known(text)
    observed = np.zeros((len(text), len(models)))
    np.add.at(observed, owners, models.T[numbers])
    return observed


def switch_rate(truths: Sequence[Segmentation]) -> float:
    """Return the share of gaps that are cuts, as if one more gap were a cut and one more not."""
    cuts = sum(len(truth.cuts) for truth in truths)
    gaps = sum(truth.size - 1 for truth in truths)
    return (cuts + 1) / (gaps + 2)


ENTRY = MethodEntry(
    name="hmm",
    year="1999",
    summary="topic language models clustered from training texts, Viterbi with a switching cost",
    reference="Yamron, Carp, Gillick, Lowe and van Mulbregt, Topic Tracking in a News Stream, "
    "DARPA Broadcast News Workshop 1999",
    make=Hmm,
    needs="training",
    count="optional",
)
