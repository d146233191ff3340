"""The page on extending tells the truth: its examples run, and print what it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import tmima

PAGE = (Path(__file__).parents[1] / "docs" / "extending.md").read_text(encoding="utf-8")


def blocks(kind: str) -> str:
    return "\n".join(re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL))


def test_every_example_runs_in_the_order_of_the_page():
    # In a process of its own, for what it registers stays.
    done = subprocess.run(
        [sys.executable, "-c", blocks("python")],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={
            **os.environ,
            "PYTHONPATH": str(Path(tmima.__file__).parents[1]),
            "PYTHONUTF8": "1",
        },
    )
    assert not done.stderr, done.stderr
    assert done.stdout == blocks("text")
