"""C99 over latent semantic vectors (Choi, Wiemer-Hastings and Moore 2001).

Publication: Freddy Y. Y. Choi, Peter Wiemer-Hastings, Johanna Moore, "Latent Semantic Analysis for
Text Segmentation", EMNLP 2001.

With n(w, c) uses of word w in context c of a collection of C contexts, p(c | w) its share,

    g(w) = 1 + sum over c of p(c | w) log p(c | w) / log C
    A(w, c) = g(w) log(1 + n(w, c)),    A = U S V' (singular values),

a word's vector is g(w) times its row in the first columns of U, and a sentence is the sum of its
words' vectors, each as often as it stands there. The cosines of the sentences then go the way of
C99.

Departures and choices where it was not at hand what the publication did:

- The contexts are all runs of a few sentences, which stand for paragraphs, since the texts of the
  field seldom have any. Single sentences join too few words.
- The vectors are not scaled by the singular values: so a sentence is projected onto the space that
  was learnt, and a word that the collection lacks keeps a direction of its own, of length 1.
- Nearly all cosines of such vectors are above 0, the ranks of unrelated sentences one half on
  average. The gains of D then rise before they fall, so cuts are taken until the first smoothed
  gain after the highest that is not above the limit.

The publication learnt from the corpus that its test texts are cut from. What is learnt from a text
helps to segment it; see docs/methods.md for how much.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.methods.literature.choi import C99
from tmima.methods.method import MethodEntry
from tmima.methods.vocabulary import Vocabulary, cosine_matrix
from tmima.segmentation import Prepared
from tmima.text import Segmentation

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class C99Lsa:
    """C99 with the cosines of latent semantic vectors.

    Args:
        dimensions: of the vectors, fewer where the collection is small.
        context: the number of sentences that are taken together as a context of their words.
        mask: see C99.
        limit: see C99.
    """

    def __init__(
        self, *, dimensions: int = 100, context: int = 6, mask: int = 11, limit: float = 1.2
    ) -> None:
        for name, value in (("dimensions", dimensions), ("context", context)):
            if value < 1:
                raise TmimaError(f"{name} must be 1 or more, not {value}")
        self.dimensions = dimensions
        self.context = context
        self._c99 = C99(mask=mask, limit=limit)

    def learn(self, collection: Sequence[Prepared]) -> None:
        """Learn the words' vectors from the runs of sentences of a collection."""
        require("methods")
        from sklearn.utils.extmath import randomized_svd

        vocabulary = Vocabulary(collection)
        if not len(vocabulary):
            raise TmimaError(f"c99-lsa: {len(collection)} texts without a kept word: give others")
        # A row a word, a column a context.
        counts = context_counts(vocabulary, collection, self.context).T.tocsr()
        words = np.repeat(np.arange(len(vocabulary)), np.diff(counts.indptr))
        shares = counts.data / np.bincount(words, counts.data)[words]
        entropy = -np.bincount(words, shares * np.log(shares))
        weights = 1 - entropy / np.log(max(2, counts.shape[1]))
        counts.data = weights[words] * np.log1p(counts.data)
        rank = min(self.dimensions, *counts.shape)
        left, singular, _ = randomized_svd(counts, n_components=rank, random_state=0)
        # Where the contexts are of a lower rank the last columns mean nothing.
        kept = singular > 1e-9 * max(singular[0], 1e-300)
        self.vectors_ = weights[:, None] * left[:, kept]
        self.vocabulary_ = vocabulary

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segmentation, into a given number of segments or as many as stand out."""
        if not hasattr(self, "vectors_"):
            raise TmimaError("c99-lsa needs a collection to learn from: use `train` first")
        numbers, owners = self.vocabulary_.known(text)
        latent = np.zeros((len(text), self.vectors_.shape[1]))
        np.add.at(latent, owners, self.vectors_[numbers])
        new = [word not in self.vocabulary_.numbers for word in text.units.vocabulary]
        vectors = np.hstack([latent, text.counts()[:, new]])
        return self._c99.cluster(cosine_matrix(vectors), n_segments, from_peak=True)


def context_counts(
    vocabulary: Vocabulary, collection: Sequence[Prepared], length: int
) -> "csr_array":
    """Return how often each word (columns) stands in each run of units (rows).

    A run begins at every unit that has enough after it; a shorter text is one run.
    """
    from scipy.sparse import csr_array

    each_unit = [(text, Segmentation(tuple(range(1, len(text) + 1)))) for text in collection]
    firsts, lasts, done = [], [], 0
    for text in collection:
        starts = np.arange(done, done + max(1, len(text) - length + 1))
        done += len(text)
        firsts.append(starts)
        lasts.append(np.minimum(starts + length, done))
    first, last = np.concatenate(firsts), np.concatenate(lasts)
    edges = np.concatenate([[0], np.cumsum(last - first)])
    members = np.arange(edges[-1]) - np.repeat(edges[:-1] - first, last - first)
    runs = csr_array((np.ones(len(members)), members, edges), shape=(len(first), done))
    return runs @ vocabulary.counts(each_unit)


ENTRY = MethodEntry(
    name="c99-lsa",
    year="2001",
    summary="C99 over latent semantic vectors learnt from a collection",
    reference="Choi, Wiemer-Hastings and Moore, Latent Semantic Analysis for Text Segmentation",
    make=C99Lsa,
    needs="collection",
    count="optional",
)
