"""The recursion over all segmentations at once: its tables, its passes, and the ways back.

`kernel.forward` fills the table from the left, `kernel.backward` goes over it from the right. Their
sum is the least cost, the least few, or the soft minimum at a temperature.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

import numpy as np

from tmima import kernel
from tmima.errors import TmimaError
from tmima.kernel.arrays import Floats, Indices, equal, lazily_allocated_zeros
from tmima.segmentation.constraints import Admissible
from tmima.segmentation.cost import TextCost
from tmima.similarity import Columns, Similarity, column_blocks
from tmima.text import Segmentation

# A number outside the middle is as improbable as this, on either side.
_TAIL = 0.1
# Shares are rounded, so that no last bit of an exponential decides.
_DECIMALS = 9
# How many deviations from the mean numbers are told of.
_FARTHEST = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class NumberOfSegments:
    """How probable each number of segments is.

    Attributes:
        first: the least number that is told of.
        shares: the probability of that number, of the next one, and so on.
    """

    first: int
    shares: Floats

    def __eq__(self, other: object) -> bool:
        return equal(self, other)

    def __hash__(self) -> int:
        return hash((self.first, len(self.shares)))

    @classmethod
    def of(cls, first: int, shares: Floats) -> Self:
        """Return the distribution, cut to the numbers of nonzero probability."""
        rounded = np.round(shares / shares.sum(), _DECIMALS)
        met = np.flatnonzero(rounded)
        low, high = int(met[0]), int(met[-1]) + 1
        return cls(first + low, rounded[low:high])

    @classmethod
    def normal(
        cls, mean: float, deviation: float, least: int = 1, greatest: float = math.inf
    ) -> Self:
        """Return the numbers of a normal distribution, from the least to the greatest possible."""
        spread = max(deviation, 1e-3)
        first = max(least, math.floor(mean - _FARTHEST * spread))
        last = int(min(greatest, math.ceil(mean + _FARTHEST * spread)))
        edges = [
            math.erf((each - 0.5 - mean) / spread / math.sqrt(2)) for each in range(first, last + 2)
        ]
        return cls.of(first, np.diff(np.array(edges)))

    @property
    def median(self) -> int:
        """The least number that half of all segmentations do not exceed, each as it is probable."""
        return self._quantile(0.5)

    @property
    def interval(self) -> tuple[int, int]:
        """The middle four fifths: between these the number probably lies."""
        return self._quantile(_TAIL), self._quantile(1 - _TAIL)

    @property
    def mean(self) -> float:
        """The expected number."""
        numbers = self.first + np.arange(len(self.shares))
        return float((numbers * self.shares).sum() / self.shares.sum())

    def share(self, number: int) -> float:
        """Return how probable a number is."""
        at = number - self.first
        return float(self.shares[at]) if 0 <= at < len(self.shares) else 0.0

    def _quantile(self, part: float) -> int:
        reached = np.round(np.cumsum(self.shares), _DECIMALS) >= part
        return self.first + (int(np.argmax(reached)) if reached.any() else len(self.shares) - 1)

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "median": self.median,
            "interval": list(self.interval),
            "first": self.first,
            "shares": self.shares.tolist(),
        }


# The table has a number for each place, layer and rank: two gigabytes at the most.
_MOST_NUMBERS = 1 << 28
# In texts of up to so many units the probability of each number of segments is summed exactly.
_MOST_COUNTED = 4000


@dataclass(frozen=True, slots=True)
class Solution:
    """A segmentation and its cost."""

    segmentation: Segmentation
    cost: float


class Recursion:
    """One pass of the recursion over a text, and what it leaves behind.

    Args:
        similarity: D.
        cost: of the text's segments.
        allowed: which segments and cuts there may be.
        ranks: how many of the least costs are kept.
        layers: 1, or one more than the greatest number of segments.
        step: 1 if layers stand for numbers of segments, else 0.
        temperature: 0 for least costs, above it for soft minima.
        biases: by which each cut is dearer, by layer; nothing by default.
    """

    def __init__(
        self,
        similarity: Similarity,
        cost: TextCost,
        allowed: Admissible,
        *,
        ranks: int,
        layers: int,
        step: int,
        temperature: float,
        biases: Sequence[float] = (),
    ) -> None:
        size = len(similarity)
        if (size + 1) * layers * ranks > _MOST_NUMBERS:
            raise TmimaError(
                f"{size} units with {layers - step} numbers of segments and {ranks} alternatives "
                "are too many to keep: ask for fewer"
            )
        self.allowed = allowed
        longest = allowed.longest
        self._similarity = similarity
        self._reach = longest - 1
        self._table = kernel.ValueTable.empty(size + 1, layers, ranks, soft=temperature > 0)
        if len(biases):
            # Each layer begins for itself.
            self._table.values[0] = 0.0
        self._scratch = kernel.Scratch.empty(size, longest)
        self._cost = cost.as_kernel_cost(longest)
        self._bounds = kernel.Bounds(allowed.earliest, allowed.latest, allowed.closed)
        self._mode = kernel.Mode(temperature, step, np.array(biases, dtype=np.float64))
        self._over = allowed.places_by_end()
        self._hidden: dict[int, Floats] = {}

    @property
    def values(self) -> Floats:
        """What the recursion finds for each place, layer and rank."""
        return self._table.values

    @property
    def spreads(self) -> Floats:
        """At a temperature, the entropy of the choice of the last segment by place and layer."""
        return self._table.spreads

    def forward(self, *beside: "Recursion") -> None:
        """Fill the values from the first unit to the last, in one pass over the columns of D.

        The recursions in `beside` are filled in the same pass. They must have the same similarity,
        and a window that is no larger.
        """
        runs = (self, *beside)
        for block in column_blocks(self._similarity, reach=self._reach):
            for part in _split_columns(block, self._over):
                for one in runs:
                    kernel.forward(
                        one._table, one._scratch, one._cost, one._bounds, one._mode, part
                    )
                    one._exclude_section_places(part.last)
        for one in runs:
            one._readmit_all_places()

    def cheapest_in_layers(self, low: int, high: int) -> list[Solution]:
        """Return the cheapest segmentations that end in one of the layers, cheapest first."""
        ends = self.values[-1, low : high + 1]
        ranks = ends.shape[1]
        order = np.argsort(ends, axis=None, kind="stable")[:ranks]
        return [
            self._trace(low + int(place) // ranks, int(place) % ranks)
            for place in order
            if np.isfinite(ends.flat[place])
        ]

    def _trace(self, layer: int, rank: int) -> Solution:
        place = len(self.values) - 1
        cost = float(self.values[place, layer, rank])
        # Views: an array would make an object of each number that is looked at.
        previous = self._table.previous.data
        previous_ranks = self._table.previous_ranks.data
        boundaries, ranked = [], self.values.shape[2] > 1
        while place > 0:
            boundaries.append(place)
            back = previous[place, layer, rank]
            if ranked:
                rank = previous_ranks[place, layer, rank]
            layer -= self._mode.step
            place = back
        return Solution(Segmentation(tuple(reversed(boundaries))), cost)

    def backward(self, ends: Floats, nothing: float) -> Floats:
        """Return for each place and layer what `kernel.backward` finds beyond it.

        `ends` are the initial values of the layers at the end of the text, `nothing` that of all
        places. It may be called only once, after `forward`.
        """
        beyond: Floats = np.full(self.values.shape[:2], nothing)
        beyond[-1] = ends
        for block in self._columns_backward():
            # What the places of a section that is over were given comes of segments across its end.
            beyond[self._over.get(block.last, _NOWHERE)] = nothing
            kernel.backward(
                self._table, beyond, self._scratch, self._cost, self._bounds, self._mode, block
            )
        return beyond

    def _columns_backward(self) -> Iterator[Columns]:
        """Yield the columns of D from the last to the first, parted where a section ends.

        The places that a section holds are hidden, as if nothing reached them, from its end on: so
        no segment that begins in it ends beyond.
        """
        for end in self._over:
            self._exclude_section_places(end)
        for block in column_blocks(self._similarity, reach=self._reach, backward=True):
            for part in reversed(list(_split_columns(block, self._over))):
                self._readmit_section_places(part.last)
                yield part
        self._readmit_all_places()

    def _exclude_section_places(self, end: int) -> None:
        """Set the places inside sections that end here to infinity, until they are readmitted."""
        places = self._over.get(end)
        if places is not None:
            self._hidden[end] = self.values[places]
            self.values[places] = np.inf

    def _readmit_section_places(self, end: int) -> None:
        hidden = self._hidden.pop(end, None)
        if hidden is not None:
            self.values[self._over[end]] = hidden

    def _readmit_all_places(self) -> None:
        for end in list(self._hidden):
            self._readmit_section_places(end)

    def numbers(self) -> NumberOfSegments:
        """Return how probable each number of segments is; once, after `forward` by one layer.

        Beyond some thousand units it is taken for a normal distribution with its true mean and
        variance, over the numbers that are possible at all.
        """
        size = len(self.values) - 1
        if size > _MOST_COUNTED:
            mean, square = self._table.counts[:, -1].tolist()
            deviation = math.sqrt(max(0.0, square - mean * mean))
            return NumberOfSegments.normal(mean, deviation, *self.allowed.possible_counts())
        # Each row is written to in a narrow band alone.
        counts = lazily_allocated_zeros(size + 1, size + 1)
        counts[-1, 0] = 1.0
        bands = np.empty((size + 1, 2), dtype=np.int64)
        bands[:] = counts.shape[1], -1
        bands[-1] = 0
        for block in self._columns_backward():
            kernel.count_segments_beyond(
                self._table,
                counts,
                bands,
                self._scratch,
                self._cost,
                self._bounds,
                self._mode,
                block,
            )
        return NumberOfSegments.of(0, counts[0])

    def draw(self, layers: Indices, generator: "np.random.Generator") -> list[Solution]:
        """Draw segmentations from right to left, each from the layer it ends in."""
        count = len(layers)
        places = np.full(count, len(self.values) - 1)
        boundaries: list[list[int]] = [[len(self.values) - 1] for _ in range(count)]
        costs = np.zeros(count)
        temperature, step, _ = self._mode
        for block in column_blocks(self._similarity, reach=self._reach, backward=True):
            known = block.last  # the row sums hold the columns before it
            while (top := int(places.max())) > block.first:
                self._subtract_columns(block, top, known)
                known = top
                chosen = np.flatnonzero(places == top)
                starts, weights = self._allowed_starts(top - 1)
                for layer in np.unique(layers[chosen]):
                    members = chosen[layers[chosen] == layer]
                    excess = self.values[starts, layer - step, 0] + weights
                    excess = (excess - self.values[top, layer, 0]) / temperature
                    picked = draw_indices(np.exp(-excess), generator.random(len(members)))
                    places[members] = starts[picked]
                    costs[members] += weights[picked]
                layers[chosen] -= step
                for sample in chosen:
                    if places[sample] > 0:
                        boundaries[sample].append(int(places[sample]))
            self._subtract_columns(block, block.first, known)
        return [
            Solution(Segmentation(tuple(reversed(cuts))), float(cost))
            for cuts, cost in zip(boundaries, costs, strict=True)
        ]

    def _allowed_starts(self, column: int) -> tuple[Indices, Floats]:
        """Return the first units of the segments that may end with a unit, and their costs."""
        earliest, latest = int(self._bounds.earliest[column]), int(self._bounds.latest[column])
        kernel.weigh(self._scratch, self._cost, column, earliest)
        starts = np.arange(earliest, latest + 1)
        weights = self._scratch.weights[: len(starts)].copy()
        if self.allowed.until is not None:
            weights[self.allowed.until[starts] <= column] = np.inf
        return starts, weights

    def _subtract_columns(self, block: Columns, left: int, known: int) -> None:
        """Take the columns left .. known - 1 of a block out of the sums of the rows."""
        gone = block.between(left, known)
        twice = np.where(gone.rows == gone.columns(), 1.0, 2.0) * gone.values
        np.subtract.at(self._scratch.row_sums, gone.rows, twice)


# No place at all.
_NOWHERE = np.empty(0, dtype=np.int64)


def _split_columns(block: Columns, ends: Mapping[int, Indices]) -> Iterator[Columns]:
    """Yield the columns of a block, parted at some places."""
    inside = [end for end in ends if block.first < end < block.last]
    for first, last in pairwise([block.first, *inside, block.last]):
        yield block if last - first == block.last - block.first else block.between(first, last)


def draw_indices(shares: Floats, chances: Floats) -> Indices:
    """Return for each chance in [0, 1) the choice it falls on, each as likely as its share."""
    sums = np.cumsum(shares)
    indices: Indices = np.searchsorted(sums, chances * sums[-1], side="right")
    return indices.clip(max=len(shares) - 1)
