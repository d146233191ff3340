"""A text made ready: units and words of a document, and everything made of it once."""

from dataclasses import replace

import numpy as np
import pytest

import tmima
from tests import oracle
from tmima import Segmentation, TmimaError, languages
from tmima.formats import read
from tmima.segmentation import Constraints, Prepared, pair_with_truth
from tmima.similarity import SharedWords

PARAGRAPHS = [
    "The cats purr. A cat sleeps.",
    "The ships sail. A ship sinks. Old ships rust.",
    "Rain falls.",
]


def prepared(unit="sentences", truth=None) -> Prepared:
    document = read("\n\n".join(PARAGRAPHS), languages.analyzer("en"), format="text")
    return Prepared.of(replace(document, truth=truth), unit)


def test_its_words_are_the_kept_ones_in_order():
    text = prepared("paragraph")
    assert (text.unit, len(text)) == ("paragraphs", 3)
    words = [text.units.vocabulary[number] for number in text.sequence]
    assert words == [word for unit in range(3) for word in text.words(unit)]
    assert [words[place] for place in np.flatnonzero(text.owners == 2)] == text.words(2)


def test_what_constraints_leave_is_found_once_for_each():
    text, constraints = prepared(), Constraints(max_size=2)
    found = text.admissible(constraints)
    assert text.admissible(Constraints(max_size=2)) is found
    assert text.admissible(Constraints(max_size=3)) is not found
    assert found.earliest.tolist() == constraints.on(text.units).earliest.tolist()
    assert text.admissible(Constraints()).earliest.tolist() == [0] * 6
    with pytest.raises(TmimaError, match="no segmentation satisfies"):
        text.admissible(Constraints(min_size=7))


def test_a_tokenizer_without_a_hash_is_asked_each_time():
    class Cutting(list):
        def __call__(self, text):
            return text.split()

    constraints = Constraints(max_size=7, size_unit="tokens", tokenizer=Cutting())
    text = prepared()
    one, other = text.admissible(constraints), text.admissible(constraints)
    assert one.earliest.tolist() == other.earliest.tolist() == [0, 0, 1, 2, 3, 4]


def test_a_similarity_is_stored_once_for_each_reach():
    text = prepared()
    similarity = SharedWords(text.units)
    stored = text.stored(similarity)
    assert text.stored(similarity) is stored
    assert text.stored(similarity, 1) is not stored
    assert stored.columns(0, 6).values.tolist() == similarity.columns(0, 6).values.tolist()


@pytest.mark.parametrize(
    ("unit", "truth", "expected", "back"),
    [
        ("sentences", (2, 4, 6), (2, 4, 6), (2, 4, 6)),
        ("paragraphs", (2, 6), (1, 3), (2, 6)),
        # A cut inside a paragraph is at its end.
        ("paragraphs", (1, 3, 4, 6), (1, 2, 3), (2, 5, 6)),
    ],
)
def test_it_knows_its_truth_in_units(unit, truth, expected, back):
    text = prepared(unit, Segmentation(truth))
    assert text.truth == Segmentation(expected)
    assert pair_with_truth([text]) == [(text, Segmentation(expected))]
    assert text.in_sentences(text.truth) == Segmentation(back)


def test_what_knows_no_truth_cannot_be_learnt_from():
    assert prepared().truth is None
    with pytest.raises(TmimaError, match="does not tell its true segments: 'The cats purr"):
        pair_with_truth([prepared()])


def test_the_same_text_in_sentences():
    text, paragraphs = prepared(), prepared("paragraphs")
    assert text.by_sentences is text
    assert paragraphs.by_sentences is paragraphs.by_sentences
    assert len(paragraphs.by_sentences) == 6
    assert paragraphs.whitespace_word_counts == text.whitespace_word_counts == (3, 3, 3, 3, 3, 2)


def test_units_alone_are_a_text():
    units = oracle.units_of([{0, 1}, {1}, {2}])
    text = Prepared.of_units(units)
    assert (len(text), text.unit, text.document.text) == (3, "sentences", "")
    assert text.owners.tolist() == [0, 0, 1, 2]
    assert text.sequence is units.terms


def test_a_text_too_large_for_tables_is_told_what_helps(monkeypatch):
    monkeypatch.setattr("tmima.segmentation.prepared._MOST_BYTES", 1000)
    text = "The sea is deep. A ship sails. " * 20
    with pytest.raises(TmimaError, match="take the default method, which keeps none, or use para"):
        tmima.segment(text, method="c99", n_segments=2)
    assert len(tmima.segment(text, n_segments=2)) == 2
