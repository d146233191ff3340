"""Maximum-probability segmentation: the equations in plain loops, and the published scores."""

from functools import lru_cache
from itertools import pairwise
from math import log

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import method_text
from tests.methods.random_texts import all_boundaries, texts
from tmima import Segmentation, TmimaError, score
from tmima.formats import parse_choi, read
from tmima.methods.literature.utiyama import SegmentCode, Utiyama
from tmima.segmentation import Prepared
from tmima.text import Token

# Utiyama and Isahara 2001: Pk in words on 3-11, 3-5, 6-8, 9-11; number of segments found, given.
PUBLISHED = {
    "3-11": (10.8, 10.3),
    "3-5": (13.0, 8.6),
    "6-8": (6.4, 6.6),
    "9-11": (5.7, 4.9),
}


@lru_cache(maxsize=256)
def segment_cost(text, first, last):
    """The sum of log((n_i + k) / (f_i(w) + 1)) over the words of a segment."""
    different = len({word for unit in range(len(text)) for word in text.words(unit)})
    words = [word for unit in range(first, last) for word in text.words(unit)]
    return sum(log((len(words) + different) / (words.count(word) + 1)) for word in words)


def cost(text, boundaries, prior):
    words = sum(len(text.words(unit)) for unit in range(len(text)))
    each = prior * log(max(words, 2))
    return sum(segment_cost(text, a, b) + each for a, b in pairwise((0, *boundaries)))


@given(texts())
def test_costs_of_segments_are_the_published_sums(text):
    code = SegmentCode(text)
    for end in range(1, len(text) + 1):
        expected = [segment_cost(text, start, end) for start in range(end)]
        assert code.ending(end).tolist() == pytest.approx(expected, abs=1e-9)


@given(texts(), st.sampled_from([0.2, 1.0, 3.0]))
def test_it_finds_the_most_probable_of_all_segmentations(text, prior):
    found = Utiyama(prior=prior).segment(text)
    least = min(cost(text, boundaries, prior) for boundaries in all_boundaries(len(text)))
    assert cost(text, found.boundaries, prior) == pytest.approx(least, abs=1e-9)


@given(texts(), st.data())
def test_it_finds_the_most_probable_into_a_number(text, data):
    segments = data.draw(st.integers(1, len(text)))
    found = Utiyama().segment(text, n_segments=segments)
    least = min(cost(text, each, 0.0) for each in all_boundaries(len(text), segments))
    assert len(found) == segments
    assert cost(text, found.boundaries, 0.0) == pytest.approx(least, abs=1e-9)


def test_a_segment_by_hand():
    """aa twice and bb once, two different words: 2 log(5/3) + log(5/2)."""
    code = SegmentCode(method_text(["aa bb", "aa"]))
    assert code.ending(2)[0] == pytest.approx(2 * log(5 / 3) + log(5 / 2))


def test_two_topics():
    text = method_text(["ship sail ship"] * 4 + ["cow barn cow"] * 5)
    assert Utiyama().segment(text) == Segmentation((4, 9))


def test_a_prior_of_nothing_and_of_much():
    text = method_text(["ship sail ship"] * 4 + ["cow barn cow"] * 5)
    assert len(Utiyama(prior=100.0).segment(text)) == 1
    assert len(Utiyama(prior=0.0).segment(text)) >= len(Utiyama().segment(text))


@pytest.mark.parametrize("prior", [-1.0, float("nan")])
def test_the_prior_is_a_factor(prior):
    with pytest.raises(TmimaError, match="prior is a factor"):
        Utiyama(prior=prior)


def test_a_number_beyond_the_units_is_refused():
    with pytest.raises(TmimaError, match="2 units cannot be cut into 3"):
        Utiyama().segment(method_text(["aa", "bb"]), n_segments=3)


class LetterWords:
    """White-space words of letters alone, Porter's stems, Choi's stop list.

    How the paper found its words is not known here. Of five ways that were tried this came nearest
    to its eight figures, so the test shows that they can be had, not that these were its words.
    """

    language = "en"

    def __init__(self, stopwords):
        self.stopwords = stopwords
        self.stem = snowballstemmer.stemmer("porter").stemWord
        self.known = {}

    def split(self, text, paragraph):
        raise NotImplementedError("Choi's format has its sentences")

    def tokens(self, text, sentences):
        return [
            tuple(self.token(word) for word in text[start:end].lower().split())
            for start, end in sentences
        ]

    def token(self, word):
        if word not in self.known:
            kept = word.isalpha() and word not in self.stopwords
            self.known[word] = Token(0, 0, self.stem(word) if kept else word, "", kept)
        return self.known[word]


@pytest.mark.slow
@pytest.mark.parametrize("lengths", PUBLISHED)
def test_published_scores_on_choi_texts(corpora, lengths):
    """Within half a point on all of Choi's texts of a range, with white-space words."""
    analyzer = LetterWords(set((corpora / "choi-stopwords.txt").read_text().split()))
    found, given_number = [], []
    for path in sorted(corpora.glob(f"choi/*/{lengths}/*.ref")):
        parsed = parse_choi(path.read_text())
        text = Prepared.of(read(parsed.text, analyzer, format="choi"))
        truth = Segmentation(parsed.boundaries)
        words = [len(parsed.sentence(i).split()) for i in range(len(parsed.sentences))]
        for scores, segments in ((found, None), (given_number, len(truth))):
            hypothesis = Utiyama().segment(text, n_segments=segments)
            scores.append(100 * score(truth, hypothesis, words=words).pk)
    means = sum(found) / len(found), sum(given_number) / len(given_number)
    assert means == pytest.approx(PUBLISHED[lengths], abs=0.5)
