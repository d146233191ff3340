"""With nothing set: as many topics as the text shows, one where it shows one."""

from dataclasses import replace
from itertools import pairwise, product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.test_expectation import exceeding, symmetric
from tmima.collection import BUNDLED
from tmima.fitting.evidence import (
    POWER,
    Evidence,
    _orders,
    evidence,
    gains_by_number,
    sharpness,
)
from tmima.fitting.text import Text, gathered
from tmima.fitting.topics import _clear, _spread
from tmima.segmentation import Programme, expectation
from tmima.similarity import GivenMatrix, Pairs

LETTERS = list("bcdfghklmnprst")


def made_up(topics: int, length: int, *, shared: int = 0, seed: int = 1) -> list[str]:
    """Sentences of words of a topic; `shared` of five words are of the whole text."""
    rng = np.random.default_rng(seed)

    def word() -> str:
        return "".join(rng.choice(LETTERS, 7))

    everywhere = [word() for _ in range(12)]
    sentences = []
    for _ in range(topics):
        own = [word() for _ in range(8)]
        for _ in range(length):
            words = [*rng.choice(own, 5 - shared, replace=False), *rng.choice(everywhere, shared)]
            sentences.append(" ".join(words).capitalize() + ".")
    return sentences


def cut(sentences: list[str], **settings_) -> tmima.SegmentedText:
    return tmima.segment("\n".join(sentences), language="en", format="lines", **settings_)


@pytest.mark.parametrize("topics", [2, 5, 10])
@pytest.mark.parametrize("length", [6, 15])
def test_clear_topics_are_found_with_their_number(topics, length):
    result = cut(made_up(topics, length))
    assert result.boundaries == tuple(length * (i + 1) for i in range(topics))
    assert result.settings.shows_topics
    low, high = result.settings.evidence.interval
    assert low <= topics <= high


@pytest.mark.parametrize("seed", range(5))
def test_one_topic_is_one_segment(seed):
    result = cut(made_up(1, 60, seed=seed))
    assert len(result) == 1
    assert result.settings.shows_topics is False


@pytest.mark.parametrize("seed", range(3))
def test_a_shuffled_text_is_one_segment(seed):
    sentences = made_up(6, 10, seed=seed)
    np.random.default_rng(seed).shuffle(sentences)
    assert len(cut(sentences)) == 1


def test_a_background_that_is_everywhere_changes_nothing_much():
    """Two words of five in every sentence are of the whole text: no giant segment, no slivers."""
    result = cut(made_up(6, 12, shared=2))
    assert 5 <= len(result) <= 7
    told = cut(made_up(6, 12, shared=2), n_segments=6)
    assert min(told.segmentation.lengths) >= 6


def test_the_same_text_gives_the_same_answer():
    sentences = made_up(4, 9, shared=1)
    assert cut(sentences) == cut(sentences)


def test_without_excess_it_is_what_it_was():
    result = cut(made_up(3, 9), parameters={"excess": False})
    assert result.settings.learnt == ("mean_length", "std_length")
    assert not result.settings.parameters.excess
    assert result.settings.evidence is None


@pytest.mark.parametrize("settings_", [{"gamma": 0.5}, {"mean_length": 4, "std_length": 2}])
def test_given_weights_are_those_of_equation_1(settings_):
    assert not cut(made_up(3, 9), parameters=settings_).settings.parameters.excess


def test_a_long_text_is_judged_in_pieces():
    sentences = made_up(150, 12)
    result = cut(sentences)
    found = set(result.boundaries)
    true = {12 * (i + 1) for i in range(150)}
    assert len(found & true) / len(found | true) > 0.9


def test_constraints_and_questions_are_obeyed_beyond_chance_too():
    result = cut(
        made_up(4, 12),
        constraints={"max_size": 8},
        questions={"posteriors": True, "best": 3, "cut_costs": True},
    )
    assert max(result.segmentation.lengths) <= 8
    costs = result.answers.cut_costs
    assert all(costs[place - 1] == 0 for place in result.segmentation.cuts)
    assert [one.cost for one in result.answers.best] == sorted(
        one.cost for one in result.answers.best
    )


@settings(max_examples=60)
@given(st.integers(2, 8), st.integers(0, 10**6))
def test_gains_by_number_are_those_of_all_segmentations(size, seed):
    from itertools import combinations

    matrix = exceeding(symmetric(size, seed))
    orders = np.array([np.arange(size), np.random.default_rng(seed).permutation(size)])
    for order, gains in zip(orders, gains_by_number(matrix, size, orders), strict=True):
        shuffled = matrix[np.ix_(order, order)]
        for number, gain in enumerate(gains, start=1):
            best = max(
                sum(
                    shuffled[a:b, a:b].sum() / (b - a) ** POWER
                    for a, b in zip((0, *cuts), (*cuts, size), strict=True)
                )
                for cuts in combinations(range(1, size), number - 1)
            )
            assert gain == pytest.approx(best, abs=1e-9)


@settings(max_examples=30)
@given(st.integers(30, 60), st.integers(0, 10**6), st.sampled_from([0.125, 0.5, 4.0, 64.0]))
def test_the_scale_of_the_similarity_does_not_matter(size, seed, factor):
    def judged(matrix):
        text = Text(
            GivenMatrix(matrix),
            np.ones(size, dtype=np.int64),
            np.full(size, 10),
            np.zeros(size + 1),
        )
        return text.evidence

    # Powers of two, and clear topics: what chance and rounding decide is not asked.
    topic = np.arange(size) // 10
    matrix = symmetric(size, seed, 0.3) + np.equal.outer(topic, topic) * (1 - np.eye(size))
    one, other = judged(matrix), judged(matrix * factor)
    assert one.strength == pytest.approx(other.strength, abs=1e-6)
    assert one.sharpness == pytest.approx(other.sharpness, abs=1e-6)
    assert one.gaps * factor == pytest.approx(other.gaps, abs=1e-6 * factor)


def test_where_all_units_are_alike_there_is_no_evidence():
    matrix = np.ones((12, 12)) - np.eye(12)
    text = Text(GivenMatrix(matrix), np.ones(12, dtype=np.int64), np.full(12, 10), np.zeros(13))
    assert text.evidence is None
    nothing = Pairs.of(GivenMatrix(np.zeros((9, 9))))
    assert evidence(nothing, text.expected, np.arange(9), is_talk=False) is None


def test_units_of_one_word_are_gathered():
    words = np.array([1, 2, 1, 30, 1, 1] * 200)
    firsts = gathered(words)
    held = np.add.reduceat(words, firsts)
    assert (held[:-1] >= 30).all()
    assert len(firsts) < len(words) / 3
    assert gathered(np.full(50, 20)).tolist() == list(range(50))


def test_a_piece_of_a_text_has_the_odds_of_its_own_places():
    """At a place inside a piece they are those of the whole; its ends are no places to cut."""
    odds = np.arange(31.0)
    counts = np.arange(30)
    whole = Text(GivenMatrix(np.eye(30)), counts, counts, odds)
    for size in (30, 15, 10, 7):
        first = 0
        for piece in whole.pieces(size):
            last = first + len(piece)
            assert piece.lengths.tolist() == list(range(first, last))
            assert len(piece.log_odds) == len(piece) + 1
            assert piece.log_odds[1:-1].tolist() == odds[first + 1 : last].tolist()
            first = last
        assert first == 30


def test_a_run_of_talk_ends_as_soon_as_it_has_its_words():
    words = np.array([1, 2, 3, 4] * 900)
    firsts = gathered(words)
    for first, last in pairwise(firsts):
        held = int(words[first:last].sum())
        assert held >= 30 > held - words[last - 1]


@pytest.mark.parametrize("count", range(1, 8))
def test_pieces_are_most_of_all_if_they_are_whatever_their_order(count):
    """Those that follow are left unseen only where they can no longer be most."""
    for shares in product((0.0, 1.0), repeat=count):
        looked = [0]
        found = _clear([a_piece(share, looked) for share in shares])
        if sum(shares) > count / 2:
            assert len(found) == sum(shares)
        else:
            assert len(found) <= count / 2
        if not any(shares):
            assert looked[0] <= count // 2 + 1


def a_piece(share: float, looked: list[int]) -> SimpleNamespace:
    def forget() -> None:
        looked[0] += 1

    return SimpleNamespace(evidence=SimpleNamespace(share=share), forget=forget)


def curve(strength: float, **more) -> Evidence:
    gaps = np.array([0.0, 1.0, 2.0, 1.5, 1.0])
    return Evidence(gaps, gaps / 2, strength, **{"sharpness": 0.2, **more})


def test_near_the_threshold_the_interval_reaches_from_one_topic_to_several():
    """Little evidence is no certainty of a single topic."""
    assert curve(1.04).number == 1
    assert curve(1.06).number == 3
    for strength in (1.04, 1.06):
        low, high = curve(strength).interval
        assert low == 1
        assert high >= 3
    assert curve(0.3).interval == (1, 1)
    assert curve(2.5).interval[0] > 1
    assert curve(1.5).beliefs.sum() == pytest.approx(1)


def test_turns_of_a_few_words_must_be_sharper():
    """In such units chance makes few pairs, and these look sharp."""
    assert curve(1.5, sharpness=0.4).is_sharp
    talk = curve(1.5, sharpness=0.4, is_talk=True)
    assert not talk.is_sharp
    assert talk.share == 0
    assert curve(1.5, sharpness=0.8, is_talk=True).share == 1


def test_a_short_text_is_shuffled_more_often():
    """Its shuffles cost little, and one tells less."""
    rng = np.random.default_rng(0)
    counts = {size: len(list(_orders(size, 2, rng))) for size in (40, 160, 200)}
    assert counts[40] > counts[160] > counts[200] == 4


def test_a_large_number_told_of_a_long_text_prefers_its_length(monkeypatch):
    """Without a preferred length every pair of places is weighed for every number."""
    monkeypatch.setattr("tmima.fitting.topics._MOST_WEIGHED", 60**2 * 6 - 1)
    result = cut(made_up(6, 10, shared=1), n_segments=6)
    assert result.boundaries == (10, 20, 30, 40, 50, 60)
    assert result.settings.parameters.gamma > 0
    assert result.settings.parameters.mean_length == 10


def test_of_a_long_text_some_pieces_are_judged_spread_evenly():
    pieces = list(range(100))
    assert _spread(pieces, 4) == [12, 37, 62, 87]
    assert _spread(pieces[:3], 4) == [0, 1, 2]


@given(st.integers(2, 30), st.integers(0, 10**6))
def test_sharpness_is_a_part_of_all_that_exceeds_or_falls_short_of_expectation(size, seed):
    matrix = symmetric(size, seed)
    similarity = GivenMatrix(matrix)
    everything = np.abs(exceeding(matrix)).sum()
    found = sharpness(0.5, Pairs.of(similarity), expectation(similarity), size)
    assert found == pytest.approx(0.5 * size**POWER / max(everything, 1e-12))


@given(
    st.lists(st.floats(-3, 1), min_size=2, max_size=40),
    st.floats(0, 3),
    st.floats(0, 1),
    st.booleans(),
)
def test_the_interval_holds_the_middle_four_fifths_of_the_belief(scores, strength, sharp, is_talk):
    found = Evidence(np.array(scores), np.array(scores), strength, sharp, is_talk)
    beliefs, (low, high) = found.beliefs, found.interval
    assert beliefs.sum() == pytest.approx(1)
    # A tenth at the most on either side, and a tenth at the least with one number more.
    assert beliefs[: low - 1].sum() <= 0.1 + 1e-9
    assert beliefs[:low].sum() >= 0.1 - 1e-9
    assert beliefs[high:].sum() <= 0.1 + 1e-9
    assert beliefs[high - 1 :].sum() >= 0.1 - 1e-9


@pytest.mark.parametrize(("topics", "length", "shared"), [(4, 20, 4), (5, 15, 4), (3, 25, 4)])
def test_a_penalty_lies_in_the_middle_of_those_that_give_its_number(topics, length, shared):
    result = cut(made_up(topics, length, shared=shared))
    assert result.settings.learnt == ("penalty",)
    given_ = result.settings.parameters
    number = len(result)
    free = Programme(
        result.similarity, result.units.sentences, replace(given_, penalty=0.0, cues=0.0)
    )
    gains = -free.path_costs(2 * number + 10)
    after = max(
        (gains[k - 1] - gains[number - 1]) / (k - number) for k in range(number + 1, len(gains) + 1)
    )
    before = min((gains[number - 1] - gains[k - 1]) / (number - k) for k in range(1, number))
    assert after < given_.penalty < before
    assert given_.penalty == pytest.approx((after + before) / 2, rel=0.05)


def test_the_number_that_is_found_lies_in_the_interval_that_is_told():
    outside = 0
    for path in sorted(BUNDLED.glob("*/*.txt"))[:30]:
        result = tmima.segment(path.read_text(encoding="utf-8"), language="el")
        evidence = result.settings.evidence
        low, high = evidence.interval
        assert low <= len(result) <= high
        assert result.as_dict()["evidence"]["interval"] == [low, high]
        believed = replace(evidence, found=None).interval
        assert low <= believed[0] <= believed[1] <= high
        outside += believed != (low, high)
    assert outside, "a text whose number the evidence does not speak for"
