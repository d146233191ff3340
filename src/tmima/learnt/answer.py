"""What is answered with nothing set: the most probable segmentation into the median number.

The single most probable segmentation has too few cuts, for the belief in each is spread over its
neighbours; the number of segments, summed over all segmentations, is as it should be. So the number
is the median of its distribution, and the segmentation the most probable that has it: the optimum
of one exact programme, with one bias on every cut, which is also what "coarser" and "finer" move.
"""

import math
from dataclasses import replace

import numpy as np

from tmima.learnt.model import Model
from tmima.learnt.places import Places, seen
from tmima.segmentation import (
    FOLLOW,
    HORIZON,
    Admissible,
    BiasSearch,
    Certificate,
    Constraints,
    NumberOfSegments,
    OutlineBounds,
    Prepared,
    Problem,
    Programme,
    Settled,
    Solution,
    TextCost,
    cheapest_into,
)
from tmima.similarity import Similarity
from tmima.text import Segmentation

# In longer texts than twice this no segment has more units, unless so few segments are told that
# some must.
_LONGEST = 1000
# Where places and numbers together are more, the bias is looked for that leads to a number.
_MOST_WEIGHED = 3e7
# So often at the most the distribution of the number is moved towards a range that is told.
_TRIES = 24
# The expected number is near enough to the one wanted, and a bias as great as it will ever be.
_NEAR, _GREATEST_BIAS = 0.01, 32.0


def see_places(text: Prepared, given: Similarity, constraints: Constraints) -> Places:
    """Return what is seen at the places of a text compared by a similarity, found once.

    What the author's outline tells is seen only where it is followed.
    """
    similarity = text.stored(given, HORIZON)
    places = text.remember(("places", id(similarity)), lambda: seen(similarity, text.units))
    return places if constraints.outline == FOLLOW else places.without_outline


def weigh_by_model(
    text: Prepared, given: Similarity, model: Model, constraints: Constraints
) -> Problem:
    """Return what the segmentations of a text cost by the model: less their score.

    What the model makes of the text is found once for each of its weights.
    """
    places = see_places(text, given, constraints)
    size, longest = len(text), _longest(text, constraints)
    segments = text.remember(
        ("lengths", places, model, longest), lambda: model.segments(places, longest or size)
    )
    odds = text.remember(("odds", places, model), lambda: model.odds(places))
    place_costs = np.zeros(size + 1)
    place_costs[1:size] = -odds[1:]
    positions = np.arange(size + 1, dtype=np.float64)
    return Problem(
        text,
        text.stored(given, HORIZON),
        TextCost(segments, positions, places.expected, place_costs),
        constraints,
        longest=longest,
    )


def _longest(text: Prepared, constraints: Constraints) -> int | None:
    """Return the units of the longest segment that is weighed, nothing where all are."""
    size = len(text)
    if size <= 2 * _LONGEST:
        return None
    told = constraints.n_segments
    most = told[1] if isinstance(told, tuple) else told
    longest = _LONGEST if most is None else max(_LONGEST, 2 * math.ceil(size / most))
    allowed = text.admissible(constraints)
    # No segment may be shorter, and none can end between.
    shortest = int((np.arange(size) - allowed.latest).max()) + 1
    apart = int(np.diff(np.flatnonzero(allowed.closed == 0)).max(initial=1))
    longest = max(longest, 2 * shortest, 2 * apart)
    return longest if longest < size else None


def settle_by_number(problem: Problem, levels: int = 0) -> Settled:
    """Settle a problem by the number of segments: the most probable into the median of it."""
    allowed = problem.allowed
    free = problem.programme(allowed)
    number = _numbers(problem, allowed, free)
    optimum, certificate, among = _optimum(problem, allowed, number, free)
    nested = _levels(problem, optimum.segmentation, levels)
    return Settled(optimum, certificate, among, free, nested, number)


def _into(problem: Problem, allowed: Admissible, number: int) -> Programme:
    """Return the engine on the segmentations into a number of segments."""
    return problem.programme(replace(allowed, counts=(number, number)))


def _is_long(problem: Problem, layers: int) -> bool:
    """Return whether so many numbers of segments are too many to be weighed one by one."""
    size = len(problem.text)
    return size * min(size, problem.longest or size) * layers > _MOST_WEIGHED


def _numbers(problem: Problem, allowed: Admissible, free: Programme) -> NumberOfSegments:
    """Return how probable each number of segments is."""
    counts, temperature = allowed.counts, problem.temperature
    if counts is None:
        # No segment is longer than is weighed, so there are so many that a bias will be looked for.
        long = len(problem.text) ** 2 > _MOST_WEIGHED
        return free.numbers(temperature, BiasSearch().ahead() if long else ())
    if counts[0] == counts[1] or not _is_long(problem, counts[1]):
        return free.numbers(temperature)
    return _numbers_in_range(problem, allowed) or free.numbers(temperature)


def _numbers_in_range(problem: Problem, allowed: Admissible) -> NumberOfSegments | None:
    """Return how probable each number of a range is, without a layer for each.

    The distribution over all numbers may leave next to nothing to the range. Then it is moved by a
    bias, which is taken out again, until the nearer end of the range is in the middle of it.
    """
    allowed.require_counts()
    low, high = np.clip(allowed.counts or (1, 1), *allowed.possible_counts()).tolist()
    search, target = BiasSearch(), None
    for _ in range(_TRIES):
        biased = replace(problem, cost=problem.cost.with_bias(search.bias))
        found = biased.programme(replace(allowed, counts=None)).numbers(problem.temperature)
        if target is None:
            target = min(max(found.median, low), high)
        if found.interval[0] <= target <= found.interval[1]:
            break
        search = search.after(too_many=found.median > target)
    numbers = np.arange(low, high + 1)
    shares = np.array([found.share(number) for number in numbers.tolist()])
    met = shares > 0
    if not met.any():
        return None
    logs = np.log(shares[met]) + search.bias / problem.temperature * numbers[met]
    shares[met] = np.exp(logs - logs.max())
    return NumberOfSegments.of(low, shares)


def bias_towards(problem: Problem, number: float) -> float:
    """Return what each cut must score more for a number of segments to be expected.

    Where the constraints leave no segmentation into so many, or so few, it is as much as makes
    hardly a difference any more.
    """
    free, search = replace(problem.allowed, counts=None), BiasSearch()
    for _ in range(_TRIES):
        biased = replace(problem, cost=problem.cost.with_bias(search.bias))
        expected = biased.programme(free).numbers(problem.temperature).mean
        if abs(expected - number) <= _NEAR * number or abs(search.bias) >= _GREATEST_BIAS:
            break
        search = search.after(too_many=expected > number)
    return -search.bias


def _optimum(
    problem: Problem, allowed: Admissible, wanted: NumberOfSegments, free: Programme
) -> tuple[Solution, Certificate, Programme]:
    """Return the most probable segmentation into the median number of segments, among those.

    In long texts it is looked for by the bias that leads to the number, and unless somebody has
    told the number, one that is as good as the median will do.
    """
    number, told = wanted.median, allowed.counts is not None
    exactly = _into(problem, allowed, number)
    if not _is_long(problem, number):
        return *exactly.certified(), exactly
    low, high = wanted.interval
    if told:
        allowed.require_counts()
        free = problem.programme(replace(allowed, counts=None))
    optimum, certificate = cheapest_into(free, number, 0 if told else (high - low) // 8)
    count = len(optimum.segmentation)
    if told and count != number:
        return *exactly.certified(), exactly
    return optimum, certificate, _into(problem, allowed, count)


def _levels(problem: Problem, finest: Segmentation, levels: int) -> tuple[Segmentation, ...]:
    """Return nested segmentations: the finest is the answer, each above has some of its cuts.

    The highest are the author's own, where the text has an outline. Of those between it and the
    answer each has about as many segments for one of the level above as the next; it is the most
    probable of those that cut only where the level below does.
    """
    if not levels:
        return ()
    told = _outline_levels(problem, finest, levels - 1)
    kept = told[-1].cuts if told else ()
    found = [finest]
    free = problem.text.admissible(problem.constraints.of_coarser_levels())
    last_cut = np.zeros(len(problem.text), dtype=np.int64)
    last_cut[list(kept)] = kept
    free = replace(free, earliest=np.maximum(free.earliest, np.maximum.accumulate(last_cut)))
    steps, coarsest = levels - len(told), len(kept) + 1
    for step in range(steps - 1, 0, -1):
        fewest = _fewest(found[0], free, problem.longest or len(problem.text))
        wanted = round(coarsest * (len(finest) / coarsest) ** (step / steps))
        closed = np.ones_like(free.closed)
        closed[list(found[0].boundaries)] = 0
        inside, number = replace(free, closed=closed), max(fewest, wanted)
        if _is_long(problem, number):
            above, _ = cheapest_into(problem.programme(inside), number)
        else:
            above = _into(problem, inside, number).optimum()
        found.insert(0, above.segmentation)
    return (*told, *found)


def _outline_levels(problem: Problem, finest: Segmentation, most: int) -> list[Segmentation]:
    """Return the cuts of the answer at the headings of the first rank, of the first two, and so on.

    Where a rank has none of the cuts, it makes no level.
    """
    if problem.allowed.until is None:
        return []
    ranks = OutlineBounds.of(problem.text.units)
    found: list[Segmentation] = []
    if ranks is None:
        return found
    at_cuts = {cut: int(ranks.ranks[cut]) for cut in finest.cuts}
    for rank in sorted({rank for rank in at_cuts.values() if rank}):
        cuts = [cut for cut in finest.cuts if 0 < at_cuts[cut] <= rank]
        if len(found) < most and len(cuts) < len(finest.cuts):
            found.append(Segmentation((*cuts, finest.size)))
    return found


def _fewest(cuts: Segmentation, allowed: Admissible, longest: int) -> int:
    """Return the least number of segments that some of the cuts make, each of them allowed."""
    places = np.array([0, *cuts.boundaries])
    least = np.zeros(len(places), dtype=np.int64)
    until = np.full(len(places), cuts.size) if allowed.until is None else allowed.until[places]
    for index in range(1, len(places)):
        end = places[index]
        first = np.searchsorted(places, max(end - longest, allowed.earliest[end - 1]))
        ahead = until[first:index] >= end
        least[index] = 1 + least[first:index][ahead].min()
    return int(least[-1])
