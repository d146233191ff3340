"""What a small model believes that knows segments of one text to be about equally long.

    python -m tools.learning.beliefs CACHE        # finds its constants anew

A segment of n units scores, if lengths are spread by s around m (lognormal),

    SEGMENT - log(n / m) ** 2 / (2 s ** 2) - log(s n) + WEIGHT * units ** -SIZE * n ** -POWER * (its square of X)

and a text is a mixture over m and s. Its belief in each cut is a feature of the network; how long and
how even the segments are that it sees, and how sure it is of them, are what it says of the text.
"""

import argparse
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from tmima.arrays import Floats
from tools.learning import loops

NARROW = (4.0, 5.5, 7.0, 10.0, 14.0, 20.0, 30.0)
WIDE = (5.0, 10.0, 20.0, 40.0)
# Lengths further from the mean than so many deviations are left out.
_REACH = 2.5
PLACE = ("believed", "worded weakly", "worded strongly")
TEXT = (
    "believed length", "believed evenness", "believed doubt", "believed evidence",
    "worded weakly, number", "worded weakly, doubt", "worded strongly, number", "worded strongly, doubt",
)  # fmt: skip
_LEARNT_FROM, _ROUNDS = 300, 5
_ALPHA = 0.3
_WORDED = ((0.3, 1.0), (1.0, 0.5))
_WORDED_WIDTH = 128


@dataclass(frozen=True, slots=True)
class Constants:
    """What is learnt of the model, by maximum likelihood from glued texts."""

    segment: float = -0.56
    weight: float = 2.12
    size: float = 0.385
    power: float = 0.356
    narrow: float = 0.142
    wide: float = 0.464


LEARNT = Constants()


MATRIX = ("rows", "columns", "similar", "degrees", "scale", "deviation")


def prefix_sums(rows: Any, columns: Any, similar: Any, degrees: Floats, scale: float, deviation: float) -> loops.Prefix:
    """Return the double prefix sums of X = (D - E) / deviation, of the entries of D above its diagonal."""
    size = len(degrees)
    matrix = np.zeros((size, size))
    matrix[rows, columns] = similar
    matrix += matrix.T
    matrix -= scale * np.outer(degrees, degrees)
    np.fill_diagonal(matrix, 0)
    sums = np.zeros((size + 1, size + 1), dtype=np.float32)
    sums[1:, 1:] = (matrix / deviation).cumsum(0).cumsum(1)
    return sums


def bands(prefix: loops.Prefix, width: int) -> Floats:
    """Return the squares of X of the 1 .. width units before each place."""
    size = len(prefix) - 1
    found = np.zeros((size, min(width, size)))
    own = np.diagonal(prefix).astype(np.float64)
    for n in range(1, found.shape[1] + 1):
        ends = np.arange(n, size + 1)
        found[ends - 1, n - 1] = own[ends] + own[ends - n] - 2 * prefix[ends - n, ends]
    return found


def components(given: Constants) -> list[tuple[float, float]]:
    """Return the means and spreads of the mixture."""
    return [*((mean, given.narrow) for mean in NARROW), *((mean, given.wide) for mean in WIDE)]


def width(mean: float, spread: float) -> int:
    """Return the longest length that has a score."""
    return math.ceil(mean * math.exp(_REACH * spread))


def tables(mean: float, spread: float, units: int, given: Constants) -> tuple[Floats, Floats]:
    """Return what lengths score, and what squares of lengths weigh."""
    longest = min(units, width(mean, spread))
    lengths, weights = np.zeros(longest + 1), np.zeros(longest + 1)
    for n in range(1, longest + 1):
        lengths[n] = given.segment - math.log(n / mean) ** 2 / (2 * spread**2) - math.log(spread * n)
        weights[n] = given.weight * units**-given.size * n**-given.power
    return lengths, weights


def believed(squares: Floats, given: Constants = LEARNT) -> tuple[Floats, list[float]]:
    """Return the features of the places of a text, and what is said of the whole text."""
    totals, found = [], []
    for mean, spread in components(given):
        total, cuts = loops.beliefs(squares, *tables(mean, spread, len(squares), given))
        totals.append(total)
        found.append(cuts)
    evidence = float(np.logaddexp.reduce(totals))
    shares = np.exp(np.array(totals) - evidence)
    belief = shares @ np.array(found)
    length = sum(share * math.log(mean) for share, (mean, _) in zip(shares, components(given), strict=True))
    by_unit = evidence / len(squares)
    return _odds(belief), [length / 3, float(shares[: len(NARROW)].sum()), _doubt(belief), by_unit / (1 + abs(by_unit))]


def worded(starts: Any, terms: Any, words: int) -> tuple[list[Floats], list[float]]:
    """Return what the words of segments say, told by compound multinomials, of the places and of the text.

    Each segment scores trust * (the logarithm of its words' likelihood - price * log(all words)).
    """
    units, held = len(starts) - 1, int(starts[-1])
    longest = min(units, _WORDED_WIDTH)
    single = np.array([math.log(k + _ALPHA) for k in range(longest + 1)])
    whole = np.array([math.lgamma(k + max(1, words) * _ALPHA) for k in range(held + 1)])
    likely = loops.likelihoods(starts.astype(np.int64), terms, longest, single, whole)
    odds: list[Floats] = []
    numbers: list[float] = []
    for trust, price in _WORDED:
        lengths = np.full(longest + 1, -trust * price * math.log(max(2, held)))
        belief = loops.beliefs(likely, lengths, np.full(longest + 1, trust))[1]
        odds.append(_odds(belief))
        numbers += [math.log1p(belief.sum()) / 3, _doubt(belief)]
    return odds, numbers


def _odds(belief: Floats) -> Floats:
    return np.log((belief + 0.001) / (1.001 - belief)) / 2


def _doubt(belief: Floats) -> float:
    return float((belief * (1 - belief)).sum() / (belief.sum() + 0.1))


WIDEST = max(width(mean, spread) for mean, spread in components(LEARNT))


def loss(squares: Floats, truth: Sequence[int], given: Constants) -> float:
    """Return the negative logarithm of the probability of the truth, by the root of its segments."""
    totals, scores = [], []
    for mean, spread in components(given):
        lengths, weights = tables(mean, spread, len(squares), given)
        totals.append(loops.beliefs(squares, lengths, weights)[0])
        score, start = 0.0, 0
        for end in truth:
            length = end - start
            if length >= len(lengths):
                score = -math.inf
                break
            score += lengths[length] + weights[length] * squares[end - 1, length - 1]
            start = end
        scores.append(score)
    lost = float(np.logaddexp.reduce(totals) - np.logaddexp.reduce(scores))
    return min(lost / math.sqrt(len(truth)), 30.0)


def learnt(texts: Sequence[tuple[Floats, Sequence[int]]]) -> Constants:
    """Return the constants that make the truth of some texts most likely, by a search along each."""

    def mean(given: Constants) -> float:
        return float(np.mean([loss(squares, truth, given) for squares, truth in texts]))

    best, step = Constants(), 0.2
    least = mean(best)
    for _ in range(_ROUNDS):
        for one in fields(Constants):
            for sign in (1, -1):
                while (lost := mean(tried := _moved(best, one.name, sign * step))) < least:
                    best, least = tried, lost
        print(f"loss {least:.4f}: {best}", flush=True)
        step /= 2
    return best


def _moved(given: Constants, name: str, step: float) -> Constants:
    value = getattr(given, name)
    return replace(given, **{name: value + step if name == "segment" else value * math.exp(step)})


def main() -> None:
    """Find the constants."""
    # What is extracted has these features.
    from tools.learning.extract import read

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    rows = list(read(parser.parse_args().cache / "glued-learn.npz"))
    some = random.Random(1).sample(rows, _LEARNT_FROM)
    widest = max(width(*one) for one in components(Constants()))
    print(
        learnt(
            [(bands(prefix_sums(*(row[name] for name in MATRIX)), 2 * widest), row["truth"].tolist()) for row in some]
        )
    )


if __name__ == "__main__":
    main()
