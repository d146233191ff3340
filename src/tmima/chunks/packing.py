"""Chunks of a text: the cheapest of all ways to pack its sentences into chunks within a limit.

    cost = sum over the cuts of what the place of each costs (`places`)
           + sum over the chunks of what their size costs

A chunk below the least size costs the more the smaller it is; that is a wish, and never a refusal.
Costs are whole numbers and depend on nothing but what stands beside a place and in a chunk. So two
texts that are equal behind a place where both are cut have the same chunks behind it.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tmima.chunks.places import PLACE_COSTS, Costs, PlaceCosts, place_costs
from tmima.errors import TmimaError
from tmima.methods import MethodEntry
from tmima.segmentation import Constraints, Prepared
from tmima.segmentation.tokenizers import TokenCounts
from tmima.text import Segmentation

# So often chunks that are too large after all are ruled out before each is counted that is weighed.
_ROUNDS = 8
# The limit of a passage, in limits of a chunk.
PASSAGE = 4
_RULED_OUT = 1 << 60


class SizeCosts(NamedTuple):
    """What the size of a chunk costs.

    Attributes:
        chunk: each, so that of chunks that cost the same there are few.
        short: one without any token; one of the least size costs nothing.
    """

    chunk: int = 75
    short: int = 800


SIZE_COSTS = SizeCosts()


class Packing:
    """The method that packs sentences into chunks.

    Args:
        constraints: with the greatest size in tokens.
        least: the size below which a chunk costs more; a quarter of the greatest if not given.
        places: what cuts cost.
        sizes: what sizes cost.
    """

    def __init__(
        self,
        *,
        constraints: Constraints | Mapping[str, Any] | None = None,
        least: int | None = None,
        places: PlaceCosts = PLACE_COSTS,
        sizes: SizeCosts = SIZE_COSTS,
    ) -> None:
        self.constraints = Constraints.of(constraints)
        if self.constraints.max_size is None or self.constraints.size_unit != "tokens":
            raise TmimaError("chunks need `max_size`, the greatest number of tokens of one")
        self.most = self.constraints.max_size
        self.least = max(1, self.most // 4 if least is None else min(least, self.most))
        self.places = places
        self.sizes = sizes

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return the chunks."""
        counts, sums, costs = self._token_counts_and_place_costs(text)
        by_size = self._size_costs(self.most, self.least)
        earliest = np.zeros(len(costs), dtype=np.int64)
        fitting: set[tuple[int, int]] = set()
        for _ in range(_ROUNDS):
            ends = cheapest(sums, costs, by_size, earliest)
            runs = set(pairwise([0, *ends])) - fitting
            wrong = [(a, b) for a, b in sorted(runs) if counts.of(a, b) > self.most]
            if not wrong:
                return Segmentation(tuple(ends))
            fitting |= runs.difference(wrong)
            for first, last in wrong:
                earliest[last] = max(int(earliest[last]), first + 1)
        # A tokenizer that counts most texts higher than their parts: nothing but counting helps.
        fits = lambda first, last: counts.of(first, last) <= self.most  # noqa: E731
        return Segmentation(tuple(cheapest(sums, costs, by_size, earliest, fits)))

    def passages(self, text: Prepared, chunks: Segmentation) -> list[int]:
        """Return for each chunk the number of the passage of whole chunks that it lies in."""
        ends = [0, *chunks.boundaries]
        _, sums, costs = self._token_counts_and_place_costs(text)
        by_size = self._size_costs(PASSAGE * self.most, self.most)
        last_chunks = cheapest(
            sums[ends], costs[ends], by_size, np.zeros(len(ends), dtype=np.int64)
        )
        return np.repeat(np.arange(len(last_chunks)), np.diff([0, *last_chunks])).tolist()

    def _token_counts_and_place_costs(self, text: Prepared) -> tuple[TokenCounts, Costs, Costs]:
        """Return the counter of tokens, the tokens before each place, and the costs of cuts."""

        def found() -> tuple[TokenCounts, Costs, Costs]:
            edges = tuple(text.units.edges)
            counts = TokenCounts(text.document.text, edges, self.constraints.tokenizer)
            sums = np.concatenate(([0], np.cumsum(counts.tokens_of_units())))
            return counts, sums, place_costs(text.units, text.document, self.places)

        return text.remember(("chunks", self), found)

    def _size_costs(self, most: int, least: int) -> Costs:
        """Return what a chunk of each number of tokens costs, up to the greatest."""
        missing = np.maximum(0, least - np.arange(most + 1, dtype=np.int64))
        return self.sizes.chunk + self.sizes.short * missing // least


def cheapest(
    sums: Costs,
    costs: Costs,
    by_size: Costs,
    earliest: Costs,
    fits: Callable[[int, int], bool] | None = None,
) -> list[int]:
    """Return the ends of the chunks that cost least together.

    Of those that cost the same, the one with the shortest last chunk, then the shortest before it.

    Args:
        sums: the tokens before each of the places 0 .. T, unit by unit.
        costs: what a cut costs at each place.
        by_size: what a chunk of each number of tokens costs, up to the greatest.
        earliest: where a chunk that ends at each place may begin.
        fits: tells of two places whether what stands between them is small enough after all.
    """
    size, most = len(costs) - 1, len(by_size) - 1
    lows = np.maximum(np.searchsorted(sums, sums - most, side="left"), earliest).tolist()
    best = np.zeros(size + 1, dtype=np.int64)
    begins = [0] * (size + 1)
    totals, place = sums.tolist(), costs.tolist()
    for end in range(1, size + 1):
        # One unit alone is as small as it can be.
        low = min(lows[end], end - 1)
        found = (best[low:end] + by_size[np.minimum(totals[end] - sums[low:end], most)])[::-1]
        at = int(found.argmin())
        while fits is not None and at and not fits(end - 1 - at, end):
            found[at] = _RULED_OUT
            at = int(found.argmin())
        begins[end] = end - 1 - at
        best[end] = found[at] + place[end]
    ends, end = [], size
    while end:
        ends.append(end)
        end = begins[end]
    return ends[::-1]


ENTRY = MethodEntry(
    name="chunks",
    year="",
    summary="packs sentences into chunks for retrieval, by layout and size",
    reference="docs/retrieval.md",
    make=Packing,
    count="ignored",
    settings=("constraints",),
)
