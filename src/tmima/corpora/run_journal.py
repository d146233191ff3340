"""What a run over a corpus has finished: a journal of its files, and in the end a manifest.

Of a file that is not finished its batches are saved, so that a kill costs little.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any

from tmima.errors import TmimaError, shortened
from tmima.files import encode_json
from tmima.files.journal import DamagedJournalError, Journal, JournalEntry
from tmima.files.whole import file_checksum, make_folder, write_whole


class SavedBatches:
    """The finished batches of a file that is not finished, by their names.

    A batch that was altered, and whatever follows it, is left out and cut again. Nothing is written
    before the first batch is added.

    Args:
        path: of the journal of the batches.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._journal = Journal(path)
        self._entries: dict[str, JournalEntry] = {}
        with suppress(TmimaError, LookupError, TypeError):
            for entry in self._journal.entries():
                self._entries[entry.record["name"]] = entry

    def get(self, name: str) -> tuple[bytes, dict[str, int]] | None:
        """Return the rows of a batch and what was counted in them, if it is saved."""
        entry = self._entries.get(name)
        return None if entry is None else (self._journal.payload(entry), entry.record["counts"])

    def add(self, name: str, data: bytes, counts: Mapping[str, int]) -> None:
        """Save a batch, unless it is saved already."""
        if name not in self._entries:
            record = {"name": name, "counts": dict(counts)}
            self._entries[name] = self._journal.append(record, data)

    def clear(self) -> None:
        """Remove all batches: the file that they belong to is in its place."""
        self._entries.clear()
        self._journal.clear()


_COUNTED = ("texts", "segments", "errors", "nulls")
# The fields of the record of a file.
_PART_FIELDS = {"file": str, "sha256": str, "input": str, "bytes": int} | dict.fromkeys(
    _COUNTED, int
)
# So many differences of settings are named.
_NAMED = 3


class RunJournal:
    """The files of the output that are finished.

    While a run goes on it is `_parts.jsonl`, a record of the run and one for each file that is
    there whole, beside the saved batches of the next file; when all are there, the manifest
    `_tmima.json` takes its place. Nothing in the folder is changed before `open_for_writing`.

    Args:
        folder: of the output.
        name: what is added to the names, for one shard of many.
        made: what the files are made with; files that were made otherwise are refused.

    Attributes:
        parts: the records of the files that were finished, by the names of the files.
        saved: the finished batches of the next file.
    """

    def __init__(self, folder: Path, name: str, made: dict[str, Any]) -> None:
        self._folder = folder
        self._journal = Journal(folder / f"_parts{name}.jsonl")
        self._manifest = folder / f"_tmima{name}.json"
        self._made = made
        self._is_open = False
        self.parts: dict[str, dict[str, Any]] = self._read()
        self.saved = SavedBatches(folder / f"_batches{name}.bin")
        if self.saved.path.exists() and not self._journal.path.exists():
            raise foreign_file_error(self.saved.path)

    def is_whole(self, part: str) -> bool:
        """Return whether a file is there just as it was written."""
        try:
            return bool(file_checksum(self._folder / part) == self.parts[part]["sha256"])
        except OSError:
            return False

    def open_for_writing(self) -> None:
        """Write the journal in place of the manifest; later calls do nothing."""
        if self._is_open:
            return
        self._is_open = True
        make_folder(self._folder)
        self._journal.rewrite([self._made, *self.parts.values()])
        self._manifest.unlink(missing_ok=True)

    def add(self, part: dict[str, Any]) -> None:
        """Append the record of a file that is about to be put in its place.

        Of a file that is in its place without a record nobody could say who wrote it.
        """
        self.parts[part["file"]] = part
        self._journal.append(part, to_disk=True)

    def finish(self, sources: Sequence[str]) -> dict[str, Any]:
        """Write the manifest in place of the journal, and return it."""
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
        make_folder(self._folder)
        write_whole(self._manifest, encode_json(manifest, ensure_ascii=False, indent=1) + "\n")
        self.saved.path.unlink(missing_ok=True)
        self._journal.path.unlink(missing_ok=True)
        return manifest

    def _read(self) -> dict[str, dict[str, Any]]:
        """Return the records of the files that an earlier run has finished."""
        is_open = self._journal.path.exists()
        path = self._journal.path if is_open else self._manifest
        if not path.exists():
            return {}
        try:
            made, parts = self._read_journal() if is_open else _parse_manifest(path.read_bytes())
            records = {part["file"]: part for part in map(_check_part, parts)}
        except OSError as error:
            raise TmimaError(f"{path} cannot be read: {error.strerror}") from None
        except (DamagedJournalError, ValueError, RecursionError) as error:
            raise TmimaError(f"{path} is damaged: {error}: choose another OUT") from None
        different = list(_differing_settings(made, self._made))
        if different:
            said = "; ".join(different[:_NAMED]) + (" …" if len(different) > _NAMED else "")
            raise TmimaError(f"{self._folder} was made otherwise: {said}: choose another OUT")
        return records

    def _read_journal(self) -> tuple[dict[str, Any], Sequence[Any]]:
        records = self._journal.records()
        if not records:
            raise ValueError("it has no line")
        return records[0], records[1:]


def foreign_file_error(path: Path) -> TmimaError:
    """Return the error of a file that stands where one is to be written."""
    return TmimaError(
        f"{path} is there already, and nothing tells that tmima made it for these texts: choose "
        "another OUT"
    )


def _parse_manifest(content: bytes) -> tuple[dict[str, Any], Sequence[Any]]:
    made = _require_object(json.loads(content))
    if not isinstance(made.get("parts"), list):
        raise ValueError(f"the list of parts is {shortened(made.get('parts'))}")
    return made, made["parts"]


def _require_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{shortened(value)} is no object")
    return value


def _check_part(part: Any) -> dict[str, Any]:
    """Return the record of a file, checked to have every field."""
    for name, kind in _PART_FIELDS.items():
        value = _require_object(part).get(name)
        if not (_is_count(value) if kind is int else isinstance(value, kind)):
            raise ValueError(f"{name} of a part is {shortened(value)}")
    path = PurePath(part["file"])
    if path.is_absolute() or ".." in path.parts or not _is_writable_name(part["file"]):
        raise ValueError(f"the file {shortened(part['file'])} is not in the folder")
    known: dict[str, Any] = part
    return known


def _is_writable_name(name: str) -> bool:
    """Tell whether a name has neither a null character nor half of one."""
    return "\0" not in name and name == name.encode("utf-8", "replace").decode("utf-8")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _differing_settings(
    there: Mapping[str, Any], now: Mapping[str, Any], of: str = ""
) -> Iterator[str]:
    """Yield in which values two settings differ, those in others by their path."""
    for name, value in now.items():
        old = there.get(name)
        if isinstance(value, dict) and isinstance(old, dict):
            yield from _differing_settings(old, dict.fromkeys(old) | value, f"{of}{name}.")
        elif old != value:
            yield f"{of}{name} is {shortened(old)} there and {shortened(value)} now"
