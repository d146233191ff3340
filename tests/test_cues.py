"""Paragraphs, headings and speakers raise the odds of a cut; none of them is a rule."""

import json

import numpy as np
import pytest

import tmima
from tests.test_topics import made_up
from tmima import Document, Segmenter, languages
from tmima.document import Units
from tmima.errors import TmimaError
from tmima.formats import read
from tmima.segmentation import Constraints, cut_log_odds


def prose(text: str, unit: str = "sentences") -> Units:
    document = read(text, languages.analyzer("en"), format="text")
    assert isinstance(document, Document)
    return Units.of(document, unit)


def test_a_cut_inside_a_paragraph_has_lower_odds():
    odds = cut_log_odds(prose("One is here. Two is here.\n\nThree is here. Four is here."))
    assert odds[0] == odds[2] == odds[4] == 0.0
    assert odds[1] == odds[3] < -1


def test_one_paragraph_or_none_says_nothing():
    assert not cut_log_odds(prose("One is here. Two is here. Three is here.")).any()
    turns = "\n".join(f"A{i}: Word number {i} here." for i in range(4))
    assert not cut_log_odds(prose(turns)).any()


def test_a_heading_begins_something_and_stays_with_it():
    odds = cut_log_odds(
        prose("One is here.\n\nThe second part\n\nTwo is here. More is here.\n\nThree is here.")
    )
    before, after, inside, paragraph = odds[1:5]
    assert before > paragraph == 0 > inside > after


def test_the_next_line_of_one_speaker_is_no_change():
    odds = cut_log_odds(prose("ANN: One is here.\nANN: Two is here.\nBOB: Three.\nANN: Four."))
    assert odds[1] < 0 == odds[2] == odds[3]


def test_what_lies_between_sentences_is_not_read():
    """The separators of a format hold the truth: no cue may come from them."""
    lines = ["One is here?", "Two is here.", "Three is here?", "Four is here."]
    truth = "==========\n" + "\n".join(lines[:2]) + "\n==========\n" + "\n".join(lines[2:])
    other = "==========\n" + "\n".join(lines[:1]) + "\n==========\n" + "\n".join(lines[1:])
    analyzer = languages.analyzer("en")
    found = [
        cut_log_odds(Units.of(read(text, analyzer, format="choi"))).tolist()
        for text in (truth, other)
    ]
    assert found[0] == found[1]


def paragraphs_of(topics: int, length: int, size: int) -> str:
    """Prose in paragraphs of `size` sentences that end where topics do."""
    sentences = made_up(topics, length, shared=2)
    per_topic = [sentences[i : i + length] for i in range(0, len(sentences), length)]
    blocks = [" ".join(topic[i : i + size]) for topic in per_topic for i in range(0, length, size)]
    return "\n\n".join(blocks)


def test_cuts_fall_between_paragraphs():
    text = paragraphs_of(5, 12, 3)
    result = tmima.segment(text, language="en", format="text")
    edges = {0, *(last for _, last in result.document.paragraphs)}
    assert len(result) > 2
    assert set(result.boundaries) <= edges


def test_overwhelming_evidence_cuts_inside_a_paragraph():
    """One paragraph runs over two topics that share no word."""
    sentences = made_up(2, 12)
    text = " ".join(sentences[:8]) + "\n\n" + " ".join(sentences[8:])
    result = tmima.segment(text, language="en", format="text", n_segments=2)
    assert result.boundaries == (12, 24)


def test_paragraphs_are_compared_by_sentences():
    text = paragraphs_of(5, 12, 3)
    whole = Segmenter(language="en", format="text", unit="paragraphs")
    result = whole.segment(text)
    kept = Segmenter(language="en", format="text", constraints={"keep_paragraphs": True})
    assert result.boundaries == (4, 8, 12, 16, 20)
    assert [s.text for s in result] == [s.text for s in kept.segment(text)]
    assert len(result.units) == len(result.similarity) == 20


def test_every_question_is_answered_in_paragraphs():
    questions = {"posteriors": True, "cut_costs": True, "best": 3, "samples": 2, "path": 30}
    text = paragraphs_of(4, 6, 3)
    result = Segmenter(
        language="en", format="text", unit="paragraphs", questions={**questions, "levels": 2}
    ).segment(text)
    answers = result.answers
    assert len(result.units) == 8
    assert answers.posteriors.cuts.shape == answers.cut_costs.shape == (7,)
    assert len(answers.path) == 8
    assert [one.segmentation.size for one in (*answers.best, *answers.samples)] == [8] * 5
    assert answers.levels[0].first == 0
    assert answers.levels[-1].last == 8
    chosen = np.array(result.segmentation.cuts) - 1
    assert (answers.cut_costs[chosen] == 0).all()
    json.dumps(result.as_dict())


@pytest.mark.parametrize(
    ("constraints", "holds"),
    [
        ({"cut_at": [3]}, lambda cuts: 3 in cuts),
        ({"no_cut_at": [4]}, lambda cuts: 4 not in cuts),
        ({"n_segments": 3}, lambda cuts: len(cuts) == 2),
        ({"max_size": 9}, lambda cuts: max(np.diff((0, *cuts, 20))) <= 3),
    ],
)
def test_constraints_are_on_paragraphs(constraints, holds):
    segmenter = Segmenter(language="en", format="text", unit="paragraphs", constraints=constraints)
    result = segmenter.segment(paragraphs_of(5, 12, 3))
    assert holds(result.segmentation.cuts)


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        ({"n_segments": 21}, "20 units cannot be cut into 21 segments"),
        ({"cut_at": [20]}, "places from 1 to 19"),
        ({"max_size": 2}, "unit 1 .* alone has 3 sentences, more than max_size 2"),
    ],
)
def test_what_cannot_be_is_said_of_paragraphs(constraints, message):
    units = prose(paragraphs_of(5, 12, 3), "paragraphs")
    with pytest.raises(TmimaError, match=message):
        Constraints(**constraints).between_paragraphs(units)


def test_weights_of_paragraphs_stay_those_of_whole_paragraphs():
    """Equation (1) with given weights compares the units it is given, as the paper did."""
    given = {"gamma": 0.5, "r": 0.5, "mean_length": 4.0, "std_length": 2.0}
    result = Segmenter(language="en", format="text", unit="paragraphs", parameters=given).segment(
        paragraphs_of(5, 12, 3)
    )
    assert result.settings.parameters.cues == 0
    assert len(result.similarity) == 20


def test_what_is_best_in_paragraphs_is_the_optimum_first_and_its_cuts_are_of_paragraphs():
    text = paragraphs_of(4, 6, 3)
    result = Segmenter(
        language="en", format="text", unit="paragraphs", questions={"best": 5, "path": 4}
    ).segment(text)
    best = [one.segmentation.boundaries for one in result.answers.best]
    assert best[0] == result.boundaries
    assert all(ends[-1] == len(result.units) for ends in best)
    by_number = {len(one.segmentation): one for one in result.answers.path}
    for one in result.answers.best:
        number = len(one.segmentation)
        if number in by_number:
            assert one.cost >= by_number[number].cost - 1e-9
