"""Folders of results, in which no file is overwritten that tmima did not write itself."""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from tmima.errors import TmimaError
from tmima.files import refuse_inputs
from tmima.files.journal import DamagedJournalError, Journal
from tmima.files.whole import file_checksum, make_folder, write_whole

# Hidden, so that whoever reads the folder as texts passes it over.
JOURNAL = ".tmima-results.jsonl"


class ResultsFolder:
    """A folder that a run writes its results to, each by a name that is known beforehand.

    A file that is there already is written over only if it is what an earlier run has written under
    that name: a journal in the folder has the checksums. Everything is checked before anything is
    written or made.

    Args:
        path: of the folder, there already or not.
        names: of the results, as paths below it.
        inputs: what the run reads, none of which may be written over.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        names: Iterable[str],
        *,
        inputs: Iterable[str | PathLike[str]] = (),
    ) -> None:
        self._path = Path(path)
        self._journal = Journal(self._path / JOURNAL, older=_record_of_0_3)
        self._journal_is_written = False
        if self._path.exists() and not self._path.is_dir():
            raise TmimaError(f"{self._path} is a file: give a folder for the results")
        places = {name: self._path / name for name in names}
        refuse_inputs([*places.values(), self._journal.path], inputs)
        self._checksums = self._read_checksums()
        for name, place in places.items():
            if place.is_file():
                self._checksums[name] = [self._checksum_of_ours(name, place)]

    def write(self, name: str, content: str | bytes | Iterable[str]) -> None:
        """Write a result so that it is there whole or not at all."""
        place = self._path / name
        make_folder(place.parent)
        if not self._journal_is_written:
            self._journal.rewrite(
                _checksum_record(each, checksum)
                for each, checksums in self._checksums.items()
                for checksum in checksums
            )
            self._journal_is_written = True
        write_whole(
            place,
            content,
            on_complete=lambda checksum, _: self._journal.append(_checksum_record(name, checksum)),
        )

    def _read_checksums(self) -> dict[str, list[str]]:
        """Return the checksums of each name: of a file in its place, and of one that was to be."""
        checksums: dict[str, list[str]] = {}
        try:
            for record in self._journal.records():
                checksums.setdefault(record["file"], []).append(record["sha256"])
        except (DamagedJournalError, LookupError, TypeError):
            raise _foreign_file_error(self._journal.path) from None
        return checksums

    def _checksum_of_ours(self, name: str, place: Path) -> str:
        """Return the checksum of a file; one that tmima did not write is refused."""
        try:
            checksum = file_checksum(place)
        except OSError as error:
            raise TmimaError(f"{place} cannot be read: {error.strerror}") from None
        if checksum not in self._checksums.get(name, []):
            raise _foreign_file_error(place)
        return checksum


def _foreign_file_error(place: Path) -> TmimaError:
    return TmimaError(
        f"{place} is there already, and is not as tmima wrote it: move it away, or give another "
        "folder for the results"
    )


def _checksum_record(name: str, checksum: str) -> dict[str, str]:
    return {"file": name, "sha256": checksum}


def _record_of_0_3(value: Any) -> dict[str, Any] | None:
    """Return the record that a line of version 0.3.0 stands for: a list of name and checksum."""
    match value:
        case [str(name), str(checksum)]:
            return _checksum_record(name, checksum)
    return None
