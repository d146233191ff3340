"""How the server is to run."""

import os
from contextlib import suppress
from dataclasses import dataclass, field
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
class Settings:
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
