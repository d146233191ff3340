"""What tests of files share: a short text in a file."""

from pathlib import Path

import pytest


@pytest.fixture
def article(tmp_path) -> Path:
    """Return a file that holds four sentences."""
    path = tmp_path / "article.txt"
    path.write_text("The cats purr. A cat sleeps. The ships sail. A ship sinks.\n")
    return path
