"""What the repetition of words gives every segment, where a word's n uses give a sum of n gains."""

import numpy as np

from tmima.arrays import Floats, Indices
from tmima.methods.text import MethodText


class Repetition:
    """The sum of h(n_w) over the different words w of segments, n_w being its uses in one.

    h(n) is the sum of the first n gains: the first use of a word in a segment gives gains[0], the
    second gains[1] and so on. Seen from the starts of segments, the uses of a word are a staircase
    that steps at its earlier uses. So all starts are brought up to date by touching the earlier
    uses alone, and one running sum: about T^2 for T units. Ends are asked for in rising order.

    Args:
        text: whose words are counted.
        gains: at least as many as the most frequent word has uses.
    """

    def __init__(self, text: MethodText, gains: Floats) -> None:
        counts = np.bincount(text.owners, minlength=len(text))
        self._edges = np.concatenate(([0], np.cumsum(counts)))
        self._sequence = text.sequence
        self._steps = np.diff(gains, prepend=0.0)
        # The units of the earlier uses of each word, the latest first.
        self._earlier: dict[int, Indices] = {}
        # What starting here gives beyond what starting one unit later does.
        self._more = np.zeros(len(text))
        self._done = 0

    def ending(self, end: int) -> Floats:
        """Return the sums of the segments [0, end), [1, end), ..., [end - 1, end)."""
        while self._done < end:
            self._add(self._done)
            self._done += 1
        return np.cumsum(self._more[end - 1 :: -1])[::-1]

    def lengths(self, end: int) -> Indices:
        """Return the words of the segments [0, end), [1, end), ..., [end - 1, end)."""
        lengths: Indices = self._edges[end] - self._edges[:end]
        return lengths

    def _add(self, unit: int) -> None:
        for word in self._sequence[self._edges[unit] : self._edges[unit + 1]].tolist():
            earlier = self._earlier.get(word)
            places = np.array([unit]) if earlier is None else np.concatenate(([unit], earlier))
            # A word may be used twice in a unit, so places repeat.
            np.add.at(self._more, places, self._steps[: len(places)])
            self._earlier[word] = places


def most_uses(text: MethodText) -> int:
    """Return how often the most frequent word of a text is used; 0 if there is none."""
    return int(np.bincount(text.sequence).max(initial=0))
