"""What the viewer is given: one object for a text, one for a segmentation of it, as plain JSON."""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima.document import Units
from tmima.pipeline import SegmentedText
from tmima.scores import score
from tmima.segmentation import Constraints, DensitySegmenter, Parameters
from tmima.similarity import SharedWords, Similarity
from tmima.similarity.columns import column_blocks
from tmima.values import Document, Segmentation
from tmima.viewer.words import typical_words, written_words

# More digits than a screen can show; fewer bytes than a float has.
_DIGITS = 6
_SHOWN_SCORES = ("precision", "recall", "f1", "pk", "window_diff")


@dataclass(frozen=True, slots=True)
class TextView:
    """A text as it is shown: its units and words with their places, and its true cuts if known."""

    document: Document
    unit: str
    units: Units
    truth: Segmentation | None

    def as_dict(self) -> dict[str, Any]:
        """Return the text for the viewer. All offsets count characters (code points).

        The plot's D is not sent: it is read off the words, which the viewer needs anyway to mark
        those that two sentences share, and which grow with the text and not with its square.
        """
        units = self.units
        numbers = {word: number for number, word in enumerate(units.vocabulary)}
        sentences = self.document.sentences
        kept = [token for sentence in sentences for token in sentence.tokens if token.kept]
        return {
            "text": self.document.text,
            "language": self.document.language,
            "unit": self.unit,
            "edges": list(units.edges),
            "sentence_starts": [sentence.start for sentence in sentences],
            "sentence_ends": [sentence.end for sentence in sentences],
            "paragraph_sentences": [first for first, _ in self.document.paragraphs],
            "unit_sentences": [first for first, _ in units.runs],
            "word_starts": [token.start for token in kept],
            "word_ends": [token.end for token in kept],
            "word_terms": [numbers[token.term] for token in kept],
            "terms": list(written_words(self.document, units)),
            "truth": None if self.truth is None else list(self.truth.boundaries),
        }


def cuts_view(
    result: SegmentedText,
    *,
    truth: Segmentation | None = None,
    constraints: Constraints | None = None,
) -> dict[str, Any]:
    """Return a segmentation for the viewer: its segments, where it nearly cut, its scores.

    `constraints` are those that the paper's method was given. The densities of other methods'
    segments are those of the paper's D, which is the one in the plot.
    """
    segmentation = result.segmentation
    similarity = result.fitted.similarity if result.fitted else SharedWords(result.units)
    densities = block_densities(similarity, segmentation)
    typical = typical_words(result.units, segmentation)
    scores = None if truth is None else asdict(score(truth, segmentation))
    return {
        "method": result.method,
        "parameters": result.parameters,
        "fitted": None if result.fitted is None else result.fitted.as_dict(),
        "cost": result.cost,
        "boundaries": list(result.boundaries),
        "near": _near(result, similarity, constraints),
        "segments": [
            {
                "first": first,
                "last": last,
                "sentences": int(result.units.sentences[first:last].sum()),
                "words": int(result.units.words[first:last].sum()),
                "density": round(float(density), _DIGITS),
                "typical": words.tolist(),
            }
            for (first, last), density, words in zip(
                segmentation.segments, densities, typical, strict=True
            )
        ],
        "answers": {} if result.answers is None else result.answers.as_dict(result.units),
        "scores": scores and {name: scores[name] for name in _SHOWN_SCORES},
    }


def _near(
    result: SegmentedText, similarity: Similarity, constraints: Constraints | None
) -> list[float | None] | None:
    """Return what a cut at each place 1 .. T-1 costs more than the optimum, null if not allowed.

    Only the paper's method has costs; and in a hierarchy, whose coarser levels bind the finer, the
    result is not the optimum that others could be compared with.
    """
    if result.cost is None:
        return None
    segmenter = DensitySegmenter(
        Parameters(**result.parameters), measure=lambda _: similarity, constraints=constraints
    )
    costs = segmenter.programme(result.units).cut_costs()
    if any(costs[cut - 1] > 0 for cut in result.segmentation.cuts):
        return None
    return [round(cost, _DIGITS) if math.isfinite(cost) else None for cost in costs.tolist()]


def block_densities(similarity: Similarity, segmentation: Segmentation) -> NDArray[np.float64]:
    """Return the mean of D over the square of each segment."""
    owner = np.repeat(np.arange(len(segmentation)), segmentation.lengths)
    sums = np.zeros(len(segmentation))
    # No two units of a segment are further apart than the longest has room for.
    for block in column_blocks(similarity, reach=max(segmentation.lengths) - 1):
        columns = block.first + np.repeat(np.arange(len(block.starts) - 1), np.diff(block.starts))
        inside = owner[block.rows] == owner[columns]
        twice = np.where(block.rows == columns, 1.0, 2.0) * block.values
        sums += np.bincount(owner[columns[inside]], twice[inside], minlength=len(segmentation))
    densities: NDArray[np.float64] = sums / np.square(segmentation.lengths)
    return densities
