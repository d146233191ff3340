"""Long work shows itself on a terminal, and nowhere else; too little memory is one line."""

import io
import sys
import time

import pytest

import tmima.cli
from tests.command import PATIENCE
from tmima.cli.show import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def made_terminal(monkeypatch) -> Terminal:
    """Called by the test itself: between fixture and test pytest takes standard error back."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("TERM", "xterm")
    return shown


def appears(words: str, terminal: Terminal) -> bool:
    end = time.monotonic() + PATIENCE
    while words not in terminal.getvalue() and time.monotonic() < end:
        time.sleep(0.02)
    return words in terminal.getvalue()


def test_what_takes_long_is_shown_on_a_terminal(monkeypatch):
    terminal = made_terminal(monkeypatch)
    monkeypatch.setattr(output, "_PATIENCE", 0.0)
    with output.show_waiting("Reading") as say:
        assert appears("Reading", terminal)
        say("Cutting 5 sentences")
        assert appears("Cutting 5 sentences", terminal)


def test_what_is_quick_shows_nothing(monkeypatch):
    terminal = made_terminal(monkeypatch)
    monkeypatch.setattr(output, "_PATIENCE", PATIENCE)
    with output.show_waiting("Reading"):
        pass
    assert terminal.getvalue() == ""


def test_many_texts_show_their_rate_and_the_time_left(monkeypatch):
    terminal = made_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "120")
    with output.texts_progress("Reading") as show:
        show(1234, 0.25, False)
        assert appears("1,234 texts, ", terminal)
        assert appears(" a second", terminal)
        assert appears("25%", terminal)


def test_a_pipe_sees_nothing(monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(output, "_PATIENCE", 0.0)
    with output.show_waiting("Reading") as say:
        time.sleep(0.1)
        say("Cutting")
    assert shown.getvalue() == ""


def test_an_error_takes_the_bar_away(monkeypatch):
    terminal = made_terminal(monkeypatch)
    monkeypatch.setattr(output, "_PATIENCE", 0.0)

    def fail() -> None:
        with output.show_waiting("Reading"):
            assert appears("Reading", terminal)
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        fail()
    # The cursor is shown again.
    assert "\x1b[?25h" in terminal.getvalue()


def test_too_little_memory_is_one_line(monkeypatch, capsys):
    def full(**_):
        raise MemoryError

    monkeypatch.setattr(tmima.cli.tmima, "main", full)
    with pytest.raises(SystemExit) as ended:
        tmima.cli.main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("tmima: out of memory")
    assert said.count("\n") == 1
