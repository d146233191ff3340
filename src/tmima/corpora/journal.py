"""What a run over a corpus has finished: a line for each file, and in the end a manifest."""

import json
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TextIO

from tmima.errors import TmimaError
from tmima.files import made_folder, write_whole

_COUNTED = ("texts", "segments", "errors", "nulls")


class Journal:
    """The files that are finished, used as `with`.

    While a run goes on it is `_parts.jsonl`, a line for each file that is there whole; when all are
    there, `_tmima.json` takes its place.

    Args:
        folder: of the output.
        name: what is added to the names, for one share of many.
        made: what the files are made with; files that were made otherwise are not mixed in.
    """

    def __init__(self, folder: Path, name: str, made: dict[str, Any]) -> None:
        self._folder = folder
        self._lines = folder / f"_parts{name}.jsonl"
        self._manifest = folder / f"_tmima{name}.json"
        self._made = made
        self._parts: dict[str, dict[str, Any]] = {}
        self._seen: set[str] = set()
        made_folder(folder)
        for part in self._read():
            with suppress(OSError):
                if (folder / part["file"]).stat().st_size == part["bytes"]:
                    self._parts[part["file"]] = part
        # Without a line that was torn, and with what a manifest told.
        write_whole(self._lines, (_line(each) for each in (made, *self._parts.values())))
        self._manifest.unlink(missing_ok=True)
        self._file: TextIO = self._lines.open("a", encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(OSError):
            self._file.close()

    def known(self, part: str) -> dict[str, Any] | None:
        """Return what is known of a file that is finished."""
        self._seen.add(part)
        return self._parts.get(part)

    def add(self, part: dict[str, Any]) -> None:
        """Take note of a file that is finished, before anything else happens."""
        self._parts[part["file"]] = part
        try:
            self._file.write(_line(part))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise TmimaError(f"{self._lines} cannot be written: {error.strerror}") from None

    def finish(self, sources: Sequence[str]) -> dict[str, Any]:
        """Write the manifest in place of the lines, and return it."""
        stray = self._parts.keys() - self._seen
        if stray:
            raise TmimaError(
                f"{self._folder / min(stray)} was made from texts that are not given any more: "
                "choose another OUT"
            )
        parts = [self._parts[name] for name in sorted(self._parts)]
        total: Counter[str] = Counter()
        for part in parts:
            total.update({name: part[name] for name in _COUNTED})
        manifest = {
            **self._made,
            **{name: total[name] for name in _COUNTED},
            "sources": sources,
            "parts": parts,
        }
        write_whole(self._manifest, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
        self._lines.unlink(missing_ok=True)
        return manifest

    def _read(self) -> list[dict[str, Any]]:
        """Return what an earlier run has finished."""
        if self._lines.exists():
            made, parts = self._from_lines()
        elif self._manifest.exists():
            try:
                made = json.loads(self._manifest.read_bytes())
                parts = made["parts"]
            except (OSError, ValueError, LookupError, TypeError) as error:
                raise TmimaError(
                    f"{self._manifest} cannot be read: {error}: choose another OUT"
                ) from None
        else:
            return []
        different = [name for name, value in self._made.items() if made.get(name) != value]
        if different:
            raise TmimaError(
                f"{self._folder} was made otherwise ({', '.join(different)} differ): "
                "choose another OUT"
            )
        return parts

    def _from_lines(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        values = []
        for line in self._lines.read_bytes().splitlines(keepends=True):
            # A run that was killed may have left half a line.
            with suppress(ValueError):
                if line.endswith(b"\n"):
                    values.append(json.loads(line))
        if not values:
            raise TmimaError(f"{self._lines} is damaged: choose another OUT")
        return values[0], values[1:]


def _line(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False) + "\n"
