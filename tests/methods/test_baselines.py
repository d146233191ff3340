"""The baselines."""

from collections import Counter

import pytest

from tests.methods.learning_texts import method_text
from tmima import Segmentation, TmimaError
from tmima.methods.baselines import NoCuts, RandomCuts, Uniform


def plain(units: int):
    return method_text(["one two three"] * units)


def test_none_cuts_nowhere():
    assert NoCuts().segment(plain(7)) == Segmentation((7,))


@pytest.mark.parametrize(
    ("units", "segments", "boundaries"), [(10, 2, (5, 10)), (7, 3, (2, 4, 7)), (3, 3, (1, 2, 3))]
)
def test_uniform_lengths_differ_by_one_at_most(units, segments, boundaries):
    found = Uniform().segment(plain(units), n_segments=segments)
    assert found == Segmentation(boundaries)
    assert max(found.lengths) - min(found.lengths) <= 1


def test_without_a_number_the_length_decides():
    text = plain(40)
    assert len(Uniform().segment(text)) == 4
    assert len(Uniform(length=5).segment(text)) == 8
    assert len(RandomCuts(length=5).segment(text)) == 8


def test_every_place_is_as_likely():
    text = plain(6)
    found = (RandomCuts(seed=seed).segment(text, n_segments=3) for seed in range(3000))
    counts = Counter(cut for segmentation in found for cut in segmentation.cuts)
    # Five places, two cuts: each is taken in two fifths of the runs, give or take five deviations.
    assert set(counts) == {1, 2, 3, 4, 5}
    assert all(abs(count - 1200) < 5 * (3000 * 0.4 * 0.6) ** 0.5 for count in counts.values())


def test_bad_lengths_and_numbers_are_refused():
    with pytest.raises(TmimaError, match="1 or more, not 0"):
        Uniform(length=0)
    with pytest.raises(TmimaError, match="3 units cannot be cut into 4"):
        RandomCuts().segment(plain(3), n_segments=4)
