"""Lines of JSON as they come: to standard output, or into a file that can be taken up again."""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Self

import click

from tmima.cli.show.output import printable
from tmima.errors import TmimaError
from tmima.files import open_special

# By so many bytes at its end a file is known again.
_TAIL = 4096


class Lines:
    """Where lines go, used as `with`: standard output if no path is given.

    Only a regular file has a position, and can be taken back to one.

    Args:
        path: of the file; what is there is written over.
        taken_up: the position, and the checksum of what lies before it, from which a file of an
            earlier run goes on.
    """

    def __init__(
        self, path: Path | None, *, taken_up: tuple[int | None, str | None] | None = None
    ) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._end = b""
        self.position: int | None = None
        if path is not None:
            self._file = self._opened(path, written=bool(taken_up and taken_up[0]))
        if taken_up is not None:
            try:
                self._take_back(*taken_up)
            except TmimaError:
                self.__exit__()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            # What could not be written was told when it was flushed.
            with suppress(OSError):
                self._file.close()

    @property
    def tail(self) -> str | None:
        """The checksum of the end of the file, for `go_to`."""
        return None if self.position is None else _checksum(self._end)

    def go_to(self, position: int | None, tail: str | None) -> None:
        """Let go of what lies behind a position at which `tail` was the end of the file."""
        if position != self.position:
            self._take_back(position, tail)

    def write(self, values: Mapping[str, Any]) -> None:
        """Write a line."""
        line = json.dumps(values, ensure_ascii=False)
        if self._file is None:
            click.echo(printable(line) if sys.stdout.isatty() else line)
            return
        data = (line + "\n").encode()
        with self._troubles():
            self._file.write(data)
        if self.position is not None:
            self.position += len(data)
            self._end = (self._end + data)[-_TAIL:]

    def flush(self, *, to_disk: bool) -> None:
        """See that the lines are there, and on request that they stay whatever happens."""
        if self._file is None:
            sys.stdout.flush()
            return
        with self._troubles():
            self._file.flush()
            if to_disk and self.position is not None:
                os.fsync(self._file.fileno())

    def _opened(self, path: Path, *, written: bool) -> BinaryIO:
        with self._troubles():
            special = open_special(path)
            if special is not None:
                return os.fdopen(special, "wb")
            self.position = 0
            if not written:
                return path.open("w+b")
            try:
                return path.open("r+b")
            except FileNotFoundError:
                raise self._another() from None

    def _take_back(self, position: int | None, tail: str | None) -> None:
        if (position is None) != (self.position is None):
            raise TmimaError(
                "the state belongs to a run whose output was "
                f"{'no' if position is None else 'a'} regular file: go on with that, or with "
                "another file for the state"
            )
        if position is None or self._file is None:
            return
        with self._troubles():
            self._file.seek(max(0, position - _TAIL))
            self._end = self._file.read(min(position, _TAIL))
            if _checksum(self._end) != tail:
                raise self._another()
            self._file.seek(position)
            self._file.truncate()
        self.position = position

    def _another(self) -> TmimaError:
        return TmimaError(
            f"{self._path} is not the file that the state belongs to, or was changed: go on with "
            "that one, or begin again with another file for the state"
        )

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise TmimaError(f"{self._path} cannot be written: {error.strerror}") from None


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
