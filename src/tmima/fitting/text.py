"""A text made ready to be cut many times while the cost that suits it is looked for."""

import math
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from tmima import kernel
from tmima.arrays import Floats, Indices
from tmima.document import Units
from tmima.fitting.evidence import POWER, Evidence, evidence
from tmima.segmentation import Admissible, Parameters, Programme, cut_log_odds, expectation
from tmima.similarity import Pairs, Part, Similarity, StoredColumns, can_be_stored
from tmima.values import Segmentation

# Units of fewer words in the median, many of them of a word or two, are talk: they are gathered to
# runs of so many words, or fewer where the text would have less than so many runs.
_TALK = 8
_BRIEF, _BRIEF_SHARE = 2, 0.15
_RUN_WORDS = 30
_LEAST_RUNS = 200


class Text:
    """A text, or a piece of one.

    Args:
        similarity: D.
        lengths: the length of each unit, in what the cost counts.
        words: the words of each unit.
        log_odds: by how much the cues of the text move the odds of a cut at each place.
    """

    def __init__(
        self, similarity: Similarity, lengths: Indices, words: Indices, log_odds: Floats
    ) -> None:
        self._given = similarity
        self.lengths = lengths
        self.words = words
        self.log_odds = log_odds

    @classmethod
    def of(cls, units: Units, similarity: Similarity, length_unit: str) -> "Text":
        """Make the units of a document ready."""
        return cls(similarity, units.lengths(length_unit), units.words, cut_log_odds(units))

    def __len__(self) -> int:
        return len(self.lengths)

    def pieces(self, size: int) -> list["Text"]:
        """Return the text in pieces of about `size` units."""
        count = max(1, round(len(self) / size))
        if count == 1:
            return [self]
        edges = [len(self) * number // count for number in range(count + 1)]
        return [
            Text(
                Part(self._given, first, last),
                self.lengths[first:last],
                self.words[first:last],
                np.concatenate(([0.0], self.log_odds[first + 1 : last], [0.0])),
            )
            for first, last in pairwise(edges)
        ]

    @cached_property
    def can_be_stored(self) -> bool:
        """Whether D has few enough entries to be kept; else nothing but `deviation` can be had."""
        return can_be_stored(self._given)

    @cached_property
    def similarity(self) -> StoredColumns:
        """D, computed once."""
        return StoredColumns(self._given)

    @cached_property
    def pairs(self) -> Pairs:
        """The pairs of units that are similar at all."""
        return Pairs.of(self.similarity)

    @cached_property
    def expected(self) -> kernel.Expected:
        """What chance would give."""
        return expectation(self.similarity)

    @cached_property
    def runs(self) -> Indices:
        """The first unit of each run that is compared as a whole."""
        return gathered(self.words)

    @property
    def is_talk(self) -> bool:
        """Whether the units are turns of a few words."""
        return is_talk(self.words)

    @cached_property
    def evidence(self) -> Evidence | None:
        """What speaks for each number of segments."""
        return evidence(self.pairs, self.expected, self.runs, is_talk=self.is_talk)

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of D over all pairs of different units."""
        count = len(self) * (len(self) - 1) / 2
        if not count:
            return 0.0
        sums = squares = 0.0
        for _, _, values in (self.pairs,) if self.can_be_stored else Pairs.in_blocks(self._given):
            sums += float(values.sum())
            # Not a product of vectors, whose last bit depends on the processor and its threads.
            squares += float(np.square(values).sum())
        mean = sums / count
        return math.sqrt(max(0.0, squares / count - mean * mean))

    def forget(self) -> None:
        """Drop D, which is made again if it is asked for; the evidence stays."""
        for name in ("similarity", "pairs"):
            self.__dict__.pop(name, None)

    def programme(self, parameters: Parameters, *, n_segments: int | None = None) -> Programme:
        """Return the engine on this text; what chance would give is not computed again."""
        allowed = Admissible.everything(len(self))
        if n_segments is not None:
            allowed = replace(allowed, counts=(n_segments, n_segments))
        return Programme(
            self.similarity,
            self.lengths,
            parameters,
            allowed,
            expected=self.expected,
            log_odds=self.log_odds if parameters.cues else None,
        )

    def gain(self, segmentation: Segmentation) -> float:
        """Return the sum over segments of what exceeds expectation over n^r."""
        owner = np.repeat(np.arange(len(segmentation)), segmentation.lengths)
        rows, columns, values = self.pairs
        inside = owner[rows] == owner[columns]
        held = 2 * np.bincount(owner[rows[inside]], values[inside], len(segmentation))
        sums, squares, scale = self.expected
        edges = np.array((0, *segmentation.boundaries))
        chance = scale * (np.diff(sums[edges]) ** 2 - np.diff(squares[edges]))
        weights = np.array([length**-POWER for length in segmentation.lengths])
        # Not a product of vectors, see above.
        return float(((held - chance) * weights).sum())


def is_talk(words: Indices) -> bool:
    """Tell from the words of each unit whether the units are turns of a few words.

    >>> is_talk(np.array([1, 12, 2, 9, 1])), is_talk(np.array([5, 6, 5, 4, 6]))
    (True, False)
    """
    if not len(words):
        return False
    return bool(np.median(words) < _TALK and np.mean(words <= _BRIEF) >= _BRIEF_SHARE)


def gathered(words: Indices) -> Indices:
    """Return the first unit of each run: single units, or in talk runs of some thirty words.

    >>> gathered(np.array([12, 9, 15])).tolist()
    [0, 1, 2]
    """
    every = np.arange(len(words))
    wanted = min(_RUN_WORDS, float(words.sum()) / _LEAST_RUNS)
    if not is_talk(words) or wanted <= float(words.mean()):
        return every
    firsts, held = [0], 0
    for unit, count in enumerate(words.tolist()):
        if held >= wanted:
            firsts.append(unit)
            held = 0
        held += count
    return np.array(firsts)
