"""What the words of units mean, by vectors of English words: features on trial, not in the model.

A table has a vector for each of the most frequent stems, whole numbers of 8 bits, in which frequent words count
less (`tools.learning.vectors` makes it). The vector of a unit is the sum over its distinct kept words, brought to
the length `_UNIT`; so cosines are products. Everything up to the quotients is done in whole numbers, which
floating-point numbers hold exactly: the same on every processor.

To try them: read the table in `tmima.learnt.views.TextView`, add an entry to `PLACE_FEATURES` of
`tmima.learnt.features` for each name in `nothing_known`, and learn weights again.
"""

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima.kernel.arrays import Floats, Indices, Rows
from tmima.learnt.numerics import place_windows
from tmima.learnt.similarity_windows import ACROSS, AFTER, BEFORE, WINDOWS
from tmima.text import Units

COSINES = (1, 2, 3, 5, 8, 13, 21)
_UNIT = 1024
# Deviations of cosines are no smaller.
_LEAST = 0.02

MeaningColumns = dict[tuple[str, int], Floats]
"""What is seen at some places, by the name of a feature and its window."""

RAW, CENTRED, STANDING = "mean vectors", "mean vectors apart", "mean vectors standing"


class WordVectors(NamedTuple):
    """The table of a language.

    Attributes:
        stems: in order.
        vectors: a row for each.
    """

    stems: NDArray[np.bytes_]
    vectors: NDArray[np.int8]

    def rows(self, words: tuple[str, ...]) -> Rows:
        """Return the row of each word, -1 where the table has none."""
        width = self.stems.dtype.itemsize
        # A word that is longer than all stems stays longer than they are.
        asked = np.array([word.encode()[: width + 1] for word in words], dtype=f"S{width + 1}")
        places = np.minimum(np.searchsorted(self.stems, asked), len(self.stems) - 1)
        return np.where(self.stems[places] == asked, places, -1)


def read_table(path: Path) -> WordVectors:
    """Return the table that `tools.learning.vectors` wrote."""
    with np.load(path, allow_pickle=False) as held:
        return WordVectors(held["stems"], held["vectors"])


class Meaning(NamedTuple):
    """What the units of a text mean.

    Attributes:
        raw: the vector of each unit; a row of zeros where no word is known.
        apart: the same without what all units have in common.
        known: the share of kept words that the table has.
        mean: of the products of all pairs of vectors `apart`.
        spread: the deviation of those products.
        centres: for each window, mean and deviation of the cosines across places.
    """

    raw: NDArray[np.int16]
    apart: NDArray[np.int16]
    known: float
    mean: float
    spread: float
    centres: dict[int, tuple[float, float]]

    @classmethod
    def of(cls, units: Units, table: WordVectors) -> "Meaning | None":
        """Look at a text by a table of its language; nothing is known of one without kept words."""
        if not len(units.terms):
            return None
        rows = table.rows(units.vocabulary)
        known = float((rows[units.terms] >= 0).mean())
        raw = _of_units(table.vectors, rows, units.starts, units.terms)
        apart = _without_mean(raw)
        mean, spread = _over_pairs(apart)
        found = cls(raw, apart, known, mean, spread, {})
        places = list(place_windows(len(units)))
        sides = [_sides(apart, *one, COSINES) for one in places]
        for number, window in enumerate(COSINES):
            cosines = np.concatenate([_cosine(*one[number]) for one in sides])
            found.centres[window] = float(cosines.mean()), max(_LEAST, float(cosines.std()))
        return found

    def columns(self, first: int, last: int) -> MeaningColumns:
        """Return what is seen at some places."""
        found: MeaningColumns = {}
        places, size = np.arange(first, last), len(self.raw)
        apart = dict(zip(WINDOWS, _sides(self.apart, first, last, WINDOWS), strict=True))
        squares = _sides(_squares(self.apart), first, last, WINDOWS)
        for window, (own_before, own_after) in zip(WINDOWS, squares, strict=True):
            before, after = apart[window]
            left, right = np.minimum(places, window), np.minimum(size - places, window)
            for side, products, pairs in (
                (ACROSS, _products(before, after), left * right),
                (BEFORE, (_products(before, before) - own_before[:, 0]) / 2, _pairs(left)),
                (AFTER, (_products(after, after) - own_after[:, 0]) / 2, _pairs(right)),
            ):
                beyond = products / _UNIT**2 - self.mean * pairs
                found[side, window] = beyond / (self.spread * np.sqrt(np.maximum(1, pairs)))
        for window, sides in zip(COSINES, _sides(self.raw, first, last, COSINES), strict=True):
            found[RAW, window] = _cosine(*sides)
            cosine = _cosine(*apart[window])
            mean, spread = self.centres[window]
            found[CENTRED, window] = cosine
            found[STANDING, window] = (cosine - mean) / spread
        return found


def nothing_known(count: int) -> MeaningColumns:
    """Return what is seen at so many places of a text without vectors."""
    none = np.zeros(count)
    names = [*((side, window) for side in (ACROSS, BEFORE, AFTER) for window in WINDOWS)]
    names += [(name, window) for name in (RAW, CENTRED, STANDING) for window in COSINES]
    return dict.fromkeys(names, none)


def _of_units(vectors: NDArray[np.int8], rows: Rows, starts: Indices, terms: Rows) -> NDArray[np.int16]:
    """Return the vector of each unit: the sum over its words, of the length `_UNIT`."""
    # The last row is that of words which are not known.
    own = np.concatenate((vectors[rows], np.zeros((1, vectors.shape[1]), np.int8)))
    own[:-1][rows < 0] = 0
    found = np.zeros((len(starts) - 1, vectors.shape[1]), dtype=np.int16)
    for first, last in place_windows(len(found)):
        edges = starts[first : last + 1]
        # A unit without words is given the one that is not known.
        held = np.append(terms[edges[0] : edges[-1]], len(own) - 1)
        sums = np.add.reduceat(own[held], edges[:-1] - edges[0], axis=0, dtype=np.int64)
        sums[edges[:-1] == edges[1:]] = 0
        found[first:last] = _brought_to_length(sums)
    return found


def _brought_to_length(vectors: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return vectors of the length `_UNIT`, in whole numbers."""
    squares = (vectors * vectors).sum(axis=1)
    lengths = np.sqrt(np.maximum(1, squares).astype(np.float64))
    whole: NDArray[np.int16] = np.rint(vectors * (_UNIT / lengths)[:, None]).astype(np.int16)
    return whole


def _without_mean(vectors: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return vectors less their mean, where anything is known, and brought to their length."""
    seen = np.asarray(vectors.any(axis=1))
    mean = np.rint(vectors.sum(axis=0, dtype=np.int64) / max(1, int(seen.sum()))).astype(np.int64)
    found = np.zeros_like(vectors)
    for first, last in place_windows(len(vectors)):
        some = vectors[first:last].astype(np.int64) - mean
        some[~seen[first:last]] = 0
        found[first:last] = _brought_to_length(some)
    return found


def _over_pairs(vectors: NDArray[np.int16]) -> tuple[float, float]:
    """Return mean and deviation of the products of all pairs of units."""
    count = len(vectors)
    total, squares = vectors.sum(axis=0, dtype=np.int64), 0
    moments = np.zeros((vectors.shape[1], vectors.shape[1]))
    fourth = 0.0
    for first, last in place_windows(count):
        some = vectors[first:last].astype(np.float64)
        moments += some.T @ some
        own = (some * some).sum(axis=1)
        squares += int(own.sum())
        fourth += math.fsum((own * own).tolist())
    pairs = max(1, count * (count - 1))
    mean = (int((total * total).sum()) - squares) / pairs / _UNIT**2
    square = (math.fsum((moments * moments).ravel().tolist()) - fourth) / pairs / _UNIT**4
    return mean, max(_LEAST, math.sqrt(max(0.0, square - mean * mean)))


def _squares(vectors: NDArray[np.int16]) -> NDArray[np.int64]:
    squares: NDArray[np.int64] = (vectors.astype(np.int64) ** 2).sum(axis=1)[:, None]
    return squares


def _pairs(counts: Rows) -> Floats:
    """Return how many pairs so many units have."""
    pairs: Floats = counts * (counts - 1) / 2
    return pairs


def _sides(
    vectors: NDArray[np.int16] | NDArray[np.int64],
    first: int,
    last: int,
    windows: tuple[int, ...],
) -> list[tuple[Floats, Floats]]:
    """Return the sums over the units of each window before some places, and after them."""
    low, high = max(0, first - windows[-1]), min(len(vectors), last + windows[-1])
    sums = np.zeros((high - low + 1, vectors.shape[1]))
    np.cumsum(vectors[low:high], axis=0, out=sums[1:])
    places = np.arange(first, last)
    here = sums[first - low : last - low]
    return [
        (
            here - sums[np.maximum(places - window, low) - low],
            sums[np.minimum(places + window, high) - low] - here,
        )
        for window in windows
    ]


def _products(some: Floats, others: Floats) -> Floats:
    products: Floats = np.einsum("ij,ij->i", some, others)
    return products


def _cosine(before: Floats, after: Floats) -> Floats:
    lengths = np.sqrt(_products(before, before)) * np.sqrt(_products(after, after))
    cosines: Floats = _products(before, after) / np.maximum(1, lengths)
    return cosines
