"""The README tells the truth."""

import re
import shlex
from pathlib import Path
from pkgutil import resolve_name

import click
import pytest

from tests.pages import follow
from tmima.cli import tmima as group

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INDEX = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


def shown_in(text: str) -> list[str]:
    """Return the lines of commands in blocks, and the commands in the prose."""
    blocks = re.findall(r"^    (?:.*\| )?(tmima .*)$", text, re.MULTILINE)
    return [*blocks, *re.findall(r"`(tmima [^`]*)`", text)]


SHOWN = shown_in(README)


def found(line: str) -> tuple[str, set[str]]:
    """Return the command of a line; fail if it or one of its options is not there."""
    words = shlex.split(line, comments=True)[1:]
    name = words[0]
    command: click.Command | None = group
    while isinstance(command, click.Group):
        assert words, f"{line!r} ends before its command"
        word = words.pop(0)
        command = command.get_command(click.Context(command), word)
        assert command is not None, f"{line!r}: there is no command {word}"
    context = click.Context(command, help_option_names=["-h", "--help"])
    known = {
        option
        for parameter in command.get_params(context)
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    options = {word for word in words if re.match(r"-.", word)}
    assert options <= known, f"{line!r}: {name} has no {', '.join(options - known)}"
    return name, options


def test_it_has_the_two_commands_of_a_clone_before_its_figures():
    blocks = re.findall(r"^    (make \w+)", README.partition("## How good")[0], re.MULTILINE)
    assert blocks == ["make demo", "make test"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in blocks:
        assert re.search(rf"^{command.removeprefix('make ')}:", makefile, re.MULTILINE), command


def test_its_programs_run_and_print_what_it_says(tmp_path):
    for folder in ("docs", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    done = follow(README, tmp_path)
    assert done == {"files": 0, "commands": 1, "programs": 1, "outputs": 1}


def test_each_figure_names_the_command_that_renews_it():
    """Which commands there are, tests/test_figures.py knows."""
    tables = README.partition("## How good")[2].partition("## What it was learnt")[0]
    rows = re.findall(r"^\| [^|]+ \| .*\d.*", tables, re.MULTILINE)
    assert len(rows) > 8
    for row in rows:
        assert "<!-- figure: python -m benchmarks." in row, row


@pytest.mark.parametrize("line", SHOWN)
def test_every_command_and_option_it_shows_exists(line):
    found(line)


def test_every_command_is_shown_here_or_on_the_first_page_of_the_site():
    assert {found(line)[0] for line in (*SHOWN, *shown_in(INDEX))} == set(group.names)


@pytest.mark.parametrize(
    "line",
    ["tmima cut a.txt", "tmima segment a.txt --topics 5", "tmima tagger teach x", "tmima info -x"],
)
def test_a_command_or_option_that_does_not_exist_is_found_out(line):
    with pytest.raises(AssertionError, match=r"there is no command|has no"):
        found(line)


@pytest.mark.parametrize("name", re.findall(r"`(tmima(?:\.\w+)+)`", README))
def test_every_name_of_python_it_shows_exists(name):
    assert callable(resolve_name(name))


@pytest.mark.parametrize("link", re.findall(r"\]\(([\w/.-]+)\)", README))
def test_what_it_links_to_is_there(link):
    assert (ROOT / link).exists()
