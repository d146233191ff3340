"""Tables of segments into files: Parquet, JSON lines, attributes beside documents as Dolma has."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import PurePath
from typing import Any

import pyarrow as pa

from tmima.corpora import DOLMA, JSON_LINES, PARQUET
from tmima.corpora.rows import PACKED, CorpusPiece, json_line
from tmima.errors import TmimaError

# The name under which Dolma finds our attributes: the folder's, and in each line.
_ATTRIBUTE = "tmima"


def part_name(format: str, number: int, part: int, piece: CorpusPiece) -> str:
    """Return the path of a part of the output, below its folder.

    Dolma knows the attributes of a file of documents by the name of that file.
    """
    if format != DOLMA:
        return f"part-{number:06d}-{part:04d}.{format}"
    return (PurePath("attributes", _ATTRIBUTE) / piece.name).as_posix()


def part_number(name: str) -> int | None:
    """Return the number of the piece in the name of a file of segments, None for other names."""
    match = re.fullmatch(r"part-([0-9]{6,})-[0-9]{4,}\.\w+", name)
    return int(match[1]) if match else None


def check_dolma(pieces: Iterable[CorpusPiece]) -> None:
    """Refuse what cannot be documents of Dolma: they are JSON lines, each file of another name."""
    names = set()
    for piece in pieces:
        if piece.group is not None or len(piece.files) > 1 or ".json" not in piece.name:
            raise TmimaError(f"format='dolma' needs JSON lines, as Dolma has; {piece.name} is none")
        if piece.name in names:
            raise TmimaError(f"two files are called {piece.name}: give the folder that holds both")
        names.add(piece.name)


def _parquet(tables: Iterator[Any], _name: str) -> Iterator[bytes]:
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(pa.concat_tables(tables), sink, compression="zstd")
    yield sink.getvalue()


def _json_lines(tables: Iterator[Any], _name: str) -> Iterator[bytes]:
    for table in tables:
        yield "".join(json_line(row) + "\n" for row in table.to_pylist()).encode()


def _dolma(tables: Iterator[Any], name: str) -> Iterator[bytes]:
    """Yield a line for each document: its segments as [start, end, probability of the cut]."""
    packed = PACKED.get(PurePath(name).suffix)
    sink = _Sink()
    stream = sink if packed is None else pa.CompressedOutputStream(sink, packed)
    for table in tables:
        for _, rows in groupby(table.to_pylist(), key=itemgetter("row")):
            some = list(rows)
            line = json_line({"id": some[0]["id"], "attributes": {_ATTRIBUTE: _dolma_spans(some)}})
            stream.write(f"{line}\n".encode())
        yield sink.take()
    stream.close()
    yield sink.take()


def _dolma_spans(segments: list[dict[str, Any]]) -> list[tuple[int, int, float]]:
    # A place that was not weighed, as the beginning of the text, is as sure as can be.
    return [
        (one["start"], one["end"], 1.0 if one["probability"] is None else one["probability"])
        for one in segments
        if one["start"] is not None
    ]


class _Sink(io.RawIOBase):
    """An in-memory buffer: `take` returns and clears what was written, even after it is closed."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        return len(data)

    def take(self) -> bytes:
        """Return what was written since the last time."""
        held, self._held = bytes(self._held), bytearray()
        return held


FORMATS: dict[str, Callable[[Iterator[Any], str], Iterator[bytes]]] = {
    PARQUET: _parquet,
    JSON_LINES: _json_lines,
    DOLMA: _dolma,
}
