"""TextTiling: scores, smoothing and depths in plain loops, and tiles by hand."""

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import NO_WORDS, method_text
from tests.methods.random_texts import texts
from tmima import Segmentation, TmimaError, score
from tmima.formats import parse_choi, read
from tmima.languages import analyzer
from tmima.methods.literature.hearst import TextTiling
from tmima.methods.vocabulary import WordRow
from tmima.segmentation import Prepared

SEA = ["ship sail harbour wave captain"] * 12
FARM = ["cow barn wheat tractor farmer"] * 8


def sequences(text, width):
    """All words of the text, a number for one that is not kept, in sequences of w."""
    words = [token for unit in range(len(text)) for token in text.tokens(unit)]
    return [words[i : i + width] for i in range(0, len(words), width)]


def block_score(parts, gap, block):
    reach = min(block, gap, len(parts) - gap)

    def counts(run):
        return Counter(token.lemma for part in run for token in part if token.kept)

    left, right = counts(parts[gap - reach : gap]), counts(parts[gap : gap + reach])
    product = sum(count * right[word] for word, count in left.items())
    norm = sqrt(sum(c * c for c in left.values()) * sum(c * c for c in right.values()))
    return product / norm if norm else 0.0


@given(texts(units=9), st.integers(1, 4), st.integers(1, 3))
def test_blocks_are_compared_by_cosine(text, width, block):
    parts = sequences(text, width)
    method = TextTiling(width=width, block=block, smoothing=0)
    expected = [block_score(parts, gap, block) for gap in range(1, len(parts))]
    assert method.curve(WordRow.of(text)).tolist() == pytest.approx(expected, abs=1e-12)


@given(texts(units=9), st.integers(1, 4))
def test_vocabulary_is_the_share_of_first_uses(text, width):
    parts = sequences(text, width)
    seen, new = set(), []
    for part in parts:
        kept = [token.lemma for token in part if token.kept]
        new.append(len(set(kept) - seen))
        seen.update(kept)
    method = TextTiling(score="vocabulary", width=width, smoothing=0)
    expected = [(new[g - 1] + new[g]) / (2 * width) for g in range(1, len(parts))]
    assert method.curve(WordRow.of(text)).tolist() == pytest.approx(expected)


@given(texts(units=9), st.sampled_from([2, 4]), st.integers(1, 3))
def test_smoothing_averages_with_the_neighbours(text, smoothing, rounds):
    stream = WordRow.of(text)
    scores = TextTiling(width=2, smoothing=0).curve(stream).tolist()
    for _ in range(rounds):
        runs = [
            scores[max(i - smoothing // 2, 0) : i + smoothing // 2 + 1] for i in range(len(scores))
        ]
        scores = [sum(run) / len(run) for run in runs]
    method = TextTiling(width=2, smoothing=smoothing, rounds=rounds)
    assert method.curve(stream).tolist() == pytest.approx(scores, abs=1e-12)


def test_two_topics_are_parted_where_they_meet():
    text = method_text(SEA * 3 + FARM * 4)
    assert TextTiling().segment(text) == Segmentation((36, 68))


def test_a_cut_moves_to_the_end_of_a_paragraph():
    """The valley is after 60 words; the paragraphs end after 50 and 100."""
    lines = [*SEA[:10], "", *SEA[:2], *FARM, "", *FARM]
    assert TextTiling().segment(method_text(lines)) == Segmentation((12, 28))
    assert TextTiling().segment(method_text(lines, unit="paragraphs")) == Segmentation((1, 3))


class Curve(TextTiling):
    """TextTiling over a curve that is given."""

    def __init__(self, scores, **options):
        super().__init__(width=1, **options)
        self.scores = np.array(scores)

    def curve(self, stream):
        return self.scores


def cuts(scores, **options):
    """The gaps taken, 1 after the first sequence; every unit is a sequence."""
    text = method_text(["aa"] * (len(scores) + 1))
    return Curve(scores, **options).segment(text).cuts


def test_the_cutoff_is_half_a_deviation_below_the_mean_depth():
    """Of the depths mean .336, deviation .52, cutoff .076: the last valley is too shallow."""
    scores = [0.8, 0.7, 0.7, 0.9, 0.4, 0.0, 0.5, 0.9, 0.87, 0.9]
    depths = np.array([0.0, 0.3, 0.3, 0.0, 0.5, 1.8, 0.4, 0.0, 0.06, 0.0])
    cutoff = depths.mean() - 0.5 * depths.std()
    assert depths[8] < cutoff < depths[1]
    assert cuts(scores) == (2, 6)
    assert cuts(scores, deviations=1.0) == (2, 6, 9)
    assert cuts(scores, deviations=-1.0) == (6,)


def test_the_deeper_of_two_close_valleys_is_taken():
    scores = [0.9, 0.3, 0.9, 0.1, 0.9, 0.9, 0.2, 0.9]
    assert cuts(scores) == (4, 7)
    assert cuts(scores, apart=1) == (2, 4, 7)
    assert cuts(scores, apart=4) == (4,)


def test_a_slope_is_no_valley():
    assert cuts([0.9, 0.7, 0.5, 0.3, 0.1, 0.8], apart=1, deviations=5) == (5,)


def test_a_flat_curve_has_no_valley():
    assert cuts([0.4] * 6, deviations=2) == ()
    assert TextTiling().segment(method_text(NO_WORDS)) == Segmentation((3,))


@pytest.mark.parametrize(
    "option",
    [{"score": "chains"}, {"width": 0}, {"block": 0}, {"apart": 0}, {"smoothing": 3}],
)
def test_options_that_cannot_be(option):
    name, value = next(iter(option.items()))
    with pytest.raises(TmimaError, match=rf"{name}.*{value}"):
        TextTiling(**option)


def test_no_worse_on_choi_texts_than_was_published(corpora):
    """Choi 2000 gives 46, 44, 43 and 48 for TextTiling; ten texts of each range are tried."""
    for lengths, published in {"3-11": 46, "3-5": 44, "6-8": 43, "9-11": 48}.items():
        errors = []
        for number in range(10):
            raw = (corpora / "choi" / "1" / lengths / f"{number}.ref").read_text()
            parsed = parse_choi(raw)
            words = [len(parsed.sentence(i).split()) for i in range(len(parsed.sentences))]
            found = TextTiling().segment(Prepared.of(read(raw, analyzer("en"), format="choi")))
            errors.append(100 * score(Segmentation(parsed.boundaries), found, words=words).pk)
        assert sum(errors) / 10 < published
