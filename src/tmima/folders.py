"""Folders of results, in which nothing is written over that was not written there before."""

import json
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from tmima.errors import TmimaError
from tmima.files import made_folder, refuse_inputs, write_whole
from tmima.records import encode_json

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
        self._begun = False
        if self._path.exists() and not self._path.is_dir():
            raise TmimaError(f"{self._path} is a file: give a folder for the results")
        places = {name: self._path / name for name in names}
        refuse_inputs([*places.values(), self._path / JOURNAL], inputs)
        self._known = self._journal()
        for name, place in places.items():
            if place.is_file():
                self._known[name] = self._vouch_for(name, place)

    def write(self, name: str, content: str | bytes | Iterable[str]) -> None:
        """Write a result so that it is there whole or not at all."""
        place = self._path / name
        made_folder(place.parent)
        if not self._begun:
            write_whole(
                self._path / JOURNAL,
                "".join(_line(each, sum_) for each in self._known for sum_ in self._known[each]),
            )
            self._begun = True
        write_whole(place, self._note_checksum(name, content))

    def _note_checksum(self, name: str, content: str | bytes | Iterable[str]) -> Iterator[bytes]:
        """Yield what is written, and note its checksum before the file takes its place."""
        from hashlib import sha256

        digest = sha256()
        for piece in [content] if isinstance(content, str | bytes) else content:
            data = piece if isinstance(piece, bytes) else piece.encode("utf-8")
            digest.update(data)
            yield data
        with (self._path / JOURNAL).open("a", encoding="utf-8") as journal:
            journal.write(_line(name, digest.hexdigest()))

    def _journal(self) -> dict[str, list[str]]:
        """Return the checksums that files of each name had; one may have been about to be there."""
        known: dict[str, list[str]] = {}
        journal = self._path / JOURNAL
        try:
            # What follows the last line break is what a killed process was writing.
            *lines, _ = journal.read_bytes().split(b"\n")
        except FileNotFoundError:
            return known
        except OSError as error:
            raise TmimaError(f"{journal} cannot be read: {error.strerror}") from None
        for line in lines:
            try:
                name, checksum = json.loads(line)
                known.setdefault(name, []).append(checksum)
            except (ValueError, TypeError, RecursionError):
                raise _foreign(journal) from None
        return known

    def _vouch_for(self, name: str, place: Path) -> list[str]:
        from hashlib import file_digest

        try:
            with place.open("rb") as file:
                checksum = file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise TmimaError(f"{place} cannot be read: {error.strerror}") from None
        if checksum not in self._known.get(name, []):
            raise _foreign(place)
        return [checksum]


def _foreign(place: Path) -> TmimaError:
    return TmimaError(
        f"{place} is there already, and is not as tmima wrote it: move it away, or give another "
        "folder for the results"
    )


def _line(name: str, checksum: str) -> str:
    return encode_json([name, checksum], ensure_ascii=False) + "\n"
