"""C99 over latent semantic vectors (Choi, Wiemer-Hastings and Moore 2001).

Publication: Freddy Y. Y. Choi, Peter Wiemer-Hastings, Johanna Moore, "Latent Semantic Analysis for
Text Segmentation", EMNLP 2001.

Words have vectors from the singular value decomposition of a collection's matrix of words by
sentences; a sentence is the sum of its words' vectors, each scaled by its singular values and as
often as it stands there; the cosines of the sentences then go the way of C99.

Departures: the collection's words are weighted by log(1 + count), without the entropy weights that
are usual in LSA. A word that the collection lacks has no vector. The collection must not hold the
texts that are scored: what is learnt from a text helps to segment it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.c99 import C99
from tmima.methods.cosine import cosine_matrix
from tmima.methods.extra import require_scikit_learn
from tmima.methods.method import MethodEntry
from tmima.methods.text import MethodText
from tmima.segmentation import Segmentation


class C99Lsa:
    """C99 with the cosines of latent semantic vectors.

    Args:
        dimensions: of the vectors, fewer where the collection is small.
        mask: see C99.
        limit: see C99.
    """

    def __init__(self, *, dimensions: int = 200, mask: int = 11, limit: float = 1.2) -> None:
        if dimensions < 1:
            raise TmimaError(f"dimensions must be 1 or more, not {dimensions}")
        self.dimensions = dimensions
        self._c99 = C99(mask=mask, limit=limit)

    def learn(self, collection: Sequence[MethodText]) -> None:
        """Learn the words' vectors from the sentences of a collection."""
        require_scikit_learn()
        from scipy.sparse import csr_matrix
        from sklearn.utils.extmath import randomized_svd

        numbers: dict[str, int] = {}
        rows, columns = [], []
        sentence = 0
        for text in collection:
            for unit in range(len(text)):
                for word in text.words(unit):
                    rows.append(numbers.setdefault(word, len(numbers)))
                    columns.append(sentence)
                sentence += 1
        rank = min(self.dimensions, len(numbers) - 1, sentence - 1)
        if rank < 1:
            raise TmimaError("c99-lsa: the collection holds too few words to learn from")
        counts = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(numbers), sentence))
        counts.data = np.log1p(counts.data)
        left, singular, _ = randomized_svd(counts, n_components=rank, random_state=0)
        self.vectors_ = left * singular
        self.numbers_ = numbers

    def segment(self, text: MethodText, *, segments: int | None = None) -> Segmentation:
        """Return the segmentation, into a given number of segments or as many as stand out."""
        if not hasattr(self, "vectors_"):
            raise TmimaError("c99-lsa needs a collection to learn from: give --train FOLDER")
        vectors: NDArray[np.float64] = np.zeros((len(text), self.vectors_.shape[1]))
        for unit in range(len(text)):
            known = [self.numbers_[word] for word in text.words(unit) if word in self.numbers_]
            vectors[unit] = self.vectors_[known].sum(axis=0)
        return self._c99.cluster(cosine_matrix(vectors), segments)


ENTRY = MethodEntry(
    name="c99-lsa",
    year="2001",
    summary="C99 over latent semantic vectors learnt from a collection",
    reference="Choi, Wiemer-Hastings and Moore, Latent Semantic Analysis for Text Segmentation",
    make=C99Lsa,
    needs="collection",
    count="optional",
)
