"""Scores: properties, published values, and the libraries that are right."""

import csv
import json
from dataclasses import asdict

import pytest
import segeval
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff

from tests.command import output
from tmima import Segmentation, TmimaError, pk, score, window_diff
from tmima.formats import parse_choi, render_choi
from tmima.paper.comparison import METRICS
from tmima.scores import SCORES, average, boundary_similarity, f1_within, window_size


@st.composite
def segmentations(draw, size):
    cuts = draw(st.sets(st.integers(1, size - 1))) if size > 1 else set()
    return Segmentation((*sorted(cuts), size))


@st.composite
def pairs(draw, largest=60):
    size = draw(st.integers(1, largest))
    return draw(segmentations(size)), draw(segmentations(size))


def marks(segmentation: Segmentation) -> str:
    """The T - 1 places between units, 1 where a cut is: what NLTK must be given to be right."""
    cuts = set(segmentation.cuts)
    return "".join("1" if place in cuts else "0" for place in range(1, segmentation.size))


@given(pairs())
def test_identity_scores_best(pair):
    found = score(pair[0], pair[0])
    assert (found.precision, found.recall, found.f1) == (1, 1, 1)
    assert (found.pk, found.window_diff) == (0, 0)
    assert (found.boundary_similarity, found.f1_within) == (1, 1)


@given(pairs())
def test_bounds_and_order(pair):
    found = score(*pair)
    for value in (found.precision, found.recall, found.f1, found.boundary_similarity):
        assert 0 <= value <= 1
    assert found.f1 <= found.f1_within + 1e-12
    assert 0 <= found.pk <= found.window_diff <= 1


@given(pairs())
def test_precision_and_recall_are_mirror_images(pair):
    forward, backward = score(*pair), score(*pair[::-1])
    assert (forward.precision, forward.recall) == (backward.recall, backward.precision)


@given(pairs(), st.integers(1, 30))
def test_windows_are_symmetric_given_the_window(pair, window):
    assert pk(*pair, window=window) == pk(*pair[::-1], window=window)
    assert window_diff(*pair, window=window) == window_diff(*pair[::-1], window=window)


@given(pairs())
def test_pk_is_the_plain_count(pair):
    reference, hypothesis = pair
    k = window_size(reference)

    def together(segmentation, i, j):
        return not any(i < cut <= j for cut in segmentation.cuts)

    places = range(1, reference.size - k + 1)
    wrong = [
        together(reference, i - 1, i + k - 1) != together(hypothesis, i - 1, i + k - 1)
        for i in places
    ]
    assert pk(reference, hypothesis) == pytest.approx(sum(wrong) / len(wrong) if wrong else 0)


@given(pairs().filter(lambda pair: pair[0].size > 2), st.data())
def test_nltk_agrees_when_it_is_told_the_window(pair, data):
    """NLTK's own default window is half the distance between cuts, not the mean length, and its
    strings must hold the T - 1 places between units, not T."""
    window = data.draw(st.integers(1, pair[0].size - 1))
    reference, hypothesis = map(marks, pair)
    assert pk(*pair, window=window) == pytest.approx(
        nltk_pk(reference, hypothesis, k=window, boundary="1")
    )
    assert window_diff(*pair, window=window) == pytest.approx(
        nltk_windowdiff(reference, hypothesis, k=window, boundary="1")
    )


@given(pairs(), st.integers(2, 20))
def test_segeval_agrees_on_pk_when_it_is_told_the_window(pair, window):
    """segeval's own window is never below 2 and rounds half to even. It compares segment numbers
    with `is`, which holds below 257 segments."""
    reference, hypothesis = (tuple(s.lengths) for s in pair)
    assert pk(*pair, window=window) == pytest.approx(
        float(segeval.pk(hypothesis, reference, window_size=window))
    )


def from_lengths(*lengths: int) -> Segmentation:
    return Segmentation.from_lengths(lengths)


@given(pairs(), st.integers(1, 6))
def test_segeval_agrees_on_boundary_similarity(pair, n_t):
    """segeval fails where neither segmentation has a cut, and counts in decimals."""
    assume(pair[0].cuts or pair[1].cuts)
    theirs = segeval.boundary_similarity(*(tuple(s.lengths) for s in pair), n_t=n_t)
    assert boundary_similarity(*pair, n_t=n_t) == pytest.approx(float(theirs), abs=1e-12)


@given(pairs(), st.integers(1, 6))
def test_boundary_similarity_is_symmetric_bounded_and_one_on_identity(pair, n_t):
    found = boundary_similarity(*pair, n_t=n_t)
    assert 0 <= found <= 1
    assert found == boundary_similarity(*pair[::-1], n_t=n_t)
    assert (found == 1) == (pair[0] == pair[1])
    assert boundary_similarity(pair[0], pair[0], n_t=n_t) == 1


@given(pairs())
def test_boundary_similarity_is_the_same_read_backwards(pair):
    backwards = [Segmentation.from_lengths(reversed(each.lengths)) for each in pair]
    assert boundary_similarity(*pair) == boundary_similarity(*backwards)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # A cut too few, one too many, a near miss, several near a true one.
        ((2, 3, 6), (5, 6), 1 / 2),
        ((2, 3, 6), (2, 3, 3, 3), 2 / 3),
        ((2, 3, 6), (2, 2, 7), 3 / 4),
        ((2, 3, 6), (1, 1, 3, 1, 5), 1 / 2),
        # Two cuts beside a true one: one of them is near, the other is added.
        ((4, 2, 4), (5, 5), 1 / 4),
        # Two units apart is too far.
        ((4, 6), (6, 4), 0),
        ((2, 3, 6), (2, 5, 4), 1 / 3),
        ((10,), (10,), 1),
        ((10,), (5, 5), 0),
    ],
)
def test_boundary_similarity_by_hand(one, other, expected):
    assert boundary_similarity(from_lengths(*one), from_lengths(*other)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("hypothesis", "judge", "expected"),
    [("h1", "1", 0.57142857), ("h2", "1", 0.38888888), ("h1", "2", 0.42857142), ("h2", "2", 1 / 3)],
)
def test_fournier_published_the_same_boundary_similarity(hypothesis, judge, expected):
    """Of Hearst's "Stargazers" (1997), in the tests that come with segeval."""
    found = segeval.HYPOTHESIS_STARGAZER["stargazer"][hypothesis]
    true = segeval.HEARST_1997_STARGAZER["stargazer"][judge]
    assert boundary_similarity(from_lengths(*true), from_lengths(*found)) == pytest.approx(expected)


def test_near_misses_must_have_a_width():
    with pytest.raises(TmimaError, match="n_t must be at least 1, not 0"):
        boundary_similarity(Segmentation((2,)), Segmentation((2,)), n_t=0)


def most_pairs(true, found, tolerance) -> int:
    """Every way to pair the cuts, tried one by one."""
    if not true:
        return 0
    best = most_pairs(true[1:], found, tolerance)
    for index, cut in enumerate(found):
        if abs(cut - true[0]) <= tolerance:
            others = found[:index] + found[index + 1 :]
            best = max(best, 1 + most_pairs(true[1:], others, tolerance))
    return best


@given(pairs(largest=9), st.integers(0, 4))
def test_tolerant_f1_pairs_as_many_cuts_as_can_be(pair, tolerance):
    true, found = (each.cuts for each in pair)
    total = len(true) + len(found)
    expected = 2 * most_pairs(true, found, tolerance) / total if total else 1
    assert f1_within(*pair, tolerance=tolerance) == expected


@given(pairs())
def test_tolerant_f1_is_symmetric_and_grows_with_the_tolerance(pair):
    values = [f1_within(*pair, tolerance=tolerance) for tolerance in range(6)]
    assert values == [f1_within(*pair[::-1], tolerance=tolerance) for tolerance in range(6)]
    assert values == sorted(values)
    assert 0 <= values[0] <= values[-1] <= 1
    assert values[0] == pytest.approx(score(*pair).f1)
    assert f1_within(pair[0], pair[0]) == 1


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((4, 6), (6, 4), 1),
        ((4, 6), (7, 3), 0),
        # One true cut cannot vouch for two.
        ((4, 6), (3, 2, 5), 2 / 3),
        ((10,), (10,), 1),
        ((10,), (4, 6), 0),
    ],
)
def test_tolerant_f1_by_hand(one, other, expected):
    assert f1_within(from_lengths(*one), from_lengths(*other)) == pytest.approx(expected)


def test_a_tolerance_is_not_negative():
    with pytest.raises(TmimaError, match="tolerance must be at least 0, not -1"):
        f1_within(Segmentation((2,)), Segmentation((2,)), tolerance=-1)


def test_nltk_takes_a_window_of_its_own():
    """Where NLTK is not right: two segments of six are given a window of 6, not 3."""
    reference, hypothesis = Segmentation((6, 12)), Segmentation((5, 12))
    assert window_size(reference) == 3
    assert nltk_pk(marks(reference), marks(hypothesis)) == pytest.approx(
        pk(reference, hypothesis, window=6)
    )
    assert pk(reference, hypothesis) == pytest.approx(2 / 9)


@pytest.mark.parametrize(
    ("boundaries", "window"), [((10,), 5), ((5, 10), 3), ((1, 2, 3), 1), ((3, 6), 2), ((1,), 1)]
)
def test_window_is_half_the_mean_length_rounded_half_up(boundaries, window):
    assert window_size(Segmentation(boundaries)) == window


def test_nothing_to_find_and_nothing_found_is_perfect():
    found = score(Segmentation((5,)), Segmentation((5,)))
    assert (found.precision, found.recall, found.f1) == (1, 1, 1)
    assert (found.boundary_similarity, found.f1_within) == (1, 1)


@pytest.mark.parametrize("pair", [((5,), (2, 5)), ((2, 5), (5,)), ((2, 5), (3, 5))])
def test_other_shares_of_nothing_are_zero(pair):
    found = score(*map(Segmentation, pair))
    assert (found.precision, found.recall, found.f1) == (0, 0, 0)


def test_words_weigh_the_windows_and_not_the_cuts():
    reference, hypothesis = Segmentation((1, 3)), Segmentation((2, 3))
    found = score(reference, hypothesis, words=[4, 1, 3])
    expanded = Segmentation((4, 8)), Segmentation((5, 8))
    assert (found.pk, found.window_diff) == (pk(*expanded), window_diff(*expanded))
    assert found.unit == "words"
    assert found.precision == 0
    # One unit off, whatever words it has.
    assert (found.boundary_similarity, found.f1_within) == (0.5, 1)


def test_sizes_must_agree():
    with pytest.raises(TmimaError, match="reference has 4 units but the hypothesis 5"):
        score(Segmentation((4,)), Segmentation((5,)))
    with pytest.raises(TmimaError, match="reference has 4 units but the hypothesis 5"):
        boundary_similarity(Segmentation((4,)), Segmentation((5,)))
    with pytest.raises(TmimaError, match="reference has 4 units but the hypothesis 5"):
        f1_within(Segmentation((4,)), Segmentation((5,)))


@pytest.mark.parametrize("boundaries", [(), (0, 3), (2, 2), (3, 1)])
def test_a_segmentation_rises(boundaries):
    with pytest.raises(TmimaError, match="must rise"):
        Segmentation(boundaries)


def test_means_are_over_texts():
    one = score(Segmentation((2, 4)), Segmentation((2, 4)))
    other = score(Segmentation((2, 4)), Segmentation((1, 4)))
    mean = average([one, other])
    assert (mean.documents, mean.precision) == (2, 0.5)
    assert mean.pk == (one.pk + other.pk) / 2
    assert (mean.boundary_similarity, mean.f1_within) == (0.75, 1)


def test_a_mean_of_means_is_the_mean_of_all_texts():
    truth = Segmentation((2, 5, 9))
    each = [score(truth, Segmentation(found)) for found in ((2, 5, 9), (3, 9), (1, 5, 9), (9,))]
    mean = average([average(each[:3]), each[3]])
    assert asdict(mean) == pytest.approx(asdict(average(each)))
    assert mean.documents == 4
    assert mean.pk != pytest.approx((average(each[:3]).pk + each[3].pk) / 2)


def test_means_are_over_one_unit():
    one, other = (score(Segmentation((1,)), Segmentation((1,)), words=w) for w in (None, [1]))
    with pytest.raises(TmimaError, match="one unit only"):
        average([one, other])


def test_choi_published_the_same_scores(corpora):
    published = json.loads((corpora / "choi-scores.json").read_text())
    c99 = json.loads((corpora / "choi-c99.json").read_text())
    assert len(published) == 200
    for name, values in published.items():
        text = parse_choi((corpora / "choi" / f"{name}.ref").read_text())
        words = [len(text.sentence(i).split()) for i in range(len(text.sentences))]
        truth = Segmentation(text.boundaries)
        none = score(truth, Segmentation((truth.size,)), words=words)
        found = score(truth, Segmentation.from_lengths(c99[name]), words=words)
        assert none.pk == pytest.approx(values["none"], abs=1e-6), name
        assert found.pk == pytest.approx(values["c99"], abs=1e-6), name


def test_every_score_is_told_wherever_scores_are(tmp_path):
    true, found = Segmentation((4, 8)), Segmentation((1, 3, 8))
    values = score(true, found).values()
    assert list(values) == list(SCORES)
    # Of a right segmentation each is best, of this one none.
    for name, one in SCORES.items():
        assert one.error(true, true) == 0 < one.error(true, found)
        assert one.value(true, found) == values[name]
    for name, segmentation in (("true", true), ("found", found)):
        sentences = iter("abcdefgh")
        groups = [[next(sentences) for _ in range(size)] for size in segmentation.lengths]
        (tmp_path / name).write_text(render_choi(groups))
    labels = [one.label for one in SCORES.values()]
    pair = (tmp_path / "true", tmp_path / "found")
    lines = output("evaluate", *pair).splitlines()[1:]
    assert [line.split()[0] for line in lines] == labels
    head, row = csv.reader(output("evaluate", *pair, "--format", "csv").splitlines())
    assert head == ["file", *labels]
    assert row == ["true", *(f"{100 * value:.2f}" for value in values.values())]
    told = json.loads(output("evaluate", *pair, "--format", "json"))
    assert told == {"documents": 1, "unit": "sentences", **values}
    assert all(f"{one.label} " in output("evaluate", "--help") for one in SCORES.values())
    assert sorted(METRICS) == sorted(SCORES)
