"""Lines of JSON as they come: to standard output, or into a file that can be taken up again."""

import errno
import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Self, cast

import click

from tmima.cli.show.output import printable
from tmima.errors import TmimaError
from tmima.files import open_special
from tmima.records import encode_json

# By so many bytes at its end a file is known again.
_TAIL = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the output of an earlier run stands, as its state knows.

    Attributes:
        position: bytes; nothing if the output was no regular file.
        tail: the checksum of what lies before them; nothing if the file was not begun.
        ending: what the run may have written behind them.
        finished: whether nothing of the run lies behind them.
    """

    position: int | None
    tail: str | None
    ending: bytes = b""
    finished: bool = False


class Lines:
    """Where lines go, used as `with`: standard output if no path is given.

    Only a regular file has a position, and can be taken back to one. It is written over when the
    first line comes, so that it stays as it was if none does.

    Args:
        path: of the file; what is there is written over.
        taken_up: where a file of an earlier run goes on. What lies behind it stays: it must be what
            comes now.
        kept: whether a state tells what of the file is ours. What the state does not know is then
            not written over.
    """

    def __init__(
        self, path: Path | None, *, taken_up: Place | None = None, kept: bool = False
    ) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._end = b""
        self._size = 0  # of the file as it was taken up
        self.any = False  # whether a line was written
        self.position: int | None = None
        if path is not None:
            self._look_at(path)
        if kept and (taken_up is None or taken_up.tail is None):
            self._refuse_filled()
        if taken_up is not None:
            try:
                self._take_up(taken_up)
            except BaseException:
                self._close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        try:
            if kind is None and self.position is not None and self._size > self.position:
                raise self._foreign_lines()
        finally:
            self._close()

    @property
    def tail(self) -> str | None:
        """The checksum of the end of the file, for `go_to`; nothing before it is begun."""
        return None if self.position is None or self._file is None else _checksum(self._end)

    def begin(self) -> None:
        """Let go of what is there; the first line does so too."""
        with self._naming_errors():
            self._open()

    def go_to(self, position: int | None, tail: str | None) -> None:
        """Let go of what was written behind a position at which `tail` was the end of the file."""
        self._check_kind(position)
        if position is None or position == self.position:
            return
        self._seek(position, tail)
        with self._naming_errors():
            file = self._open()
            file.seek(position)
            file.truncate()
        self._size = position

    def expect(self, coming: str) -> None:
        """Refuse a file in which others' lines stand where these are to come, or behind them."""
        if self._file is None or self.position is None or self._size <= self.position:
            return
        with self._naming_errors():
            self._file.seek(self.position)
            there = self._file.read(self._size - self.position)
            self._file.seek(self.position)
        if not coming.encode().startswith(there):
            raise self._foreign_lines()

    def write(self, values: Mapping[str, Any]) -> None:
        """Write a line."""
        self.any = True
        if self._path is None:
            line = as_line(values)
            click.echo(printable(line) if sys.stdout.isatty() else line, nl=False)
            return
        data = as_line(values).encode()
        with self._naming_errors():
            file = self._open()
            file.write(data[self._already_there(file, data) :])
        if self.position is not None:
            self.position += len(data)
            self._end = (self._end + data)[-_TAIL:]

    def flush(self, *, to_disk: bool) -> None:
        """Flush the lines, and on request force them to the disk (fsync)."""
        if self._file is None:
            sys.stdout.flush()
            return
        with self._naming_errors():
            self._file.flush()
            if to_disk and self.position is not None:
                os.fsync(self._file.fileno())

    def _look_at(self, path: Path) -> None:
        """Open what is no regular file; of a file only see whether it could be written."""
        with self._naming_errors():
            special = open_special(path)
            if special is not None:
                self._file = os.fdopen(special, "wb")
                return
            self.position = 0
            real = Path(os.path.realpath(path))
            needed = real if real.exists() else real.parent
            if not needed.exists():
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            if not os.access(needed, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def _refuse_filled(self) -> None:
        """Refuse a file that holds something of which the state knows nothing."""
        is_file = self._path is not None and self.position is not None and self._path.exists()
        if is_file and self._path is not None and self._path.stat().st_size:
            raise TmimaError(
                f"{self._path} holds something that the state does not know, perhaps of another "
                "run, and is left as it is: move it away, or give another output"
            )

    def _open(self) -> BinaryIO:
        """Return the file; what was there is gone, unless it was taken up."""
        if self._file is None and self._path is not None:
            self._file = self._path.open("w+b")
        return cast("BinaryIO", self._file)

    def _already_there(self, file: BinaryIO, data: bytes) -> int:
        """Return how much of a line an earlier run has written; something else is refused."""
        if self.position is None or self._size <= self.position:
            return 0
        there = file.read(min(len(data), self._size - self.position))
        if not data.startswith(there):
            raise self._foreign_lines()
        return len(there)

    def _take_up(self, place: Place) -> None:
        self._check_kind(place.position)
        position = place.position
        if self._path is None or position is None or place.tail is None:
            return
        if not self._path.exists():
            raise self._wrong_file()
        with self._naming_errors():
            self._file = self._path.open("r+b")
            self._size = self._path.stat().st_size
        self._seek(position, place.tail)
        behind = self._size - position
        if behind and place.finished:
            raise self._foreign_lines()
        if behind <= len(place.ending):
            with self._naming_errors():
                written = self._file.read(behind)
                self._file.seek(position)
            if place.ending.startswith(written):
                self.position = self._size  # to be taken back by `go_to`

    def _check_kind(self, position: int | None) -> None:
        """Refuse a regular file where the output was none, and the reverse."""
        if (position is None) != (self.position is None):
            raise TmimaError(
                "the state belongs to a run whose output was "
                f"{'no' if position is None else 'a'} regular file: go on with that, or with "
                "another file for the state"
            )

    def _seek(self, position: int, tail: str | None) -> None:
        """Go to a position, before which must be what was there."""
        with self._naming_errors():
            file = self._open()
            file.seek(max(0, position - _TAIL))
            self._end = file.read(min(position, _TAIL))
        if _checksum(self._end) != tail:
            raise self._wrong_file()
        self.position = position

    def _close(self) -> None:
        if self._file is not None:
            # What could not be written was told when it was flushed.
            with suppress(OSError):
                self._file.close()

    def _foreign_lines(self) -> TmimaError:
        return TmimaError(
            f"{self._path} has more at its end than was written to it, and is left as it is: move "
            "that away, or begin again with another output and another file for the state"
        )

    def _wrong_file(self) -> TmimaError:
        return TmimaError(
            f"{self._path} is not the file that the state belongs to, or was changed: go on with "
            "that one, or begin again with another file for the state"
        )

    @contextmanager
    def _naming_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise TmimaError(f"{self._path} cannot be written: {error.strerror}") from None


def as_line(values: Mapping[str, Any]) -> str:
    """Return a line of JSON, with its end."""
    return encode_json(values, ensure_ascii=False) + "\n"


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
