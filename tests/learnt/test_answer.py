"""What the learnt model answers: the number of segments and the segments never contradict."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tmima
from tmima import Segmenter, TmimaError
from tmima.learnt import answer
from tmima.segmentation import Prepared, recursion

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
