"""Comparing methods: every row from the same texts, failures named, significance by permutation."""

import importlib
import json

import pytest

import tmima
from tests.command import output, refusal
from tmima import Scores
from tmima.paper import ComparisonRow, Contender, Setup, contenders
from tmima.paper import run_contenders as compare
from tmima.paper.comparison import significance
from tmima.scores import SCORES


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    for name, seed in (("test", "1"), ("train", "2")):
        output(
            "generate",
            "suite1",
            "--range",
            "3",
            "5",
            "--texts",
            "4",
            "--seed",
            seed,
            "-o",
            folder / name,
        )
    return folder


def setup(texts, *, training=True) -> Setup:
    return Setup(texts / "test", texts / "train" if training else None, "el", "plain", "sentences")


def test_rows_have_the_scores_of_every_text(texts):
    wanted = contenders(["none", "uniform", "density", "learnt"], {"learnt": {"finer": 99.0}})
    assert [c.label for c in wanted] == [
        "none",
        "uniform",
        "uniform (number given)",
        "density",
        "density (number given)",
        "learnt",
        "learnt (number given)",
    ]
    rows = compare(setup(texts), wanted)
    assert [row.contender for row in rows] == wanted
    for row in rows:
        assert len(row.scores) == 4
        assert not row.failures
    none, _, uniform, density, _, finest, learnt = rows
    assert none.mean.recall == 0
    assert uniform.mean.pk > density.mean.pk
    assert density.trained
    # Who cuts everywhere finds all, and a number that is told is kept.
    assert finest.mean.recall == 1
    assert learnt.mean.precision == pytest.approx(learnt.mean.recall)
    assert not none.trained


def test_the_number_of_processes_changes_nothing_but_the_time(texts):
    wanted = contenders(["none", "c99"], {})
    one, two = (compare(setup(texts), wanted, jobs=jobs) for jobs in (1, 2))
    assert [row.scores for row in one] == [row.scores for row in two]


def test_a_method_that_lacks_something_says_so_and_the_rest_goes_on(texts):
    rows = compare(setup(texts, training=False), contenders(["hmm", "none"], {}))
    hmm, none = rows[0], rows[-1]
    assert "hmm needs texts to learn from: use train first" in str(
        next(iter(hmm.failures.values()))
    )
    assert not hmm.scores
    assert len(none.scores) == 4


def row(values) -> ComparisonRow:
    others = dict.fromkeys(SCORES.keys() - {"pk", "window_diff"}, 0.0)
    scores = {
        str(i): Scores(1, "words", pk=value, window_diff=value, **others)
        for i, value in enumerate(values)
    }
    return ComparisonRow(Contender("x", told=False), False, 0.0, scores, {})


def test_significance_of_no_difference_is_one():
    assert significance(row([0.1, 0.2, 0.3]), row([0.1, 0.2, 0.3])) == 1


def test_significance_of_a_steady_difference_is_small():
    # Twelve texts, always worse: only two of the 2^12 sign patterns are as large.
    better, worse = row([0.1] * 12), row([0.2] * 12)
    assert significance(better, worse) < 0.005
    mixed = row([0.0, 0.2] * 6)
    assert significance(better, mixed) > 0.5


def test_significance_has_two_sides():
    # Of the 32 patterns of signs of five equal differences two are as large, one on each side.
    better, worse = row([0.1] * 5), row([0.2] * 5)
    for one, other in ((better, worse), (worse, better)):
        assert significance(one, other) == pytest.approx(2 / 32, abs=0.015)


def test_the_command_prints_and_writes(texts, tmp_path):
    pytest.importorskip("matplotlib", reason="the bar chart needs the extra plot")
    shown = output(
        "compare",
        texts / "test",
        "--methods",
        "none,density,chains",
        "--language",
        "el",
        "--normalise",
        "plain",
        "--score-unit",
        "words",
        "--jobs",
        "1",
        "-o",
        tmp_path,
    )
    assert "| none |" in shown
    assert "| Pk | WindowDiff | B | precision | recall | F1 | F1±2 | " in shown
    assert " | p against the best |" in shown
    assert "chains failed on 001.ref, and 3 more texts" in shown
    assert {path.name for path in tmp_path.glob("[!.]*")} == {
        f"comparison.{ending}" for ending in ("md", "csv", "json", "png", "svg")
    }
    found = json.loads((tmp_path / "comparison.json").read_text())
    assert found["unit"] == "words"
    assert found["methods"][0]["method"] == "none"
    assert len(found["methods"][0]["pk_by_text"]) == 4
    for metric in ("pk", "boundary_similarity", "f1_within"):
        low, high = found["methods"][1]["intervals"][metric]
        assert low <= found["methods"][1]["scores"][metric] <= high


def test_bad_requests_get_one_line(texts, tmp_path):
    assert "unknown method 'c98': choose one of learnt, density" in refusal(
        "compare", texts / "test", "--methods", "c98"
    )
    assert "holds no text" in refusal("compare", tmp_path)
    assert "METHOD.NAME=VALUE" in refusal("compare", texts / "test", "--set", "rank=3")


OWN = """
import tmima

class Valley:
    def __init__(self, *, parts=2):
        self.parts = parts

    def segment(self, text, *, n_segments=None):
        count = min(n_segments or self.parts, len(text))
        return tmima.Segmentation([len(text) * part // count for part in range(1, count + 1)])
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_class_of_ones_own_takes_part(texts, tmp_path, jobs):
    (tmp_path / "own3.py").write_text(OWN)
    given = ("--methods", "none,own3:Valley", "--set", "own3:Valley.parts=3", "--jobs", jobs)
    said = output("compare", texts / "test", *given, folder=tmp_path)
    assert "own3:Valley (number given)" in said
    message = refusal("compare", texts / "test", "--methods", "own3:Hill", folder=tmp_path)
    assert "--methods own3:Hill" in message
    message = refusal("compare", texts / "test", "--methods", "json:dumps", folder=tmp_path)
    assert "a class with segment" in message


def test_python_compares_as_the_command_does(texts, tmp_path, monkeypatch):
    (tmp_path / "own4.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    own4 = importlib.import_module("own4")
    rows = tmima.compare(
        texts / "test", ["none", own4.Valley], options={"Valley": {"parts": 3}}, language="el"
    )
    assert [row.contender.label for row in rows] == ["none", "Valley", "Valley (number given)"]
    assert rows[2].scores != rows[1].scores
    wanted = contenders(["none"], {})
    whole = Setup(texts / "test", None, "el", None, "sentences")
    assert rows[0].scores == compare(whole, wanted)[0].scores
    for wrong in ("none", [3], [own4.Valley()]):
        with pytest.raises(tmima.TmimaError, match="method"):
            tmima.compare(texts / "test", wrong)
