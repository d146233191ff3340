"""The engine on the command line: constraints, probabilities, alternatives, levels."""

import json
import re

import pytest

from tests.command import output, refusal, tmima
from tmima.cli.values import CountType

TOPICS = (
    "The harbour was full of ships. Every ship waited for the tide. The tide was late that day. "
    "No ship left the harbour.\n\n"
    "Bakers rise early. The baker kneads the dough. Good dough needs good flour. Flour and water "
    "make the dough.\n\n"
    "The court heard the witness. A witness must tell the court the truth. The judge of the court "
    "believed her.\n"
)
SETTING = ("--method", "density", "--set", "similarity=graded", "--language", "en")
SETTING = (*SETTING, "--set", "mean_length=4", "--set", "std_length=2")


@pytest.fixture
def article(tmp_path):
    path = tmp_path / "article.txt"
    path.write_text(TOPICS, encoding="utf-8")
    return path


def segmented(article, *arguments) -> dict:
    return json.loads(output("segment", article, *SETTING, "--format", "json", *arguments))


def test_everything_can_be_asked_at_once(article):
    result = segmented(
        article,
        *("--posteriors", "--best", "4", "--levels", "2"),
        *("--set", "cut_costs=true", "--set", "samples=6", "--set", "path=5"),
    )
    assert result["boundaries"] == [4, 8, 11]
    assert result["certificate"]["optimal"] is True
    assert len(result["posteriors"]) == result["units"] - 1
    assert result["expected_segments"] == pytest.approx(1 + sum(result["posteriors"]))
    assert result["entropy"] > 0
    assert len(result["cut_costs"]) == result["units"] - 1
    # A cut of the optimum costs nothing more.
    assert [place for place, cost in enumerate(result["cut_costs"], 1) if cost == 0] == [4, 8]
    costs = [one["cost"] for one in result["best"]]
    assert costs == sorted(costs)
    assert result["best"][0] == {"boundaries": [4, 8, 11], "cost": result["cost"]}
    assert len(result["samples"]) == 6
    assert [len(one["boundaries"]) for one in result["path"]] == [1, 2, 3, 4, 5]
    leaves = [leaf for branch in result["levels"] for leaf in branch["children"]]
    assert [leaf["last"] for leaf in leaves] == [4, 8, 11]
    assert [(leaf["start"], leaf["end"]) for leaf in leaves] == [
        (segment["start"], segment["end"]) for segment in result["segments"]
    ]


def test_what_is_not_asked_for_is_not_there(article):
    asked = {"posteriors", "cut_costs", "best", "samples", "path", "levels"}
    assert not asked & set(segmented(article))


def test_constraints_hold(article):
    assert segmented(article)["certificate"] == {
        "optimal": True,
        "among": "all allowed segmentations",
        "window": 11,
        "proof": "all",
    }
    assert segmented(article, "--n-segments", "2")["boundaries"] in ([4, 11], [8, 11])
    assert len(segmented(article, "--n-segments", "5-6")["boundaries"]) == 5
    small = segmented(article, "--max-size", "3")
    assert all(part["last"] - part["first"] <= 3 for part in small["segments"])
    assert 6 in segmented(article, "--cut-at", "6")["boundaries"]
    assert 6 in segmented(article, "--cut-at", f"@{TOPICS.index('Good')}")["boundaries"]
    assert not {4, 8} & set(segmented(article, "--set", "no_cut_at=4,8")["boundaries"])
    whole = ("--keep-paragraphs", "--max-size", "4", "--set", "mean_length=2")
    assert segmented(article, *whole)["boundaries"] == [4, 8, 11]


def test_a_size_in_tokens_is_that_of_the_tokenizer(article):
    found = segmented(
        article, "--max-size", "60", "--size-unit", "tokens", "--tokenizer", "builtins:list"
    )
    assert all(len(segment["text"]) <= 60 for segment in found["segments"])
    assert "".join(segment["text"] for segment in found["segments"]) == TOPICS


def test_a_tokenizer_may_lie_in_the_current_folder(article, tmp_path):
    (tmp_path / "mymodule.py").write_text("def encode(text):\n    return text.split()\n")
    sizes = ["--max-size", "16", "--size-unit", "tokens", "--tokenizer", "mymodule:encode"]
    command = ["segment", article, *SETTING, "--format", "json", *sizes]
    found = json.loads(output(*command, folder=tmp_path))
    assert all(len(segment["text"].split()) <= 16 for segment in found["segments"])
    assert "No module named 'mymodule'" in refusal(*command, folder=tmp_path.parent)


def test_how_sure_a_cut_is_is_said_in_words(article):
    words = re.compile(r", cut (certain|likely|could be elsewhere)$", re.MULTILINE)
    shown = output("segment", article, *SETTING, "--posteriors", "--set", "temperature=0.05")
    assert words.findall(shown) == ["certain"] * 2
    # What was told is nobody's guess.
    told = ("--cut-at", "4,8", "--n-segments", "3")
    assert not words.findall(output("segment", article, *SETTING, "--posteriors", *told))
    # Where all segmentations are about as probable, one cut of a long text could be anywhere.
    article.write_text(4 * TOPICS, encoding="utf-8")
    vague = ("--posteriors", "--set", "temperature=1000", "--n-segments", "2")
    shown = output("segment", article, *SETTING, *vague)
    assert words.findall(shown) == ["could be elsewhere"]
    assert "Expected number of segments" in shown


def test_a_hierarchy_is_printed_as_an_outline(article):
    plain = output("segment", article, *SETTING, "--levels", "2", "--titles", "none")
    # What a level leaves whole is not told again below it.
    assert "1.1" not in plain
    assert "\n1  sentences 1-4: The harbour was full of ships. Every ship …" in plain
    shown = output("segment", article, *SETTING, "--levels", "2")
    _, outline = shown.split("Levels\n")
    titles = re.findall(r"^\d+\. (.+): sentences (\d+-\d+), ", shown, re.MULTILINE)
    assert titles
    for title, place in titles:
        assert re.search(rf"^ *[\d.]+  {title}: sentences {place}: ", outline, re.MULTILINE)
    assert re.search(r"^1  \S.*: sentences 1-\d+: The harbour", outline, re.MULTILINE)


def test_the_costs_of_the_path_are_drawn(article, tmp_path):
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    picture = tmp_path / "path.png"
    shown = output("segment", article, *SETTING, "--set", "path=8", "--set", f"path_plot={picture}")
    assert "The cheapest by number of segments" in shown
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--n-segments", "two"], "--n-segments must be a number or a range as 5-9, not 'two'"),
        (["--n-segments", "9-5"], "1 or more, or a range of such numbers, not (9, 5)"),
        (["--n-segments", "99"], "11 units cannot be cut into 99 segments"),
        (["--max-size", "2", "--size-unit", "tokens"], "sizes in tokens need a tokenizer"),
        (["--tokenizer", "len"], "--tokenizer must be MODULE:FUNCTION, not 'len'"),
        (["--tokenizer", "no.such:thing"], "--tokenizer no.such:thing: No module named"),
        (["--tokenizer", "math:pi"], "--tokenizer math:pi is float, not a function"),
        (
            ["--min-size", "8", "--max-size", "9"],
            "no segmentation satisfies --min-size 8 sentences",
        ),
        (["--min-size", "9", "--max-size", "8"], "--min-size 9 is above --max-size 8 sentences"),
        (["--keep-paragraphs", "--n-segments", "4-5"], "into 4-5 segments satisfies the other"),
        (["--cut-at", "next"], "--cut-at wants places"),
        (["--cut-at", "3", "--set", "no_cut_at=3"], "--cut-at and --set no_cut_at clash"),
        (["--set", "temperature=0", "--posteriors"], "temperature must be above 0, not 0.0"),
        (["--set", "path_plot=x.png"], "--set path_plot draws the costs of --set path: give "),
        (["--method", "c99", "--posteriors"], "the method c99 takes no --posteriors"),
        (["--method", "c99", "--max-size", "5"], "the method c99 takes no --max-size"),
        (["--method", "c99", "--n-segments", "2-3"], "c99 takes one number as --n-segments"),
        (["--method", "vmp", "--n-segments", "2"], "vmp does not accept --n-segments"),
        (["--method", "dotplot"], "the method dotplot must be given --n-segments"),
    ],
)
def test_bad_input_is_told_in_a_line(article, arguments, message):
    assert message in refusal("segment", article, *arguments, "--language", "en")


@pytest.mark.parametrize(("typed", "meant"), [("7", 7), ("5-9", (5, 9)), ("3-3", (3, 3))])
def test_a_number_of_segments_or_a_range_is_read_as_it_is_typed(typed, meant):
    assert CountType().convert(typed, None, None) == meant


def test_separators_of_the_input_are_not_shown_as_text(tmp_path):
    path = tmp_path / "text.ref"
    path.write_text("==========\nA cat sat.\nA cat ran.\n==========\nA ship came.\n==========\n")
    shown = output("segment", path, "--input-format", "choi", "--language", "en")
    assert "A cat ran." in shown
    assert "=====" not in shown


def test_the_contents_alone(tmp_path):
    guide = (
        "# Ships\n\nThe ship waits. A ship sails.\n\n# Bread\n\nThe dough rises. We knead dough.\n"
    )
    (tmp_path / "guide.md").write_text(guide)
    command = ("segment", "guide.md", "--cut-at", "headings", "--format", "contents")
    shown = tmima(*command, folder=tmp_path).stdout.decode().splitlines()
    assert shown[0] == "  1. Ships (3 sentences, 49% of the text)"
    assert shown[2].startswith("  2. Bread (3 sentences, 51% of the text)")
    assert {shown[1].strip(), shown[3].strip()} < {
        "The ship waits.", "A ship sails.", "The dough rises.", "We knead dough."
    }  # fmt: skip
    greek = tmima(*command, "--ui-language", "el", folder=tmp_path).stdout.decode()
    assert "1. Ships (3 προτάσεις, 49% του κειμένου)" in greek
    (tmp_path / "other.md").write_text(guide)
    both = tmima("segment", ".", "--format", "contents", "-o", "out", folder=tmp_path)
    assert both.returncode == 0
    assert (tmp_path / "out" / "guide.md.txt").read_text().startswith("  1. Ships")


BOOK = (
    "# Ships\n\nShips are old. They float.\n\n## Sails\n\nSails are linen. Linen dries.\n\n"
    "# Bread\n\n## Dough\n\nDough is flour. Flour is ground.\n\n## Ovens\n\nOvens are brick.\n"
)


def test_headings_above_a_segment_are_told_before_its_name():
    told = ("--input-format", "markdown", "--cut-at", "headings:2")
    shown = output("segment", "-", *told, stdin=BOOK)
    named = re.findall(r"^\d\. (.*): sentences", shown, re.MULTILINE)
    assert named == ["Ships", "Ships > Sails", "Bread > Dough", "Bread > Ovens"]


def test_levels_are_the_headings_of_the_author_and_none_comes_twice():
    told = ("--input-format", "markdown", "--cut-at", "headings:2", "--levels", "3")
    shown = output("segment", "-", *told, stdin=BOOK).partition("Levels\n")[2]
    lines = re.findall(r"^ *([\d.]+)  (.*?): sentences (\S+):", shown, re.MULTILINE)
    assert [(number, name) for number, name, _ in lines if name != lines[1][1]] == [
        ("1", "Ships"), ("1.2", "Sails"), ("2", "Bread"), ("2.1", "Dough"), ("2.2", "Ovens"),
    ]  # fmt: skip
    assert lines[1][0] == "1.1"
    assert lines[1][1].lower() != "ships"
    assert len({place for *_, place in lines}) == len(lines)
