"""Texts out of Parquet, JSON lines, CSV and folders of files, a few at a time."""

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from tmima.arrow import MAX_BYTES, holds_texts, segment_fields, too_long
from tmima.errors import TmimaError, shortened
from tmima.files import files_named
from tmima.formats import open_file
from tmima.origin import Origin

# So much goes to a process at once: small enough that all have work, large enough to be worth it.
_BATCH_ROWS = 64
_BATCH_BYTES = 1 << 20
# Files of one text each that are read in one piece.
_FILES = 1000
# A line of JSON may need six characters for a byte of text.
_LINE = 6
_JSON_LINES = (".jsonl", ".ndjson", ".json.gz", ".json.zst")
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
PACKED = {".gz": "gzip", ".zst": "zstd"}

TEXT, COMPLAINT, FILE = "text", "complaint", "file"
"""Columns of what is read that are none of what is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
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
        taken = {"source", "row", COMPLAINT, FILE, *(each.name for each in segment_fields())}
        taken |= set() if self.id is None else {"id"}
        for old, new in self.keep.items():
            if new in taken:
                raise TmimaError(
                    f"keep= {old}: the output has a column {new!r} of its own: give another name, "
                    f"as {old}=my_{new}"
                )
            taken.add(new)

    @property
    def kept(self) -> dict[str, str]:
        """The columns that are kept, by their names in the output."""
        named = {} if self.id is None else {"id": self.id}
        return named | {new: old for old, new in self.keep.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
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


def pieces(given: Iterable[str | PathLike[str]], columns: Columns) -> list[Piece]:
    """Return what there is to read, in order; what cannot be read is refused at once."""
    found: list[Piece] = []
    texts: list[Path] = []
    for path, name in files_named(given).items():
        if _kind(path) is None:
            texts.append(path)
        elif path.suffix == ".parquet":
            found.extend(_row_groups(path, name, columns))
        else:
            found.append(Piece(name=name, files=[path], size=_size(path)))
    for first in range(0, len(texts), _FILES):
        some = texts[first : first + _FILES]
        found.append(Piece(name=some[0].name, files=some, size=sum(map(_size, some))))
    return found


def batches(piece: Piece, columns: Columns) -> Iterator[tuple[Any, float]]:
    """Yield the rows of a piece, some at a time, each time with the share that is read so far.

    The columns are `source` and `row`, which tell where a text comes from, those to be kept, the
    text, and what is wrong where there is none; of files that are a text each, their checksum.
    """
    read = _kind(piece.files[0]) or _texts
    try:
        yield from read(piece, columns)
    except (OSError, pa.ArrowException) as error:
        said = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise TmimaError(f"{piece.files[0]} cannot be read: {said}") from None


def _kind(path: Path) -> "Callable[[Piece, Columns], Iterator[tuple[Any, float]]] | None":
    """Return what reads the rows of a file; nothing for a file that is one text."""
    name = path.name.lower()
    if name.endswith(".parquet"):
        return _parquet
    bare = name.removesuffix(".gz").removesuffix(".zst")
    if name.endswith(_JSON_LINES) or bare.endswith(_JSON_LINES):
        return partial(_lines, rows=_json_rows)
    for ending, separator in _SEPARATORS.items():
        if bare.endswith(ending):
            return partial(_lines, rows=partial(_csv_rows, separator=separator))
    return None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise TmimaError(f"{path} cannot be read: {error.strerror}") from None


# Parquet


def _row_groups(path: Path, name: str, columns: Columns) -> Iterator[Piece]:
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            _require(path, file.schema_arrow.names, [columns.text, *columns.kept.values()])
            kind = file.schema_arrow.field(columns.text).type
            if not holds_texts(kind):
                raise TmimaError(f"{path}: the column {columns.text!r} has no texts but {kind}")
            groups = file.metadata.num_row_groups
    except (OSError, pa.ArrowException) as error:
        said = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise TmimaError(f"{path} cannot be read: {said}") from None
    for group in range(groups):
        yield Piece(name=name, files=[path], group=group, size=_size(path) // groups)


def _require(path: Path, there: Sequence[str], wanted: Iterable[str]) -> None:
    for each in wanted:
        if each not in there:
            raise TmimaError(f"{path} has no column {each!r}: it has {', '.join(there)}")


def _parquet(piece: Piece, columns: Columns) -> Iterator[tuple[Any, float]]:
    import pyarrow.parquet as pq

    path, kept = piece.files[0], columns.kept
    with pq.ParquetFile(path) as file:
        group = piece.group or 0
        before = sum(file.metadata.row_group(each).num_rows for each in range(group))
        total = file.metadata.row_group(group).num_rows
        done = 0
        wanted = list(dict.fromkeys([columns.text, *kept.values()]))
        for read in file.iter_batches(_BATCH_ROWS, row_groups=[group], columns=wanted):
            texts = read.column(columns.text).cast(pa.large_string())
            for first, last in _bounded(texts):
                rows = range(before + done, before + done + last - first)
                part = read.slice(first, last - first)
                done += last - first
                yield (
                    pa.RecordBatch.from_pydict(
                        {
                            "source": pa.array([path.as_posix()] * len(rows), pa.string()),
                            "row": pa.array(rows, pa.int64()),
                            **{new: part.column(old) for new, old in kept.items()},
                            TEXT: texts.slice(first, last - first),
                            COMPLAINT: pa.nulls(len(rows), pa.string()),
                        }
                    ),
                    done / total,
                )


def _bounded(texts: Any) -> Iterator[tuple[int, int]]:
    """Yield ranges of an array that are not too many bytes each, a longer text alone."""
    import pyarrow.compute as pc

    first = size = 0
    for place, length in enumerate(pc.binary_length(texts).to_pylist()):
        if place > first and size + (length or 0) > _BATCH_BYTES:
            yield first, place
            first, size = place, 0
        size += length or 0
    if len(texts) > first:
        yield first, len(texts)


# Rows of Python: JSON lines, CSV, files of a text each


@dataclass(slots=True)
class _Gathering:
    """Rows that are gathered into record batches."""

    columns: Columns
    values: dict[str, list[Any]] = field(default_factory=dict)
    size: int = 0

    def add(self, source: str, row: int, text: Any, kept: Mapping[str, Any]) -> None:
        """Take a row; a text that is an exception is what is wrong with it."""
        text, complaint = _checked(text, self.columns.max_bytes)
        values = {"source": source, "row": row, **kept, TEXT: text, COMPLAINT: complaint}
        for name, value in values.items():
            self.values.setdefault(name, []).append(value)
        self.size += len(text or "")

    @property
    def full(self) -> bool:
        return len(self.values["row"]) >= _BATCH_ROWS or self.size >= _BATCH_BYTES

    def taken(self) -> Any:
        """Return the rows as a record batch, and begin the next."""
        kinds = {"row": pa.int64(), TEXT: pa.large_string()}
        values, self.values, self.size = self.values, {}, 0
        return pa.RecordBatch.from_pydict(
            {name: pa.array(some, kinds.get(name, pa.string())) for name, some in values.items()}
        )


def _checked(text: Any, max_bytes: int) -> tuple[str | None, str | None]:
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
    return (None, str(too_long(size, max_bytes))) if size > max_bytes else (text, None)


def _plain(value: Any) -> str | None:
    """Return what is kept of a row as a string: of values that vary in kind, as JSON."""
    if value is None:
        return None
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return said.encode(errors="replace").decode()


Rows = Callable[[BinaryIO, Path, Columns], Iterator[tuple[Any, Mapping[str, Any]]]]


def _lines(piece: Piece, columns: Columns, *, rows: Rows) -> Iterator[tuple[Any, float]]:
    """Yield the rows of a file of lines, packed or not."""
    (path,) = piece.files
    gathering = _Gathering(columns)
    with path.open("rb", buffering=0) as file:
        packed = PACKED.get(path.suffix.lower())
        source = pa.CompressedInputStream(file, packed) if packed else file
        with io.BufferedReader(source, _BATCH_BYTES) as opened:
            for row, (text, kept) in enumerate(rows(opened, path, columns)):
                named = {new: _plain(kept.get(old)) for new, old in columns.kept.items()}
                gathering.add(path.as_posix(), row, text, named)
                if gathering.full:
                    yield gathering.taken(), file.tell() / max(piece.size, 1)
    if gathering.values:
        yield gathering.taken(), 1.0


def _json_rows(
    file: BinaryIO, path: Path, columns: Columns
) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    longest = _LINE * columns.max_bytes
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
        if number == 1:
            _require(path, list(values), [columns.text])
        yield values.get(columns.text), values


def _csv_rows(
    file: BinaryIO, path: Path, columns: Columns, *, separator: str
) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    csv.field_size_limit(_LINE * columns.max_bytes)
    # What is not UTF-8 is half a character to Python, and so an error of its row alone.
    with io.TextIOWrapper(file, "utf-8-sig", errors="surrogateescape", newline="") as lines:
        reader = csv.reader(lines, delimiter=separator)
        try:
            header = next(reader, [])
            _require(path, header, [columns.text, *columns.kept.values()])
            for values in filter(None, reader):
                named = dict(zip(header, values, strict=False))
                text: Any = named.get(columns.text)
                if len(values) != len(header):
                    text = TmimaError(
                        f"line {reader.line_num} has {len(values)} fields, the header {len(header)}"
                    )
                yield text, named
        except csv.Error as error:
            raise TmimaError(f"{path} is not CSV: line {reader.line_num}: {error}") from None


def _texts(piece: Piece, columns: Columns) -> Iterator[tuple[Any, float]]:
    """Yield files of a text each by their checksums; they are read where they are cut."""
    for first in range(0, len(piece.files), _BATCH_ROWS):
        some = piece.files[first : first + _BATCH_ROWS]
        paths = pa.array([path.as_posix() for path in some], pa.string())
        nothing = pa.nulls(len(some), pa.string())
        kept = {new: paths if new == "id" else nothing for new in columns.kept}
        yield (
            pa.RecordBatch.from_pydict(
                {
                    "source": paths,
                    "row": pa.array([0] * len(some), pa.int64()),
                    **kept,
                    TEXT: nothing.cast(pa.large_string()),
                    COMPLAINT: nothing,
                    FILE: pa.array([_checksum(path) for path in some], pa.string()),
                }
            ),
            (first + len(some)) / len(piece.files),
        )


def _checksum(path: Path) -> str:
    """Return what tells a file from another; nothing to tell of one that cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def texts_of(
    batch: Any, *, format: object, max_bytes: int
) -> Iterator[str | Origin | Exception | None]:
    """Yield the texts of a batch, or what is wrong with them."""
    columns = [batch.column(name).to_pylist() for name in (TEXT, COMPLAINT, "source")]
    in_files = FILE in batch.schema.names
    for text, complaint, source in zip(*columns, strict=True):
        if complaint is not None:
            yield TmimaError(complaint)
        elif not in_files:
            yield text
        else:
            try:
                size = _size(Path(source))
                if size > max_bytes:
                    raise too_long(size, max_bytes)
                yield open_file(source, format=format)
            except TmimaError as error:
                yield error
