"""Find the constants of the even lengths that `tmima.learnt.beliefs` knows, from glued texts.

    python -m tools.learning.beliefs CACHE

They make the true segments of the texts most likely, by a search along each.
"""

import argparse
import math
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tmima import kernel
from tmima.kernel.arrays import Floats
from tmima.learnt.beliefs import Constants, tables
from tools.learning.extract import prefix_sums, read
from tools.learning.loops import Prefix

_LEARNT_FROM, _ROUNDS = 300, 5


def bands(prefix: Prefix, width: int) -> Floats:
    """Return the squares of X of the 1 .. width units before each place."""
    size = len(prefix) - 1
    found = np.zeros((size, min(width, size)))
    own = np.diagonal(prefix).astype(np.float64)
    for n in range(1, found.shape[1] + 1):
        ends = np.arange(n, size + 1)
        found[ends - 1, n - 1] = own[ends] + own[ends - n] - 2 * prefix[ends - n, ends]
    return found


def loss(squares: Floats, truth: Sequence[int], given: Constants) -> float:
    """Return the negative logarithm of the probability of the truth, by the root of its segments."""
    totals, scores = [], []
    for one in given.components:
        lengths, weights = tables(one, len(squares), given)
        totals.append(kernel.believe(np.empty(len(squares)), squares, lengths, weights))
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
        for name in Constants._fields:
            for sign in (1, -1):
                while (lost := mean(tried := _moved(best, name, sign * step))) < least:
                    best, least = tried, lost
        print(f"loss {least:.4f}: {best}", flush=True)
        step /= 2
    return best


def _moved(given: Constants, name: str, step: float) -> Constants:
    value = getattr(given, name)
    moved = value + step if name == "segment" else value * math.exp(step)
    return given._replace(**{name: moved})


def main() -> None:
    """Find the constants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cache", type=Path)
    rows = list(read(parser.parse_args().cache / "glued-learn.npz"))
    some = random.Random(1).sample(rows, _LEARNT_FROM)
    width = 2 * Constants().widest
    print(learnt([(bands(prefix_sums(row), width), row["truth"].tolist()) for row in some]))


if __name__ == "__main__":
    main()
