"""An index of chunks in Qdrant's local mode, kept as the documents are.

Of the vectors only those of new and changed chunks are computed. `encode` is your model: a function
from texts to vectors.
"""

from collections.abc import Callable, Iterable, Sequence
from uuid import NAMESPACE_URL, uuid5

from qdrant_client import QdrantClient, models

from tmima import Chunk
from tmima.chunks.changes import CHANGED, GONE, MOVED, NEW, compare

_NAME = "chunks"
Encode = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class QdrantIndex:
    """Chunks with their vectors; what is told of a chunk is the payload of its point."""

    def __init__(self, client: QdrantClient, encode: Encode, size: int) -> None:
        self.client = client
        self.encode = encode
        if not client.collection_exists(_NAME):
            cosine = models.VectorParams(size=size, distance=models.Distance.COSINE)
            client.create_collection(_NAME, vectors_config=cosine)

    def update(self, chunks: Iterable[Chunk]) -> dict[str, int]:
        """Make the index that of these chunks, and return how many changed how."""
        changes = list(compare(self.chunks(), chunks))
        gone = [_point(one.was) for one in changes if one.was and one.kind in (CHANGED, GONE)]
        if gone:
            self.client.delete(_NAME, models.PointIdsList(points=gone))
        new = [one.chunk for one in changes if one.chunk and one.kind in (NEW, CHANGED)]
        vectors = self.encode([one.indexed for one in new]) if new else []
        points = [
            models.PointStruct(id=_point(one.id), vector=list(vector), payload=one.as_dict())
            for one, vector in zip(new, vectors, strict=True)
        ]
        if points:
            self.client.upsert(_NAME, points)
        for one in changes:
            if one.chunk and one.kind == MOVED:
                point = [_point(one.chunk.id)]
                self.client.overwrite_payload(_NAME, one.chunk.as_dict(), point)
        return {
            kind: sum(one.kind == kind for one in changes) for kind in {c.kind for c in changes}
        }

    def search(self, query: str, most: int = 5) -> list[Chunk]:
        """Return the chunks nearest to a query."""
        (vector,) = self.encode([query])
        found = self.client.query_points(_NAME, query=list(vector), limit=most).points
        return [Chunk.from_dict(one.payload) for one in found]

    def chunks(self) -> list[Chunk]:
        """Return all chunks, those of a document in order."""
        found, offset = [], None
        while True:
            some, offset = self.client.scroll(_NAME, limit=1000, offset=offset)
            found += [Chunk.from_dict(one.payload) for one in some]
            if offset is None:
                return sorted(found, key=lambda one: (one.document_id, one.start))


def _point(chunk_id: str) -> str:
    """Return the id of a point, which must be a UUID."""
    return str(uuid5(NAMESPACE_URL, chunk_id))
