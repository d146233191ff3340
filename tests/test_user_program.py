"""A user's program is understood by mypy --strict, against the package as it is installed."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "user_program.py"


def test_mypy_has_no_complaint(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed: pip install --group test")
    copy = tmp_path / "program.py"
    copy.write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
    # Outside the repository, so that no setting of ours is found.
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", copy],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_use_is_noticed(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed: pip install --group test")
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import tmima\n\ntmima.segment("A cat.", n_segments="3")\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", wrong],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "n_segments" in done.stdout


def test_it_runs(capsys):
    runpy.run_path(str(PROGRAM), run_name="__main__")
    shown = capsys.readouterr().out
    assert "not cut: the text is empty" in shown
    assert "2 labelled texts" in shown
