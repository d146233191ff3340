"""The figures of the documentation: commands that are there, and changes that are noticed."""

import csv
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from benchmarks.corpus import planned
from tools import figures
from tools.figures import BY_HAND, FIGURES, GROUPS, cells, chosen, differences, in_page, in_values

from tests.test_readme import found

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


# Where a page names a target of the Makefile in place of its command.
TARGETS = {"make eval-greek": "benchmarks.greek"}


def modules(name: str) -> set[str]:
    words = [command.split() for command in FIGURES[name].commands]
    return {" ".join(each[:2]) if each[0] == "tmima" else each[0] for each in words}


def told(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    for target, module in TARGETS.items():
        text = text.replace(target, f"python -m {module}")
    return text


@pytest.mark.parametrize("name", FIGURES)
def test_each_figure_has_its_command_and_its_pages(name):
    for command in FIGURES[name].commands:
        if command.startswith("tmima "):
            found(command)
        else:
            assert find_spec(command.split()[0]) is not None
    assert FIGURES[name].group in GROUPS[:-1]
    assert FIGURES[name].pages
    for page in FIGURES[name].pages.split():
        assert any(module in told(DOCS / f"{page}.md") for module in modules(name)), page


def test_each_command_that_a_page_names_is_among_them():
    known = {
        (module, page)
        for name in FIGURES
        for module in modules(name)
        for page in FIGURES[name].pages.split()
    }
    # What the README tells, a page tells too.
    known |= {(module, "README") for module, _ in known}
    for path in (ROOT / "README.md", *DOCS.glob("*.md")):
        for module in re.findall(r"python -m ((?:benchmarks|tools)\.[\w.]*\w)", told(path)):
            by_hand = any(f"{module}.".startswith(f"{each}.") for each in BY_HAND)
            assert by_hand or (module, path.stem) in known, (module, path.name)


def test_what_is_kept_is_small_and_has_a_command():
    kept = list((DOCS / "figures").glob("*.txt"))
    assert {path.stem for path in kept} <= set(FIGURES)
    assert all(path.stat().st_size < 30_000 for path in kept)


def test_figures_are_chosen_by_name_and_group():
    assert chosen([]) == chosen(["all"]) == list(FIGURES)
    assert chosen(["titles", "bundled"]) == ["bundled", "titles"]
    quick = chosen(["quick"])
    assert "bundled" in quick
    assert sorted([*quick, *chosen(["timing"]), *chosen(["long"])]) == sorted(FIGURES)
    with pytest.raises(SystemExit, match="no figures are called slow"):
        chosen(["slow"])


def test_a_run_tells_what_changed_and_keeps_it_with_its_day(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(figures, "KEPT", tmp_path)
    monkeypatch.setattr(figures, "DOCS", tmp_path)
    printed = iter(["Pk 10.0\n", "Pk 12.0\n"])
    monkeypatch.setattr(figures, "measured", lambda _name: next(printed))
    figures.main(["bundled"])
    figures.main(["bundled"])
    assert "    - Pk 10.0\n    + Pk 12.0\n" in capsys.readouterr().out
    first, kept = (tmp_path / "bundled.txt").read_text("utf-8").split("\n", 1)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d, tmima \S+ at \w*, .* cores, .*, load .*, 0 s", first)
    assert kept == "Pk 12.0\n"


def test_only_what_moved_is_told():
    before = "speed\n  10.0 times, 1,000 sentences\n  2.0 s\ngone\n"
    after = "speed\n  10.2 times, 1,000 sentences\n  3.0 s\n"
    assert differences(before, after) == ["-   2.0 s", "+   3.0 s", "- gone"]
    assert differences(before, before) == []


def test_a_billion_texts_take_what_their_rate_says():
    assert planned(100.0) == ("100", "2,778", "5.4 h")
    assert planned(1 / 3.6) == ("0.3", "1,000,000", "1,953.1 h")


PRINTED = """
| | Pk | WD |
|---|---|---|
| ours | 1.5 | 2.5 |
| theirs | 3.5 | 4.5 |

| | Pk |
|---|---|
| theirs | 9.9 |
"""
PAGE = """Some words | here.

| | WD | wanted | Pk |
|---|---|---|---|
| ours | 2.0 | 2.0 | 1.0 |
| theirs | 4.0 | | 3.0 |
| others | 6.0 | | 5.0 |
"""


def test_tables_of_a_page_are_written_by_names():
    """What is called the same twice, and is not the same, is left alone."""
    found = cells(PRINTED)
    assert found == {("ours", "Pk"): "1.5", ("ours", "WD"): "2.5", ("theirs", "WD"): "4.5"}
    renewed = PAGE.replace("| 2.0 | 2.0 | 1.0 |", "| 2.5 | 2.0 | 1.5 |")
    assert in_page(PAGE, found) == renewed.replace("| 4.0 | |", "| 4.5 |  |")
    assert in_page(PAGE, {}) == PAGE
    values = 'table,row,column,figures\nhow,ours,Pk,1.0\nhow,"ours, told",Pk,7\n'
    assert in_values(values, found) == values.replace("Pk,1.0", "Pk,1.5")
    twice = values + "other,ours,Pk,1.0\n"
    assert in_values(twice, found) == twice
    assert in_page(PAGE + "\n" + PAGE, found) == PAGE + "\n" + PAGE


def test_the_tables_of_all_pages_can_be_read():
    for renewed, ending in ((in_page, "md"), (in_values, "csv")):
        for path in DOCS.glob(f"*.{ending}"):
            text = path.read_text(encoding="utf-8")
            assert renewed(text, {("no such row", "Pk"): "1"}) == text, path.name


@pytest.mark.parametrize(
    ("name", "table"), [("compare-choi", "Choi's 700 texts"), ("compare-greek", "Greek")]
)
def test_the_page_of_methods_tells_what_its_commands_found(name, table):
    found = cells((DOCS / "figures" / f"{name}.txt").read_text(encoding="utf-8"))
    with (DOCS / "methods.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["table"] == table]
    assert len(rows) > 50
    for row in rows:
        assert row["figures"] == found[row["row"], row["column"]], row
    page = (DOCS / "methods.md").read_text(encoding="utf-8")
    if name == "compare-choi":
        block = page.partition("| Pk, in words | nothing set | number given |")[2].partition(
            "\n\n"
        )[0]
        told = {
            f"{method}{case}": value
            for method, *values in re.findall(r"\| (\w+) \| ([\d.]+) \| ([\d.]*)", block)
            for case, value in zip(("", " (number given)"), values, strict=True)
            if value
        }
    else:
        line = page.partition("Pk told the number: ")[2].partition("\n")[0]
        given, _, free = line.partition("; ")
        told = {f"{m} (number given)": v for m, v in re.findall(r"([\w-]+) (\d+\.\d+)", given)}
        told |= dict(re.findall(r"([\w-]+) (\d+\.\d+)", free))
    assert len(told) > 8
    for method, value in told.items():
        assert found[method, "Pk"].split()[0] == value, method
