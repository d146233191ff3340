"""What is read of a corpus: which columns, in which pieces, and the rows of JSON and CSV lines.

Files may be packed; a bad row costs itself only.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from tmima.arrow import MAX_BYTES, segment_fields, too_long_error
from tmima.errors import TmimaError, shortened
from tmima.files import encode_json

# So much goes to a process at once: small enough that all have work, large enough to be worth it.
BATCH_ROWS = 64
BATCH_BYTES = 1 << 20

TEXT, COMPLAINT, FILE = "text", "complaint", "file"
"""Columns of what is read that are none of what is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusColumns:
    """Which columns of the input are wanted.

    Attributes:
        text: the one with the texts.
        id: one that becomes the column `id`.
        keep: further ones, each with its name in the output.
        max_bytes: of a text; a longer one is an error of its row.
    """

    text: str = "text"
    id: str | None = None
    keep: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int = MAX_BYTES

    def __post_init__(self) -> None:
        for name in (self.text, *self.kept, *self.kept.values()):
            if not is_utf8(name):
                raise TmimaError(f"a column cannot be called {name!r}: that is not UTF-8")
        taken = {"source", "row", COMPLAINT, FILE, *(each.name for each in segment_fields())}
        taken |= set() if self.id is None else {"id"}
        for old, new in self.keep.items():
            if new in taken:
                raise TmimaError(
                    f"`keep=` {old}: the output has a column {new!r} of its own: give another "
                    f"name, as {old}=my_{new}"
                )
            taken.add(new)

    @property
    def kept(self) -> dict[str, str]:
        """The columns that are kept, by their names in the output."""
        named = {} if self.id is None else {"id": self.id}
        return named | {new: old for old, new in self.keep.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusPiece:
    """What is read as one: a row group of Parquet, a file of rows, or some files of a text each.

    Attributes:
        name: its path below what was given.
        files: its path, or its paths.
        group: the row group.
        size: about how many bytes are read for it.
    """

    name: str
    files: Sequence[Path]
    group: int | None = None
    size: int = 0


def require_columns(path: Path, there: Sequence[str], wanted: Iterable[str]) -> None:
    """Refuse a file that lacks a column, or has several of its name."""
    for each in wanted:
        if each not in there:
            raise TmimaError(f"{path} has no column {each!r}: it has {', '.join(there)}")
        if there.count(each) > 1:
            raise TmimaError(f"{path} has {there.count(each)} columns {each!r}: rename all but one")


def is_utf8(name: str) -> bool:
    """Return whether a name can be written as UTF-8; other bytes come as lone surrogates."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


PACKED = {".gz": "gzip", ".zst": "zstd"}
# A line of JSON may need six characters for a byte of text.
_BYTES_OF_JSON = 6
# In so many rows at the beginning of a file of JSON lines the column of texts is looked for.
_ROWS_SEARCHED = 1000
_JSON_LINES = (".jsonl", ".ndjson", ".json.gz", ".json.zst")
_SEPARATORS = {".csv": ",", ".tsv": "\t"}

Row = tuple[Any, Mapping[str, Any]]
"""A text, or what is wrong with it, and all that its row has."""
Rows = Callable[[BinaryIO, Path, CorpusColumns], Iterator[Row]]


def rows_of(path: Path) -> Rows | None:
    """Return the function that reads the rows of JSON lines or CSV; nothing for another file."""
    name = path.name.lower()
    bare = name.removesuffix(".gz").removesuffix(".zst")
    if name.endswith(_JSON_LINES) or bare.endswith(_JSON_LINES):
        return _json_rows
    for ending, separator in _SEPARATORS.items():
        if bare.endswith(ending):
            return partial(_csv_rows, separator=separator)
    return None


@dataclass(slots=True)
class _BatchBuilder:
    """Rows that are gathered into record batches."""

    columns: CorpusColumns
    values: dict[str, list[Any]] = field(default_factory=dict)
    size: int = 0

    def add(self, source: str, row: int, text: Any, kept: Mapping[str, Any]) -> None:
        """Add a row; in place of its text there may be the error that it has."""
        text, complaint = _check_text(text, self.columns.max_bytes)
        values = {"source": source, "row": row, **kept, TEXT: text, COMPLAINT: complaint}
        for name, value in values.items():
            self.values.setdefault(name, []).append(value)
        self.size += len(text or "")

    @property
    def full(self) -> bool:
        return len(self.values["row"]) >= BATCH_ROWS or self.size >= BATCH_BYTES

    def take_batch(self) -> Any:
        """Return the rows as a record batch, and begin the next."""
        kinds = {"row": pa.int64(), TEXT: pa.large_string()}
        values, self.values, self.size = self.values, {}, 0
        return pa.RecordBatch.from_pydict(
            {name: pa.array(some, kinds.get(name, pa.string())) for name, some in values.items()}
        )


def _check_text(text: Any, max_bytes: int) -> tuple[str | None, str | None]:
    """Return a text that a column can hold, or why it cannot."""
    if text is None:
        return None, None
    if isinstance(text, TmimaError):
        return None, str(text)
    if not isinstance(text, str):
        return None, f"a text must be a string, not {shortened(text)}"
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        return None, f"the text has half a character, or a byte that is not UTF-8, at {error.start}"
    return (None, str(too_long_error(size, max_bytes))) if size > max_bytes else (text, None)


def _as_string(value: Any) -> str | None:
    """Return what is kept of a row as a string: of values that vary in kind, as JSON."""
    if value is None:
        return None
    said = value if isinstance(value, str) else json_line(value)
    return said.encode(errors="replace").decode()


def json_line(value: Any) -> str:
    """Return a value as JSON; what JSON has no form for is written as Python says it."""
    return encode_json(value, ensure_ascii=False, default=str)


@contextmanager
def _open_lines(path: Path) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Open a file of lines: give it as it is, which tells how far it is read, and unpacked."""
    with path.open("rb", buffering=0) as file:
        packed = PACKED.get(path.suffix.lower())
        source = pa.CompressedInputStream(file, packed) if packed else file
        with io.BufferedReader(source, BATCH_BYTES) as unpacked:
            yield file, unpacked


def check_lines(path: Path, columns: CorpusColumns, *, rows: Rows) -> None:
    """Refuse a file of lines that lacks a column; of JSON some rows may lack it, but not all."""
    there: list[str] = []
    with _open_lines(path) as (_, opened):
        for _, values in islice(rows(opened, path, columns), _ROWS_SEARCHED):
            if columns.text in values:
                return
            there = there or list(values)
    if there:
        require_columns(path, there, [columns.text])


def batches_of_lines(
    piece: CorpusPiece, columns: CorpusColumns, *, rows: Rows
) -> Iterator[tuple[Any, float]]:
    """Yield the rows of a file of lines, packed or not."""
    (path,) = piece.files
    builder = _BatchBuilder(columns)
    with _open_lines(path) as (file, opened):
        for row, (text, kept) in enumerate(rows(opened, path, columns)):
            named = {new: _as_string(kept.get(old)) for new, old in columns.kept.items()}
            builder.add(path.as_posix(), row, text, named)
            if builder.full:
                yield builder.take_batch(), file.tell() / max(piece.size, 1)
    if builder.values:
        yield builder.take_batch(), 1.0


def _json_rows(file: BinaryIO, _path: Path, columns: CorpusColumns) -> Iterator[Row]:
    longest = _BYTES_OF_JSON * columns.max_bytes
    number = 0
    while line := file.readline(longest):
        number += 1
        if len(line) == longest and not line.endswith(b"\n"):
            while len(line) == longest and not line.endswith(b"\n"):
                line = file.readline(longest)
            yield TmimaError(f"line {number} has more than {longest:,} bytes"), {}
            continue
        if not line.strip():
            continue
        try:
            values = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield TmimaError(f"line {number} is not JSON: {error}"), {}
            continue
        if not isinstance(values, dict):
            yield TmimaError(f"line {number} is not a JSON object"), {}
            continue
        yield values.get(columns.text), values


def _csv_rows(
    file: BinaryIO, path: Path, columns: CorpusColumns, *, separator: str
) -> Iterator[Row]:
    csv.field_size_limit(_BYTES_OF_JSON * columns.max_bytes)
    # What is not UTF-8 is half a character to Python, and so an error of its row alone.
    with io.TextIOWrapper(file, "utf-8-sig", errors="surrogateescape", newline="") as lines:
        reader = csv.reader(lines, delimiter=separator)
        try:
            header = next(reader, [])
            require_columns(path, header, [columns.text, *columns.kept.values()])
            for values in filter(None, reader):
                named = dict.fromkeys(header) | dict(zip(header, values, strict=False))
                text: Any = named.get(columns.text)
                if len(values) != len(header):
                    text = TmimaError(
                        f"line {reader.line_num} has {len(values)} fields, the header {len(header)}"
                    )
                yield text, named
        except csv.Error as error:
            raise TmimaError(f"{path} is not CSV: line {reader.line_num}: {error}") from None
