"""What tests share: Hypothesis settings, the corpora where they are, the bundled text."""

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

from tests import command

ROOT = Path(__file__).parents[1]

# Commands, servers and workers are started by the hundred. Where Python was told to keep nothing
# that it has compiled, each of them would compile the whole package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# The command line speaks the language of the locale; tests read English.
os.environ["LC_ALL"] = "C.UTF-8"
# Every core has a worker already: threads of linear algebra would wait for each other in loops.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile("tmima", deadline=None, derandomize=True, max_examples=100)
# For whom it is enough that a test fails, not on how small an example: `make mutants`.
settings.register_profile(
    "unshrunk", settings.get_profile("tmima"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("tmima")


def pytest_sessionfinish() -> None:
    command.end()


@pytest.fixture(scope="session")
def corpora() -> Path:
    """Return the folder of the corpora: TMIMA_DATA, else shared/data beside the checkout."""
    given = os.environ.get("TMIMA_DATA")
    folder = Path(given) if given else ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no corpora in {folder}: set TMIMA_DATA to their folder (CONTRIBUTING.md)")
    return folder


@pytest.fixture(scope="session")
def sample() -> str:
    folder = files("tmima").joinpath("paper/bundled/archaeology")
    texts = sorted(folder.iterdir(), key=lambda path: path.name)
    return "".join(path.read_text(encoding="utf-8") for path in texts)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return a browser, if Debian's chromium is there."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no browser here: install Debian's chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        # Inside a container the sandbox of Chromium cannot be set up.
        running = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield running
        running.close()
