"""How similar the units before a place are to those after it, and each of the two sides in itself.

With D the similarity, E what chance would give it (`expectation`), and X = (D - E) / its deviation,
a window of w units has the sum of X across a place, of pairs before it and of pairs after it.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np

from tmima import kernel
from tmima.kernel.arrays import Floats
from tmima.learnt import numerics
from tmima.segmentation import HORIZON, expectation
from tmima.similarity import Similarity, column_blocks

WINDOWS = (1, 2, 3, 5, 8, 13, 21, 34, 55)
SIDES = ACROSS, BEFORE, AFTER = "across", "before", "after"
# Windows whose sums are looked at over the whole text.
WITHIN = (2, 5, 13, 34)
SPREAD = 5
# The deviation of D is no smaller than this part of its root mean square.
_LEAST_PART = 0.05

Columns = dict[tuple[str, int], Floats]
"""What is seen at some places, by side and window."""


@dataclass(frozen=True, slots=True, eq=False)
class SimilarityWindows:
    """What is seen of a text through windows.

    Attributes:
        similarity: of its units.
        expected: what chance would give D.
        deviation: of D from that, over all pairs.
        within: for some windows, the mean of X after places.
        spread: the deviation of X across places.
        kept: the columns of all places, where they are few.
    """

    similarity: Similarity
    expected: kernel.Expected
    deviation: float
    within: dict[int, float]
    spread: float
    kept: Columns | None

    @classmethod
    def of(cls, similarity: Similarity) -> Self:
        """Look over a text."""
        expected, size = expectation(similarity), len(similarity)
        # What is seen through all windows would take too much to be kept of a long text.
        short = size <= numerics.WINDOW
        deviation, columns = _looked_over(similarity, expected, WINDOWS if short else WITHIN)
        kept = next(columns) if short else None
        within, spread = _over_text(columns if kept is None else iter([kept]), size)
        return cls(similarity, expected, deviation, within, spread, kept)

    def columns(self) -> Iterator[Columns]:
        """Yield the columns of the places that are looked at together."""
        if self.kept is not None:
            return iter([self.kept])
        return _similar(self.similarity, self.expected, self.deviation)


def _over_text(columns: Iterator[Columns], size: int) -> tuple[dict[int, float], float]:
    """Return how similar the units of windows are, and how much that differs across places."""
    wanted = [*((AFTER, window) for window in WITHIN), (ACROSS, SPREAD)]
    wholes, first = np.empty((len(wanted), size)), 0
    for some in columns:
        last = first + len(some[wanted[0]])
        for whole, key in zip(wholes, wanted, strict=True):
            whole[first:last] = some[key]
        first = last
    within = dict(zip(WITHIN, wholes[:-1].mean(axis=1).tolist(), strict=True))
    return within, float(wholes[-1].std())


def _looked_over(
    similarity: Similarity, expected: kernel.Expected, windows: tuple[int, ...]
) -> tuple[float, Iterator[Columns]]:
    """Return the deviation of D, and what `_similar` yields, but for these windows.

    The deviation is the root of the mean square of D - E over all pairs within the horizon.
    """
    degrees, size, widest = np.diff(expected.sums), len(similarity), windows[-1]
    found = np.zeros(2)
    across = np.zeros((len(windows), size + 1))
    within = np.zeros((len(windows), size + 1 + widest))
    for block in column_blocks(similarity, reach=HORIZON):
        kernel.add_pairs(degrees, HORIZON, found, block)
        kernel.add_windows(across, within, np.array(windows), block)
    products, squares = found.tolist()
    ends = np.minimum(np.arange(size) + 1 + HORIZON, size)
    after = expected.squares[ends] - expected.squares[1:]
    own = float((degrees * degrees * after).sum())
    mean = squares - 2 * expected.scale * products + expected.scale**2 * own
    pairs = max(1.0, float((ends - np.arange(size) - 1).sum()))
    # Where all units are alike, what is left of rounding and of the horizon tells nothing.
    deviation = math.sqrt(max(1e-12, mean / pairs, _LEAST_PART**2 * squares / pairs))

    def sums() -> Iterator[Columns]:
        for each in (across, within):
            np.cumsum(each, axis=1, out=each)
        for first, last in numerics.place_windows(size):
            here = across[:, first:last], within[:, first : last + widest]
            yield _in_deviations(first, *here, windows, expected, deviation)

    return deviation, sums()


def _similar(
    similarity: Similarity, expected: kernel.Expected, deviation: float
) -> Iterator[Columns]:
    """Yield, for each window, X across places, before them and after them, in deviations."""
    size, widest = len(similarity), WINDOWS[-1]
    carried = np.zeros(len(WINDOWS))
    tail = np.zeros((len(WINDOWS), 0))
    for first, last in numerics.place_windows(size):
        # The columns that add to these places, and the first place that any of them adds to.
        low, high = max(0, first - widest - 1), min(size, last + widest)
        zero = low - 2 * widest
        across = np.zeros((len(WINDOWS), high + widest + 2 - zero))
        within = np.zeros((len(WINDOWS), high + 2 * widest + 2 - zero))
        block = similarity.columns(low, high, 2 * widest - 1)
        moved = block._replace(first=low - zero, rows=block.rows - np.int32(zero))
        kernel.add_windows(across, within, np.array(WINDOWS), moved)
        # Sums go on where those of the places before ended, so they are those of the whole text.
        across = across[:, first - zero : last - zero]
        across[:, 0] += carried
        across = across.cumsum(axis=1)
        carried = across[:, -1]
        begin = first if first else -widest
        within = within[:, widest + begin - zero : widest + last - zero]
        if first:
            within[:, 0] += tail[:, -1]
        within = np.concatenate((tail, within.cumsum(axis=1)), axis=1)
        tail = within[:, -widest:].copy()
        yield _in_deviations(first, across, within, WINDOWS, expected, deviation)


def _in_deviations(
    first: int,
    across: Floats,
    within: Floats,
    windows: tuple[int, ...],
    expected: kernel.Expected,
    deviation: float,
) -> Columns:
    """Return how much sums of D are beyond what chance would give, in deviations.

    Those within windows begin so many places before `first` as the widest has units.
    """
    sums, squares, scale = expected
    size, widest, count = len(sums) - 1, windows[-1], across.shape[1]
    places = np.arange(first, first + count)
    sums_here, squares_here = sums[first : first + count], squares[first : first + count]
    # All windows at once, but no more than there is room for.
    found: Columns = {}
    for own in numerics.batches(range(len(windows)), count):
        numbers, rows = np.array(own)[:, None], slice(own[0], own[-1] + 1)
        some = np.array(windows)[numbers]
        low, high = np.maximum(places - some, 0), np.minimum(places + some, size)
        before, after = sums_here - sums[low], sums[high] - sums_here
        own_before = scale / 2 * (before * before - (squares_here - squares[low]))
        own_after = scale / 2 * (after * after - (squares[high] - squares_here))
        left, right = places - low, high - places
        before_places = within[numbers, places - first - some + widest]
        seen_here = [
            value / (deviation * np.sqrt(np.maximum(1, pairs)))
            for value, pairs in (
                (across[rows] - scale * before * after, left * right),
                (before_places - own_before, left * (left - 1) / 2),
                (within[rows, widest : widest + count] - own_after, right * (right - 1) / 2),
            )
        ]
        for side, columns in zip(SIDES, seen_here, strict=True):
            for number, column in zip(own, columns, strict=True):
                found[side, windows[number]] = column
    return found
