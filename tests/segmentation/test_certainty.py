"""How sure a cut is, in words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmima.segmentation import WITHIN, beliefs, certainty
from tmima.segmentation.certainty import CERTAINTIES


@given(st.lists(st.floats(0, 1), max_size=30))
def test_a_belief_is_the_sum_of_what_lies_within_two_places(probabilities):
    held = beliefs(np.array(probabilities))
    assert len(held) == len(probabilities)
    for place, belief in enumerate(held):
        near = probabilities[max(0, place - WITHIN) : place + WITHIN + 1]
        assert belief == pytest.approx(min(1, sum(near)), abs=1e-9)


def test_the_words_go_from_the_surest_to_the_least_sure():
    said = [certainty(belief) for belief in (1.0, 0.9, 0.89, 0.5, 0.49, 0.0)]
    one, two, three = CERTAINTIES
    assert said == [one, one, two, two, three, three]
