"""The figures of the house are counted, and what its page says of it is so."""

import re
from pathlib import Path

from tools import house

ROOT = Path(__file__).parents[1]


def test_what_is_counted_is_there():
    assert len(house.line_counts()) == len(house.trees()) > 100
    assert "tmima.segmenter" in house.trees()
    assert "Segmenter" in house.exported(house.trees()["tmima"])
    assert ("tmima.errors", "TmimaError") in house.imports("tmima.segmenter")
    assert ("tmima.kernel", "forward") in house.looked_up("tmima.segmentation.recursion")


def test_functions_are_drawn_by_name_and_signature(capsys):
    shown = house.signatures()
    assert "Prepared.owners(self) -> Rows" in shown
    assert not [one for one in shown if one.startswith("segment(files:")]
    house.main(["--draw", "60", "1"])
    drawn = capsys.readouterr().out.splitlines()
    assert len(drawn) == len({*drawn}) == 60 == len({*drawn} & {*shown})


def test_the_modules_that_a_front_enters_are_those_it_calls():
    entered = house.entered("import tmima\ntmima.segment('A ship waits. A ship sails.')")
    names = {str(Path(path).relative_to(house.PACKAGE)) for path in entered}
    assert {"segmenter.py", "methods/learnt.py"} <= names
    assert not {name for name in names if name.startswith(("cli/", "paper/", "explore/"))}


def test_the_walks_of_the_page_go_through_files_that_are_there():
    page = (ROOT / "docs" / "changing.md").read_text(encoding="utf-8")
    walks = page.partition("## Four walks")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z_]+/[a-z_/]*|segmenter|result)`", walks))
    assert len(named) > 25
    for name in named:
        path = house.PACKAGE / name
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_tests_lie_in_the_rooms_of_the_source():
    rooms = {
        path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")
    }
    for room in rooms:
        assert (house.PACKAGE / room).is_dir(), room


def test_a_commit_is_checked_by_what_make_check_runs():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rule = re.search(r"^check:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)[1]
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"entry: \.venv/bin/(.*)", hooks) == re.findall(r"\$\(BIN\)/(.*)", rule)
    assert set(re.findall(r"repo: (.*)", hooks)) == {"local"}
