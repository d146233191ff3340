"""The preferred length of segments from texts whose segments nobody has marked."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import total
from tmima.errors import TmimaError
from tmima.fitting.excess import Excess
from tmima.segmentation import Admissible, Parameters, cheapest, universal_window
from tmima.similarity import MOST_ENTRIES, Part, Similarity, StoredColumns, can_be_stored
from tmima.values import Segmentation

# The mean lengths to start from, in sentences, and the steps from each. Those and the numbers
# below were chosen by experiment, see docs/accuracy.md.
_STARTS = (3, 4, 5, 7, 9, 12, 16, 21, 28, 37)
_STEPS = 3
# The deviation before anything is known, as a part of the mean, and how much it weighs against the
# one found. Without it each round would make the lengths more even, to the last.
_SPREAD = 0.6
_SPREAD_WEIGHT = 1 / 6
# What an even length is worth beside the excess of similarity.
_EVENNESS = 0.1
# The deviations to start from where the number of segments is known.
_SPREADS = (0.15, 0.3, 0.6)
# A longer text is learnt from in pieces: all pairs of a piece are kept in memory.
_PIECE = 500


@dataclass(frozen=True, slots=True)
class UnlabelledText:
    """A text to learn from: D and the length of each of its units, in what the cost counts.

    `sentences` is the number of sentences in the text, so that lengths in words have a scale.
    """

    similarity: Similarity
    lengths: NDArray[np.int64]
    sentences: int


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was learnt from texts without marked segments.

    Attributes:
        parameters: the mean and the deviation learnt, the rest as given.
        texts: how many texts it was learnt from.
        segments: how many segments were found in them with these parameters.
    """

    parameters: Parameters
    texts: int
    segments: int


def learn(texts: Sequence[UnlabelledText], parameters: Parameters) -> Learnt:
    """Learn the mean length and its deviation; gamma, r and the rest of the parameters are given.

    From each of ten mean lengths the texts are segmented and the mean and the deviation of the
    segments found are taken for the next round, three times (hard EM). Of the ten results the one
    is kept with the greatest

        excess of the similarity inside segments (see `excess`) + 0.1 K log(mean / deviation)

    for K segments: what the deviation of lengths costs to describe, so that of two equals the more
    even one is preferred. All texts share one mean and one deviation. The variance found counts
    five parts in six, the sixth being that of a deviation of 0.6 of the mean.

    Time is some forty segmentations of the texts in pieces of 500 units; of pieces whose
    similarities are too many to keep, every second is left out, or more.
    """
    if not texts:
        raise TmimaError("there is no text to learn the length of segments from")
    pieces = _bounded(piece for text in texts for piece in _pieces(text))
    total = sum(int(text.lengths.sum()) for text in texts)
    if not total:
        raise TmimaError("there is no word in the texts to learn the length of segments from")
    scale = total / sum(text.sentences for text in texts)
    # Two ways that meet are judged once.
    ways = dict(
        _refined(
            pieces,
            replace(parameters, mean_length=start * scale, std_length=_SPREAD * start * scale),
        )
        for start in _STARTS
    )
    found, learnt = max(ways.items(), key=lambda way: _worth(pieces, *way))
    return Learnt(learnt, len(texts), sum(map(len, found)))


def told(text: UnlabelledText, segments: int, parameters: Parameters) -> Learnt:
    """Take the mean length from the number of segments, and learn the deviation.

    As in `learn`, but the rounds begin with different deviations, and all have that number of
    segments. In a text whose similarities are too many to keep, the deviation is the usual one.
    """
    mean = float(text.lengths.sum()) / segments
    if not can_be_stored(text.similarity):
        usual = replace(parameters, mean_length=mean, std_length=usual_deviation(mean))
        return Learnt(usual, 1, segments)
    allowed = replace(Admissible.everything(len(text.similarity)), counts=(segments, segments))
    piece = _Piece.of(text.similarity, text.lengths)
    ways = dict(
        _refined([piece], replace(parameters, mean_length=mean, std_length=part * mean), allowed)
        for part in _SPREADS
    )
    _, learnt = max(ways.items(), key=lambda way: _worth([piece], *way))
    return Learnt(learnt, 1, segments)


def usual_deviation(mean: float) -> float:
    """Return the deviation of lengths that goes with a mean where nothing else is known."""
    return _SPREAD * max(mean, 1.0)


def measured(lengths: NDArray[np.int64], segmentation: Segmentation) -> NDArray[np.int64]:
    """Return the lengths of segments, given those of their units."""
    return np.add.reduceat(lengths, [first for first, _ in segmentation.segments])


def usual_lengths(segmentation: Segmentation) -> tuple[float, float]:
    """Return the mean length of segments in units, and their deviation drawn to what is usual."""
    lengths = np.array(segmentation.lengths)
    mean = float(lengths.mean())
    return mean, spread(lengths, mean)


def spread(lengths: NDArray[np.int64], mean: float) -> float:
    """Return the deviation of lengths from a mean, drawn towards what is usual."""
    found = float(((lengths - mean) ** 2).mean())
    return math.sqrt((1 - _SPREAD_WEIGHT) * found + _SPREAD_WEIGHT * (_SPREAD * mean) ** 2)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a text, ready to be segmented many times."""

    similarity: StoredColumns
    lengths: NDArray[np.int64]
    excess: Excess
    total: float

    @classmethod
    def of(cls, similarity: Similarity, lengths: NDArray[np.int64]) -> "_Piece":
        """Keep what is needed again and again."""
        stored = StoredColumns(similarity)
        return cls(stored, lengths, Excess(stored), stored.total())

    def segmented(self, parameters: Parameters, allowed: Admissible | None) -> Segmentation:
        """Return the cheapest segmentation; of all, where nothing else is allowed."""
        if allowed is None and (self.lengths == 1).all():
            # Longer segments cannot be cheaper, and weighing them takes most of the time.
            window = universal_window(parameters, total=self.total)
            if window is not None and window < len(self.lengths):
                allowed = Admissible.everything(len(self.lengths)).within(window)
        return cheapest(self.similarity, self.lengths, parameters, allowed).segmentation


def _refined(
    pieces: Sequence[_Piece], current: Parameters, allowed: Admissible | None = None
) -> tuple[tuple[Segmentation, ...], Parameters]:
    """Follow parameters to where they lead: the segments found, and their mean and deviation."""
    found: tuple[Segmentation, ...] = ()
    for _ in range(_STEPS + 1):
        found = tuple(piece.segmented(current, allowed) for piece in pieces)
        lengths = np.concatenate(
            [measured(piece.lengths, each) for piece, each in zip(pieces, found, strict=True)]
        )
        mean = float(lengths.mean())
        following = replace(current, mean_length=mean, std_length=spread(lengths, mean))
        if following == current:
            break
        current = following
    return found, current


def _worth(pieces: Sequence[_Piece], found: Sequence[Segmentation], learnt: Parameters) -> float:
    excess = total(piece.excess.value(each) for piece, each in zip(pieces, found, strict=True))
    count = sum(map(len, found))
    return excess + _EVENNESS * count * math.log(learnt.mean_length / learnt.std_length)


def _bounded(pieces: Iterable[_Piece]) -> list[_Piece]:
    """Return the pieces, or every second, fourth, .. of them where all would fill the memory."""
    kept: list[_Piece] = []
    step, entries = 1, 0
    for number, piece in enumerate(pieces):
        if number % step:
            continue
        kept.append(piece)
        entries += piece.similarity.entries
        while entries > MOST_ENTRIES and len(kept) > 1:
            kept, step = kept[::2], 2 * step
            entries = sum(each.similarity.entries for each in kept)
    return kept


def _pieces(text: UnlabelledText) -> Iterator[_Piece]:
    size = len(text.similarity)
    count = math.ceil(size / _PIECE)
    edges = [size * number // count for number in range(count + 1)]
    for first, last in pairwise(edges):
        yield _Piece.of(Part(text.similarity, first, last), text.lengths[first:last])
