"""The README tells the truth."""

import re
import shlex
from pathlib import Path

import click
import pytest

from tests.pages import follow
from tmima.cli import tmima as group

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
# Lines of commands in blocks, and commands in the prose.
SHOWN = [
    *re.findall(r"^    (?:.*\| )?(tmima .*)$", README, re.MULTILINE),
    *re.findall(r"`(tmima [^`]*)`", README),
]
# What the README of 0.1.0 showed; a renamed option is accepted under its old name.
SHOWN_BY_0_1_0 = """\
tmima segment article.txt --format json
tmima segment article.txt --plot dotplot.png
tmima segment - --language el --unit paragraph
tmima segment text.ref --input choi --format choi -o found.ref
tmima evaluate text.ref found.ref --unit words
tmima train FOLDER -o params.json
tmima segment article.txt --params params.json
tmima analyze article.txt --language el
tmima tagger train treebank.conllu -o model
tmima methods
tmima compare FOLDER --train FOLDER2 -o OUT
tmima segment article.txt --method c99
tmima generate suite1 --range 3 11 -o texts
tmima experiment all -o results
tmima explore article.txt
tmima info
tmima segment FILE --format html -o report.html
tmima segment book.txt --max-size 512 --size-unit tokens --tokenizer mymodule:encode
tmima segment book.txt --min-size 5 --keep-paragraphs --cut-at headings
tmima segment book.txt --segments 8-12
tmima segment book.txt --posteriors
tmima segment book.txt --best 5 --samples 100 --path 40 --path-plot elbow.png
tmima segment book.txt --levels 3
tmima stream
tmima stream --max-delay 50 --state feed.state
""".splitlines()


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


def test_its_programs_run_and_print_what_it_says(tmp_path):
    (tmp_path / "docs").symlink_to(Path(__file__).parents[1] / "docs")
    done = follow(README, tmp_path)
    assert done == {"files": 0, "commands": 2, "programs": 1, "outputs": 1}


@pytest.mark.parametrize("line", SHOWN)
def test_every_command_and_option_it_shows_exists(line):
    found(line)


def test_every_command_is_shown():
    assert {found(line)[0] for line in SHOWN} == set(group.names)


@pytest.mark.parametrize("line", SHOWN_BY_0_1_0)
def test_what_it_showed_before_is_still_there(line):
    found(line)


@pytest.mark.parametrize(
    "line",
    ["tmima cut a.txt", "tmima segment a.txt --topics 5", "tmima tagger teach x", "tmima info -x"],
)
def test_a_command_or_option_that_does_not_exist_is_found_out(line):
    with pytest.raises(AssertionError, match=r"there is no command|has no"):
        found(line)


@pytest.mark.parametrize("link", re.findall(r"\]\(([\w/.-]+)\)", README))
def test_what_it_links_to_is_there(link):
    assert (Path(__file__).parents[1] / link).exists()
