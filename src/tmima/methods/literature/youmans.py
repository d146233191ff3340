"""The vocabulary-management profile (Youmans 1991): valleys before upturns in new words.

Publication: Gilbert Youmans, "A New Tool for Discourse Analysis: The Vocabulary-Management
Profile", Language 67(4), 1991.

A window of W = 35 words moves over the text a word at a time. With new(j) = 1 where the word j is
used for the first time in the text and 0 elsewhere, its value is the number of first uses in it,

    v(i) = sum of new(j) for i <= j < i + W,

and stands at the middle of the window. While an author stays with a topic words repeat and the
profile falls; a new topic brings new words and an upturn. Boundaries lie at the valleys before
upturns, and the clear-cut ones matter.

Youmans reads his profiles by eye. Here a valley counts if the profile falls to it by at least h
new words from a peak and climbs from it by at least h to another, without an equal move the other
way in between, where

    h = rise * standard deviation of the profile, and at least 1;

rise = 1.5 was chosen on 50 of Choi's texts of each range, among 13 settings.

The cut is at the last of the valley's lowest points, where the upturn begins, moved to the nearest
end of a unit.

Departures: the rule for valleys, which the publication leaves to the reader. A valley drawn at the
middle lies half a window before the first new word, so by default a boundary is put where its
window ends; `place="middle"` is the publication's picture. As in the publication every word may be
new, the analyzer's stop words too; `words="kept"` leaves them out. The number of segments cannot
be told. In long texts few words are new and valleys become rare; Youmans's later formulas, which
answer that, are not here.
"""

import numpy as np
from numpy.typing import NDArray

from tmima.errors import TmimaError
from tmima.methods.method import MethodEntry
from tmima.methods.vocabulary import WordRow
from tmima.segmentation import Prepared
from tmima.text import Segmentation

PLACES = ("end", "middle")
WORDS = ("all", "kept")


class VocabularyManagement:
    """Cuts at the valleys of the number of first uses in a moving window.

    Args:
        window: W, in words.
        rise: the least fall and upturn beside a valley, in standard deviations of the profile.
        place: "end" or "middle" of the window at a valley, where the cut is put.
        words: "all" or "kept", which words may be new; all take their place in the window.
    """

    def __init__(
        self,
        *,
        window: int = 35,
        rise: float = 1.5,
        place: str = "end",
        words: str = "all",
    ) -> None:
        if window < 1:
            raise TmimaError(f"window must be at least 1 word, not {window}")
        if not rise >= 0:
            raise TmimaError(f"rise must be 0 or more standard deviations, not {rise}")
        if place not in PLACES:
            raise TmimaError(f"unknown place {place!r}: choose one of {', '.join(PLACES)}")
        if words not in WORDS:
            raise TmimaError(f"unknown words {words!r}: choose one of {', '.join(WORDS)}")
        self.window = window
        self.rise = rise
        self.place = place
        self.words = words

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the segments between valleys; a number of segments is ignored."""
        stream = WordRow.of(text)
        profile = self.profile(stream)
        if not len(profile):
            return Segmentation((len(text),))
        least = max(self.rise * float(profile.std()), 1.0)
        offset = self.window if self.place == "end" else self.window / 2
        return stream.cut_near(valley + offset for valley in valleys(profile, least))

    def profile(self, stream: WordRow) -> NDArray[np.int64]:
        """Return the number of first uses in each window, by the place of its first word."""
        new = stream.first_uses()
        if self.words == "kept":
            new &= stream.kept
        sums = np.concatenate(([0], np.cumsum(new)))
        counts: NDArray[np.int64] = sums[self.window :] - sums[: -self.window]
        return counts


def valleys(profile: NDArray[np.int64], least: float) -> list[int]:
    """Return the last lowest points between falls and climbs of at least a given size.

    >>> valleys(np.array([5, 1, 2, 1, 4, 3, 6]), 2)
    [3]
    """
    places: list[int] = []
    falling = False
    highest = int(profile[0])
    lowest = 0
    for place, value in enumerate(profile.tolist()):
        if falling:
            if value <= profile[lowest]:
                lowest = place
            elif value - profile[lowest] >= least:
                places.append(lowest)
                falling, highest = False, value
        elif highest - value >= least:
            falling, lowest = True, place
        else:
            highest = max(highest, value)
    return places


ENTRY = MethodEntry(
    name="vmp",
    year="1991",
    summary="vocabulary-management profile: valleys before upturns in the first uses of words",
    reference="Youmans, A New Tool for Discourse Analysis: The Vocabulary-Management Profile, "
    "Language 67, 1991",
    make=VocabularyManagement,
)
