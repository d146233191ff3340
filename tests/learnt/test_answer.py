"""What the learnt model answers: the number of segments and the segments never contradict."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tmima
from tmima import Segmenter, TmimaError
from tmima.learnt import answer, beliefs
from tmima.methods import Learnt
from tmima.segmentation import (
    Certificate,
    Constraints,
    NumberOfSegments,
    Prepared,
    Programme,
    Solution,
    recursion,
)
from tmima.text import Segmentation

WORDS = "sea ship dog law hat tree moon cup baker dough judge oath".split()


def prose(seed: int, sentences: int, paragraph: int = 7) -> str:
    """Return sentences of words whose topic changes now and then."""
    chance = np.random.default_rng(seed)
    parts = []
    topic = 0
    for number in range(sentences):
        if chance.random() < 0.15:
            topic = int(chance.integers(0, len(WORDS) - 3))
        one, other = chance.choice(WORDS[topic : topic + 4], 2)
        end = "\n\n" if number % paragraph == paragraph - 1 else " "
        parts.append(f"The {one} and the {other} had {chance.integers(100, 999)}.{end}")
    return "".join(parts)


def prepared(seed: int, sentences: int) -> Prepared:
    return Segmenter(language="en").prepare(prose(seed, sentences))


sizes = st.one_of(
    st.just({}),
    st.builds(
        lambda least, more: {"min_size": least, "max_size": least + more},
        st.integers(1, 4),
        st.integers(0, 5),
    ),
    st.builds(lambda most: {"max_size": most}, st.integers(1, 9)),
    st.builds(lambda least: {"min_size": least}, st.integers(2, 9)),
)
numbers = st.one_of(
    st.none(),
    st.integers(1, 60),
    st.tuples(st.integers(1, 30), st.integers(0, 30)).map(lambda two: (two[0], sum(two))),
)
places = st.lists(st.integers(1, 30), max_size=12).map(tuple)
asked = st.fixed_dictionaries(
    {"sizes": sizes, "n_segments": numbers, "cut_at": places, "keep": st.booleans()}
)


@pytest.mark.filterwarnings("error")
@settings(deadline=None, max_examples=300, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 9),
    st.integers(2, 70),
    asked,
    st.one_of(st.just(0.0), st.floats(-100, 100)),
    st.sampled_from([(4000, 3e7), (4, 3e7), (4, 0), (4000, 0)]),
)
def test_the_number_is_true_of_any_text_and_setting(seed, sentences, told, finer, ways):
    constraints = {
        **told["sizes"],
        "n_segments": told["n_segments"],
        "cut_at": tuple(place for place in told["cut_at"] if place < sentences),
        "keep_paragraphs": told["keep"],
    }
    text = prepared(seed, sentences)
    with pytest.MonkeyPatch.context() as patch:
        # Long texts are counted by their mean and variance, and cut by a bias.
        patch.setattr(recursion, "_MOST_COUNTED", ways[0])
        patch.setattr(answer, "_MOST_WEIGHED", ways[1])
        try:
            found = Segmenter(finer=finer, **constraints).segment(text)
        except TmimaError:
            return
    check_number(found, told["n_segments"])


def check_number(found: tmima.SegmentedText, told: int | tuple[int, int] | None) -> None:
    """Check that the number found is in the middle of a distribution over possible numbers."""
    number = found.settings.number
    if isinstance(told, int):
        assert len(found) == told
        assert number is None
        return
    assert number is not None
    if told is not None:
        assert told[0] <= len(found) <= told[1]
    assert np.isfinite(number.shares).all()
    assert (number.shares >= 0).all()
    assert number.shares.sum() == pytest.approx(1, abs=1e-6)
    low, high = number.interval
    assert 1 <= number.first <= low <= number.median <= high <= len(found.units)
    assert low <= len(found) <= high
    assert number.share(len(found)) > 0
    assert number.as_dict()["median"] == number.median


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "constraints",
    [
        {"max_size": 1},
        {"max_size": 2},
        {"cut_at": tuple(range(1, 2400, 2))},
        {"finer": 100.0},
        {"n_segments": 1500},
        {"n_segments": (1400, 2000)},
    ],
)
def test_more_than_a_thousand_segments_have_a_number(many: Prepared, constraints: dict[str, Any]):
    found = Segmenter(**constraints).segment(many)
    assert len(found) > 1000
    check_number(found, constraints.get("n_segments"))
    lengths = [last - first for first, last in pairwise((0, *found.boundaries))]
    assert max(lengths) <= constraints.get("max_size", 2400)


@pytest.fixture(scope="module")
def many() -> Prepared:
    return prepared(1, 2400)


# --- Numbers that are told of long texts: by a bias, as by layers

marked = "\n\n".join(
    f"{'#' * (1 + (part % 3 > 0))} Part {part}\n\n{prose(part, 9)}" for part in range(12)
)
LIMITS: list[dict[str, Any]] = [
    {},
    {"min_size": 2, "max_size": 9},
    {"min_size": 60, "max_size": 900, "size_unit": "characters"},
    {"max_size": 40, "size_unit": "words"},
    {"cut_at": [7, 30], "no_cut_at": [8, 31, 50]},
    {"keep_paragraphs": True},
    {"outline": "ignore"},
]


def found_or_refused(asked: Segmenter, document: Prepared) -> tmima.SegmentedText | str:
    try:
        return asked.segment(document)
    except TmimaError as refused:
        return str(refused)


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("text", [prose(2, 120), marked], ids=["plain", "marked"])
def test_numbers_that_are_told_are_reached_alike_by_bias_and_layers(text, limits, monkeypatch):
    given_ = {"language": "en", "format": "markdown", **limits}
    document = Segmenter(**given_).prepare(text)
    for told in (1, 3, 8, 17, 18, 25, 31, 40, 59, (20, 30), (2, 9), (38, 60)):
        asked = Segmenter(**given_, n_segments=told, questions={"cut_costs": True})
        exact = found_or_refused(asked, document)
        with monkeypatch.context() as patch:
            patch.setattr(answer, "_MOST_WEIGHED", 0)
            found = found_or_refused(asked, document)
        if isinstance(exact, str) or isinstance(found, str):
            assert found == exact
            continue
        assert len(found) == len(exact)
        assert found.cost == pytest.approx(exact.cost, abs=1e-7)
        assert found.answers.certificate == exact.answers.certificate
        if isinstance(told, tuple):
            number, expected = found.settings.number, exact.settings.number
            assert number.interval == expected.interval
            for each in range(told[0], told[1] + 1):
                assert number.share(each) == pytest.approx(expected.share(each), abs=1e-5)


@pytest.mark.parametrize("told", [700, (600, 900)])
def test_no_number_of_a_long_text_takes_a_layer_for_each(told, monkeypatch):
    """By layers it would be 2,400 places times the number; a part of the text is not long."""
    text, most = prepared(1, 2400), 0
    made = recursion.Recursion.__init__

    def counted(self: Any, *given_: Any, **named: Any) -> None:
        nonlocal most
        made(self, *given_, **named)
        most = max(most, self.values.size)

    monkeypatch.setattr(recursion.Recursion, "__init__", counted)
    found = Segmenter(n_segments=told).segment(text)
    check_number(found, told)
    assert most < 2401 * 64


def test_probabilities_of_many_told_segments_are_refused_with_a_way_out(monkeypatch):
    text = prepared(1, 2400)
    for asked in ({"posteriors": True}, {"samples": 2}):
        with pytest.raises(TmimaError, match=r"into 2,300 segments .* leave out n_segments"):
            Segmenter(n_segments=2300, questions=asked).segment(text)
    free = Segmenter(questions={"posteriors": True}).segment(text)
    assert free.answers.posteriors is not None


# --- The constants of long texts and of levels, each by what it decides


def test_levels_have_the_roots_of_the_number_of_segments():
    text = prepared(3, 160)
    found = Segmenter(n_segments=64, questions={"levels": 3}).segment(text)
    level, counts = list(found.answers.levels), []
    while level:
        counts.append(len(level))
        level = [child for branch in level for child in branch.children]
    # Each level has about as many segments as each of its segments has below.
    assert counts == [4, 16, 64]


def test_segments_of_up_to_a_thousand_units_are_weighed_in_a_long_text():
    text = prepared(4, 2500)
    for told in (None, 3):
        problem = Learnt().problem(text, Constraints(n_segments=told))
        assert problem.longest == max(1000, 2 * -(-2500 // told) if told else 0)
    assert Learnt().problem(prepared(4, 2000), Constraints()).longest is None


@pytest.mark.parametrize(("off", "taken"), [(2, True), (3, False)])
def test_a_bias_may_miss_the_median_by_an_eighth_of_the_interval(off, taken, monkeypatch):
    """An interval of 16 numbers allows a number that is off by two, and no more."""
    problem = Learnt().problem(prepared(5, 60), Constraints())
    wanted = NumberOfSegments(20, np.full(21, 1 / 21))
    low, high = wanted.interval
    assert (high - low) // 8 == 2
    monkeypatch.setattr(answer, "_MOST_WEIGHED", 0)
    asked = []

    def by_bias(self: Programme, bias: float, ahead: object) -> tuple[Solution, Certificate]:
        asked.append(bias)
        count = wanted.median + off
        cuts = Segmentation((*range(1, count), 60))
        return Solution(cuts, 0.0), Certificate(optimal=True, window=60, proof="all")

    monkeypatch.setattr(Programme, "by_bias", by_bias)
    answer._optimum(problem, problem.allowed, wanted, problem.programme())
    assert (len(asked) == 1) == taken


def test_pieces_of_a_long_text_tile_it_and_overlap():
    for size in (1001, 1700, 5000, 12_345):
        pieces = list(beliefs._pieces(size))
        assert [low for _, _, low, _ in pieces] == [0, *(high for *_, high in pieces[:-1])]
        assert pieces[-1][3] == size
        for number, (first, last, low, high) in enumerate(pieces):
            assert (first, last) == (max(0, low - 150), min(size, high + 150))
            assert last - first <= 1020
            assert low == size * number // len(pieces)
    assert list(beliefs._pieces(1000)) == [(0, 1000, 0, 1000)]
