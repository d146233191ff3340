"""Tags are chosen by the compiled kernel as by its twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmima.kernel import TagChoices, TagWeights, TagWords, twin_tags

compiled = pytest.importorskip(
    "tmima.kernel._tags", reason="the package was installed without a C compiler"
)
WIDTHS = (1, 2, 2, 1, 2, 2, 2, 3, 3, 3, 4, 1, 1, 1, 2, 2)
TAGS, FEATURES, WORDS, HINT_ROWS = 4, 3, 6, 5


@given(st.integers(0, 2**32 - 1))
def test_tags_are_chosen_as_by_the_twin(seed):
    """Of few features and weights in tenths, so that keys are found and equals occur."""
    random = np.random.default_rng(seed)
    counts = random.integers(0, 4, WORDS) * random.integers(0, 2, WORDS)
    counts[0] = 0
    starts = np.append(0, np.cumsum(counts)).astype(np.int32)
    tags = np.where(counts > 0, -1, random.integers(0, TAGS, WORDS)).astype(np.int8)
    tags[0] = TAGS
    words = TagWords(tags, starts, random.integers(0, FEATURES, (WORDS, 7)).astype(np.uint16))
    rivals = [random.permutation(TAGS)[:count] for count in counts]
    choices = TagChoices(
        np.concatenate(rivals).astype(np.int8),
        random.integers(-3, 3, starts[-1]) / 10,
        random.integers(0, FEATURES, (starts[-1], 2)).astype(np.uint16),
    )
    tables = []
    for width in WIDTHS:
        some = random.integers(1, FEATURES, (random.integers(0, 9), width)).tolist()
        tables.append(sorted({twin_tags.key_of(features) for features in some}))
    keys = np.array([key for table in tables for key in table], dtype=np.uint64)
    ends = np.append(0, np.cumsum([len(table) for table in tables])).astype(np.int32)
    # The last tag is beyond the columns.
    values = random.integers(-9, 9, (len(keys), TAGS - 1)) / 10
    weights = TagWeights(ends, keys, values, TAGS, int(random.integers(0, FEATURES)))
    line = np.concatenate(
        [[0, 0], *[[*random.integers(1, WORDS, random.integers(1, 9)), 0, 0] for _ in range(3)]]
    ).astype(np.int32)
    places = np.flatnonzero(counts[line] > 0).astype(np.int32)
    # No hint leaves a word without a choice: of two tags or more one alone is ruled out.
    lowest = -1 if (counts == 1).any() else -2 - (TAGS - 1)
    hints = random.integers(lowest, TAGS, (HINT_ROWS, TAGS + 1)).astype(np.int8)
    hint_rows = random.integers(0, HINT_ROWS, len(places)).astype(np.int32)
    given = (line, places, hint_rows, hints, words, choices, weights)
    found = compiled.choose_tags(*given)
    assert found.tolist() == twin_tags.choose_tags(*given).tolist()
    assert (starts[line[places]] <= found).all()
    assert (found < starts[line[places] + 1]).all()
