"""What else there is: how others are measured, and a page that shows what was measured."""

import csv
import re

import pytest
from benchmarks.alternatives import at_headings, in_markdown, long_rows, promises
from tools.learning.texts import REPORT, CutText

from tests.pages import ROOT, page
from tmima.plots.tables import Table

TEXT = CutText(
    name="a",
    kind="b",
    part=REPORT,
    language="en",
    text="Ships wait. Ships sail.\n\nBread is good.\n\nFlour is white.\n",
    cuts=(25,),
    lines=False,
    headings=((0, 1, "Ships"), (25, 2, "Bread"), (41, 3, "Flour")),
)


def test_headings_are_marked_and_found_again():
    text, starts = in_markdown(TEXT)
    assert text.startswith("# Ships\n\nShips wait.")
    assert [text[start:].split("\n")[0] for start in starts] == ["## Bread", "### Flour"]


def test_a_chunk_begins_at_a_heading_or_does_not():
    given = [in_markdown(TEXT)]
    text, (bread, flour) = given[0]
    # White space that was lost does not matter.
    assert at_headings(lambda _: [(0, text[:bread].strip()), (0, text[bread:])], given)[0] == "50 %"
    assert at_headings(lambda _: [(0, text)], given)[:2] == ("0 %", str(len(text)))
    cut = [text[:bread], text[bread:flour], text[flour:]]
    assert at_headings(lambda _: [(0, each) for each in cut], given)[0] == "100 %"


@pytest.mark.parametrize(
    ("split", "broken"),
    [
        (lambda text: [(place, text[place]) for place in range(len(text))], (0, 0, 0)),
        (lambda text: [(0, text)], (True, 0, 0)),
        (lambda text: [(1, text[:9]), (9, text[9:99])], (0, True, True)),
    ],
)
def test_promises_are_counted(split, broken, monkeypatch):
    some = {"ordinary": ["A ship. " * 60, "Bread " * 80], "hard": ["Ships and bread. " * 30]}
    monkeypatch.setattr("benchmarks.alternatives.texts", lambda: some)
    assert promises(split) == tuple("3" if each else "0" for each in broken)


def test_every_figure_has_a_row():
    table = Table("a", "", ("", "x", "y"), (("b", "1", "2"),))
    assert long_rows([table]).rows == (("a", "b", "x", "1"), ("a", "b", "y", "2"))


def test_the_page_shows_what_was_measured():
    """If not: python -m benchmarks.alternatives."""
    with (ROOT / "docs" / "alternatives.csv").open(encoding="utf-8", newline="") as file:
        known = {(row["row"], row["figures"]) for row in csv.DictReader(file)}
    measured = page("docs/alternatives-figures.md")
    rows = re.findall(r"^\| ([^|]+) \| (.*\d.*) \|$", measured, re.MULTILINE)
    assert len(rows) > 15
    for name, figures in rows:
        for figure in figures.split(" | "):
            assert (name, figure) in known or not figure.strip(), (name, figure)
