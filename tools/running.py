"""The processes that run on this machine, as Linux tells of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Process(NamedTuple):
    """A process: its number, whether it has ended and nobody has asked how, whose child it is, its session."""

    pid: int
    is_zombie: bool
    parent: int
    session: int


def all_processes() -> Iterator[Process]:
    """Yield all processes; one that ends meanwhile is passed over."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent, _, session, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            yield Process(int(entry.name), state == "Z", int(parent), int(session))
