"""Maximum-probability segmentation (Utiyama and Isahara 2001).

Publication: Masao Utiyama and Hitoshi Isahara, "A Statistical Model for Domain-Independent Text
Segmentation", ACL 2001.

Each segment draws its words from a distribution of its own, estimated from the segment itself by
Laplace's rule. With n words in the text, k of them different, n_i words in segment i and f_i(w)
uses of the word w in it,

    P(w | segment i) = (f_i(w) + 1) / (n_i + k)
    P(segmentation)  = n^(-m)                      for m segments: m log n is its length in a code

and the segmentation of greatest probability has the least cost

    C = sum over segments i of [ sum over words w of segment i of log((n_i + k) / (f_i(w) + 1)) ]
        + m log n.

It is found by dynamic programming. With a number of segments given (the publication's U00b), the
prior says nothing and is left out.

The cost of a segment is n_i log(n_i + k) - sum over different words of h(f_i(w)), where
h(f) = f log(f + 1). A new use of a word adds h(f + 1) - h(f) to the sum, and seen from the starts
of segments, f is a staircase that steps at the earlier uses of the word. So all starts are brought
up to date by touching the earlier uses alone, and one running sum: about T^2 for T units.

Departures: none in the model. The words are those that the analyzer keeps, and the figures move
with them: on Choi's texts of 3-5 sentences Pk is from 12 to 15 by the way words are found.
"""

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.method import MethodEntry
from tmima.methods.parts.searches import cheapest_segments
from tmima.methods.text import MethodText
from tmima.values import Segmentation


class Utiyama:
    """Finds the segmentation of greatest probability.

    Args:
        prior: a factor on the prior's log n a segment; 1 is the publication, more gives fewer
            segments.
    """

    def __init__(self, *, prior: float = 1.0) -> None:
        if not prior >= 0:
            raise TmimaError(f"prior is a factor of 0 or more, not {prior}")
        self.prior = prior

    def segment(self, text: MethodText, *, n_segments: int | None = None) -> Segmentation:
        """Return the most probable segmentation, of those into a given number or of all."""
        costs = SegmentCode(text)
        # A text of one word has log n = 0, one of none has none: they still are one segment.
        each = self.prior * np.log(max(len(text.sequence), 2)) if n_segments is None else 0.0
        return cheapest_segments(
            len(text), lambda end: costs.ending(end) + each, n_segments=n_segments
        )


class SegmentCode:
    """The cost of the words of every segment, by ends that are asked for in rising order."""

    def __init__(self, text: MethodText) -> None:
        uses = text.sequence
        self._different = len(np.unique(uses))
        counts = np.bincount(text.owners, minlength=len(text))
        self._edges = np.concatenate(([0], np.cumsum(counts)))
        self._sequence = uses
        frequencies = np.arange(np.bincount(uses).max(initial=0) + 1)
        gains = np.diff(frequencies * np.log(frequencies + 1.0))
        self._steps = np.diff(gains, prepend=0.0)
        # The units of the earlier uses of each word, the latest first.
        self._earlier: dict[int, NDArray[np.int64]] = {}
        # The repetition of words that starting here saves, beyond that of starting one later.
        self._saved = np.zeros(len(text))
        self._done = 0

    def ending(self, end: int) -> NDArray[np.float64]:
        """Return the costs of the segments [0, end), [1, end), ..., [end - 1, end)."""
        while self._done < end:
            self._add(self._done)
            self._done += 1
        lengths = self._edges[end] - self._edges[:end]
        gains = np.cumsum(self._saved[end - 1 :: -1])[::-1]
        # A segment without a word costs nothing, though log 0 be asked for in a text without any.
        costs: NDArray[np.float64] = lengths * np.log(np.maximum(lengths + self._different, 1))
        return costs - gains

    def _add(self, unit: int) -> None:
        for word in self._sequence[self._edges[unit] : self._edges[unit + 1]].tolist():
            earlier = self._earlier.get(word)
            places = np.array([unit]) if earlier is None else np.concatenate(([unit], earlier))
            # A word may be used twice in a unit, so places repeat.
            np.add.at(self._saved, places, self._steps[: len(places)])
            self._earlier[word] = places


ENTRY = MethodEntry(
    name="utiyama",
    year="2001",
    summary="maximum-probability segmentation with a prior on the number of segments",
    reference="Utiyama and Isahara, A Statistical Model for Domain-Independent Text Segmentation, "
    "ACL 2001",
    make=Utiyama,
    count="optional",
)
