"""What two small models believe of a text, each with a view of the whole of it.

One knows that segments of one text are about equally long: a mixture over lengths m and spreads s,
in which a segment of n units scores

    SEGMENT - log(n / m)^2 / (2 s^2) - log(s n) + WEIGHT * units^-SIZE * n^-POWER * (square of X)

The other knows words only: a segment is told by a compound multinomial, at a price for each. What
they believe of each place are features of the network; how long, how even and how sure their
segments are is what they say of the text. Longer texts than were learnt from are looked at in
pieces that overlap.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tmima import kernel
from tmima.kernel.arrays import Floats, Singles, one_by_one
from tmima.learnt.numerics import rounded
from tmima.similarity import Similarity, column_blocks
from tmima.text import Units

# Mean lengths, of narrow and of wide spread.
_NARROW = (4.0, 5.5, 7.0, 10.0, 14.0, 20.0, 30.0)
_WIDE = (5.0, 10.0, 20.0, 40.0)
# Lengths further from the mean than so many deviations are left out.
_REACH = 2.5
# What a word weighs before any is seen; how far a segment's words are trusted, and its price.
_ALPHA = 0.3
_WORDED = {"worded weakly": (0.3, 1.0), "worded strongly": (1.0, 0.5)}
_WORDED_WIDTH = 128
# Pieces of longer texts have so many units, and overlap by so many on either side.
_PIECE, _MARGIN = 1000, 150


class Constants(NamedTuple):
    """What was learnt of even lengths, from glued texts (`tools/learning/beliefs.py`)."""

    segment: float = -0.56
    weight: float = 2.12
    size: float = 0.385
    power: float = 0.356
    narrow: float = 0.142
    wide: float = 0.464

    @property
    def components(self) -> tuple["Component", ...]:
        """The parts of the mixture."""
        narrow = (Component(mean, self.narrow) for mean in _NARROW)
        return (*narrow, *(Component(mean, self.wide) for mean in _WIDE))

    @property
    def widest(self) -> int:
        """The longest length that scores in any of them."""
        return max(one.width for one in self.components)


class Component(NamedTuple):
    """A part of the mixture: lengths near a mean."""

    mean: float
    spread: float

    @property
    def width(self) -> int:
        """The longest length that scores."""
        return math.ceil(self.mean * math.exp(_REACH * self.spread))


LEARNT = Constants()


def believed(
    similarity: Similarity, units: Units, expected: kernel.Expected, deviation: float
) -> tuple[dict[str, Singles], dict[str, float]]:
    """Return the beliefs of the places of a text by name, and what they say of the text."""
    size = len(units)
    columns: dict[str, Floats] = {}
    said: list[dict[str, float]] = []
    pieces = list(_pieces(size))
    # Looked up by the words of a segment: one table for all pieces.
    held = max(int(units.starts[last] - units.starts[first]) for first, last, _, _ in pieces)
    whole = log_gammas(max(1, len(units.vocabulary)) * _ALPHA, held + 1)
    for first, last, low, high in pieces:
        odds, numbers = _even(similarity, first, last, expected, deviation)
        worded, counted = _worded(units, first, last, whole)
        for name, found in (odds | worded).items():
            columns.setdefault(name, np.empty(size))[low:high] = found[low - first : high - first]
        said.append(numbers | counted)
    means = {name: math.fsum(one[name] for one in said) / len(said) for name in said[0]}
    return {name: rounded(column) for name, column in columns.items()}, means


def _pieces(size: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the first and last unit of each piece, and those of the part that is its own."""
    if size <= _PIECE:
        yield 0, size, 0, size
        return
    count = math.ceil((size - 2 * _MARGIN) / (_PIECE - 2 * _MARGIN))
    edges = [size * number // count for number in range(count + 1)]
    for low, high in pairwise(edges):
        yield max(0, low - _MARGIN), min(size, high + _MARGIN), low, high


def _even(
    similarity: Similarity, first: int, last: int, expected: kernel.Expected, deviation: float
) -> tuple[dict[str, Floats], dict[str, float]]:
    size = last - first
    widest, components = LEARNT.widest, LEARNT.components
    squares, row_sums = np.empty((size, min(size, widest))), np.zeros(size)
    for block in column_blocks(similarity, first, last, reach=widest - 1):
        kernel.write_squares(squares, row_sums, expected, deviation, first, block)
    totals, found = [], np.empty((len(components), size))
    for cuts, one in zip(found, components, strict=True):
        totals.append(kernel.believe(cuts, squares, *tables(one, size, LEARNT)))
    most = max(totals)
    shares = [math.exp(total - most) for total in totals]
    whole = math.fsum(shares)
    shares = [share / whole for share in shares]
    belief = np.zeros(size)
    for share, cuts in zip(shares, found, strict=True):
        belief += share * cuts
    length = math.fsum(s * math.log(one.mean) for s, one in zip(shares, components, strict=True))
    by_unit = (most + math.log(whole)) / size
    return {"believed": _odds(belief)}, {
        "believed length": length / 3,
        "believed evenness": math.fsum(shares[: len(_NARROW)]),
        "believed doubt": _doubt(belief),
        "believed evidence": by_unit / (1 + abs(by_unit)),
    }


def tables(one: Component, size: int, given: Constants) -> tuple[Floats, Floats]:
    """Return what lengths score in a text of so many units, and what squares of lengths weigh."""
    lengths, weights = _tables(one, min(size, one.width), given.segment, given.power)
    return lengths, weights * (given.weight * math.pow(size, -given.size))


@lru_cache(maxsize=256)
def _tables(one: Component, longest: int, segment: float, power: float) -> tuple[Floats, Floats]:
    lengths, weights = np.zeros(longest + 1), np.zeros(longest + 1)
    for count in range(1, longest + 1):
        off = math.log(count / one.mean)
        lengths[count] = segment - off * off / (2 * one.spread**2) - math.log(one.spread * count)
        weights[count] = math.pow(count, -power)
    return lengths, weights


def log_gammas(offset: float, count: int) -> Floats:
    """Return log gamma(offset), log gamma(offset + 1), ..."""
    return one_by_one(math.lgamma, np.arange(count) + offset)


@lru_cache(maxsize=16)
def _log_counts(count: int) -> Floats:
    return one_by_one(math.log, np.arange(count) + _ALPHA)


def _worded(
    units: Units, first: int, last: int, whole: Floats
) -> tuple[dict[str, Floats], dict[str, float]]:
    size, words = last - first, len(units.vocabulary)
    starts = units.starts[first : last + 1] - units.starts[first]
    terms = units.terms[units.starts[first] : units.starts[last]]
    held, longest = int(starts[-1]), min(size, _WORDED_WIDTH)
    single = _log_counts(longest + 1)
    likely = np.empty((size, longest))
    kernel.write_likelihoods(likely, starts, terms, words, single, whole)
    odds: dict[str, Floats] = {}
    numbers: dict[str, float] = {}
    belief = np.empty(size)
    for name, (trust, price) in _WORDED.items():
        lengths = np.full(longest + 1, -trust * price * math.log(max(2, held)))
        kernel.believe(belief, likely, lengths, np.full(longest + 1, trust))
        odds[name] = _odds(belief)
        numbers[f"{name}, number"] = math.log1p(float(belief.sum())) / 3
        numbers[f"{name}, doubt"] = _doubt(belief)
    return odds, numbers


def _odds(belief: Floats) -> Floats:
    odds = np.empty_like(belief)
    kernel.write_odds(odds, belief)
    return odds


def _doubt(belief: Floats) -> float:
    return float((belief * (1 - belief)).sum() / (belief.sum() + 0.1))
