"""What docs/reliability.md says is tested, is."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
# Tests are named without `test_`, and have names of three words and more.
NAME = re.compile(r"`([a-z0-9]+(?:_[a-z0-9]+){2,})`")
FILE = re.compile(r"`(tests/(?:\w+/)*test_\w+\.py)`")


def named_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {each.name.removeprefix("test_") for each in tree.body if hasattr(each, "name")}


def test_every_test_that_is_named_is_where_it_is_said_to_be():
    before, findings = PAGE.split("## The findings of the trials")
    usual = set().union(*map(named_in, FILE.findall(before)))
    named = 0
    for row in findings.splitlines():
        known = usual.union(*map(named_in, FILE.findall(row)))
        for name in NAME.findall(row):
            assert name in known, row
            named += 1
    assert named > 40


def test_whatever_is_mended_has_a_test_or_is_in_the_readme():
    rows = [row.split(" | ") for row in PAGE.split("## The findings of the trials")[1].splitlines()]
    mended = [row for row in rows if len(row) == 2 and row[1].startswith("mended")]
    assert len(mended) > 30
    for finding, outcome in mended:
        told = "README" in finding + outcome
        assert told or NAME.search(outcome) or FILE.search(outcome), finding


def test_the_parts_of_the_torture_are_those_of_the_page():
    from tools.torture.trials import PARTS

    listed = re.findall(r"^\| `([a-z-]+)` \|", PAGE, flags=re.MULTILINE)
    assert listed == list(PARTS)
