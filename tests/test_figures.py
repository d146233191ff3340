"""The figures of the documentation: commands that are there, and changes that are noticed."""

import importlib.util
from pathlib import Path

import pytest
from benchmarks.corpus import planned
from tools.figures import COMMANDS, differences

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", COMMANDS)
def test_each_figure_has_its_command(name):
    module = COMMANDS[name][2]
    assert importlib.util.find_spec(module) is not None


def test_what_is_kept_has_a_command():
    assert {path.stem for path in (DOCS / "figures").glob("*.txt")} <= set(COMMANDS)


def test_only_what_moved_is_told():
    before = "speed\n  10.0 times, 1,000 sentences\n  2.0 s\ngone\n"
    after = "speed\n  10.2 times, 1,000 sentences\n  3.0 s\n"
    assert differences(before, after) == ["-   2.0 s", "+   3.0 s", "- gone"]
    assert differences(before, before) == []


def test_a_billion_texts_take_what_their_rate_says():
    assert planned(100.0) == ("100", "2,778", "5.4 h")
    assert planned(1 / 3.6) == ("0.278", "1,000,000", "1,953.1 h")
