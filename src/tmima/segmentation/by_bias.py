"""The cheapest segmentation into a number of segments, where a layer for each number is too much.

If every segment is dearer by a bias b, the cheapest segmentation into any number costs C(b); so no
segmentation into K segments costs less than C(b) - b K. A bias is looked for whose cheapest
segmentation has the number wanted. Where none has, there is one bias at which two are cheapest, one
into fewer segments and one into more. Between two places that both cut, either may be taken, and
what is made of parts of both is cheapest at that bias too: so most numbers are reached, and what
has the number costs no more than the bound above, which proves it.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from tmima.kernel.arrays import Indices
from tmima.segmentation.certificate import Certificate
from tmima.segmentation.constraints import Admissible
from tmima.segmentation.engine import Programme
from tmima.segmentation.recursion import Solution
from tmima.text import Segmentation

# So often the interval of biases is halved; then the bias is tried at which both ends cost the
# same, which ends by itself, for each time a number between is found.
_HALVED = 16
_MOST_TRIES = 64
_FIRST_STEP = 0.5
# What is cut anew by layers around a place, as units x longest segment x number, and the units on
# either side to begin with.
_MOST_AROUND = 3e7
_FIRST_REACH = 64
# Sums that differ by no more than this part of their terms are equal.
_ROUNDING = 1e-9


class BiasSearch(NamedTuple):
    """A bias that is tried, between one that was too low and one too high."""

    bias: float = 0.0
    low: float = -math.inf
    high: float = math.inf
    step: float = _FIRST_STEP

    def after(self, *, too_many: bool) -> "BiasSearch":
        """Return the next bias to try, after one that led to too many or too few segments."""
        low, high = (self.bias, self.high) if too_many else (self.low, self.bias)
        if math.isinf(high - low):
            further = self.step if too_many else -self.step
            return BiasSearch(self.bias + further, low, high, 2 * self.step)
        return BiasSearch((low + high) / 2, low, high, self.step)

    def ahead(self) -> tuple[float, float, float, float]:
        """Return the bias and three that may come after it: four take little longer than one."""
        following = self.after(too_many=not math.isinf(self.low))
        further = following.after(too_many=True), following.after(too_many=False)
        return self.bias, following.bias, further[0].bias, further[1].bias


def cheapest_into(free: Programme, number: int, off: int = 0) -> tuple[Solution, Certificate]:
    """Return the cheapest segmentation into a number of segments, and whether that is proved.

    A number that differs by no more than `off` will do if a bias leads to it. Where no way into the
    number is found, for not every outline leaves one, it is the nearest that a bias leads to.
    """
    sides = _Bracket(free, number)
    search = BiasSearch()
    for _ in range(_MOST_TRIES):
        equal = sides.equal_bias if sides.tried >= _HALVED else None
        before = sides.count_gap
        if equal is None:
            solution, certificate = sides.by_bias(search.bias, search.ahead())
        else:
            solution, certificate = sides.by_bias(equal, (equal,))
        count = len(solution.segmentation)
        if abs(count - number) <= off:
            free.clear_cache()
            return solution, certificate
        if equal is not None and sides.count_gap == before:
            break
        search = search.after(too_many=count > number)
    free.clear_cache()
    made = None
    if sides.fewer is not None and sides.more is not None:
        made = _combine_parts(
            sides.fewer.segmentation, sides.more.segmentation, number, free.weighed
        )
    if made is None:
        nearest = sides.nearest
        count = len(nearest.segmentation)
        return nearest, replace(certificate, n_segments=(count, count))
    segmentation, joint = made
    optimum, whole = Solution(segmentation, float(free.costs_along(segmentation)[-1])), False
    if joint is not None:
        optimum, whole = _recut_around(free, optimum, joint, sides)
    certificate = replace(certificate, n_segments=(number, number))
    if not (whole or sides.proves_optimal(optimum.cost)):
        certificate = replace(certificate, optimal=False, proof="bias")
    return optimum, certificate


class _Bracket:
    """What biases have led to: the nearest below a number and above it, and what that proves."""

    def __init__(self, free: Programme, number: int) -> None:
        self._free, self._number = free, number
        self.fewer: Solution | None = None
        self.more: Solution | None = None
        self.tried = 0
        self._terms = 1.0  # what rounding is a part of
        self.bound = -math.inf  # what a segmentation into the number costs at the least

    def by_bias(self, bias: float, biases: Sequence[float]) -> tuple[Solution, Certificate]:
        """Return what a bias leads to, and keep it if it is nearer than what is kept."""
        solution, certificate = self._free.by_bias(bias, biases)
        off = len(solution.segmentation) - self._number
        self.tried += 1
        self._terms = 1 + abs(solution.cost) + abs(bias) * len(solution.segmentation)
        self.bound = max(self.bound, solution.cost + bias * off)
        if off < 0 and (self.fewer is None or off > self._count_excess(self.fewer)):
            self.fewer = solution
        if off > 0 and (self.more is None or off < self._count_excess(self.more)):
            self.more = solution
        return solution, certificate

    @property
    def equal_bias(self) -> float | None:
        """The bias at which both sides cost the same, if there are both."""
        if self.fewer is None or self.more is None:
            return None
        return (self.fewer.cost - self.more.cost) / self.count_gap

    @property
    def count_gap(self) -> int:
        """How many numbers the two sides are apart, 0 if one of them is missing."""
        if self.fewer is None or self.more is None:
            return 0
        return len(self.more.segmentation) - len(self.fewer.segmentation)

    @property
    def nearest(self) -> Solution:
        """The bound whose number of segments is nearer to the one wanted."""
        both = [side for side in (self.fewer, self.more) if side is not None]
        return min(both, key=lambda one: abs(self._count_excess(one)))

    def proves_optimal(self, cost: float) -> bool:
        """Return whether nothing into the number costs less, but for rounding."""
        return cost <= self.bound + _ROUNDING * self._terms

    def _count_excess(self, solution: Solution) -> int:
        return len(solution.segmentation) - self._number


def _combine_parts(
    fewer: Segmentation, more: Segmentation, number: int, allowed: Admissible
) -> tuple[Segmentation, int | None] | None:
    """Return a segmentation into a number made of parts of two, cut where both are cut.

    Where no choice of parts has the number, one is begun by the one and ended by the other, with a
    segment between them: the place where it begins is told too.
    """
    one, other = np.array([0, *fewer.boundaries]), np.array([0, *more.boundaries])
    common, at_one, at_other = np.intersect1d(one, other, return_indices=True)
    added = np.diff(at_other) - np.diff(at_one)
    missing = number - len(fewer)
    taken = np.zeros(len(added), dtype=np.bool_)
    # The large steps first, so that the small ones are left to hit the number.
    for part in np.argsort(-added, kind="stable").tolist():
        if 0 < added[part] <= missing:
            taken[part] = True
            missing -= int(added[part])
    parts = [
        cuts[at[part] + 1 : at[part + 1] + 1]
        for part, (cuts, at) in enumerate(
            (other, at_other) if take else (one, at_one) for take in taken
        )
    ]
    if not missing:
        return Segmentation(tuple(np.concatenate(parts).tolist())), None
    lengths = np.diff(common)
    for part in np.argsort(lengths, kind="stable").tolist():
        if added[part] > missing:
            ends = [
                cuts[at[part] : at[part + 1] + 1] for cuts, at in ((one, at_one), (other, at_other))
            ]
            joined = _spliced_ends_and_joint(ends[0], ends[1], len(parts[part]) + missing, allowed)
            if joined is not None:
                parts[part], joint = joined
                return Segmentation(tuple(np.concatenate(parts).tolist())), joint
    return None


def _spliced_ends_and_joint(
    one: Indices, other: Indices, number: int, allowed: Admissible
) -> tuple[Indices, int] | None:
    """Return the ends of `number` segments, and where the segment between the two ways begins.

    The first segments are those of one way, the last those of the other. Both ways begin and end
    at the same places, one with fewer and one with more segments. Bounds that never fall always
    leave such a way: some segment of the one holds a segment of the other that is as many segments
    later as it should be, and from the beginning of the first to the end of the second is neither
    too long nor too short.
    """
    usual = (one[-1] - one[0]) / number
    for before, after in ((one, other), (other, one)):
        first = np.arange(len(before) - 1)
        last = first + len(after) - number
        first, last = (
            first[(last > 0) & (last < len(after))],
            last[(last > 0) & (last < len(after))],
        )
        starts, ends = before[first], after[last]
        fits = np.flatnonzero((starts < ends) & allowed.allows(starts, ends))
        if len(fits):
            best = fits[np.argmin(np.abs(ends[fits] - starts[fits] - usual))]
            return np.concatenate((before[1 : first[best] + 1], after[last[best] :])), int(
                starts[best]
            )
    return None


def _recut_around(
    free: Programme, solution: Solution, joint: int, sides: _Bracket
) -> tuple[Solution, bool]:
    """Return the solution recut optimally around a place, and whether the whole text was recut.

    A stretch around the place is cut anew, optimally, into as many segments as it had. The stretch
    is doubled until the solution is proved optimal, covers the whole text or takes too long.
    """
    size, longest = solution.segmentation.size, free.weighed.longest
    reach, first, last = _FIRST_REACH, size, 0
    while (first, last) != (0, size) and not sides.proves_optimal(solution.cost):
        ends = np.array([0, *solution.segmentation.boundaries])
        left = max(0, int(np.searchsorted(ends, joint - reach, side="right")) - 1)
        right = min(len(ends) - 1, int(np.searchsorted(ends, joint + reach)))
        first, last = int(ends[left]), int(ends[right])
        if (last - first) * min(last - first, longest) * (right - left) > _MOST_AROUND:
            return solution, False
        anew = free.between(first, last, right - left).optimum().segmentation.boundaries
        ends = np.concatenate((ends[1 : left + 1], np.array(anew) + first, ends[right + 1 :]))
        segmentation = Segmentation(tuple(ends.tolist()))
        solution = Solution(segmentation, float(free.costs_along(segmentation)[-1]))
        reach *= 2
    return solution, (first, last) == (0, size)
