"""The benchmark of retrieval: its questions are where they say, and its measures can be checked."""

import csv
import json

import numpy as np
import pytest
from benchmarks import retrieval
from benchmarks.retrieval import Text, difference, from_folder, measured, ours, placed
from click.testing import CliRunner

from tests.pages import ROOT
from tmima import Span

QUESTIONS = ROOT / "benchmarks" / "questions"


def words(text: str) -> int:
    return len(text.split())


def test_our_questions_have_their_answers_where_they_say():
    with (QUESTIONS / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 15
    for row in rows:
        text = (QUESTIONS / "corpora" / f"{row['corpus_id']}.md").read_text(encoding="utf-8")
        for one in json.loads(row["references"]):
            assert text[one["start_index"] : one["end_index"]] == one["content"]
    assert sum(len(text.questions) for text in from_folder(QUESTIONS)) == len(rows)


def test_whoever_finds_the_answer_has_all_of_it_and_whoever_does_not_nothing():
    text = Text("apple pie. " * 9 + "pear tart.", "en", "text", [("pear tart", [Span(99, 109)])])
    spans = [[Span(0, 99), Span(99, 109)]]
    indexed = [text.text[:99], text.text[99:]]
    found = measured([text], spans, indexed, words, "BM25", 100)
    assert (found.recall[0], found.first[0], found.inside) == (1.0, 1.0, 10 / 109)
    never = measured([text], [[Span(0, 99)]], indexed[:1], words, "BM25", 100)
    assert (never.recall[0], never.first[0]) == (0.0, 0.0)


def test_the_budget_cuts_the_last_chunk(monkeypatch):
    monkeypatch.setattr(retrieval, "_BUDGET", 10)
    text = Text("word " * 20, "en", "text", [("word", [Span(0, 100)])])
    found = measured([text], [[Span(0, 100)]], [text.text], words, "BM25", 100)
    assert found.recall[0] == 0.5


def test_a_difference_of_equals_is_nothing_and_has_no_width():
    one = np.array([0.5, 1.0, 0.0])
    assert difference(one, one, np.array([0, 1, 1])) == (0.0, 0.0, 0.0)
    mean, low, high = difference(one + 0.25, one, np.array([0, 1, 1]))
    assert (mean, low, high) == pytest.approx((0.25, 0.25, 0.25))


def test_chunks_that_lost_white_space_are_placed_again():
    assert placed("a  b c\n\nd", ["a  b", "c", "d"]) == [(0, 4), (5, 6), (8, 9)]


def test_it_runs_on_our_questions():
    given = ["--questions", str(QUESTIONS), "--size", "100", "--splitter", "tmima.chunk"]
    done = CliRunner().invoke(retrieval.main, given, catch_exceptions=False)
    assert done.exit_code == 0
    assert "2 documents" in done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("| tmima.chunk")]
    assert len(rows) == 2
    alone, with_context = (float(row.split("|")[2]) for row in rows)
    assert alone > 80
    assert with_context > 80


def test_our_chunks_of_our_questions_are_within_the_limit():
    for text in from_folder(QUESTIONS):
        for start, end in ours(60, None)(text):
            assert len(text.text[start:end].encode()) <= 4 * 60
