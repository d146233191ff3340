"""The algorithm on one page: the dynamic programme over all segmentations of a text.

A text of T units (sentences, as a rule) has the places 0 .. T; place t has t units before it. A
segmentation is a row of places 0 = t[0] < t[1] < .. < t[K] = T, and it costs the sum of what its
segments cost. So the cheapest way to a place is the cheapest way to some place before it, and one
segment more:

    value[0] = 0        value[t] = the least over s < t of  value[s] + w(s, t)

That is the programme of Fragkou, *A Dynamic Programming Algorithm for the Segmentation of Greek
Texts*. Everything that tmima cuts is cut by it; three arguments make the difference.

**The similarity** D says how alike two units are; of a segment s .. t-1 only the sum S of D over
its square counts, for s <= i, j < t. E is what chance alone would put into that square.

**The cost** says what a segment of n = t - s units and length L is worth:

    w(s, t) = length_weight * (L - mean_length)^2 - density_weights[n] * (S - E)
              + count_costs[n] + place_costs[t]

- Equation (1) of the paper, gamma * (L - mu)^2 / (2 sigma^2) - (1 - gamma) * S / n^r, has the first
  two terms, and E = 0 (`TextCost.of`).
- The learnt model has the other three: less the log odds of a cut at t, what n units score, and
  what density beyond chance weighs in so many (`learnt.answer.weigh_by_model`). Its costs are
  negative log probabilities, up to a constant.

**The constraints** (`Constraints.on`) say which segments and numbers of segments are allowed: sizes
as the first units that a segment may have by its last, closed places, the sections of an outline.

The paper answers with the cheapest segmentation (`cheapest`), the default of tmima with the
cheapest into the median number of segments (`most_probable`).

What is here takes every pair of places one by one. Nothing that cuts a text calls it; the tests and
`tmima.testing` hold what is fast to it, bit for bit. That is, downwards: `engine`, which asks the
same of the columns of D within a proved window; `recursion`, its tables; `kernel.forward`, its
inner loop. And upwards: `problem` and `learnt.answer`, what is to be found; `questions`, what else
can be asked.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from tmima.kernel.arrays import Floats
from tmima.segmentation.constraints import Admissible
from tmima.segmentation.cost import TextCost
from tmima.segmentation.recursion import NumberOfSegments, Solution
from tmima.text import Segmentation

Table = list[list[float]]


def segment_costs(similarity: Floats, cost: TextCost) -> Iterator[list[float]]:
    """Yield for t = 1, .., T what the segments that end at place t cost: w(s, t) for s < t.

    >>> from tmima.segmentation import Parameters
    >>> cost = TextCost.of(Parameters(mean_length=2, std_length=1, gamma=0.5, r=1), np.ones(2))
    >>> list(segment_costs(np.ones((2, 2)), cost))
    [[-0.25], [-1.0, -0.25]]
    """
    size = len(similarity)
    terms = cost.as_kernel_cost(size)  # the terms of w, by number of units from T down to 1
    degrees, squares, scale = terms.expected
    row_sums = [0.0] * size  # D[s, s] + 2 * (D[s, s+1] + .. + D[s, t-1])
    for t in range(1, size + 1):
        for s in range(t):
            row_sums[s] += similarity[s, t - 1] * (1 if s == t - 1 else 2)
        costs = [0.0] * t
        inside = 0.0  # S, the sum of D over the square of s .. t-1
        for s in reversed(range(t)):
            inside += row_sums[s]
            by_chance = 0.0
            if len(degrees):
                between = degrees[t] - degrees[s]
                by_chance = scale * (between * between - (squares[t] - squares[s]))
            deviation = (terms.positions[t] - terms.positions[s]) - terms.mean_length
            density = (inside - by_chance) * terms.density_weights[s - t]
            costs[s] = deviation * deviation * terms.length_weight - density
            if len(terms.count_costs):
                costs[s] += terms.count_costs[s - t]
            if len(terms.place_costs):
                costs[s] += terms.place_costs[t]
        yield list(map(float, costs))


def allowed_starts(allowed: Admissible, t: int) -> list[int]:
    """Return the places where a segment that ends at place t may begin, the latest first.

    >>> allowed_starts(Admissible.everything(3), 2)
    [1, 0]
    """
    if allowed.closed[t]:
        return []
    starts = range(int(allowed.latest[t - 1]), int(allowed.earliest[t - 1]) - 1, -1)
    return [s for s in starts if allowed.until is None or allowed.until[s] >= t]


def forward(
    similarity: Floats, cost: TextCost, allowed: Admissible, layers: int, temperature: float = 0.0
) -> tuple[Table, list[list[int]]]:
    """Fill the table from left to right: value[t][k], and from which place each value comes.

    With one layer, value[t][0] is that of the ways to place t into any number of segments; with
    more, value[t][k] that of the ways into k segments. At a temperature above 0 it is not the least
    of what the ways cost but their soft minimum, which weighs each by how probable it is.
    """
    size, step = len(similarity), 0 if layers == 1 else 1
    value = [[math.inf] * layers for _ in range(size + 1)]
    start = [[0] * layers for _ in range(size + 1)]
    value[0][0] = 0.0
    for t, weights in enumerate(segment_costs(similarity, cost), start=1):
        starts = allowed_starts(allowed, t)
        for k in range(step, layers) if starts else ():
            ways = [value[s][k - step] + weights[s] for s in starts]
            if temperature:
                value[t][k] = soft_minimum(ways, temperature)
            else:
                value[t][k] = min(ways)
                # Of equal ones the first, which is the shortest last segment.
                start[t][k] = starts[ways.index(value[t][k])]
    return value, start


def soft_minimum(costs: Sequence[float], temperature: float) -> float:
    """Return -temperature * log(the sum of exp(-cost / temperature)).

    >>> round(soft_minimum([1.0, 1.0], temperature=1.0), 3)  # two ways, each as probable
    0.307
    """
    least = min(costs)
    if math.isinf(least):
        return least
    total = math.fsum(math.exp((least - cost) / temperature) for cost in costs)
    return least - temperature * math.log(total)


def cheapest(similarity: Floats, cost: TextCost, allowed: Admissible) -> Solution | None:
    """Return the cheapest segmentation that is allowed, nothing if none is.

    >>> from tmima.segmentation import Parameters
    >>> alike = np.array([[1.0, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]])
    >>> cost = TextCost.of(Parameters(mean_length=2, std_length=1), np.ones(4))
    >>> cheapest(alike, cost, Admissible.everything(4)).segmentation.boundaries
    (2, 4)
    """
    low, high = allowed.counts or (0, 0)
    value, start = forward(similarity, cost, allowed, high + 1)
    t = len(similarity)
    k = min(range(low, high + 1), key=value[t].__getitem__)
    least = value[t][k]
    if math.isinf(least):
        return None
    boundaries = []
    while t > 0:
        boundaries.append(t)
        t, k = start[t][k], max(0, k - 1)
    return Solution(Segmentation(tuple(reversed(boundaries))), least)


def number_of_segments(
    similarity: Floats, cost: TextCost, allowed: Admissible, temperature: float = 1.0
) -> NumberOfSegments:
    """Return how probable each number of segments is, all segmentations with it together.

    A segmentation is as probable as exp(-cost / temperature), divided by the sum over all; at least
    one must be allowed.
    """
    low, high = allowed.counts or (1, len(similarity))
    value, _ = forward(similarity, cost, allowed, high + 1, temperature)
    ends = np.array(value[-1][low:])
    return NumberOfSegments.of(low, np.exp((ends.min() - ends) / temperature))


def most_probable(
    similarity: Floats, cost: TextCost, allowed: Admissible, temperature: float = 1.0
) -> Solution | None:
    """Return the most probable segmentation into the median number of segments.

    The most probable of all has too few cuts, for what speaks for a cut is spread over its
    neighbours; the number of segments, summed over all segmentations, is as it should be.
    """
    number = number_of_segments(similarity, cost, allowed, temperature).median
    return cheapest(similarity, cost, replace(allowed, counts=(number, number)))
