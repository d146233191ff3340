"""Segmenter: roles and zero-sum scores by hand, kinds of terms with and without tags."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.methods.learning_texts import NO_WORDS, method_text
from tmima import Segmentation, TmimaError
from tmima.methods.literature.kan import TermSegmenter, _term_roles, _terms

REAR, DURING, FRONT = 1, 2, 3


def kinds(lines, language):
    found = _terms(method_text(lines, language=language))
    return [(kind, term, unit) for kind, term, _, unit in found]


def test_roles_by_hand():
    # Used in 0, 2 and 7; links reach four sentences: one link over 0..2, one in 7.
    assert _term_roles([(0, 0), (2, 2), (7, 7)], 4, 10) == {
        0: FRONT,
        1: DURING,
        2: DURING,
        3: REAR,
        7: FRONT,
        8: REAR,
    }
    assert _term_roles([(0, 0), (4, 4)], 4, 5) == {0: FRONT, 1: 2, 2: 2, 3: 2, 4: DURING}
    assert _term_roles([(0, 0), (5, 5)], 4, 6) == {0: FRONT, 1: REAR, 5: FRONT}
    # A front prevails over the rear of the link before it; uses in one sentence are one place.
    assert _term_roles([(0, 0), (0, 0), (1, 1)], 0, 3) == {0: FRONT, 1: FRONT, 2: REAR}


def test_scores_by_hand():
    text = method_text(["wheat", "1", "wheat", "2", "3", "4"])
    # front 10, during -3 -3, rear 8: the 12 are taken back from the two units without a link.
    assert TermSegmenter().scores(text) == pytest.approx([10, -3, -3, 8, -6, -6])
    assert TermSegmenter().segment(text) == Segmentation((3, 6))


def test_a_noun_used_once_is_no_term():
    text = method_text(["wheat", "1", "barn", "2"])
    assert TermSegmenter().scores(text) == pytest.approx([0, 0, 0, 0])
    assert TermSegmenter(minimum=1).scores(text) == pytest.approx([10 - 9, 8 - 9, 10 - 9, 8 - 9])


@given(st.lists(st.lists(st.sampled_from("cow barn hay ship".split())), min_size=1, max_size=12))
def test_scores_sum_to_zero(sentences):
    text = method_text([" ".join(words) or "1" for words in sentences])
    assert TermSegmenter().scores(text).sum() == pytest.approx(0, abs=1e-9)


@given(
    st.lists(st.lists(st.sampled_from("cow barn hay ship".split())), min_size=1, max_size=12),
    st.data(),
)
def test_the_number_is_kept_and_the_answer_is_the_same(sentences, data):
    text = method_text([" ".join(words) or "1" for words in sentences])
    number = data.draw(st.integers(1, len(text)))
    found = TermSegmenter().segment(text, n_segments=number)
    assert (len(found), found.size) == (number, len(text))
    assert TermSegmenter().segment(text, n_segments=number) == found


def test_without_tags_capitals_are_names_and_english_has_pronouns():
    found = kinds(["He saw Boston in autumn", "Autumn in Boston pleased them"], "en")
    assert ("proper", "boston", 0) in found
    assert ("noun", "autumn", 1) in found
    assert ("pronoun", "he", 0) in found
    assert ("pronoun", "them", 1) in found
    # No list, no pronouns.
    assert {kind for kind, _, _ in kinds(["they saw Boston", "Boston"], "und")} == {
        "proper",
        "noun",
    }


def test_with_tags_the_tags_decide():
    found = kinds(["Η Αθήνα έχει μεγάλο λιμάνι.", "Αυτή την αγαπούν όλοι."], "el")
    assert ("noun", "λιμάνι", 0) in found
    assert ("proper", "αθήνα", 0) in found
    assert "pronoun" in {kind for kind, _, _ in found}
    assert "μεγάλος" not in {term for _, term, _ in found}


def test_chains_that_change_are_cut():
    text = method_text(["cow barn", "cow barn", "cow barn", "ship sail", "ship sail", "ship sail"])
    assert TermSegmenter().segment(text) == Segmentation((3, 6))


def test_paragraphs_are_units_and_links_reach_over_sentences():
    lines = ["cow barn", "cow barn", "", "cow barn", "", "ship sail", "ship sail"]
    assert TermSegmenter().segment(method_text(lines, unit="paragraphs")) == Segmentation((2, 3))


def test_odd_texts():
    assert TermSegmenter().segment(method_text(["cow"])) == Segmentation((1,))
    assert TermSegmenter().segment(method_text(NO_WORDS)) == Segmentation((3,))
    assert np.all(TermSegmenter().scores(method_text(NO_WORDS)) == 0)


def test_errors_name_what_was_seen():
    with pytest.raises(TmimaError, match=r"not \(8, 4\)"):
        TermSegmenter(links=(8, 4))
    with pytest.raises(TmimaError, match=r"noun needs the weights .* not \(1, 2\)"):
        TermSegmenter(noun=(1, 2))
