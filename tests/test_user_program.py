"""A user's program is understood by mypy --strict, against the package as it is installed."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "user_program.py"


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    """Check a program outside the repository, so that no setting of ours is found."""
    pytest.importorskip("mypy", reason="mypy is not installed: pip install --group test")
    folder = tmp_path_factory.mktemp("programs")

    def checked(program: str) -> subprocess.CompletedProcess:
        (folder / "program.py").write_text(program, encoding="utf-8")
        # The second finds what the first has learnt of the package.
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "cache", "program.py"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)

    return checked


@pytest.mark.slow
def test_mypy_has_no_complaint(check):
    done = check(PROGRAM.read_text(encoding="utf-8"))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_a_wrong_use_is_noticed(check):
    done = check('import tmima\n\ntmima.segment("A cat.", n_segments="3")\n')
    assert "n_segments" in done.stdout


def test_it_runs(capsys):
    runpy.run_path(str(PROGRAM), run_name="__main__")
    shown = capsys.readouterr().out
    assert "not cut: the text is empty" in shown
    assert "2 labelled texts" in shown
