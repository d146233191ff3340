"""Messages: a setting is marked where it is written, and spelled by whoever shows it."""

import ast
import copy
import pickle
import re
from pathlib import Path

import click
import pytest

import tmima as package
from tmima.cli import tmima as command_line
from tmima.errors import _MARKED, TmimaError, marked_message
from tmima.segmentation import Parameters
from tmima.segmenter import SETTINGS
from tmima.settings import settings_of

MESSAGE = "`max_size` 3: give `titles=`, `method='density'`, `jobs=1` or see `tmima info`"


def test_python_shows_settings_without_their_marks():
    shown = "max_size 3: give titles=, method='density', jobs=1 or see `tmima info`"
    for again in (
        lambda one: one,
        copy.copy,
        lambda one: pickle.loads(pickle.dumps(one)),
        lambda one: TmimaError(marked_message(one)),
    ):
        assert str(again(TmimaError(MESSAGE))) == shown


def test_others_spell_them_as_they_call_them():
    assert TmimaError(MESSAGE).with_setting_names(str.upper) == (
        "MAX_SIZE 3: give TITLES, METHOD density, JOBS 1 or see `tmima info`"
    )


@pytest.mark.parametrize(
    "value", ["`", "``", "`a b`", "`'; `", "a`b", "`Max`", "`max_size", "`1`"], ids=str
)
def test_what_is_no_mark_stays(value):
    assert str(TmimaError(value)) == TmimaError(value).with_setting_names(str.upper) == value


def test_an_error_without_a_message_shows_nothing():
    assert str(TmimaError()) == ""
    assert marked_message(ValueError("`max_size`")) == "`max_size`"


def options() -> set[str]:
    """Return the names of the arguments that commands have."""
    found: set[str] = set()
    for name in command_line.names:
        command = command_line.get_command(click.Context(command_line), name)
        inner = command.commands.values() if isinstance(command, click.Group) else ()
        found |= {each.name for one in (command, *inner) for each in one.params}
    return found


def strings(source: str) -> list[str]:
    """Return what is said in the errors that a module raises."""
    return [
        each.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("TmimaError")
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


def test_what_is_marked_is_a_setting_or_an_option():
    known = {*SETTINGS, *settings_of(Parameters), *options(), "constraints", "questions"}
    # Keywords of functions and methods, which the command line does not have.
    known |= {"learn", "chunk_overlap", "chunk_size", "inputs", "methods", "segment"}
    seen = set()
    for path in Path(package.__file__).parent.rglob("*.py"):
        for said in strings(path.read_text(encoding="utf-8")):
            seen |= {match[1] for match in _MARKED.finditer(said)}
    assert len(seen) > 20
    assert seen <= known


def test_no_setting_is_named_without_a_mark():
    known = {*SETTINGS, *settings_of(Parameters), *options()} - {"format"}
    word = re.compile(r"(?<![`\w'\"/.-])([a-z_]+)(=?)(?![\w`=(])")
    unmarked = {
        (path.name, said)
        for path in Path(package.__file__).parent.rglob("*.py")
        for said in strings(path.read_text(encoding="utf-8"))
        for match in word.finditer(said)
        # Without an underscore or an equals sign it may be a word like any other.
        if match[1] in known and (match[2] or "_" in match[1])
    }
    assert unmarked == set()
