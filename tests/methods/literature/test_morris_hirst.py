"""Lexical chains: made by hand over a small thesaurus."""

import pytest

from tests.methods.learning_texts import NO_WORDS, method_text
from tmima import Segmentation, TmimaError
from tmima.methods.literature.morris_hirst import (
    LexicalChains,
    _chain_ends_and_starts,
    chains,
    read_thesaurus,
)

THESAURUS = """# word, categories
ship\tvessel sea
sail\tsea
Anchor\tvessel
cow\tanimal farm
barn\tfarm
horse\tanimal
"""


@pytest.fixture
def thesaurus(tmp_path):
    path = tmp_path / "thesaurus.tsv"
    path.write_text(THESAURUS, encoding="utf-8")
    return str(path)


LINES = ["ship sail", "anchor ship", "sail ship", "cow barn", "horse cow", "barn cow"]


def test_categories_are_read_in_any_case(thesaurus):
    found = read_thesaurus(thesaurus)
    assert found["anchor"] == {"vessel"}
    assert found["ship"] == {"vessel", "sea"}


def test_related_words_make_one_chain(thesaurus):
    found = chains(method_text(LINES), read_thesaurus(thesaurus), 3)
    # sail and anchor share nothing: they are in one chain through ship.
    assert found == [[0, 0, 1, 1, 2, 2], [3, 3, 4, 4, 5, 5]]


def test_without_a_category_only_the_word_itself_is_related():
    assert chains(method_text(["ship sail", "ship"]), {}, 3) == [[0, 1], [0]]


@pytest.mark.parametrize(("between", "number"), [(3, 1), (4, 2)])
def test_links_reach_over_three_sentences(thesaurus, between, number):
    text = method_text(["ship", *["1"] * between, "sail"])
    assert len(chains(text, read_thesaurus(thesaurus), 3)) == number


def test_a_word_joins_the_chain_that_was_last_near(thesaurus):
    # cow is related to both barn (farm) and horse (animal): horse is nearer.
    found = chains(method_text(["barn", "horse", "cow"]), read_thesaurus(thesaurus), 3)
    assert found == [[0], [1, 2]]


def test_ends_and_beginnings_are_counted():
    # Gaps after units 0, 1, 2: the first chain ends before gap 1, the second begins after it.
    assert _chain_ends_and_starts([[0, 1, 1], [2, 3, 3], [1, 2]], 4, 3).tolist() == [0, 2, 0]
    assert _chain_ends_and_starts([[0, 1, 1], [2, 3, 3], [1, 2]], 4, 2).tolist() == [1, 2, 1]


def test_cuts_fall_where_chains_end_and_begin(thesaurus):
    method = LexicalChains(thesaurus=thesaurus)
    assert method.segment(method_text(LINES)) == Segmentation((3, 6))
    assert method.segment(method_text(LINES), n_segments=2) == Segmentation((3, 6))
    assert method.segment(method_text(LINES)) == method.segment(method_text(LINES))
    for number in range(1, 7):
        assert len(method.segment(method_text(LINES), n_segments=number)) == number


def test_odd_texts(thesaurus):
    method = LexicalChains(thesaurus=thesaurus)
    assert method.segment(method_text(["ship"])) == Segmentation((1,))
    assert method.segment(method_text(NO_WORDS)) == Segmentation((3,))


def test_errors_name_what_was_seen(tmp_path):
    with pytest.raises(TmimaError, match="chains needs a thesaurus"):
        LexicalChains().segment(method_text(["ship"]))
    with pytest.raises(TmimaError, match="there is no file"):
        LexicalChains(thesaurus=str(tmp_path / "none")).segment(method_text(["ship"]))
    path = tmp_path / "bad.tsv"
    path.write_text("ship\tsea\nsail sea\n", encoding="utf-8")
    with pytest.raises(TmimaError, match="line 2 is not of the form word TAB categories: 'sail"):
        LexicalChains(thesaurus=str(path)).segment(method_text(["ship"]))
    with pytest.raises(TmimaError, match="not -1 and 3"):
        LexicalChains(distance=-1)
