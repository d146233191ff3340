"""What tests share: Hypothesis settings, the corpora where they are, the bundled text."""

import os
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("tmima", deadline=None, derandomize=True, max_examples=200)
settings.load_profile("tmima")


@pytest.fixture(scope="session")
def corpora() -> Path:
    folder = Path(os.environ.get("TMIMA_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("the corpora are not here: set TMIMA_DATA to the folder that holds them")
    return folder


@pytest.fixture(scope="session")
def sample() -> str:
    folder = files("tmima").joinpath("collection/bundled/archaeology")
    texts = sorted(folder.iterdir(), key=lambda path: path.name)
    return "".join(path.read_text(encoding="utf-8") for path in texts)
