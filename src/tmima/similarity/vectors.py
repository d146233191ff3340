"""D from vectors of sentences: a model's, any function's, or latent ones of their words."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from tmima.errors import TmimaError
from tmima.kernel.arrays import Floats, Indices, row_products
from tmima.languages import has_frequencies
from tmima.loading import require
from tmima.similarity.columns import Columns, Encoder, Measure, MixedSimilarity, Similarity
from tmima.similarity.words import BackgroundWords, GradedWords
from tmima.text import Units

# A unit of so many words counts half; the share of vectors beside words. Chosen by experiment on
# texts that no figure is reported for, see docs/decisions.md.
_FEW_WORDS = 5
_SHARE = 0.8
# A cosine below is none: how much of it is rounding differs from processor to processor.
_NOTHING = 1e-9


class Cosines:
    """D[s, t] = max(0, cosine of the vectors of units s and t), D[t, t] = 0.

    Kept are the vectors, T x dimensions; the columns are made in blocks when they are asked for.

    Args:
        vectors: one row per unit; a row of zeros is similar to nothing.
    """

    def __init__(self, vectors: ArrayLike) -> None:
        rows = np.asarray(vectors, dtype=np.float64)
        if rows.ndim != 2:
            raise TmimaError(f"vectors must be rows of numbers, not of shape {rows.shape}")
        if not np.isfinite(rows).all():
            row = int(np.argwhere(~np.isfinite(rows))[0][0])
            raise TmimaError(f"the vector of unit {row} holds what is not a number")
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        self._rows: Floats = rows / np.where(norms > 0, norms, 1.0)

    def __len__(self) -> int:
        return len(self._rows)

    def centred(self, weights: Floats) -> Self:
        """Return the cosines after the mean direction was taken off, times w[s] w[t].

        Weights are from 0 to 1.
        """
        centred = type(self)(self._rows - self._rows.mean(axis=0))
        centred._rows *= weights[:, None]
        return centred

    def columns(self, first: int, last: int, reach: int | None = None) -> Columns:
        """Return the columns first .. last - 1 of D."""
        begin = 0 if reach is None else max(0, first - reach)
        block = row_products(self._rows[first:last], self._rows[begin:last])
        distance = np.arange(first, last)[:, None] - np.arange(begin, last)[None, :]
        wanted = (block > _NOTHING) & (distance > 0)
        if reach is not None:
            wanted &= distance <= reach
        column, row = np.nonzero(wanted)
        starts = np.searchsorted(column, np.arange(last - first + 1)).astype(np.int64)
        # Rounding may lift a cosine above 1, which the bound below does not allow for.
        values = np.minimum(block[column, row], 1.0)
        return Columns(first, starts, (row + begin).astype(np.int32), values)

    def largest_block(self, count: int) -> float:
        """Return the number of entries of the square: none is negative or above 1."""
        return float(count) ** 2


class Vectors:
    """A measure: the cosines of the vectors that a function gives the texts of the units.

    Where only what exceeds chance counts, three things are done to them. All sentences of a text
    have much in common, which does not tell where its topics change: the mean of their directions
    is taken off. "Yes, I think so" is like every other answer: a unit of n different kept words
    counts n / (n + 5). Names and terms, which a model blurs, are seen by words: graded ones are
    mixed in.

    Args:
        encode: the function, such as `encoder(model)` makes of a model.
        excess: whether only what exceeds chance will count.
    """

    def __init__(self, encode: Encoder, *, excess: bool = False) -> None:
        self._encode = encode
        self._excess = excess

    def __call__(self, units: Units) -> Similarity:
        """Encode the units of a document."""
        cosines = Cosines(self._encode(texts_of_units(units)))
        if len(cosines) != len(units):
            raise TmimaError(f"{len(cosines)} vectors came back for {len(units)} texts")
        if not self._excess:
            return cosines
        words = np.diff(units.starts)
        return MixedSimilarity(
            GradedWords(units), cosines.centred(words / (words + _FEW_WORDS)), _SHARE
        )


def texts_of_units(units: Units) -> list[str]:
    """Return the text of each unit, to be encoded."""
    if units.document is None:
        raise TmimaError("vectors need units that were made of a document")
    text, spans = units.document.text, units.document.columns.spans
    return [text[spans[a].start : spans[b - 1].end] for a, b in units.runs]


def encoder(model: Any) -> Encoder:
    """Return the encoder of a sentence-transformers or a model2vec model."""
    if type(model).__module__.partition(".")[0] == "sentence_transformers":
        return lambda texts: model.encode(list(texts), show_progress_bar=False)
    if hasattr(model, "encode"):
        return lambda texts: model.encode(list(texts))
    raise TmimaError(f"{type(model).__name__} has no method encode: give a model that has one")


def open_model(folder: str | PathLike[str]) -> Encoder:
    """Open a model that lies in a folder, of sentence-transformers or of model2vec.

    Nothing is downloaded.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise TmimaError(f"there is no folder {folder} with a model")
    # sentence-transformers lists its layers; one of nothing but static vectors is model2vec's own.
    layers = folder / "modules.json"
    if layers.exists() and "StaticEmbedding" not in layers.read_text(encoding="utf-8"):
        return encoder(require("sentence-transformers").SentenceTransformer(str(folder)))
    return encoder(require("model2vec").StaticModel.from_pretrained(folder))


# Chosen by experiment, see docs/accuracy.md.
_DIMENSIONS = 100
_PASSAGE = 8
_LATENT_SHARE = 0.35


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

    def __call__(self, units: Units) -> MixedSimilarity:
        """Mix the two similarities of the units of a document."""
        known = np.array([self._numbers.get(word, -1) for word in units.vocabulary], dtype=np.int64)
        numbers = known[units.terms]
        owners = units.owners
        sums = np.zeros((len(units), self._vectors.shape[1]))
        np.add.at(sums, owners[numbers >= 0], self._vectors[numbers[numbers >= 0]])
        return MixedSimilarity(self._words(units), Cosines(sums), _LATENT_SHARE)


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
