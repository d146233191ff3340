"""TextTiling (Hearst 1993, 1994, 1997): valleys of a curve of lexical cohesion.

Publications: Marti A. Hearst, "TextTiling: A Quantitative Approach to Discourse Segmentation",
1993; "Multi-Paragraph Segmentation of Expository Text", ACL 1994; "TextTiling: Segmenting Text
into Multi-paragraph Subtopic Passages", Computational Linguistics 23(1), 1997.

The text is read as sequences of w words, whatever its sentences. Words that are not kept take
their place in a sequence, but are not compared. At each gap g between two sequences stands a score:

    blocks       the cosine of the counts f of terms t in the k sequences before the gap and the k
                 after it, fewer (but as many before as after) near the ends of the text:
                 sum_t f_l(t) f_r(t) / sqrt(sum_t f_l(t)^2 sum_t f_r(t)^2)
    vocabulary   the share of first uses in the sequence before and in the one after:
                 (new_l + new_r) / (2 w)

The scores are smoothed: each becomes the mean of itself and the s / 2 scores on either side, n
times. The depth of a gap is how far the curve climbs from it, to the left and to the right, as
long as it does not fall: d(g) = (y_left - y(g)) + (y_right - y(g)). A gap is a boundary if

    d(g) > mean - c * deviation        over the depths of all gaps

where c = 1/2 is the publication's cautious cutoff and c = 1 its liberal one. Boundaries are taken
deepest first, with at least three sequences between two, and are then moved to the nearest end of
a unit: a sentence or, as in the publications, a paragraph.

Choices: w = 20, and k = 6 (10 is also published; on Choi's texts it is better for the longest
segments and worse for the shortest); s = 2 and n = 1.

Departures: a boundary must be a valley, so that a gap half-way down a long slope, deep on one side
only, is none (on 50 of Choi's texts of each range this was better by 1 to 19 points of Pk, and was
chosen there); the depth must be above 0 where the cutoff is below it. In both scores only kept
words count as new or as shared. The number of segments cannot be told.
"""

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.method import MethodEntry
from tmima.methods.searches import depth_scores, peaks
from tmima.methods.vocabulary import WordRow
from tmima.segmentation import Prepared
from tmima.text import Segmentation

SCORES = ("blocks", "vocabulary")


class TextTiling:
    """Cuts where the words of neighbouring blocks are least alike.

    Args:
        score: "blocks" to compare blocks, "vocabulary" to count first uses.
        width: w, the words of a sequence.
        block: k, the sequences of a block.
        smoothing: s, an even number of neighbours that a score is averaged with.
        rounds: n, how often.
        deviations: c, the standard deviations that the cutoff lies below the mean.
        apart: the fewest sequences between two boundaries.
    """

    def __init__(
        self,
        *,
        score: str = "blocks",
        width: int = 20,
        block: int = 6,
        smoothing: int = 2,
        rounds: int = 1,
        deviations: float = 0.5,
        apart: int = 3,
    ) -> None:
        if score not in SCORES:
            raise TmimaError(f"unknown score {score!r}: choose one of {', '.join(SCORES)}")
        for name, value in (("width", width), ("block", block), ("apart", apart)):
            if value < 1:
                raise TmimaError(f"{name} must be at least 1, not {value}")
        if smoothing < 0 or smoothing % 2 or rounds < 0:
            raise TmimaError(
                "smoothing must be an even number and rounds a number of 0 or more, not "
                f"{smoothing} and {rounds}"
            )
        self.score = score
        self.width = width
        self.block = block
        self.smoothing = smoothing
        self.rounds = rounds
        self.deviations = deviations
        self.apart = apart

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the tiles; a number of segments is ignored."""
        stream = WordRow.of(text)
        return stream.cut_near(gap * self.width for gap in self._boundaries(self.curve(stream)))

    def curve(self, stream: WordRow) -> NDArray[np.float64]:
        """Return the smoothed score of each gap: the first is after the first sequence."""
        scores = (
            self._block_scores(stream)
            if self.score == "blocks"
            else self._vocabulary_scores(stream)
        )
        for _ in range(self.rounds):
            scores = _smoothed(scores, self.smoothing // 2)
        return scores

    def _block_scores(self, stream: WordRow) -> NDArray[np.float64]:
        sequences = -(-len(stream.terms) // self.width)
        terms = stream.terms.max(initial=-1) + 1
        scores = np.zeros(max(sequences - 1, 0))
        for gap in range(1, sequences):
            reach = min(self.block, gap, sequences - gap)
            left, right = (
                np.bincount(stream.terms[part][stream.kept[part]], minlength=terms)
                for part in (
                    slice((gap - reach) * self.width, gap * self.width),
                    slice(gap * self.width, (gap + reach) * self.width),
                )
            )
            norms = float(left @ left) * float(right @ right)
            if norms > 0:
                scores[gap - 1] = (left @ right) / np.sqrt(norms)
        return scores

    def _vocabulary_scores(self, stream: WordRow) -> NDArray[np.float64]:
        new = (stream.first_uses() & stream.kept).astype(np.float64)
        starts = np.arange(0, len(new), self.width)
        if len(starts) < 2:
            return np.zeros(0)
        counts = np.add.reduceat(new, starts)
        shares: NDArray[np.float64] = (counts[:-1] + counts[1:]) / (2 * self.width)
        return shares

    def _boundaries(self, scores: NDArray[np.float64]) -> list[int]:
        if not len(scores):
            return []
        depths = depth_scores(scores)
        cutoff = max(float(depths.mean() - self.deviations * depths.std()), 0.0)
        deep = [place for place in peaks(-scores) if depths[place] > cutoff]
        taken: list[int] = []
        for place in sorted(deep, key=lambda place: -depths[place]):
            if all(abs(place - other) >= self.apart for other in taken):
                taken.append(place)
        return sorted(place + 1 for place in taken)


def _smoothed(scores: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """Average each score with those on either side, as many as there are."""
    sums = np.concatenate(([0.0], np.cumsum(scores)))
    places = np.arange(len(scores))
    first = np.maximum(places - reach, 0)
    last = np.minimum(places + reach + 1, len(scores))
    means: NDArray[np.float64] = (sums[last] - sums[first]) / (last - first)
    return means


ENTRY = MethodEntry(
    name="texttiling",
    year="1994",
    summary="valleys in the likeness of neighbouring blocks, or in first uses of words",
    reference="Hearst, Multi-Paragraph Segmentation of Expository Text, ACL 1994",
    make=TextTiling,
)
