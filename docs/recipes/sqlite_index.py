"""An index of chunks in SQLite (FTS5), kept as the documents are."""

import json
import sqlite3
from collections.abc import Iterable, Mapping

from tmima import Chunk, Chunker
from tmima.chunks.changes import CHANGED, GONE, MOVED, NEW, compare

_TABLES = """
create table if not exists chunks (id text primary key, document text, place integer, told text);
create virtual table if not exists words using fts5(indexed, id unindexed);
"""


class SqliteIndex:
    """Chunks with what is told of each, and the words of its context and text."""

    def __init__(self, path: str, chunker: Chunker) -> None:
        self.database = sqlite3.connect(path)
        self.database.executescript(_TABLES)
        self.chunker = chunker

    def update(self, documents: Mapping[str, str]) -> dict[str, int]:
        """Make the index that of these documents, and return how many chunks changed how.

        Only what is new or has changed is indexed; whoever computes vectors computes those alone.
        """
        chunks = [
            chunk
            for name, text in documents.items()
            for chunk in self.chunker.chunk(text, document_id=name)
        ]
        counts: dict[str, int] = {}
        with self.database:  # all of it or nothing
            for change in compare(self.chunks(), chunks):
                counts[change.kind] = counts.get(change.kind, 0) + 1
                if change.kind in (CHANGED, GONE):
                    self.database.execute("delete from words where id = ?", (change.was,))
                if change.kind in (CHANGED, GONE, MOVED):
                    self.database.execute("delete from chunks where id = ?", (change.was,))
                if change.chunk and change.kind in (NEW, CHANGED):
                    row = (change.chunk.indexed, change.chunk.id)
                    self.database.execute("insert into words values (?, ?)", row)
                if change.chunk and change.kind in (NEW, CHANGED, MOVED):
                    self._keep(change.chunk)
        return counts

    def search(self, words: Iterable[str], most: int = 5) -> list[Chunk]:
        """Return the chunks that are about some words, the best first."""
        query = " OR ".join(f'"{word}"' for word in words)
        rows = self.database.execute(
            "select told from words join chunks using (id) where words match ? "
            "order by rank limit ?",
            (query, most),
        )
        return [Chunk.from_dict(json.loads(told)) for (told,) in rows]

    def chunks(self) -> list[Chunk]:
        """Return all chunks, those of a document in order."""
        rows = self.database.execute("select told from chunks order by document, place")
        return [Chunk.from_dict(json.loads(told)) for (told,) in rows]

    def _keep(self, chunk: Chunk) -> None:
        row = (chunk.id, chunk.document_id, chunk.start, json.dumps(chunk.as_dict()))
        self.database.execute("insert into chunks values (?, ?, ?, ?)", row)


if __name__ == "__main__":
    fees = "## Fees\n\nA ship pays for each night, and a boat for each week.\n\n"
    tides = "## Tides\n\nAt low tide the quay is closed, and large ships wait outside.\n\n"
    index = SqliteIndex(":memory:", Chunker(max_tokens=24))
    print(index.update({"harbour.md": f"# Harbour\n\n{fees}{tides}"}))
    print(index.update({"harbour.md": f"# Harbour\n\n{fees}{tides.replace('large', 'all')}"}))
    print([chunk.title for chunk in index.search(["tide", "ships"])])
