"""What docs/testing.md and docs/findings.csv say is tested, is."""

import ast
import csv
import re
from pathlib import Path

from tools.mutants import mutants

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
with (ROOT / "docs" / "findings.csv").open(encoding="utf-8", newline="") as _file:
    FINDINGS = list(csv.DictReader(_file))
# Tests are named without `test_`, and have names of three words and more.
NAME = re.compile(r"`([a-z0-9]+(?:_[a-z0-9]+){2,})`")
FILE = re.compile(r"`(test_\w+\.py)`")
FILES = list((ROOT / "tests").rglob("test_*.py"))


def test_every_test_that_is_named_is_there():
    tests = {
        each.name.removeprefix("test_")
        for path in FILES
        for each in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
    }
    said = [PAGE, *(row["outcome"] for row in FINDINGS)]
    named = {name for text in said for name in NAME.findall(text)}
    assert named <= tests, named - tests
    assert len(named) > 40
    files = {name for text in said for name in FILE.findall(text)}
    assert files <= {path.name for path in FILES}, files


def test_whatever_is_mended_has_a_test_or_is_in_the_readme():
    mended = [row for row in FINDINGS if row["outcome"].startswith("mended")]
    assert len(mended) > 30
    for row in mended:
        told = "README" in row["finding"] + row["outcome"]
        assert told or NAME.search(row["outcome"]) or FILE.search(row["outcome"]), row


def test_the_parts_of_the_torture_are_those_of_the_page():
    from tools.torture.trials import PARTS

    with (ROOT / "docs" / "torture.csv").open(encoding="utf-8", newline="") as file:
        listed = [row["row"] for row in csv.DictReader(file) if row["table"] == "parts"]
    assert list(dict.fromkeys(listed)) == list(PARTS)


def test_the_numbers_of_the_mutants_are_those_of_the_list():
    """The result of a run is written by hand: its parts are all that was judged."""
    (about,) = re.findall(r"lists more than (\d+) changes", PAGE)
    assert int(about) < len(mutants()) < 1.5 * int(about)
    result = re.search(
        r"Result of [\d-]+: (\d+) changes judged, (\d+) killed, (\d+) equivalent, (\d+) survived",
        PAGE,
    )
    assert result is not None
    judged, *parts = map(int, result.groups())
    assert judged == sum(parts) <= len(mutants())


def test_the_trials_that_the_page_names_are_those_of_the_findings():
    (named,) = re.findall(r"findings of the trials of ([\d., and]+\d)", PAGE)
    assert set(re.findall(r"\d\.\d\.\d", named)) == {row["version"] for row in FINDINGS}
