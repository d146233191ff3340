"""Files that are read and written, and what only some systems have."""

import os
from pathlib import Path

import pytest

posix = pytest.mark.skipif(os.name != "posix", reason="as POSIX has it")


def listed(folder: Path) -> list[str]:
    """Return the names of what is in a folder."""
    return sorted(path.name for path in folder.iterdir())
