"""An append-only file of records, each with its checksum."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from tmima.errors import TmimaError
from tmima.files import encode_json, sealed, unsealed
from tmima.files.whole import write_whole

# What a record says of the bytes that follow its line.
_SIZE, _CHECKSUM = "payload_bytes", "payload_sha256"


class DamagedJournalError(TmimaError):
    """A record in the middle of a journal is not as it was written."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A record of a journal.

    Attributes:
        record: its fields.
        start: the position in the file at which its payload begins.
        size: the number of bytes of its payload.
    """

    record: dict[str, Any]
    start: int
    size: int

    @property
    def end(self) -> int:
        """The position in the file behind the record and its payload."""
        return self.start + self.size


class Journal:
    """A file of records: a line of JSON each, with a checksum, and bytes behind it if it has any.

    A process that is killed while it appends leaves a torn record at the end. It is left out when
    the journal is read, and cut off before the next record is appended. Reading changes nothing.

    Args:
        path: of the file, there already or not.
        kind: what a record is called in messages.
        older: gives the record that a line of JSON of an older version stands for, or nothing.
    """

    def __init__(
        self,
        path: Path,
        kind: str = "line of a journal",
        older: Callable[[Any], dict[str, Any] | None] = lambda _: None,
    ) -> None:
        self.path = path
        self._kind = kind
        self._older = older
        self._torn_at: int | None = None  # where a record begins that is not whole

    def entries(self) -> Iterator[JournalEntry]:
        """Yield the records in order; there are none if the file is not there.

        Raises:
            DamagedJournalError: at a record that was altered. Those before it have been yielded,
                and the next one that is appended takes its place.
        """
        try:
            with self.path.open("rb") as file:
                while line := file.readline():
                    start = file.tell()
                    self._torn_at = start - len(line)
                    if not line.endswith(b"\n"):
                        return
                    record = self._decoded(line)
                    size, checksum = record.pop(_SIZE, 0), record.pop(_CHECKSUM, None)
                    if size and _checksum_of_next(file, size) != checksum:
                        return
                    self._torn_at = None
                    yield JournalEntry(record, start, size)
        except FileNotFoundError:
            return
        except OSError as error:
            raise TmimaError(f"{self.path} cannot be read: {error.strerror}") from None

    def records(self) -> list[dict[str, Any]]:
        """Return all records, as `entries` yields them."""
        return [entry.record for entry in self.entries()]

    def payload(self, entry: JournalEntry) -> bytes:
        """Return the bytes that were appended with a record."""
        with self.path.open("rb") as file:
            file.seek(entry.start)
            return file.read(entry.size)

    def append(
        self, record: Mapping[str, Any], payload: bytes = b"", *, to_disk: bool = False
    ) -> JournalEntry:
        """Append a record, and bytes that belong to it; return where they are.

        Args:
            record: its fields, for JSON.
            payload: the bytes.
            to_disk: whether it must be on the disk (fsync) before this returns.
        """
        line = _encoded(record, payload)
        try:
            if self._torn_at is not None:
                os.truncate(self.path, self._torn_at)
            with self.path.open("ab") as file:
                self._torn_at = file.tell()
                file.writelines((line, payload))
                file.flush()
                if to_disk:
                    os.fsync(file.fileno())
        except OSError as error:
            raise TmimaError(f"{self.path} cannot be written: {error.strerror}") from None
        entry = JournalEntry(dict(record), self._torn_at + len(line), len(payload))
        self._torn_at = None
        return entry

    def rewrite(self, records: Iterable[Mapping[str, Any]]) -> int:
        """Replace the whole journal by one of these records; return its size in bytes."""
        lines = [_encoded(record, b"") for record in records]
        write_whole(self.path, lines)
        self._torn_at = None
        return sum(map(len, lines))

    def clear(self) -> None:
        """Remove all records, and leave the file empty if there is one."""
        with suppress(FileNotFoundError):
            os.truncate(self.path, 0)
        self._torn_at = None

    def _decoded(self, line: bytes) -> dict[str, Any]:
        try:
            value = json.loads(line)
            return self._older(value) or unsealed(value, self._kind)
        except (ValueError, RecursionError, TmimaError) as error:
            raise DamagedJournalError(str(error)) from None


def _encoded(record: Mapping[str, Any], payload: bytes) -> bytes:
    if payload:
        record = {**record, _SIZE: len(payload), _CHECKSUM: _sha256(payload)}
    return encode_json(sealed(record)).encode("ascii") + b"\n"


def _checksum_of_next(file: BinaryIO, size: int) -> str | None:
    """Return the checksum of the next bytes of a file; nothing if there are not as many."""
    left = os.fstat(file.fileno()).st_size - file.tell()
    return _sha256(file.read(size)) if isinstance(size, int) and 0 < size <= left else None


def _sha256(data: bytes) -> str:
    from hashlib import sha256  # brings OpenSSL along, for nothing where nothing is saved

    return sha256(data).hexdigest()
