"""Texts out of Parquet, JSON lines, CSV and folders of files, a few at a time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

import pyarrow as pa

from tmima.arrow import is_text_type, strings, too_long_error
from tmima.corpora.rows import (
    BATCH_BYTES,
    BATCH_ROWS,
    COMPLAINT,
    FILE,
    TEXT,
    CorpusColumns,
    CorpusPiece,
    batches_of_lines,
    check_lines,
    is_utf8,
    require_columns,
    rows_of,
)
from tmima.errors import TmimaError
from tmima.files import files_named, lies_in
from tmima.files.whole import file_checksum
from tmima.formats import Format, open_file
from tmima.text import Source

# Files of one text each that are read in one piece.
_FILES_PER_PIECE = 1000


def input_pieces(
    given: Sequence[str | PathLike[str]], columns: CorpusColumns, *, out: Path | None = None
) -> list[CorpusPiece]:
    """Return what there is to read, in order; what cannot be read is refused at once.

    Args:
        given: files, folders and patterns.
        columns: which columns are wanted.
        out: the folder for what is written; nothing in it is read.
    """
    listed: list[CorpusPiece] = []
    texts: list[Path] = []
    named = files_named(given) if out is None else _files_outside(out, given)
    for path, name in named.items():
        rows = rows_of(path)
        if not is_utf8(path.as_posix()):
            raise TmimaError(f"the name of {path.as_posix()!r} is not UTF-8: rename it")
        if _is_parquet(path):
            listed.extend(_row_groups(path, name, columns))
        elif rows is not None:
            with _errors_naming_file(path):
                check_lines(path, columns, rows=rows)
            listed.append(CorpusPiece(name=name, files=[path], size=_size(path)))
        else:
            texts.append(path)
    for first in range(0, len(texts), _FILES_PER_PIECE):
        some = texts[first : first + _FILES_PER_PIECE]
        listed.append(CorpusPiece(name=some[0].name, files=some, size=sum(map(_size, some))))
    return listed


def _files_outside(out: Path, given: Sequence[str | PathLike[str]]) -> dict[Path, str]:
    """Return the files that are given, without those in a folder; refuse one named in it."""
    for path in map(Path, given):
        if lies_in(path, out):
            raise TmimaError(
                f"{path} lies in {out}, where what is written goes: choose another OUT"
            )
    named = files_named(given)
    if not out.exists():
        return named
    outside = {path: name for path, name in named.items() if not lies_in(path, out)}
    if not outside:
        raise TmimaError(f"there is nothing to read outside {out}: choose another OUT")
    return outside


def batches(piece: CorpusPiece, columns: CorpusColumns) -> Iterator[tuple[Any, float]]:
    """Yield the rows of a piece in record batches, each with the share that is read so far.

    The columns are `source` and `row`, which say where a text comes from, those to be kept, the
    text, and the error where there is none; for files that hold a text each, their checksum.
    """
    path = piece.files[0]
    rows = rows_of(path)
    with _errors_naming_file(path):
        if _is_parquet(path):
            yield from _parquet_batches(piece, columns)
        elif rows is not None:
            yield from batches_of_lines(piece, columns, rows=rows)
        else:
            yield from _file_batches(piece, columns)


@contextmanager
def _errors_naming_file(path: Path) -> Iterator[None]:
    """Name the file in the error of what cannot be read."""
    try:
        yield
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or str(error).partition("\n")[0]
        raise TmimaError(f"{path} cannot be read: {said}") from None


def _is_parquet(path: Path) -> bool:
    return path.name.lower().endswith(".parquet")


def _size(path: Path) -> int:
    with _errors_naming_file(path):
        return path.stat().st_size


# Parquet


def _row_groups(path: Path, name: str, columns: CorpusColumns) -> Iterator[CorpusPiece]:
    import pyarrow.parquet as pq

    with _errors_naming_file(path), pq.ParquetFile(path) as file:
        require_columns(path, file.schema_arrow.names, [columns.text, *columns.kept.values()])
        kind = file.schema_arrow.field(columns.text).type
        if not is_text_type(kind):
            raise TmimaError(f"{path}: the column {columns.text!r} has no texts but {kind}")
        groups = file.metadata.num_row_groups
    for group in range(groups):
        yield CorpusPiece(name=name, files=[path], group=group, size=_size(path) // groups)


def _parquet_batches(piece: CorpusPiece, columns: CorpusColumns) -> Iterator[tuple[Any, float]]:
    import pyarrow.compute as pc
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
            for first, last in _bounded_ranges(pc.binary_length(texts).to_pylist()):
                rows = range(before + done, before + done + last - first)
                part = read.slice(first, last - first)
                done += last - first
                yield (
                    pa.RecordBatch.from_pydict(
                        {
                            "source": pa.array([path.as_posix()] * len(rows), pa.string()),
                            "row": pa.array(rows, pa.int64()),
                            **{new: _as_utf8(part.column(old), old) for new, old in kept.items()},
                            TEXT: texts.slice(first, last - first),
                            COMPLAINT: pa.nulls(len(rows), pa.string()),
                        }
                    ),
                    done / total,
                )


def _as_utf8(column: Any, name: str) -> Any:
    """Return a column whose strings are UTF-8: other bytes are replaced, as in lines of JSON."""
    try:
        column.validate(full=True)
    except pa.ArrowInvalid as error:
        if not is_text_type(column.type):
            raise TmimaError(
                f"the column {name!r} cannot be kept: {error}: leave it out of `keep=`"
            ) from None
        values = column.cast(pa.large_string()).cast(pa.large_binary()).to_pylist()
        replaced = [None if each is None else each.decode(errors="replace") for each in values]
        return pa.array(replaced, column.type)
    return column


def _bounded_ranges(sizes: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of texts that fit into a batch each; a text that does not is alone."""
    first = total = 0
    for place, size in enumerate(sizes):
        if place > first and (place - first == BATCH_ROWS or total + (size or 0) > BATCH_BYTES):
            yield first, place
            first, total = place, 0
        total += size or 0
    if len(sizes) > first:
        yield first, len(sizes)


def _file_batches(piece: CorpusPiece, columns: CorpusColumns) -> Iterator[tuple[Any, float]]:
    """Yield files that hold a text each by their checksums; the worker that cuts one reads it."""
    for first, last in _bounded_ranges([_size_if_there(path) for path in piece.files]):
        some = piece.files[first:last]
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
            last / len(piece.files),
        )


def _size_if_there(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _checksum(path: Path) -> str:
    """Return the checksum of a file; an empty one if it cannot be read."""
    try:
        return file_checksum(path)
    except OSError:
        return ""


def texts_of_batch(
    batch: Any, *, format: str | Format | None, max_bytes: int
) -> Iterator[str | Source | Exception | None]:
    """Yield the texts of a batch, or what is wrong with them."""
    texts = strings(batch.column(TEXT), max_bytes)
    complaints, sources = (batch.column(name).to_pylist() for name in (COMPLAINT, "source"))
    in_files = FILE in batch.schema.names
    for text, complaint, source in zip(texts, complaints, sources, strict=True):
        if complaint is not None:
            yield TmimaError(complaint)
        elif not in_files:
            yield text
        else:
            try:
                size = _size(Path(source))
                if size > max_bytes:
                    raise too_long_error(size, max_bytes)
                yield open_file(source, format=format)
            except TmimaError as error:
                yield error
