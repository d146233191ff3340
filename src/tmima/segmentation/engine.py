"""The engine: one recursion over the segmentations that are allowed, asked different questions.

What the recursion answers depends on its sum: the least cost, the least few, or the soft minimum at
a temperature; and on its layers: one, or one for each number of segments.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tmima import kernel
from tmima.errors import TmimaError, shortened
from tmima.kernel.arrays import Floats, Rows, equal
from tmima.segmentation.certificate import Certificate, proved_window
from tmima.segmentation.constraints import Admissible
from tmima.segmentation.cost import CostsSideBySide, TextCost
from tmima.segmentation.recursion import NumberOfSegments, Recursion, Solution, draw_indices
from tmima.similarity import PartOfColumns, Similarity, column_blocks
from tmima.text import Segmentation

# What the segmentations outside the window weigh together, as a part of all: below the last bit.
_LOG_NEGLIGIBLE = 40.0
# Sums with a layer for each number of segments, as units x longest segment x number: a minute.
_MOST_SUMMED = 5e9


@dataclass(frozen=True, slots=True, eq=False)
class Posteriors:
    """Marginals of the Gibbs distribution over all segmentations, exp(-cost / temperature).

    Attributes:
        temperature: what costs are divided by.
        cuts: the probability of a cut after each unit but the last.
        expected_segments: the mean number of segments.
        entropy: of the distribution, in nats; its exponential is the number of segmentations that
            are really in play.
    """

    temperature: float
    cuts: Floats
    expected_segments: float
    entropy: float

    def __eq__(self, other: object) -> bool:
        return equal(self, other)

    def __hash__(self) -> int:
        return hash((self.temperature, self.expected_segments))


class Programme:
    """All segmentations of a text that are allowed, with their costs.

    Time and memory are those of one pass over D within the window; see docs/architecture.md.

    Args:
        similarity: D.
        cost: of its segments.
        admissible: what is allowed; everything by default.
        longest: the most units of a segment that is weighed where no window is proved; all that
            are allowed by default.
    """

    def __init__(
        self,
        similarity: Similarity,
        cost: TextCost,
        admissible: Admissible | None = None,
        *,
        longest: int | None = None,
    ) -> None:
        size = len(similarity)
        lengths = len(cost.positions) - 1
        if lengths != size or not size:
            raise TmimaError(f"{lengths} lengths for a similarity of {size} units")
        self._similarity = similarity
        self._cost = cost
        self._allowed = admissible or Admissible.everything(size)
        self._longest = longest
        self._proved: int | None = None
        self._found: Recursion | None = None
        self._ahead: dict[float, tuple[int, Recursion]] = {}
        self._within: dict[int, Admissible] = {}

    def optimum(self) -> Solution:
        """Return the cheapest segmentation.

        Of several the one with the shortest last segment, then the shortest before it, and so on.
        """
        run = self._cheapest()
        return run.cheapest_in_layers(*self._final_layers(run))[0]

    def certified(self) -> tuple[Solution, Certificate]:
        """Return the cheapest segmentation and the certificate that it is."""
        return self.optimum(), self._certificate(self._cheapest(), self._allowed.counts)

    def _certificate(self, run: Recursion, counts: tuple[int, int] | None) -> Certificate:
        """Return the certificate of what a recursion has found into some numbers of segments."""
        window = run.allowed.longest
        proof = "limit" if self._proved is None else "bound"
        if window == self._allowed.longest:
            proof = "all"
        return Certificate(proof != "limit", window, proof, n_segments=counts)

    def by_bias(self, bias: float, biases: Sequence[float]) -> tuple[Solution, Certificate]:
        """Return the cheapest segmentation if each cut costs a bias more.

        The recursion runs once for all of `biases`, of which the bias must be one, and is cached
        until a bias is asked for that is not among them. What a segmentation costs is told without
        its bias, and without it none into the same number of segments costs less.
        """
        if bias not in self._ahead:
            # What was weighed goes before as much is weighed again.
            self.clear_cache()
            self._run_ahead(biases).forward()
        layer, run = self._ahead[bias]
        self._final_layers(run)
        (way,) = run.cheapest_in_layers(layer, layer)
        count = len(way.segmentation)
        certificate = self._certificate(run, (count, count))
        return Solution(way.segmentation, way.cost - bias * count), certificate

    def clear_cache(self) -> None:
        """Drop what `by_bias` has cached."""
        self._ahead.clear()

    def _run_ahead(self, biases: Sequence[float]) -> Recursion:
        run = self._new_recursion(None, layers=len(biases), biases=biases)
        self._ahead = {bias: (layer, run) for layer, bias in enumerate(biases)}
        return run

    @property
    def weighed(self) -> Admissible:
        """What is allowed, without segments that are longer than any that is weighed."""
        return self._allowed if self._longest is None else self._allowed.within(self._longest)

    def between(self, first: int, last: int, number: int) -> "Programme":
        """Return the engine on the units first .. last - 1, cut into a number of segments."""
        return Programme(
            PartOfColumns(self._similarity, first, last),
            self._cost.between(first, last),
            replace(self._allowed.between(first, last), counts=(number, number)),
            longest=None if self._longest is None else min(self._longest, last - first),
        )

    def costs_along(self, segmentation: Segmentation) -> Floats:
        """Return what a segmentation costs up to each of its boundaries."""
        size = len(self._similarity)
        ends = np.array(segmentation.boundaries)
        starts = np.arange(size)
        starts[ends - 1] = [0, *segmentation.cuts]
        closed = np.ones(size + 1, dtype=np.uint8)
        closed[ends] = 0
        run = Recursion(
            self._similarity,
            self._cost,
            Admissible(starts, starts, closed),
            ranks=1,
            layers=1,
            step=0,
            temperature=0.0,
        )
        run.forward()
        along: Floats = run.values[ends, 0, 0]
        return along

    def prove(self) -> int | None:
        """Return the units that no segment of the optimum can exceed, if there is a proof."""
        return self._window(0.0)

    def best(self, count: int) -> list[Solution]:
        """Return the `count` cheapest segmentations, or all if there are fewer, cheapest first."""
        if count < 1:
            raise TmimaError(f"the number of best segmentations must be 1 or more, not {count}")
        slack = 1.0
        while True:
            # A segmentation outside the window costs at least the optimum and the slack: the list
            # is right if it ends before that.
            window = self._window(slack)
            run = self._new_recursion(window, ranks=count)
            run.forward()
            solutions = run.cheapest_in_layers(*self._final_layers(run))
            complete = len(solutions) == count and solutions[-1].cost <= solutions[0].cost + slack
            if window is None or complete:
                return solutions
            slack *= 4

    def path(self, most: int) -> list[Solution | None]:
        """Return the cheapest segmentation into 1, 2, .. `most` segments, nothing where none is."""
        run = self._recursion_by_count(most)
        return [
            next(iter(run.cheapest_in_layers(layer, layer)), None) for layer in range(1, most + 1)
        ]

    def _recursion_by_count(self, most: int) -> Recursion:
        if not 1 <= most <= len(self._similarity):
            raise TmimaError(
                f"a text of {len(self._similarity)} units has no segmentations into {most} segments"
            )
        run = self._new_recursion(None, layers=most + 1)
        run.forward()
        return run

    def cut_costs(self) -> Floats:
        """Return how much dearer than the optimum it is to cut after each unit but the last.

        The cost of the cheapest segmentation that cuts there, less that of the cheapest of all:
        0 where the optimum itself cuts, infinity where no cut is allowed.
        """
        run = self._cheapest()
        # Going back uses up what the run has carried.
        self._found = None
        low, high = self._final_layers(run)
        before = run.values[:, :, 0]
        least = float(before[-1, low : high + 1].min())
        ends = np.full(before.shape[1], np.inf)
        ends[low : high + 1] = 0.0
        costs: Floats = (before + run.backward(ends, np.inf)).min(axis=1)[1:-1] - least
        # A difference of sums of many costs: what is left of rounding is no difference.
        costs[costs <= 1e-9 * max(1.0, abs(least))] = 0.0
        return costs

    def posteriors(self, temperature: float) -> Posteriors:
        """Return how probable each cut is in the Gibbs distribution at a temperature."""
        run, shares = self._soft_recursion(temperature)
        chances = run.backward(shares, 0.0)
        cuts: Floats = np.minimum(1.0, chances.sum(axis=1)[1:-1])
        choice = -float(np.sum(shares[shares > 0] * np.log(shares[shares > 0])))
        return Posteriors(
            temperature=temperature,
            cuts=cuts,
            expected_segments=1 + float(cuts.sum()),
            entropy=max(0.0, choice + float((chances * run.spreads).sum())),
        )

    def numbers(self, temperature: float, ahead: Sequence[float] = ()) -> NumberOfSegments:
        """Return how probable each number of segments is in the Gibbs distribution.

        The D of a long text is not stored but computed again by every pass over the text. So this
        pass can also run the recursions for the biases in `ahead`, for which `by_bias` will be
        called later.
        """
        counts = self._allowed.counts
        if counts is not None and counts[0] == counts[1]:
            return NumberOfSegments(counts[0], np.ones(1))
        run, shares = self._soft_recursion(temperature, ahead)
        return run.numbers() if counts is None else NumberOfSegments.of(0, shares)

    def samples(self, count: int, temperature: float, *, seed: int = 0) -> list[Solution]:
        """Draw segmentations from the Gibbs distribution, with their costs."""
        if count < 1:
            raise TmimaError(f"the number of samples must be 1 or more, not {count}")
        run, shares = self._soft_recursion(temperature)
        generator = np.random.default_rng(seed)
        return run.draw(draw_indices(shares, generator.random(count)), generator)

    def _cheapest(self) -> Recursion:
        """Return the recursion of least costs, computed once."""
        if self._found is None:
            self._proved = self.prove()
            self._found = self._new_recursion(self._proved)
            self._found.forward()
        return self._found

    def _soft_recursion(
        self, temperature: float, ahead: Sequence[float] = ()
    ) -> tuple[Recursion, Floats]:
        """Return the recursion at a temperature, and how probable each final layer is."""
        if not (math.isfinite(temperature) and temperature > 0):
            raise TmimaError(f"the temperature must be a number above 0, not {temperature}")
        counts, size = self._allowed.counts, len(self._similarity)
        if counts is not None and size * self.weighed.longest * counts[1] > _MOST_SUMMED:
            raise TmimaError(
                f"probabilities of all segmentations of {size:,} units into {counts[1]:,} segments "
                "would take too long: leave out `n_segments`, `finer` moves the number too"
            )
        # Any two places could be the ends of a segment outside the window.
        slack = temperature * (_LOG_NEGLIGIBLE + 2 * math.log(len(self._similarity) + 1))
        run = self._new_recursion(self._window(slack), temperature=temperature)
        run.forward(*([self._run_ahead(ahead)] if ahead else []))
        low, high = self._final_layers(run)
        values = np.full(run.values.shape[1], np.inf)
        values[low : high + 1] = run.values[-1, low : high + 1, 0]
        shares: Floats = np.exp(-(values - values.min()) / temperature)
        return run, shares / shares.sum()

    def _window(self, slack: float) -> int | None:
        return proved_window(self._similarity, self._cost, self._allowed, slack=slack)

    def _new_recursion(
        self,
        window: int | None,
        *,
        ranks: int = 1,
        layers: int | None = None,
        temperature: float = 0.0,
        biases: Sequence[float] = (),
    ) -> Recursion:
        if window is None:
            window = self._longest
        allowed = self._allowed
        if window is not None:
            # Runs on the same way look equally far: it is theirs together.
            if window not in self._within:
                self._within = {window: allowed.within(window)}
            allowed = self._within[window]
        counts = allowed.counts
        step = 0 if biases else 1
        if layers is None:
            layers = 1 if counts is None else counts[1] + 1
            step = 0 if counts is None else 1
        return Recursion(
            self._similarity,
            self._cost,
            allowed,
            ranks=ranks,
            layers=layers,
            step=step,
            temperature=temperature,
            biases=biases,
        )

    def _final_layers(self, run: Recursion) -> tuple[int, int]:
        """Return the first and the last layer that a whole segmentation may end in."""
        low, high = self._allowed.counts or (0, 0)
        ends = np.isfinite(run.values[-1, :, 0])
        if ends[low : high + 1].any():
            return low, high
        if not self._allowed.reachable()[-1]:
            raise TmimaError("no segmentation is allowed: some place cannot be passed")
        if self._allowed.counts is not None:
            fewer = np.flatnonzero(ends[:low])
            possible = f"{fewer[-1]} is the most" if len(fewer) else f"more than {high} are needed"
            raise self._allowed.count_error(possible)
        numbers = " ".join(shortened(self._cost.segment).split())
        raise TmimaError(f"the cost is beyond all numbers with {numbers}: use smaller ones")


# Longer texts have windows, which one pass for all parameters would not.
_MOST_UNITS = 512


def distinct_optima(
    similarity: Similarity, lengths: Rows, costs: CostsSideBySide
) -> tuple[list[Segmentation], list[int]]:
    """Return the different cheapest segmentations, and for each cost which of them is its own.

    They are those that `Programme` finds; what a segment holds of D is summed once for all costs.
    """
    size = len(similarity)
    if size > _MOST_UNITS:
        ways = [
            Programme(similarity, TextCost.of(one, lengths)).optimum().segmentation.boundaries
            for one in costs.settings
        ]
    else:
        ways = _cheapest_boundaries_by_cost(similarity, lengths, costs)
    numbers: dict[tuple[int, ...], int] = {}
    chosen = [numbers.setdefault(way, len(numbers)) for way in ways]
    return [Segmentation(way) for way in numbers], chosen


def _cheapest_boundaries_by_cost(
    similarity: Similarity, lengths: Rows, costs: CostsSideBySide
) -> list[tuple[int, ...]]:
    """Return the boundaries that are cheapest by each of some costs."""
    size, many = len(similarity), len(costs.settings)
    values = np.full((size + 1, many), np.inf)
    values[0] = 0.0
    previous = np.zeros((size + 1, many), dtype=np.int32)
    (block,) = column_blocks(similarity)
    kernel.forward_by_each_cost(
        np.concatenate(([0.0], np.cumsum(lengths, dtype=np.float64))),
        costs.mean_lengths,
        costs.length_weights,
        costs.density_weights(size),
        values,
        previous,
        block,
    )
    # All ways go back one segment at a time; who is at the beginning stays there.
    places = np.full(many, size, dtype=np.int32)
    passed = []
    while places.any():
        passed.append(places)
        places = previous[places, costs.numbers]
    rows = np.array(passed[::-1], dtype=np.int32).T
    skipped = (rows == 0).sum(axis=1).tolist()
    return [tuple(row[skip:]) for row, skip in zip(rows.tolist(), skipped, strict=True)]
