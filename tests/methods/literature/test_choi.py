"""C99 against plain loops, and against the cuts of Choi's own program."""

import json
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.choi_program import ProgramAnalyzer
from tests.methods.exact_c99 import exact_ranks, ways
from tests.methods.learning_texts import method_text
from tests.methods.random_texts import texts
from tmima import Segmentation, TmimaError, languages
from tmima.formats import parse_choi, read
from tmima.methods.literature.choi import C99, divide_at_best_splits, ranks
from tmima.methods.searches import divide
from tmima.segmentation import Prepared

# Of 200 texts, those with the very cuts of Choi's program: number of segments found, and given.
C99_SAME, C99_TOLD = 82, 95


@given(st.integers(1, 14), st.integers(0, 2**32 - 1), st.sampled_from([3, 5, 11]))
def test_ranks_are_the_plain_count(size, seed, mask):
    # Few different values, so that equals, which count as not lower, are common.
    matrix = np.random.default_rng(seed).integers(0, 4, (size, size)).astype(float)
    reach, found = mask // 2, ranks(matrix, mask)
    for i in range(size):
        for j in range(size):
            window = matrix[max(0, i - reach) : i + reach + 1, max(0, j - reach) : j + reach + 1]
            share = (window < matrix[i, j]).sum() / max(1, window.size - 1)
            assert found[i, j] == pytest.approx(share)


@given(st.integers(2, 9), st.integers(0, 2**32 - 1))
def test_each_cut_makes_the_squares_densest(size, seed):
    matrix = np.random.default_rng(seed).random((size, size))
    matrix = matrix + matrix.T
    division = divide(matrix, size - 1)

    def density(cuts):
        squares = [(a, b) for a, b in zip((0, *cuts), (*cuts, size), strict=True)]
        inside = sum(matrix[a:b, a:b].sum() for a, b in squares)
        return inside / sum((b - a) ** 2 for a, b in squares)

    made: list[int] = []
    assert division.densities[0] == pytest.approx(density(made))
    for count, cut in enumerate(division.cuts, start=1):
        free = [place for place in range(1, size) if place not in made]
        best = max(density(sorted([*made, place])) for place in free)
        made.append(cut)
        assert density(sorted(made)) == pytest.approx(best)
        assert division.densities[count] == pytest.approx(best)


@given(st.integers(2, 9), st.integers(0, 2**32 - 1))
def test_the_program_splits_a_segment_by_its_own_parts(size, seed):
    # Few different values, so that ties are common.
    matrix = np.random.default_rng(seed).integers(0, 3, (size, size)).astype(float)
    matrix = matrix + matrix.T

    def density(squares):
        return sum(matrix[a:b, a:b].sum() for a, b in squares) / sum(
            (b - a) ** 2 for a, b in squares
        )

    segments, made = [(0, size)], []
    for _ in range(size - 1):
        options = []
        for a, b in segments:
            splits = [(round(density([(a, k), (k, b)]), 9), k) for k in range(a + 1, b)]
            if splits:
                k = max(splits)[1]
                after = sorted({*segments, (a, k), (k, b)} - {(a, b)})
                options.append((round(density(after), 9), k, after))
        value, cut, segments = max(options)
        made.append(cut)
        assert divide_at_best_splits(matrix, len(made)).densities[-1] == pytest.approx(value)
    assert divide_at_best_splits(matrix, size - 1).cuts == tuple(made)


@given(text=texts(units=8))
def test_a_number_of_segments_takes_the_first_cuts(text):
    before = set()
    for wanted in range(1, len(text) + 1):
        found = C99().segment(text, n_segments=wanted)
        assert len(found) == wanted
        assert before <= set(found.cuts)
        before = set(found.cuts)


def test_bad_options_are_refused():
    for mask in (1, 4):
        with pytest.raises(TmimaError, match=f"odd number of 3 or more, not {mask}"):
            C99(mask=mask)
    with pytest.raises(TmimaError, match="program, paper, not 'best'"):
        C99(search="best")


@pytest.mark.slow
def test_chois_program_made_the_same_cuts_or_decided_a_tie_otherwise(corpora):
    """The number of segments is the program's own; ties are shown in whole numbers."""
    gold = json.loads((corpora / "choi-c99.json").read_text())
    analyzer = ProgramAnalyzer((corpora / "choi-stopwords.txt").read_text().split())
    different = []
    for name, lengths in gold.items():
        text = (corpora / "choi" / f"{name}.ref").read_text()
        expected = Segmentation.from_lengths(lengths)
        seen = Prepared.of(read(text, analyzer, format="choi"))
        if C99().segment(seen) != expected:
            different.append(name)
            # Some way to decide true ties makes the program's cuts, and stops where it stopped.
            found = islice(ways(exact_ranks(seen), set(expected.cuts)), 50)
            assert any(C99()._number_of_cuts(way) == len(expected.cuts) for way in found), name
    assert len(gold) == 200
    assert len(different) <= 7, different


def test_a_near_tie_is_no_tie():
    """The whole-number search refuses cuts that are not the best: it explains nothing away."""
    text = method_text(["aa bb", "aa bb", "aa bb", "cc dd", "cc dd", "cc dd"])
    assert next(ways(exact_ranks(text), {3}), None) is not None
    assert next(ways(exact_ranks(text), {2}), None) is None


@pytest.mark.slow
def test_how_often_the_library_s_own_words_give_the_same_cuts(corpora):
    """Porter's true stems and our words are other words than the program's; nothing may be lost."""
    gold = json.loads((corpora / "choi-c99.json").read_text())
    stops = (corpora / "choi-stopwords.txt").read_text().split()
    analyzer = languages.analyzer("en", normalise="porter", stopwords=stops)
    same = told = 0
    for name, lengths in gold.items():
        text = (corpora / "choi" / f"{name}.ref").read_text()
        assert parse_choi(text).boundaries[-1] == sum(lengths)
        expected = Segmentation.from_lengths(lengths)
        seen = Prepared.of(read(text, analyzer, format="choi"))
        same += C99().segment(seen) == expected
        told += C99().segment(seen, n_segments=len(expected)) == expected
    assert same >= C99_SAME
    assert told >= C99_TOLD
