"""Why no segmentation with a longer segment can be better: the proof that a window is enough.

The argument is written out in docs/exactness.md. In short: the length term of a segment grows with
the square of its length, that of the pieces it could be cut into grows with the length, and what
the long segment can gain in density is bounded by what a square of that size can hold of D.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from tmima.kernel.arrays import Floats
from tmima.segmentation.constraints import Admissible
from tmima.segmentation.cost import SegmentCost, TextCost
from tmima.similarity import Bounded, Similarity

# Below so many units the whole programme takes less time than the proof of a window.
_NOT_WORTH_IT = 512
# A window that another pass over the words would lower by less than this is good enough.
_GOOD_ENOUGH = 0.85
# Rounding in the programme is some 1e-13 of the terms; the proof leaves it ten thousand times that.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Certificate:
    """States among which segmentations one is the cheapest, and how that is proved.

    Attributes:
        optimal: whether it is proved that none among them costs less.
        window: the number of units of the longest segments that were weighed.
        proof: "all" if those are all that are allowed, "bound" if longer ones were shown to cost
            more than the pieces they can be cut into, "limit" if they were left out unproved,
            "bias" if the number lies between those that a bias leads to, and others into it may
            cost less.
        n_segments: the least and the greatest number of segments of those that it is compared
            with, None if any number will do.
        nested: whether they keep the cuts of the level above.
    """

    optimal: bool
    window: int
    proof: str
    n_segments: tuple[int, int] | None = None
    nested: bool = False

    @property
    def among(self) -> str:
        """The segmentations that it is compared with, in words; the constraints allow them all.

        >>> Certificate(True, 9, "all", (7, 7)).among
        'allowed segmentations into 7 segments'
        """
        if self.n_segments is None:
            name = "all allowed segmentations"
        else:
            low, high = self.n_segments
            numbers = f"{low}" if low == high else f"{low} to {high}"
            name = f"allowed segmentations into {numbers} segment{'s' if high > 1 else ''}"
        return f"{name} that keep the cuts of the level above" if self.nested else name

    def as_dict(self) -> dict[str, Any]:
        """Return the certificate for JSON."""
        return {
            "optimal": self.optimal,
            "among": self.among,
            "window": self.window,
            "proof": self.proof,
        }


def proved_window(
    similarity: Similarity, cost: TextCost, admissible: Admissible, *, slack: float = 0.0
) -> int | None:
    """Return a number of units that no segment of a cheapest segmentation exceeds.

    More exactly, every allowed segmentation with a longer segment costs at least `slack` more than
    another that is allowed. Nothing is returned where there is no proof, or no use for one: the
    proof is that of equation (1) alone.
    """
    size = len(similarity)
    if (
        size <= _NOT_WORTH_IT
        or not isinstance(cost.segment, SegmentCost)
        or cost.segment.length_weight == 0
        or len(cost.expected.sums)
        or len(cost.place_costs)
        or admissible.counts is not None
        # The pieces of a segment may cut across a section that the segment holds.
        or admissible.until is not None
        or not isinstance(similarity, Bounded)
    ):
        return None
    return _Proof(similarity, cost.segment, cost.positions, admissible, slack).window()


class _Inequality:
    """The inequality of docs/exactness.md between a long segment and its pieces.

    Args:
        cost: of a segment.
        gap: the greatest distance between neighbouring places that may be cut.
        dwarf: the greatest length of a run of units that is too small to be a segment.
        slack: by how much the pieces must be cheaper.
    """

    def __init__(self, cost: SegmentCost, *, gap: float, dwarf: float, slack: float) -> None:
        self._cost = cost
        self._slack = slack
        self.piece = max(cost.mean_length, gap, 2 * (dwarf + gap) if dwarf else 0.0)
        deviation = self.piece - cost.mean_length + gap
        self._slope = deviation**2 / self.piece if self.piece else math.inf
        self._offset = deviation**2 / 2 + self.piece * deviation + self.piece**2 / 4

    def holds(self, count: int, length: float, bound: float) -> bool:
        """Return whether segments of `count` units cost more than their pieces.

        `length` is the least length such a segment can have, `bound` the most that a square of
        that many units can hold of D.
        """
        if not length >= self._cost.mean_length + self._slope / 2:
            return False
        pieces = self._cost.length_weight * (self._slope * length + self._offset)
        whole = self._cost.length_cost(length) * (1 - _ROUNDING)
        return (
            whole > (pieces + self._cost.density_gain(count, bound)) * (1 + _ROUNDING) + self._slack
        )


class _Proof:
    """The search for the shortest window that the inequality proves for a text."""

    def __init__(
        self,
        similarity: Bounded,
        cost: SegmentCost,
        positions: Floats,
        admissible: Admissible,
        slack: float,
    ) -> None:
        self._similarity = similarity
        self._positions = positions
        open_places = positions[admissible.closed == 0]
        # The run of units from behind the latest start to the end is too small to be a segment.
        dwarfs = positions[1:] - positions[admissible.latest + 1]
        self._inequality = _Inequality(
            cost,
            gap=float(np.diff(open_places).max()),
            dwarf=float(dwarfs.max()),
            slack=slack,
        )

    def window(self) -> int | None:
        size = len(self._similarity)
        excluded = size + 1  # every count of units from here on is proved to be too long
        mean_unit = float(self._positions[-1]) / size
        count = max(2, int(8 * self._inequality.piece / mean_unit)) if mean_unit else size
        while count < size:
            if self._holds(count, 4 * self._similarity.largest_block(count)):
                excluded = count
                break
            count *= 2
        while excluded > 2:
            most = excluded - 1
            bound = self._similarity.largest_block(most)
            if not self._holds(most, bound):
                break
            shortest = _bisect_first_true(0, most, partial(self._holds, bound=bound))
            lowered = shortest / excluded
            excluded = shortest
            if lowered > _GOOD_ENOUGH:
                break
        return excluded - 1 if excluded <= size else None

    def _holds(self, count: int, bound: float) -> bool:
        length = float((self._positions[count:] - self._positions[:-count]).min())
        return self._inequality.holds(count, length, bound)


def _bisect_first_true(fails: int, holds: int, test: Callable[[int], bool]) -> int:
    """Return the least number for which a test holds that goes on to hold, above `fails`."""
    while holds - fails > 1:
        middle = (fails + holds) // 2
        if test(middle):
            holds = middle
        else:
            fails = middle
    return holds
