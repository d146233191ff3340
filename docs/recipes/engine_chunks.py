"""Chunks of a table of documents, in DuckDB and in Polars: a row for each chunk.

`documents` has the columns `id` and `text`; whatever other columns it has stand beside each chunk.
"""

from typing import Any

import tmima
from tmima.arrow import segment_table

CHUNKER = tmima.Chunker(max_tokens=200)


def chunks_in_duckdb(connection: Any, query: str, name: str = "chunks") -> Any:
    """Cut the documents that a query gives, and register their chunks as a table."""
    documents = connection.sql(query).to_arrow_table()
    connection.register(name, segment_table(documents, segmenter=CHUNKER, id_column="id"))
    return connection.table(name)


def chunks_in_polars(documents: Any) -> Any:
    """Return the chunks of a data frame of documents as a data frame."""
    import polars

    return polars.from_arrow(segment_table(documents.to_arrow(), segmenter=CHUNKER, id_column="id"))
