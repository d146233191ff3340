"""An output of lines that a later run continues where an earlier one was killed."""

import errno
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self, cast

from tmima.errors import TmimaError
from tmima.files.whole import open_special

# A file is recognised by the checksum of so many bytes before a position.
_TAIL = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputCheckpoint:
    """How far the output of an earlier run was written, as the state of that run says.

    Attributes:
        position: in bytes; nothing if the output was no regular file.
        tail: the checksum of what lies before the position; nothing if no line was written.
        ending: what the run may have written behind the position.
        finished: whether the run ended there, so that it wrote nothing behind the position.
    """

    position: int | None
    tail: str | None
    ending: bytes = b""
    finished: bool = False


class ResumableOutput:
    """Where lines go, used as `with`: a file, or standard output if no path is given.

    Only a regular file has a position and can be resumed. It is emptied when the first line is
    written, so that it stays as it was if none is.

    Args:
        path: of the file; what is there is written over.
        resume_from: where a file of an earlier run is continued. What lies behind that position
            stays: it must be equal to the lines that are written now.
        refuse_unknown: whether a file is refused that holds something and is not resumed.
        echo: prints a line, given without its line break, where there is no path.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        resume_from: OutputCheckpoint | None = None,
        refuse_unknown: bool = False,
        echo: Callable[[str], object] = print,
    ) -> None:
        self._path = path
        self._echo = echo
        self._file: BinaryIO | None = None
        self._tail = b""
        self._size = 0  # of the file when it was opened to be resumed
        self.has_lines = False  # whether a line was written
        self.position: int | None = None
        if path is not None:
            self._check_writable(path)
        if refuse_unknown and (resume_from is None or resume_from.tail is None):
            self._refuse_filled()
        if resume_from is not None:
            try:
                self._resume(resume_from)
            except BaseException:
                self._close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        try:
            if kind is None and self.position is not None and self._size > self.position:
                raise self._foreign_lines_error()
        finally:
            self._close()

    @property
    def tail(self) -> str | None:
        """The checksum of the end of the file, for `rewind`; nothing before it is opened."""
        return None if self.position is None or self._file is None else _checksum(self._tail)

    def open_for_writing(self) -> None:
        """Open the file and empty it, unless it is resumed; the first line does so too."""
        with self._errors_naming_output():
            self._open_emptied()

    def rewind(self, position: int | None, tail: str | None) -> None:
        """Remove what was written behind a position before which the checksum must be `tail`."""
        self._check_kind(position)
        if position is None or position == self.position:
            return
        self._seek(position, tail)
        with self._errors_naming_output():
            file = self._open_emptied()
            file.seek(position)
            file.truncate()
        self._size = position

    def check_next(self, lines: str) -> None:
        """Refuse a file that holds anything else behind the position than these lines."""
        if self._file is None or self.position is None or self._size <= self.position:
            return
        with self._errors_naming_output():
            self._file.seek(self.position)
            there = self._file.read(self._size - self.position)
            self._file.seek(self.position)
        if not lines.encode().startswith(there):
            raise self._foreign_lines_error()

    def write(self, line: str) -> None:
        """Write a line, which has its line break; what an earlier run wrote of it stays."""
        self.has_lines = True
        if self._path is None:
            self._echo(line.removesuffix("\n"))
            return
        data = line.encode()
        with self._errors_naming_output():
            file = self._open_emptied()
            file.write(data[self._written_length(file, data) :])
        if self.position is not None:
            self.position += len(data)
            self._tail = (self._tail + data)[-_TAIL:]

    def flush(self, *, to_disk: bool) -> None:
        """Flush the lines, and on request force them to the disk (fsync)."""
        if self._file is None:
            sys.stdout.flush()
            return
        with self._errors_naming_output():
            self._file.flush()
            if to_disk and self.position is not None:
                os.fsync(self._file.fileno())

    def _check_writable(self, path: Path) -> None:
        """Open what is no regular file; of a file only see whether it could be written."""
        with self._errors_naming_output():
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
        """Refuse a file with content that the saved state does not account for."""
        is_file = self._path is not None and self.position is not None and self._path.exists()
        if is_file and self._path is not None and self._path.stat().st_size:
            raise TmimaError(
                f"{self._path} holds something that the state does not know, perhaps of another "
                "run, and is left as it is: move it away, or give another output"
            )

    def _open_emptied(self) -> BinaryIO:
        """Return the output's file; where it is not open yet, it is opened and emptied."""
        if self._file is None and self._path is not None:
            self._file = self._path.open("w+b")
        return cast("BinaryIO", self._file)

    def _written_length(self, file: BinaryIO, data: bytes) -> int:
        """Return how many bytes of a line an earlier run has written; other bytes are refused."""
        if self.position is None or self._size <= self.position:
            return 0
        there = file.read(min(len(data), self._size - self.position))
        if not data.startswith(there):
            raise self._foreign_lines_error()
        return len(there)

    def _resume(self, checkpoint: OutputCheckpoint) -> None:
        self._check_kind(checkpoint.position)
        position = checkpoint.position
        if self._path is None or position is None or checkpoint.tail is None:
            return
        if not self._path.exists():
            raise self._wrong_file_error()
        with self._errors_naming_output():
            self._file = self._path.open("r+b")
            self._size = self._path.stat().st_size
        self._seek(position, checkpoint.tail)
        behind = self._size - position
        if behind and checkpoint.finished:
            raise self._foreign_lines_error()
        if behind <= len(checkpoint.ending):
            with self._errors_naming_output():
                written = self._file.read(behind)
                self._file.seek(position)
            if checkpoint.ending.startswith(written):
                self.position = self._size  # `rewind` will remove it

    def _check_kind(self, position: int | None) -> None:
        """Refuse a regular file where the output was none, and the reverse."""
        if (position is None) != (self.position is None):
            raise TmimaError(
                "the state belongs to a run whose output was "
                f"{'no' if position is None else 'a'} regular file: go on with that, or with "
                "another file for the state"
            )

    def _seek(self, position: int, tail: str | None) -> None:
        """Go to a position, if the bytes before it are those of the checkpoint."""
        with self._errors_naming_output():
            file = self._open_emptied()
            file.seek(max(0, position - _TAIL))
            self._tail = file.read(min(position, _TAIL))
        if _checksum(self._tail) != tail:
            raise self._wrong_file_error()
        self.position = position

    def _close(self) -> None:
        if self._file is not None:
            # An error of writing was reported when the lines were flushed.
            with suppress(OSError):
                self._file.close()

    def _foreign_lines_error(self) -> TmimaError:
        return TmimaError(
            f"{self._path} has more at its end than was written to it, and is left as it is: move "
            "that away, or begin again with another output and another file for the state"
        )

    def _wrong_file_error(self) -> TmimaError:
        return TmimaError(
            f"{self._path} is not the file that the state belongs to, or was changed: go on with "
            "that one, or begin again with another file for the state"
        )

    @contextmanager
    def _errors_naming_output(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise TmimaError(f"{self._path} cannot be written: {error.strerror}") from None


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
