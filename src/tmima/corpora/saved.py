"""What is finished of a file that is not: its batches, so that little is lost with a run."""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from tmima.errors import TmimaError


class SavedBatches:
    """Batches by their names, in a file: for each a line that tells of it, and its bytes.

    They count only when they are there whole: each has its checksum, and whatever follows one that
    was torn is forgotten. Nothing is written before the first is added.

    Args:
        path: of the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO | None = None
        # By name: where its bytes begin, how many there are, and what was counted in them.
        self._found: dict[str, tuple[int, int, dict[str, int]]] = {}
        self._end = 0
        with suppress(OSError), path.open("rb") as file:
            while self._read(file):
                self._end = file.tell()

    def _read(self, file: BinaryIO) -> bool:
        digest, _, line = file.readline().partition(b" ")
        start = file.tell()
        try:
            name, size, counts = json.loads(line)
            if _digest(line, file.read(size)) != digest:
                return False
        except (ValueError, TypeError, OverflowError, RecursionError):
            return False
        self._found[name] = start, size, counts
        return True

    def get(self, name: str) -> tuple[bytes, dict[str, int]] | None:
        """Return the bytes of a batch and what was counted in them, if it is there."""
        if name not in self._found:
            return None
        start, size, counts = self._found[name]
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(size), counts

    def add(self, name: str, data: bytes, counts: Mapping[str, int]) -> None:
        """Save a batch, unless it is saved already."""
        if name in self._found:
            return
        line = json.dumps([name, len(data), counts]).encode() + b"\n"
        try:
            if self._file is None:
                self.path.touch()
                self._file = self.path.open("r+b")
                self._file.truncate(self._end)
                self._file.seek(self._end)
            self._file.writelines((_digest(line, data), b" ", line, data))
            self._file.flush()
        except OSError as error:
            raise TmimaError(f"{self.path} cannot be written: {error.strerror}") from None
        self._end = self._file.tell()
        self._found[name] = self._end - len(data), len(data), dict(counts)

    def clear(self) -> None:
        """Forget all: the file that they are of is in its place."""
        self._found.clear()
        self._end = 0
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


def _digest(line: bytes, data: bytes) -> bytes:
    return hashlib.sha256(line + data).hexdigest().encode()
