"""The README tells the truth."""

import re
from pathlib import Path

import pytest

from tmima.cli import tmima as group

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_ten_lines_print_what_it_says(capsys):
    code, *_ = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (printed,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out == printed


def test_every_command_it_shows_exists():
    commands = set(re.findall(r"tmima (\w+)", README))
    assert set(group.names) <= commands


@pytest.mark.parametrize("link", re.findall(r"\]\(([\w/.-]+)\)", README))
def test_what_it_links_to_is_there(link):
    assert (Path(__file__).parents[1] / link).exists()
