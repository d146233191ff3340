"""Pages tell the truth: their examples run in order, and print what the page says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tmima

DOCS = Path(__file__).parents[1] / "docs"


def blocks(page: str, kind: str) -> str:
    return "\n".join(re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL))


@pytest.mark.parametrize("name", ["extending.md", "retrieval.md", "documents.md"])
def test_every_example_runs_in_the_order_of_the_page(name):
    page = (DOCS / name).read_text(encoding="utf-8")
    # In a process of its own, for what it registers stays.
    done = subprocess.run(
        [sys.executable, "-c", blocks(page, "python")],
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
    assert done.stdout == blocks(page, "text")
