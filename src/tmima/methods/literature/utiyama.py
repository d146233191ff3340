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
h(f) = f log(f + 1): a new use of a word adds h(f + 1) - h(f) to the sum (`parts/repetition.py`).
Time is about T^2 for T units.

Departures: none in the model, and none from the authors' program (textseg 1.211), whose own test
gives the same cuts and costs (docs/conformance.md). The words are those that the analyzer keeps,
and the figures move with them: on Choi's texts of 3-5 sentences Pk is from 12 to 15 by the way
words are found.
"""

import math

import numpy as np

from tmima.errors import TmimaError
from tmima.kernel.arrays import Floats, one_by_one
from tmima.methods.method import MethodEntry
from tmima.methods.searches import cheapest_segments
from tmima.methods.vocabulary import RepeatedWords, greatest_frequency
from tmima.segmentation import Prepared
from tmima.text import Segmentation


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

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the most probable segmentation, of those into a given number or of all."""
        costs = SegmentCode(text)
        # A text of one word has log n = 0, one of none has none: they still are one segment.
        each = self.prior * math.log(max(len(text.sequence), 2)) if n_segments is None else 0.0
        return cheapest_segments(
            len(text), lambda end: costs.ending(end) + each, n_segments=n_segments
        )


class SegmentCode:
    """The cost of the words of every segment, by ends that are asked for in rising order."""

    def __init__(self, text: Prepared) -> None:
        self._different = len(np.unique(text.sequence))
        frequencies = np.arange(greatest_frequency(text) + 1)
        codes = frequencies * one_by_one(math.log, frequencies + 1.0)
        self._words = RepeatedWords(text, np.diff(codes))
        # A segment without a word costs nothing, though log 0 be asked for in a text without any.
        lengths = np.arange(len(text.sequence) + 1)
        each = one_by_one(math.log, np.maximum(lengths + self._different, 1))
        self._lengths = lengths * each

    def ending(self, end: int) -> Floats:
        """Return the costs of the segments [0, end), [1, end), ..., [end - 1, end)."""
        code: Floats = self._lengths[self._words.lengths(end)] - self._words.ending(end)
        return code


ENTRY = MethodEntry(
    name="utiyama",
    year="2001",
    summary="maximum-probability segmentation with a prior on the number of segments",
    reference="Utiyama and Isahara, A Statistical Model for Domain-Independent Text Segmentation, "
    "ACL 2001",
    make=Utiyama,
    count="optional",
)
