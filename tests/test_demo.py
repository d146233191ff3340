"""make demo: what it says is so, and it writes only below demo/."""

import re
import subprocess
import sys

import pytest
from tools.demo import STEPS

from tests.pages import ROOT
from tests.test_readme import found

DOCUMENTS = ("examples", "docs", "src")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Run the demo beside our documents; return the folder and what is on the screen."""
    folder = tmp_path_factory.mktemp("clone")
    for name in DOCUMENTS:
        (folder / name).symlink_to(ROOT / name)
    program = f"from pathlib import Path; from tools.demo import main; main(Path({str(folder)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def test_the_demo_writes_only_below_its_folder(demo):
    folder, _ = demo
    assert {path.name for path in folder.iterdir()} == {*DOCUMENTS, "demo"}
    for step in STEPS:
        for written in re.findall(r"(?:-o|--plot) (\S+)", step.command):
            assert written.startswith("demo/")
            assert (folder / written).exists()


def test_the_demo_shows_documents_first_and_says_what_its_figures_mean(demo):
    _, screen = demo
    first, _, rest = screen.partition("How good is it?")
    for shown in ("Finding a room", "% of the text)", "Φως και αέρας", "προτάσεις", "0:00 "):
        assert shown in first
    for figure in ("F1", "Pk", "WindowDiff"):
        assert figure not in first
        assert re.search(rf"^{figure} +\d+\.\d\d%  \w+", rest, re.MULTILINE)
    assert "How to read this" in rest
    # A sentence stands before each document that is shown.
    for number in range(1, 7):
        assert re.search(rf"^{number}\. [A-Z]", screen, re.MULTILINE)


def test_what_the_demo_names_is_there(demo):
    folder, screen = demo
    for path in re.findall(r"\b(?:demo|examples|docs|src)/[\w./-]*\w", " ".join(screen.split())):
        assert (folder / path).exists(), path
    for step in STEPS:
        found(step.command)


def test_make_demo_runs_it():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "demo: .venv/.package\n\t@$(BIN)/python -m tools.demo\n" in makefile
