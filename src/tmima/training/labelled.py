"""A text whose segments are known, made ready to be segmented many times."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tmima.arrays import total
from tmima.errors import TmimaError
from tmima.scores import Scores, score
from tmima.segmentation import Parameters, Programme, TextCost, cheapest_by_each
from tmima.similarity import SharedWords, Similarity, StoredColumns, can_be_stored
from tmima.text import Document, Segmentation, Units
from tmima.training.objectives import PAPER, objective_named


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text to be segmented and its true segments, in sentences.

    Attributes:
        truth: the true segmentation of the sentences.
        similarity: D of the units, computed once if it can be kept.
        lengths: the length of each unit, in what the length term counts.
        ends: the number of sentences up to the end of each unit.
        words: the words of each sentence if scores count words, else nothing.
    """

    truth: Segmentation
    similarity: Similarity
    lengths: NDArray[np.int64]
    ends: tuple[int, ...]
    words: tuple[int, ...] | None

    @classmethod
    def of(
        cls,
        document: Document,
        truth: Segmentation,
        *,
        unit: str = "sentences",
        length_unit: str = "sentences",
        score_unit: str = "sentences",
        similarity: Similarity | None = None,
    ) -> "LabelledText":
        """Make a document ready, with its shared words if no other similarity is given.

        Words of scores are what white space parts.
        """
        units = Units.of(document, unit)
        spoken = tuple(
            len(document.text[start:end].split()) for start, end in document.columns.spans
        )
        similarity = similarity or SharedWords(units)
        return cls(
            truth=truth,
            similarity=StoredColumns(similarity) if can_be_stored(similarity) else similarity,
            lengths=units.lengths(length_unit),
            ends=tuple(last for _, last in units.runs),
            words=spoken if score_unit == "words" else None,
        )

    def programme(self, parameters: Parameters) -> Programme:
        """Return the engine on this text; D is not computed again."""
        return Programme(self.similarity, TextCost.of(parameters, self.lengths))

    def solve(self, parameters: Parameters) -> Segmentation:
        """Return the cheapest segmentation, in sentences."""
        return self._in_sentences(self.programme(parameters).optimum().segmentation)

    def errors(self, settings: Sequence[Parameters], objective: str = PAPER) -> list[float]:
        """Return the error of the cheapest segmentation by each of some parameters."""
        found = cheapest_by_each(self.similarity, self.lengths, settings)
        by_segmentation = {
            each: self.error(self._in_sentences(each), objective) for each in dict.fromkeys(found)
        }
        return [by_segmentation[each] for each in found]

    def _in_sentences(self, found: Segmentation) -> Segmentation:
        if self.ends[-1] == len(self.ends):  # units are sentences
            return found
        return Segmentation(tuple([self.ends[boundary - 1] for boundary in found.boundaries]))

    def error(self, found: Segmentation, objective: str = PAPER) -> float:
        """Return the error of a segmentation by an objective: Pk, or another by its name."""
        return objective_named(objective)(self.truth, found, self.words)

    def score(self, found: Segmentation) -> Scores:
        """Return all scores of a segmentation."""
        return score(self.truth, found, words=self.words)

    def segment_lengths(self) -> list[int]:
        """Return the lengths of the true segments, in what the length term counts.

        A true cut inside a unit counts as one at the unit's end.
        """
        totals = np.concatenate(([0], np.cumsum(self.lengths)))
        marks = np.searchsorted(np.array(self.ends), np.array(self.truth.boundaries)) + 1
        return [int(length) for length in np.diff(totals[np.concatenate(([0], marks))])]


def length_moments(texts: Sequence[LabelledText]) -> tuple[float, float]:
    """Return the mean and the sample deviation (n - 1) of the true segments' lengths."""
    lengths = [length for text in texts for length in text.segment_lengths()]
    if len(lengths) < 2:
        raise TmimaError(f"{len(lengths)} segment is too little to learn lengths from")
    mean = sum(lengths) / len(lengths)
    variance = total((length - mean) ** 2 for length in lengths) / (len(lengths) - 1)
    if variance == 0:
        raise TmimaError(f"all {len(lengths)} segments have the length {mean:g}: nothing to learn")
    return mean, math.sqrt(variance)
