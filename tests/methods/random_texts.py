"""Random small texts for Hypothesis, and all segmentations of a few units."""

from itertools import combinations

from hypothesis import strategies as st

from tests.methods.learning_texts import method_text

# Numbers are words that are not kept, so a unit of them has a length but nothing to compare.
WORDS = ("aa", "bb", "cc", "dd", "7")


@st.composite
def texts(draw, *, units=7, words=6):
    """A text of a few units of a few words, many of them repeated."""
    unit = st.lists(st.sampled_from(WORDS), min_size=1, max_size=words)
    rows = draw(st.lists(unit, min_size=1, max_size=units))
    return method_text([" ".join(row) for row in rows])


def all_boundaries(size, segments=None):
    """Every segmentation of a row of units, as its boundaries."""
    for count in range(size) if segments is None else (segments - 1,):
        for cuts in combinations(range(1, size), count):
            yield (*cuts, size)
