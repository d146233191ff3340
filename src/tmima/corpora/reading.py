"""Texts out of Parquet, JSON lines, CSV and folders of files, a few at a time."""

import hashlib
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

import pyarrow as pa

from tmima.arrow import holds_texts, too_long
from tmima.corpora.lines import batches_of_lines, rows_of
from tmima.corpora.sources import (
    BATCH_BYTES,
    BATCH_ROWS,
    COMPLAINT,
    FILE,
    TEXT,
    Columns,
    Piece,
    require_columns,
)
from tmima.errors import TmimaError
from tmima.files import files_named
from tmima.formats import open_file
from tmima.origin import Origin

# Files of one text each that are read in one piece.
_FILES = 1000


def pieces(given: Iterable[str | PathLike[str]], columns: Columns) -> list[Piece]:
    """Return what there is to read, in order; what cannot be read is refused at once."""
    found: list[Piece] = []
    texts: list[Path] = []
    for path, name in files_named(given).items():
        if _is_parquet(path):
            found.extend(_row_groups(path, name, columns))
        elif rows_of(path) is not None:
            found.append(Piece(name=name, files=[path], size=_size(path)))
        else:
            texts.append(path)
    for first in range(0, len(texts), _FILES):
        some = texts[first : first + _FILES]
        found.append(Piece(name=some[0].name, files=some, size=sum(map(_size, some))))
    return found


def batches(piece: Piece, columns: Columns) -> Iterator[tuple[Any, float]]:
    """Yield the rows of a piece, some at a time, each time with the share that is read so far.

    The columns are `source` and `row`, which tell where a text comes from, those to be kept, the
    text, and what is wrong where there is none; of files that are a text each, their checksum.
    """
    path = piece.files[0]
    rows = rows_of(path)
    try:
        if _is_parquet(path):
            yield from _parquet(piece, columns)
        elif rows is not None:
            yield from batches_of_lines(piece, columns, rows=rows)
        else:
            yield from _texts(piece, columns)
    except (OSError, pa.ArrowException) as error:
        said = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise TmimaError(f"{path} cannot be read: {said}") from None


def _is_parquet(path: Path) -> bool:
    return path.name.lower().endswith(".parquet")


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
            require_columns(path, file.schema_arrow.names, [columns.text, *columns.kept.values()])
            kind = file.schema_arrow.field(columns.text).type
            if not holds_texts(kind):
                raise TmimaError(f"{path}: the column {columns.text!r} has no texts but {kind}")
            groups = file.metadata.num_row_groups
    except (OSError, pa.ArrowException) as error:
        said = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise TmimaError(f"{path} cannot be read: {said}") from None
    for group in range(groups):
        yield Piece(name=name, files=[path], group=group, size=_size(path) // groups)


def _parquet(piece: Piece, columns: Columns) -> Iterator[tuple[Any, float]]:
    import pyarrow.parquet as pq

    path, kept = piece.files[0], columns.kept
    with pq.ParquetFile(path) as file:
        group = piece.group or 0
        before = sum(file.metadata.row_group(each).num_rows for each in range(group))
        total = file.metadata.row_group(group).num_rows
        done = 0
        wanted = list(dict.fromkeys([columns.text, *kept.values()]))
        for read in file.iter_batches(BATCH_ROWS, row_groups=[group], columns=wanted):
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
        if place > first and size + (length or 0) > BATCH_BYTES:
            yield first, place
            first, size = place, 0
        size += length or 0
    if len(texts) > first:
        yield first, len(texts)


def _texts(piece: Piece, columns: Columns) -> Iterator[tuple[Any, float]]:
    """Yield files of a text each by their checksums; they are read where they are cut."""
    for first in range(0, len(piece.files), BATCH_ROWS):
        some = piece.files[first : first + BATCH_ROWS]
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
