"""How many segments a text has: by how much its best segmentations exceed those of shuffled texts.

The best segmentation into K parts always gains more than one into fewer. What tells topics is by
how much more the text gains than the same text in another order. Blocks of a few neighbouring units
are shuffled and not single ones, so that what coheres without being a topic stays together (the gap
statistic of Tibshirani, Walther and Hastie 2001, with a null that keeps local coherence).
"""

import math
import zlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tmima import kernel
from tmima.arrays import Floats, Indices, equal, one_by_one
from tmima.segmentation import SegmentCost
from tmima.similarity import Pairs

# The power of the density's denominator under which what exceeds expectation tells topics best.
# This and the numbers below were chosen on texts that no figure is reported for: docs/accuracy.md.
POWER = 0.33
# The number is judged on so many runs of units at the most, up to so many segments.
_RUNS = 200
_MOST_SEGMENTS = 40
# Units that stay together in a shuffle; how often each is shuffled, at the least and, where the
# text is short and a shuffle tells and costs little, at the most; a block must fit in so often.
_BLOCKS = (2, 4, 8)
_SHUFFLES = (4, 8)
_FIT = 3
# From the lower sharpness on a text begins to be taken for one whose gain tells topics by itself,
# from the higher it is; the same for turns of a few words, in which chance alone looks sharp.
_SHARP, _SHARP_TALK = (0.26, 0.33), (0.6, 0.8)
# Below these there is one topic, where the text is not sharp.
_LEAST_EVIDENCE = 1.05
_LEAST_SHARPNESS = 0.08
# The usual number of topics in a text of 200 units, how it grows with the text, and what a number
# that is e times as large or small costs where the text is not sharp, as a part of the gap.
_USUAL_NUMBER = 6.5
_GROWTH = 0.4
_PRIOR = 0.4
# How fast the belief in a number falls with its score, and that in a single topic with the strength
# of the evidence.
_BELIEF = (8.0, 60.0)
_DOUBT = 8.0
_MIDDLE = 0.8
# Nothing exceeds expectation by less than this part of the greatest similarity.
_NOTHING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What speaks for each number of segments.

    Attributes:
        gaps: by how much 1, 2, .. segments gain more than in shuffled texts.
        scores: the same as a part of the greatest, less what speaks against unusual numbers.
        strength: how much of the gain is more than chance, times the root of the number.
        sharpness: the gain as a part of all that exceeds or falls short of expectation.
        is_talk: whether the units are turns of a few words.
        found: into how many segments the text was cut, where it was.
    """

    gaps: Floats
    scores: Floats
    strength: float
    sharpness: float
    is_talk: bool = False
    found: int | None = None

    def __eq__(self, other: object) -> bool:
        return equal(self, other)

    def __hash__(self) -> int:
        return hash((self.strength, self.sharpness))

    def as_dict(self) -> dict[str, Any]:
        """Return for JSON the number found, the interval around it, and the curve."""
        return {
            "number": self.number,
            "interval": list(self.interval),
            # Not -0.0, which a score just below 0 would be rounded to.
            "scores": [round(score, 6) + 0.0 for score in self.scores.tolist()],
        }

    @property
    def best_gap(self) -> int:
        """The number of segments of the greatest gap."""
        return int(np.argmax(self.gaps)) + 1

    @property
    def is_sharp(self) -> bool:
        """Whether the gain tells the topics apart by itself."""
        return is_sharp(self.sharpness, is_talk=self.is_talk)

    @property
    def share(self) -> float:
        """From 0 where the text is not sharp to 1 where it certainly is."""
        low, high = _SHARP_TALK if self.is_talk else _SHARP
        return min(1.0, max(0.0, (self.sharpness - low) / (high - low)))

    @property
    def number(self) -> int:
        """The number of segments that most speaks for."""
        weak = self.strength < _LEAST_EVIDENCE or self.sharpness < _LEAST_SHARPNESS
        if self.gaps.max() <= 0 or (weak and not self.is_sharp):
            return 1
        return int(np.argmax(self.scores)) + 1

    @property
    def beliefs(self) -> Floats:
        """How probable 1, 2, .. segments are."""
        fallen = self.scores - self.scores.max()
        shares = one_by_one(math.exp, _BELIEF[self.is_sharp] * fallen)
        beliefs: Floats = shares / shares.sum()
        if self.is_sharp:
            return beliefs
        single = 1 / (1 + math.exp(_DOUBT * (self.strength - _LEAST_EVIDENCE)))
        if self.gaps.max() <= 0 or self.sharpness < _LEAST_SHARPNESS:
            single = 1.0
        beliefs *= 1 - single
        beliefs[0] += single
        return beliefs

    @property
    def interval(self) -> tuple[int, int]:
        """The numbers between which the middle four fifths of the belief lie, and the one found.

        The cheapest segmentation may have another number than the evidence speaks for: lengths are
        learnt, and not every number is the cheapest under some penalty.
        """
        sums = np.cumsum(self.beliefs)
        tail = (1 - _MIDDLE) / 2
        low, high = np.searchsorted(sums, [tail + 1e-12, 1 - tail - 1e-12])
        believed = int(low) + 1, min(int(high), len(sums) - 1) + 1
        found = believed[0] if self.found is None else self.found
        return min(believed[0], found), max(believed[1], found)


def evidence(
    pairs: Pairs, expected: kernel.Expected, runs: Indices, *, is_talk: bool
) -> Evidence | None:
    """Weigh the numbers of segments of a text; nothing where nothing exceeds expectation.

    Args:
        pairs: the pairs of similar units.
        expected: what chance would give.
        runs: the first unit of each run of units that is not to be parted.
        is_talk: whether the units are turns of a few words.
    """
    absolute = _absolute_excess(pairs, expected)
    if len(runs) < 4 or absolute <= _NOTHING * max(1.0, float(pairs.values.max(initial=0.0))):
        return None
    group = -(-len(runs) // _RUNS)
    matrix = _run_matrix(pairs, expected, runs[::group])
    most = min(max(2, len(matrix) // 2), _MOST_SEGMENTS)
    scale = float(group) ** -POWER
    blocks = sorted({max(1, round(block / group)) for block in _BLOCKS})
    rng = _generator(pairs)
    orders = [np.arange(len(matrix))[None], *(_orders(len(matrix), block, rng) for block in blocks)]
    (gains,), *shuffled = np.split(
        gains_by_number(matrix, most, np.concatenate(orders)),
        np.cumsum([len(some) for some in orders[:-1]]),
    )
    gains = scale * gains
    chance = [scale * np.mean(some, axis=0) for some in shuffled]
    fitting = [
        each
        for block, each in zip(blocks, chance, strict=True)
        if block == blocks[0] or len(matrix) >= _FIT * block**2
    ]
    gaps: Floats = gains - np.mean(fitting, axis=0)
    everywhere = np.mean(chance, axis=0)
    best = int(np.argmax(gains - everywhere))
    length = len(runs)
    sharpness = float(gains[best]) * length**POWER / absolute
    strength = (1 - float(everywhere[best]) / max(float(gains[best]), 1e-12)) * math.sqrt(best + 1)
    usual = _USUAL_NUMBER * (length / 200) ** _GROWTH
    plain: Floats = gaps / max(float(gaps.max()), 1e-12)
    found = Evidence(gaps, plain, strength, sharpness, is_talk)
    unusual = one_by_one(math.log, np.arange(1, most + 1) / usual) ** 2
    return replace(found, scores=plain - _PRIOR * (1 - found.share) * unusual)


def sharpness(gain: float, pairs: Pairs, expected: kernel.Expected, length: int) -> float:
    """Return how sharp a text is, given the gain of its segmentation."""
    absolute = max(_absolute_excess(pairs, expected), 1e-12)
    return float(gain * float(length) ** POWER / absolute)


def is_sharp(value: float, *, is_talk: bool = False) -> bool:
    """Tell whether a text of this sharpness tells its topics apart by itself."""
    return value >= (_SHARP_TALK if is_talk else _SHARP)[0]


def gains_by_number(matrix: Floats, most: int, orders: Indices) -> Floats:
    """Return, a row for each order, the greatest gains of 1, 2, .. `most` segments of a matrix."""
    gains = np.empty((len(orders), most))
    weights = SegmentCost(0.0, 0.0, 1.0, POWER).density_weights(len(matrix))
    kernel.gains_by_number(matrix, orders, weights, gains)
    return gains


def _run_matrix(pairs: Pairs, expected: kernel.Expected, firsts: Indices) -> Floats:
    """Return what exceeds expectation between runs of units, and within each."""
    count, size = len(firsts), len(expected.sums) - 1
    run = np.searchsorted(firsts, np.arange(size), side="right") - 1
    cells = run[pairs.rows] * count + run[pairs.columns]
    above = np.bincount(cells, pairs.values, count * count).reshape(count, count)
    edges = np.append(firsts, size)
    degrees = np.diff(expected.sums[edges])
    chance = expected.scale * np.outer(degrees, degrees)
    chance[np.diag_indices(count)] -= expected.scale * np.diff(expected.squares[edges])
    matrix: Floats = above + above.T - chance
    return matrix


def _absolute_excess(pairs: Pairs, expected: kernel.Expected) -> float:
    """Return the sum of |D - E| over all pairs of different units, in both orders.

    What exceeds expectation and what falls short of it sum to 0, so the first is half of all.
    """
    degrees = np.diff(expected.sums)
    excess = pairs.values - expected.scale * degrees[pairs.rows] * degrees[pairs.columns]
    return 4.0 * float(np.maximum(0.0, excess).sum())


def _orders(size: int, block: int, rng: "np.random.Generator") -> Indices:
    """Return orders of runs in which blocks of neighbours stay together, from a random offset."""
    least, most = _SHUFFLES
    count = min(most, max(least, round(least * (_RUNS / size) ** 2)))
    places = np.empty((count, size), dtype=np.int32)  # of the block of each run
    runs = np.arange(size)
    for order in places:
        first = int(rng.integers(block)) or block
        blocks = (runs + block - first) // block
        new = np.empty(blocks[-1] + 1, dtype=np.int32)
        new[rng.permutation(len(new))] = runs[: len(new)]
        order[:] = new[blocks]
    # A stable sort keeps blocks whole.
    return np.argsort(places, axis=1, kind="stable")


def _generator(pairs: Pairs) -> "np.random.Generator":
    """Return what shuffles, seeded by the text itself: which units are similar."""
    return np.random.default_rng(
        zlib.crc32(pairs.columns.tobytes(), zlib.crc32(pairs.rows.tobytes()))
    )
