"""What the engine knows beyond its optimum, against the enumeration of all segmentations."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle
from tests.segmentation.test_cost import all_costs, costs, matrices
from tmima import kernel
from tmima.errors import TmimaError
from tmima.kernel import twin
from tmima.segmentation import Admissible, Parameters, Programme, TextCost
from tmima.similarity import GivenMatrix

COUNTS = st.none() | st.tuples(st.integers(1, 3), st.integers(3, 8))


@st.composite
def problems(draw, largest=8):
    """Return D, lengths, the numbers of the cost, and what is allowed of the segmentations."""
    size = draw(st.integers(1, largest))
    seed = draw(st.integers(0, 2**32 - 1))
    generator = np.random.default_rng(seed)
    matrix = np.triu(generator.random((size, size)) * (generator.random((size, size)) < 0.6))
    matrix = matrix + matrix.T
    lengths = generator.integers(1, 6, size)
    numbers = (
        draw(st.floats(0, 15)),
        draw(st.floats(0.5, 10)),
        draw(st.floats(0, 1)),
        draw(st.sampled_from([0.0, 0.33, 0.5, 1.0])),
    )
    low, high = draw(st.integers(1, 3)), draw(st.integers(3, largest))
    closed = np.zeros(size + 1, dtype=np.uint8)
    for place in draw(st.sets(st.integers(1, max(1, size - 1)), max_size=2)):
        closed[place] = size > 1
    ends = np.arange(size)
    counts = draw(COUNTS)
    allowed = Admissible(
        np.maximum(0, ends + 1 - high).astype(np.int64),
        (ends + 1 - low).astype(np.int64),
        closed,
        None if counts is None else (min(counts[0], size), min(counts[1], size)),
    )
    return matrix, lengths, numbers, draw(in_sections(allowed))


@st.composite
def in_sections(draw, allowed):
    """Return what is left by sections that lie within each other or apart, if there are any."""
    size = len(allowed.earliest)
    ends = st.tuples(st.integers(0, size), st.integers(0, size))
    sections = []
    for one, other in draw(st.lists(ends, max_size=4)):
        first, last = min(one, other), max(one, other)
        if all(last <= a or b <= first or a <= first <= last <= b for a, b in sections):
            sections.append((first, last))
    if not sections:
        return allowed
    earliest, until = allowed.earliest.copy(), np.full(size + 1, size)
    for first, last in sections:
        inside = np.arange(first + 1, last)
        earliest[inside - 1] = np.maximum(earliest[inside - 1], first)
        until[inside] = np.minimum(until[inside], last)
    return replace(allowed, earliest=earliest, until=until)


def allows(allowed: Admissible, boundaries: tuple[int, ...]) -> bool:
    low, high = allowed.counts or (1, len(boundaries))
    pieces = zip((0, *boundaries), boundaries, strict=False)
    return low <= len(boundaries) <= high and all(
        allowed.earliest[end - 1] <= start <= allowed.latest[end - 1]
        and not allowed.closed[end]
        and (allowed.until is None or end <= allowed.until[start])
        for start, end in pieces
    )


def enumerated(problem):
    matrix, lengths, numbers, allowed = problem
    every = oracle.weighed(matrix.tolist(), lengths.tolist(), *numbers)
    return [(cost, boundaries) for cost, boundaries in every if allows(allowed, boundaries)]


def programme(problem) -> Programme:
    matrix, lengths, numbers, allowed = problem
    return Programme(GivenMatrix(matrix), TextCost.of(Parameters(*numbers), lengths), allowed)


def near(value):
    return pytest.approx(value, rel=1e-7, abs=1e-8)


@settings(max_examples=300)
@given(problems(), st.integers(1, 12))
def test_the_best_are_the_cheapest_of_all(problem, count):
    every = enumerated(problem)
    if not every:
        with pytest.raises(TmimaError, match="no segmentation"):
            programme(problem).best(count)
        return
    found = programme(problem).best(count)
    assert [one.cost for one in found] == near([cost for cost, _ in every[:count]])
    costs = {boundaries: cost for cost, boundaries in every}
    assert len({one.segmentation for one in found}) == len(found)
    for one in found:
        assert one.cost == near(costs[one.segmentation.boundaries])
    assert found[0] == programme(problem).optimum()


@settings(max_examples=300)
@given(problems(), st.floats(0.05, 20))
def test_posteriors_are_those_of_the_gibbs_distribution(problem, temperature):
    every = enumerated(problem)
    if not every:
        return
    chances = oracle.gibbs(every, temperature)
    size = len(problem[0])
    expected = [sum(p for p, cuts in chances if place in cuts) for place in range(1, size)]
    found = programme(problem).posteriors(temperature)
    assert found.cuts.tolist() == near(expected)
    assert found.expected_segments == near(sum(p * len(cuts) for p, cuts in chances))
    assert found.entropy == near(-sum(p * math.log(p) for p, _ in chances if p > 0))


@settings(max_examples=200)
@given(problems())
def test_the_path_has_the_cheapest_for_each_number_of_segments(problem):
    matrix, lengths, numbers, allowed = problem
    unlimited = replace(allowed, counts=None)
    every = enumerated((matrix, lengths, numbers, unlimited))
    for count, found in enumerate(programme(problem).path(len(matrix)), start=1):
        costs = [cost for cost, boundaries in every if len(boundaries) == count]
        assert (found is None) == (not costs)
        if found is not None:
            assert len(found.segmentation) == count
            assert found.cost == near(min(costs))


@settings(max_examples=200)
@given(problems())
def test_the_cost_of_a_cut_is_that_of_the_cheapest_with_it(problem):
    every = enumerated(problem)
    if not every:
        return
    least = every[0][0]
    expected = [
        min((cost - least for cost, cuts in every if place in cuts), default=math.inf)
        for place in range(1, len(problem[0]))
    ]
    assert programme(problem).cut_costs().tolist() == near(expected)


@settings(max_examples=15)
@given(problems(largest=5), st.floats(0.5, 5), st.integers(0, 99))
def test_samples_come_as_often_as_they_are_probable(problem, temperature, seed):
    every = enumerated(problem)
    if not every:
        return
    count = 4000
    found = programme(problem).samples(count, temperature, seed=seed)
    costs = {boundaries: cost for cost, boundaries in every}
    for one in found[:50]:
        assert one.cost == near(costs[one.segmentation.boundaries])
    for chance, boundaries in oracle.gibbs(every, temperature):
        seen = sum(one.segmentation.boundaries == boundaries for one in found)
        # Six deviations of the binomial distribution.
        assert abs(seen - count * chance) <= 6 * math.sqrt(count * chance * (1 - chance)) + 1e-6
    assert found == programme(problem).samples(count, temperature, seed=seed)


@given(problems())
def test_cold_posteriors_are_the_optimum(problem):
    every = enumerated(problem)
    if len(every) < 2 or every[1][0] - every[0][0] < 1e-3:
        return
    found = programme(problem).posteriors(1e-5)
    cuts = np.flatnonzero(found.cuts > 0.5) + 1
    assert tuple(cuts) == every[0][1][:-1]
    assert found.entropy == pytest.approx(0, abs=1e-6)


@settings(max_examples=60)
@given(problems(largest=25), st.floats(0.05, 20))
def test_kernel_and_twin_give_the_same(problem, temperature):
    if kernel.NAME != "compiled":
        pytest.skip("the package was installed without a C compiler")

    def everything():
        asked = programme(problem)
        try:
            return asked.best(7), asked.cut_costs(), asked.posteriors(temperature)
        except TmimaError as error:
            return str(error)

    compiled = everything()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("forward", "backward", "weigh"):
            patch.setattr(kernel, name, getattr(twin, name))
        in_numpy = everything()
    if isinstance(compiled, str):
        assert compiled == in_numpy
        return
    assert compiled[0] == in_numpy[0]
    assert compiled[1].tolist() == in_numpy[1].tolist()
    assert compiled[2].cuts.tolist() == near(in_numpy[2].cuts.tolist())
    assert compiled[2].entropy == near(in_numpy[2].entropy)


def test_a_hundred_best_of_a_longer_text_rise_and_differ():
    generator = np.random.default_rng(3)
    matrix = generator.random((60, 60)) < 0.2
    matrix = (matrix | matrix.T).astype(float)
    found = Programme(GivenMatrix(matrix), TextCost.of(Parameters(), np.ones(60))).best(100)
    costs = [one.cost for one in found]
    assert costs == sorted(costs)
    assert len({one.segmentation for one in found}) == 100


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda p: p.best(0), "1 or more, not 0"),
        (lambda p: p.samples(0, 1.0), "1 or more, not 0"),
        (lambda p: p.posteriors(0.0), "temperature must be a number above 0, not 0.0"),
        (lambda p: p.posteriors(math.nan), "not nan"),
        (lambda p: p.path(4), "a text of 3 units has no segmentations into 4 segments"),
        (lambda p: p.best(1 << 28), "too many to keep"),
    ],
)
def test_bad_questions_are_refused(ask, message):
    asked = Programme(GivenMatrix(np.eye(3)), TextCost.of(Parameters(), np.ones(3)))
    with pytest.raises(TmimaError, match=message):
        ask(asked)


@pytest.mark.parametrize("forward", [kernel.forward, twin.forward], ids=["kernel", "numpy"])
@settings(max_examples=100)
@given(
    st.integers(2, 8),
    st.integers(0, 2**32 - 1),
    st.none() | st.tuples(st.integers(1, 4), st.integers(0, 3)),
)
def test_among_equals_the_shortest_last_segment_is_taken_and_so_on(forward, size, seed, counts):
    """Sums of whole numbers are exact: the tie rule decides, for every number of segments."""
    matrix = np.random.default_rng(seed).integers(0, 2, (size, size)).astype(float)
    matrix = np.maximum(matrix, matrix.T)
    low, high = (1, size) if counts is None else (min(counts[0], size), min(sum(counts), size))
    allowed = Admissible.everything(size)
    if counts is not None:
        allowed = replace(allowed, counts=(low, high))
    every = [
        (cost, boundaries)
        for cost, boundaries in oracle.weighed(matrix.tolist(), [1] * size, 1, 1, 0, 0)
        if low <= len(boundaries) <= high
    ]

    def rank(one):
        cost, boundaries = one
        lengths = np.diff((0, *boundaries))[::-1].tolist()
        # In a range of numbers the fewest segments come first.
        return cost, len(boundaries) if counts else 0, lengths

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "forward", forward)
        cost = TextCost.of(Parameters(1, 1, 0, 0), np.ones(size))
        asked = Programme(GivenMatrix(matrix), cost, allowed)
        found = asked.optimum()
        best = asked.best(3)
    expected = min(every, key=rank)
    assert (found.cost, found.segmentation.boundaries) == expected
    assert best[0] == found
    assert [one.cost for one in best] == [cost for cost, _ in every[:3]]


@given(matrices, st.data(), st.lists(st.floats(-3, 3), min_size=1, max_size=5), st.booleans())
def test_each_bias_leads_to_the_cheapest_with_dearer_cuts(matrix, data, biases, in_numpy):
    cost = data.draw(costs(matrix))
    every = {ends: whole for whole, ends in all_costs(matrix, cost)}
    with pytest.MonkeyPatch.context() as patch:
        if in_numpy:
            patch.setattr(kernel, "forward", twin.forward)
        asked = Programme(GivenMatrix(matrix), cost)
        ways = [asked.by_bias(bias, biases) for bias in biases]
    for bias, (way, certificate) in zip(biases, ways, strict=True):
        assert certificate.proof == "all"
        ends = way.segmentation.boundaries
        assert way.cost == pytest.approx(every[ends], abs=1e-9)
        least = min(whole + bias * (len(ends) - 1) for ends, whole in every.items())
        assert way.cost + bias * (len(ends) - 1) == pytest.approx(least, abs=1e-9)


@given(matrices, st.data(), st.lists(st.floats(-3, 3), min_size=1, max_size=5))
def test_biases_weighed_ahead_lead_where_they_lead_alone(matrix, data, biases):
    cost = data.draw(costs(matrix))
    alone, ahead = (Programme(GivenMatrix(matrix), cost) for _ in range(2))
    assert ahead.numbers(1.0, biases) == alone.numbers(1.0)
    weighed = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "forward", lambda *given_: weighed.append(given_))
        found = [ahead.by_bias(bias, biases) for bias in biases]
    assert not weighed
    assert found == [alone.by_bias(bias, (bias,)) for bias in biases]
