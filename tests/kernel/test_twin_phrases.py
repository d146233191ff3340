"""Phrases and what words weigh: the compiled loops and their twin say the same."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmima.kernel import ALL_CELLS, CELLS, packed_part, twin_phrases
from tmima.languages import PhraseKind

compiled = pytest.importorskip(
    "tmima.kernel._phrases", reason="the package was installed without a C compiler"
)

words = st.lists(
    st.tuples(
        st.sampled_from(["a", "ship", "πλοίο", "😀"]),
        st.sampled_from(["", " ", "\n", "-", "\u00a0", "\u2011", ":", ", ", ". ", "\U0001f600"]),
        st.sampled_from(PhraseKind),
        st.sampled_from([ALL_CELLS, CELLS["msN"], CELLS["fpG"] | CELLS["fsN"], CELLS["nsA"], 0]),
        st.integers(-1, 3),
        st.booleans(),
    ),
    max_size=40,
)


def test_kinds_are_numbered_as_languages_number_them():
    assert all(getattr(twin_phrases, kind.name) == kind for kind in PhraseKind)


@given(words, st.integers(1, 30), st.booleans())
def test_kernel_and_twin_find_the_same_phrases(words, longest, closed):
    text, starts, ends, edges = "", [], [], [0]
    for number, (word, after, *_, last) in enumerate(words, start=1):
        starts.append(len(text))
        ends.append(len(text) + len(word))
        text += word + after
        edges += [number] if last or number == len(words) else []
    text = text if closed else text.rstrip()
    given = (
        text,
        np.array(starts, dtype=np.int32),
        np.array(ends, dtype=np.int32),
        np.array([*edges[:1], *edges], dtype=np.int32),  # the first sentence has no word
        np.array([packed_part(kind, cells) for _, _, kind, cells, *_ in words], dtype=np.int64),
        np.array([term for *_, term, _ in words], dtype=np.int32),
        longest,
    )
    found, expected = compiled.find_phrases(*given), twin_phrases.find_phrases(*given)
    assert [column.tolist() for column in found] == [column.tolist() for column in expected]
    assert [column.dtype for column in found] == [column.dtype for column in expected]


@given(st.lists(st.lists(st.integers(-1, 9), max_size=8), min_size=1, max_size=20), st.data())
def test_kernel_and_twin_weigh_words_to_the_last_bit(sentences, data):
    inner = data.draw(st.sets(st.integers(1, len(sentences))))
    given = (
        np.array([term for sentence in sentences for term in sentence], dtype=np.int32),
        np.cumsum([0, *map(len, sentences)], dtype=np.int32),
        np.array(sorted({0, *inner, len(sentences)})),
    )
    found = compiled.word_weights(*given)
    assert found.tobytes() == twin_phrases.word_weights(*given).tobytes()
    assert ((found > 0) == (given[0] >= 0)).all()


def test_a_word_weighs_what_is_said_of_it():
    """One of two kept words of the first segment, in its second sentence; the text has it twice."""
    terms, edges = np.array([1, 0, 0, 1], np.int32), np.array([0, 1, 2, 4], np.int32)
    weights = compiled.word_weights(terms, edges, np.array([0, 2, 3]))
    assert weights[1] == math.log1p((1 / 2) / (2 / 4)) * (1 + 2 * math.exp(-1))
