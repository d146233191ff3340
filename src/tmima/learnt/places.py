"""What is seen at each place of a text, in numbers.

A place is the beginning of a unit; row i of the features is the place before unit i. `features` has
the table of them; the last columns, the same in each row, are those of the text as a whole.

Time grows with the text. Features are made for 2,000 places at a time: those of all would take many
times the text. The numbers are rounded, so that the last bit of a sum or of a logarithm, which is
not the same on all machines, decides nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tmima import kernel
from tmima.kernel.arrays import Flags, Singles
from tmima.learnt import features
from tmima.learnt.numerics import batches, rounded
from tmima.learnt.views import TextView
from tmima.similarity import Similarity
from tmima.text import Units


@dataclass(frozen=True, eq=False)
class Places:
    """The features of a text.

    Attributes:
        windows: yields them for some neighbouring places at a time, one row per place, one column
            per feature.
        said: what the text is like as a whole.
        signs: what the layout says of each place; zeros where nothing is known.
        expected: what chance would give D.
        deviation: of D from that, over all pairs.
    """

    windows: Callable[[], Iterator[Singles]]
    said: Singles
    signs: Flags
    expected: kernel.Expected
    deviation: float

    def __len__(self) -> int:
        return len(self.signs)

    @property
    def values(self) -> Singles:
        """The features of all places."""
        return np.concatenate(list(self.windows()))

    @cached_property
    def without_outline(self) -> "Places":
        """The same where the author's outline is not followed: what it tells is not known."""
        columns = features.sign_kinds()[features.OUTLINE]
        if not self.signs[:, columns].any():
            return self
        signs = self.signs.copy()
        signs[:, columns] = 0
        return replace(self, signs=signs)

    @cached_property
    def text(self) -> Singles:
        """What the text is like as a whole: its numbers, and how many places have each sign."""
        signs = self.signs.sum(axis=0).astype(np.float32) / np.float32(len(self))
        return np.concatenate((self.said, signs)).astype(np.float32, copy=False)


def seen(similarity: Similarity, units: Units) -> Places:
    """Return what can be seen at the places of a text."""
    text = TextView.of(similarity, units)
    said = rounded(np.array([one.compute(text) for one in features.TEXT_FEATURES]))

    def windows() -> Iterator[Singles]:
        for some in text.places():
            columns = [one.compute(some) for one in features.PLACE_FEATURES]
            size = some.last - some.first
            values = np.empty((size, len(columns) + len(said)), dtype=np.float32)
            done = 0
            for batch in batches(columns, size):
                values[:, done : done + len(batch)] = rounded(np.array(batch)).T
                done += len(batch)
            values[:, done:] = said
            yield values

    signs = features.layout_signs(units)
    return Places(windows, said, signs, text.windows.expected, text.windows.deviation)
