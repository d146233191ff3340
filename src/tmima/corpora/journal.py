"""What a run over a corpus has finished: a line for each file, and in the end a manifest.

Of a file that is not finished its batches are saved, so that little is lost with a run.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, BinaryIO, Self

from tmima.errors import TmimaError, shortened
from tmima.files import made_folder, write_whole
from tmima.records import encode_json, sealed, unsealed


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
        line = encode_json([name, len(data), counts]).encode() + b"\n"
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


_COUNTED = ("texts", "segments", "errors", "nulls")
# What a line tells of a file.
_TOLD = {"file": str, "sha256": str, "input": str, "bytes": int} | dict.fromkeys(_COUNTED, int)
# So many differences of settings are named.
_NAMED = 3


class Journal:
    """The files that are finished, used as `with`.

    While a run goes on it is `_parts.jsonl`, a line for each file that is there whole, beside what
    is saved of the next one; when all are there, `_tmima.json` takes its place. Nothing in the
    folder is touched before `begin`.

    Args:
        folder: of the output.
        name: what is added to the names, for one share of many.
        made: what the files are made with; files that were made otherwise are not mixed in.

    Attributes:
        parts: what is known of files that were finished, by their names.
        saved: what is finished of the next file.
    """

    def __init__(self, folder: Path, name: str, made: dict[str, Any]) -> None:
        self._folder = folder
        self._lines = folder / f"_parts{name}.jsonl"
        self._manifest = folder / f"_tmima{name}.json"
        self._made = made
        self._begun = False
        self.parts: dict[str, dict[str, Any]] = self._read()
        self.saved = SavedBatches(folder / f"_batches{name}.bin")
        if self.saved.path.exists() and not self._lines.exists():
            raise foreign(self.saved.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(OSError):
            self.saved.close()

    def is_whole(self, part: str) -> bool:
        """Return whether a file is there just as it was written."""
        try:
            with (self._folder / part).open("rb") as file:
                digest = hashlib.file_digest(file, "sha256")
        except OSError:
            return False
        return bool(digest.hexdigest() == self.parts[part]["sha256"])

    def begin(self) -> None:
        """Take the place of a manifest, before anything else is written; once is enough."""
        if self._begun:
            return
        self._begun = True
        made_folder(self._folder)
        # Without a line that was torn, and with what a manifest told.
        write_whole(self._lines, (_line(each) for each in (self._made, *self.parts.values())))
        self._manifest.unlink(missing_ok=True)

    def add(self, part: dict[str, Any]) -> None:
        """Take note of a file that is about to be put in its place.

        Of one that is in its place and not noted nobody could say whose it is.
        """
        self.parts[part["file"]] = part
        try:
            with self._lines.open("a", encoding="utf-8") as lines:
                lines.write(_line(part))
                lines.flush()
                os.fsync(lines.fileno())
        except OSError as error:
            raise TmimaError(f"{self._lines} cannot be written: {error.strerror}") from None

    def finish(self, sources: Sequence[str]) -> dict[str, Any]:
        """Write the manifest in place of the lines, and return it."""
        parts = [self.parts[name] for name in sorted(self.parts)]
        total: Counter[str] = Counter()
        for part in parts:
            total.update({name: part[name] for name in _COUNTED})
        manifest = {
            **self._made,
            **{name: total[name] for name in _COUNTED},
            "sources": sources,
            "parts": parts,
        }
        made_folder(self._folder)
        write_whole(self._manifest, encode_json(manifest, ensure_ascii=False, indent=1) + "\n")
        self.saved.close()
        self.saved.path.unlink(missing_ok=True)
        self._lines.unlink(missing_ok=True)
        return manifest

    def _read(self) -> dict[str, dict[str, Any]]:
        """Return what an earlier run has finished."""
        path = self._lines if self._lines.exists() else self._manifest
        if not path.exists():
            return {}
        try:
            made, parts = (_of_lines if path == self._lines else _of_manifest)(path.read_bytes())
            found = {part["file"]: part for part in map(_check_part, parts)}
        except OSError as error:
            raise TmimaError(f"{path} cannot be read: {error.strerror}") from None
        except (TmimaError, ValueError, RecursionError) as error:
            raise TmimaError(f"{path} is damaged: {error}: choose another OUT") from None
        different = list(_differences(made, self._made))
        if different:
            said = "; ".join(different[:_NAMED]) + (" …" if len(different) > _NAMED else "")
            raise TmimaError(f"{self._folder} was made otherwise: {said}: choose another OUT")
        return found


def foreign(path: Path) -> TmimaError:
    """Return the error of a file that stands where one is to be written."""
    return TmimaError(
        f"{path} is there already, and nothing tells that tmima made it for these texts: choose "
        "another OUT"
    )


def _line(values: dict[str, Any]) -> str:
    return encode_json(sealed(values)) + "\n"


def _of_lines(content: bytes) -> tuple[dict[str, Any], Sequence[Any]]:
    # A run that was killed may have left half a line, even one that looks whole.
    *lines, _torn = content.split(b"\n")
    if not lines:
        raise ValueError("it has no line")
    made, *parts = (unsealed(json.loads(line), "line of a journal") for line in lines)
    return made, parts


def _of_manifest(content: bytes) -> tuple[dict[str, Any], Sequence[Any]]:
    made = _object(json.loads(content))
    if not isinstance(made.get("parts"), list):
        raise ValueError(f"the list of parts is {shortened(made.get('parts'))}")
    return made, made["parts"]


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{shortened(value)} is no object")
    return value


def _check_part(part: Any) -> dict[str, Any]:
    """Return what is told of a file, if all is there that is to be known."""
    for name, kind in _TOLD.items():
        value = _object(part).get(name)
        if not (_is_count(value) if kind is int else isinstance(value, kind)):
            raise ValueError(f"{name} of a part is {shortened(value)}")
    path = PurePath(part["file"])
    if path.is_absolute() or ".." in path.parts or not _can_be_written(part["file"]):
        raise ValueError(f"the file {shortened(part['file'])} is not in the folder")
    known: dict[str, Any] = part
    return known


def _can_be_written(name: str) -> bool:
    """Tell whether a name has neither a null character nor half of one."""
    return "\0" not in name and name == name.encode("utf-8", "replace").decode("utf-8")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _differences(there: Mapping[str, Any], now: Mapping[str, Any], of: str = "") -> Iterator[str]:
    """Yield in which values two settings differ, those in others by their path."""
    for name, value in now.items():
        old = there.get(name)
        if isinstance(value, dict) and isinstance(old, dict):
            yield from _differences(old, dict.fromkeys(old) | value, f"{of}{name}.")
        elif old != value:
            yield f"{of}{name} is {shortened(old)} there and {shortened(value)} now"
