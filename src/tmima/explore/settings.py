"""How the server is to run, the texts that it offers, and those that it was given lately."""

import os
import tomllib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

# A worker may take a fourth of the memory, and always so much: what a text of the largest size
# needs by the methods that do not compare every sentence with every other.
_SHARE, _LEAST = 4, 1 << 30


def worker_memory() -> int:
    """Return how many bytes a worker may take, by what the machine or the container has."""
    try:
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # as on Windows
        return _LEAST
    with suppress(OSError, ValueError):  # "max", or no such file
        there = min(there, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    return max(_LEAST, there // _SHARE)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where the server listens, and its limits.

    Attributes:
        host: the address that it listens on.
        max_bytes: bytes of UTF-8 that a text may have.
        timeout: seconds after which the work of a request is stopped.
        workers: how many processes do the work.
        memory: bytes that each of them may take.
        token: what whoever asks must know; nothing if everyone may who reaches the server.
    """

    host: str = "127.0.0.1"
    max_bytes: int = 2_000_000
    timeout: float = 30.0
    workers: int = max(2, os.cpu_count() or 1)
    memory: int = field(default_factory=worker_memory)
    token: str | None = None


class Store:
    """Sources by key within a bounded number of bytes; the least recently used go first."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._size = 0
        self._sources: OrderedDict[str, bytes] = OrderedDict()

    def put(self, key: str, source: bytes) -> None:
        """Keep a source; drop the least recently used where there are too many bytes."""
        if key not in self._sources:
            self._sources[key] = source
            self._size += len(source)
        self._sources.move_to_end(key)
        while self._size > self._max_bytes and len(self._sources) > 1:
            _, dropped = self._sources.popitem(last=False)
            self._size -= len(dropped)

    def get(self, key: str) -> bytes | None:
        """Return a source if it is still here."""
        if key in self._sources:
            self._sources.move_to_end(key)
        return self._sources.get(key)


_FOLDER = files(__package__).joinpath("examples")


@dataclass(frozen=True, slots=True)
class Example:
    """A text with its title in each language of the interface."""

    name: str
    title: dict[str, str]
    text: str


@cache
def examples() -> dict[str, Example]:
    """Return the examples by name, in the order in which they are offered."""
    described = tomllib.loads(_FOLDER.joinpath("examples.toml").read_text(encoding="utf-8"))
    return {
        name: Example(
            name, entry["title"], _FOLDER.joinpath(entry["file"]).read_text(encoding="utf-8")
        )
        for name, entry in described.items()
    }
