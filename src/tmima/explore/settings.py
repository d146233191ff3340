"""How the server is to run."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, and its limits.

    Attributes:
        host: the address that it listens on.
        max_bytes: bytes of UTF-8 that a text may have.
        timeout: seconds after which the work of a request is stopped.
        workers: how many processes do the work.
        token: what whoever asks must know; nothing if everyone may who reaches the server.
    """

    host: str = "127.0.0.1"
    max_bytes: int = 2_000_000
    timeout: float = 30.0
    workers: int = max(2, os.cpu_count() or 1)
    token: str | None = None
