"""What features are computed from: a text, and some neighbouring places of it.

What several features need is computed once, when the first of them asks for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tmima.kernel.arrays import Floats, Indices, Singles
from tmima.learnt.beliefs import believed
from tmima.learnt.numerics import logarithms, place_windows
from tmima.learnt.similarity_windows import Columns, SimilarityWindows
from tmima.learnt.surface import Marks, SizeColumns, Sizes
from tmima.learnt.words import Chains, split_odds
from tmima.similarity import Similarity
from tmima.text import Units


@dataclass(frozen=True, slots=True, eq=False)
class TextView:
    """A text as a whole.

    Attributes:
        units: its units.
        windows: how similar they are.
        sizes: how long they are.
        beliefs: what small models believe of each place, by name.
        said: what those say of the text, by name.
    """

    units: Units
    windows: SimilarityWindows
    sizes: Sizes
    beliefs: dict[str, Singles]
    said: dict[str, float]

    @classmethod
    def of(cls, similarity: Similarity, units: Units) -> "TextView":
        """Look at a text."""
        windows = SimilarityWindows.of(similarity)
        beliefs, said = believed(similarity, units, windows.expected, windows.deviation)
        return cls(units, windows, Sizes.of(units), beliefs, said)

    def places(self) -> Iterator["PlacesView"]:
        """Yield all places, those together that are looked at together."""
        # Gone when all places were seen.
        splits, chains = split_odds(self.units), Chains.of(self.units)
        windows = place_windows(len(self.units))
        for (first, last), similar in zip(windows, self.windows.columns(), strict=True):
            yield PlacesView(self, first, last, similar, splits, chains)


@dataclass(frozen=True, eq=False)
class PlacesView:
    """Some neighbouring places of a text.

    Attributes:
        text: which they are places of.
        first: the first of them.
        last: the place behind the last of them.
        similar: what is seen there through windows, by side and window.
        splits: of all places of the text, by window.
        chains: of the words of the text.
    """

    text: TextView
    first: int
    last: int
    similar: Columns
    splits: dict[int, Singles]
    chains: Chains

    @cached_property
    def here(self) -> slice:
        """Where they are among all places."""
        return slice(self.first, self.last)

    @cached_property
    def before(self) -> Indices:
        """How many units are before each of them."""
        return np.arange(self.first, self.last)

    @cached_property
    def after(self) -> Indices:
        """How many units are after each of them."""
        return len(self.text.units) - self.before

    @cached_property
    def logarithms(self) -> Floats:
        """The logarithms of 1 + n for n up to the units of the text."""
        return logarithms(len(self.text.units) + 1)

    @cached_property
    def shares(self) -> dict[tuple[str, str, int], Floats]:
        """The shares of words that begin, end or occur once, by which, side and span."""
        return self.chains.shares(self.first, self.last)

    @cached_property
    def sizes(self) -> SizeColumns:
        """How long the units are."""
        return self.text.sizes.columns(self.first, self.last)

    @cached_property
    def marks(self) -> Marks:
        """How the units begin and end."""
        return Marks.of(self.text.units, self.first, self.last)
