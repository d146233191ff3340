"""What has changed between the chunks of an index and those of the documents as they are now."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tmima.chunks.record import Chunk
from tmima.errors import TmimaError, marked_message

SAME, NEW, CHANGED, MOVED, GONE = KINDS = ("same", "new", "changed", "moved", "gone")


@dataclass(frozen=True, slots=True)
class Change:
    """How a chunk differs from the index.

    Attributes:
        kind: "new": to be added to the index. "changed": to be indexed anew, in place of the chunk
            `was`; its id is another one if its own text or headings changed, and the same if only
            its context did. "moved": its text and its context are the same, and only its place, its
            neighbours or other metadata are not. "gone": to be taken out of the index. "same".
        document_id: of its document.
        chunk: as it is now; nothing if it is gone.
        was: the id that it has in the index; nothing if it is new.
    """

    kind: str
    document_id: str
    chunk: Chunk | None
    was: str | None

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "change": self.kind,
            "document_id": self.document_id,
            **({} if self.was is None else {"was": self.was}),
            **({} if self.chunk is None else {"chunk": self.chunk.as_dict()}),
        }


class _IndexedChunk(NamedTuple):
    """What is held of an indexed chunk: its id and the hashes of what is indexed, and of all."""

    id: str
    indexed: int
    whole: int


class ChunkIndex:
    """The chunks of an index, to compare those of documents with, document by document.

    Of each chunk three numbers are held, so that millions fit into memory.

    Args:
        chunks: of the index, those of one document in their order.
    """

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._documents: dict[str, list[_IndexedChunk]] = defaultdict(list)
        for one in chunks:
            self._documents[one.document_id].append(_indexed_chunk(one))

    @classmethod
    def read(cls, path: Path) -> "ChunkIndex":
        """Read JSON lines that `tmima chunks` wrote, or a folder of them or of Parquet."""
        return cls(read_chunks(path))

    def compare(self, document_id: str, chunks: Iterable[Chunk]) -> Iterator[Change]:
        """Yield what has become of the chunks of a document, in the order of the document.

        A chunk that takes the place of another, between two that are the same, has changed.
        """
        old = self._documents.pop(document_id, [])
        new = list(chunks)
        by_id = {one.id: one for one in old}
        replaced = _removed_ids_by_anchor(old, {one.id for one in new})
        anchor = ""
        for one in new:
            before = by_id.get(one.id)
            if before is None:
                waiting = replaced.get(anchor)
                was = waiting.pop(0) if waiting else None
                yield Change(NEW if was is None else CHANGED, document_id, one, was)
                continue
            for gone in replaced.pop(anchor, ()):
                yield Change(GONE, document_id, None, gone)
            anchor = one.id
            now = _indexed_chunk(one)
            if now.indexed != before.indexed:
                kind = CHANGED
            else:
                kind = SAME if now.whole == before.whole else MOVED
            yield Change(kind, document_id, one, one.id)
        for waiting in replaced.values():
            for gone in waiting:
                yield Change(GONE, document_id, None, gone)

    def changes_of_missing_documents(self) -> Iterator[Change]:
        """Yield the chunks of all documents that were not compared: they are gone."""
        for document_id, chunks in self._documents.items():
            for one in chunks:
                yield Change(GONE, document_id, None, one.id)


def _removed_ids_by_anchor(old: Iterable[_IndexedChunk], new: set[str]) -> dict[str, list[str]]:
    """Return the ids of removed chunks, by the id of the last chunk before them that remains."""
    removed: dict[str, list[str]] = defaultdict(list)
    anchor = ""
    for one in old:
        if one.id in new:
            anchor = one.id
        else:
            removed[anchor].append(one.id)
    return removed


def _indexed_chunk(chunk: Chunk) -> _IndexedChunk:
    return _IndexedChunk(chunk.id, hash((chunk.id, chunk.indexed)), hash(chunk))


def compare(old: Iterable[Chunk], new: Iterable[Chunk]) -> Iterator[Change]:
    """Yield what has become of chunks; those of a document must follow each other.

    >>> from tmima.chunks import chunk
    >>> text = "# Ships\\n\\nA ship waits.\\n\\n# Bread\\n\\nDough rises."
    >>> before, after = chunk(text, 9), chunk(text.replace("rises", "fell"), 9)
    >>> [one.kind for one in compare(before, after)]
    ['moved', 'changed']
    """
    index = ChunkIndex(old)
    documents: dict[str, list[Chunk]] = defaultdict(list)
    for one in new:
        documents[one.document_id].append(one)
    for document_id, chunks in documents.items():
        yield from index.compare(document_id, chunks)
    yield from index.changes_of_missing_documents()


def read_chunks(path: Path) -> Iterator[Chunk]:
    """Yield chunks from JSON lines, from Parquet, or from a folder of such files."""
    if path.is_dir():
        files = sorted([*path.glob("*.jsonl"), *path.glob("*.parquet")])
        files = [file for file in files if not file.name.startswith(("_", "."))]
        if not files:
            raise TmimaError(f"{path} holds no chunks: neither JSON lines nor Parquet")
        for file in files:
            yield from read_chunks(file)
        return
    rows = _parquet_rows(path) if path.suffix == ".parquet" else _json_rows(path)
    for number, row in enumerate(rows, start=1):
        if row.get("text") is None and row.get("error") is not None:
            continue  # a document that could not be cut
        if row.get("text") is None and row.get("chunk") is None and "chunk_id" in row:
            continue  # a text that is null
        try:
            yield Chunk.from_dict(row)
        except TmimaError as error:
            raise TmimaError(f"{path}, row {number}: {marked_message(error)}") from None


def _json_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    row = json.loads(line)
                    if not isinstance(row, dict):
                        raise TmimaError(f"{path}, line {number} is no chunk")
                    yield row
    except OSError as error:
        raise TmimaError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise TmimaError(f"{path} is not JSON lines as `tmima chunks` writes them") from None


def _parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    from tmima.loading import require

    require("corpus")
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(1000):
            yield from batch.to_pylist()
