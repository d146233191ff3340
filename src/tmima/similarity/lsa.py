"""Latent semantic vectors of a collection's words, mixed with the words themselves."""

from collections.abc import Sequence

import numpy as np

from tmima.arrays import Floats, Indices
from tmima.errors import TmimaError
from tmima.languages import has_frequencies
from tmima.loading import require
from tmima.similarity.columns import Measure, Mixed
from tmima.similarity.vectors import Cosines
from tmima.similarity.words import BackgroundWords, GradedWords
from tmima.text import Units

# Chosen by experiment, see docs/accuracy.md.
_DIMENSIONS = 100
_PASSAGE = 8
_SHARE = 0.35


class LatentWords:
    """A measure: graded words mixed with the cosines of latent semantic vectors.

    The graded words know the words' frequency in the language where that is known.

    With n(w, p) units of passage p that hold word w, and d(w) of the P passages holding it,

        A(w, p) = log(P / d(w)) log(1 + n(w, p)),    A = U S V',

    a word has the vector log(P / d(w)) U(w) and a unit the sum of its words' vectors. The singular
    values are left out, which would let a few broad contrasts of the collection rule all else
    (Deerwester et al., "Indexing by Latent Semantic Analysis", 1990, keep them).

    The collection must not hold the texts to be segmented if the result is to be scored: what is
    learnt from a text helps to segment it.

    Args:
        collection: the units of texts of the language, analyzed as the texts to be segmented.
        language: the code of the language.
    """

    def __init__(self, collection: Sequence[Units], language: str) -> None:
        self._words: Measure = (
            BackgroundWords(language) if has_frequencies(language) else GradedWords
        )
        numbers: dict[str, int] = {}
        words: list[Indices] = []
        passages: list[Indices] = []
        count = 0
        for units in collection:
            of_word = np.array([numbers.setdefault(w, len(numbers)) for w in units.vocabulary], int)
            words.append(of_word[units.terms])
            passage = np.arange(len(units)) // _PASSAGE
            passages.append(count + np.repeat(passage, np.diff(units.starts)))
            count += int(passage[-1]) + 1 if len(units) else 0
        if count < 2 or len(numbers) < 2:
            raise TmimaError(
                f"lsa learns from passages of {_PASSAGE} sentences: {count} with "
                f"{len(numbers)} different words are too few"
            )
        self._numbers = numbers
        self._vectors = _vectors(np.concatenate(words), np.concatenate(passages), len(numbers))

    def __call__(self, units: Units) -> Mixed:
        """Mix the two similarities of the units of a document."""
        known = np.array([self._numbers.get(word, -1) for word in units.vocabulary], dtype=np.int64)
        numbers = known[units.terms]
        owners = units.owners
        sums = np.zeros((len(units), self._vectors.shape[1]))
        np.add.at(sums, owners[numbers >= 0], self._vectors[numbers[numbers >= 0]])
        return Mixed(self._words(units), Cosines(sums), _SHARE)


def _vectors(words: Indices, passages: Indices, different: int) -> Floats:
    """Return the vectors of the words that stand in passages, a pair of numbers for each use."""
    require("lsa")
    from scipy.sparse import csr_array, diags_array
    from scipy.sparse.linalg import svds

    shape = (different, int(passages.max()) + 1)
    counts = csr_array((np.ones(len(words)), (words, passages)), shape=shape)
    counts.sum_duplicates()
    rarity = np.log(shape[1] / np.diff(counts.indptr))
    counts.data = np.log1p(counts.data)
    weighted = diags_array(rarity) @ counts
    if not weighted.count_nonzero():
        raise TmimaError(
            f"lsa learns from passages that differ: all {shape[1]} passages of {_PASSAGE} "
            "sentences in `background=` hold the same words"
        )
    # With nearly as many dimensions as passages every word would keep a direction of its own.
    rank = max(1, min(_DIMENSIONS, min(shape) // 3))
    # From a fixed start, so that the same collection gives the same vectors.
    left, singular, _ = svds(weighted, k=rank, v0=np.ones(min(shape)))
    kept = singular > 1e-9 * max(float(singular.max()), 1e-300)
    vectors: Floats = rarity[:, None] * left[:, kept]
    return vectors
