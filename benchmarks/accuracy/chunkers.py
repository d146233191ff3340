"""Rivals that cut texts for retrieval by sentence vectors: LangChain's and Chonkie's.

Both are given the units that all others are given, one on a line, and told to part sentences there.
What they cut is found again by counting what is visible, and taken to the nearest edge of a unit.
"""

from collections.abc import Sequence

import numpy as np

from benchmarks.splitters import chonkie_embeddings
from tmima import Prepared, Segmentation
from tmima.similarity import Encoder
from tmima.similarity.vectors import unit_texts

_NO_LIMIT = 10**9


class LangChainChunks:
    """LangChain's SemanticChunker: cuts at the widest steps, five in a hundred or a number told."""

    def __init__(self, encode: Encoder) -> None:
        self.encode = encode

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return its chunks, if told a number about so many."""
        from langchain_experimental.text_splitter import SemanticChunker

        class Vectors:
            def embed_documents(_, texts: list[str]) -> list[list[float]]:  # noqa: N805
                return np.asarray(self.encode(texts)).tolist()

        made = SemanticChunker(Vectors(), number_of_chunks=n_segments, sentence_split_regex=r"\n")
        lines = lines_of(text)
        return placed(lines, made.split_text("\n".join(lines)))


class ChonkieChunks:
    """Chonkie's SemanticChunker: cuts at dips of a smoothed curve of similarity."""

    def __init__(self, encode: Encoder) -> None:
        self.encode = encode

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return its chunks; it cannot be told a number."""
        from chonkie import SemanticChunker

        made = SemanticChunker(chonkie_embeddings(self.encode), chunk_size=_NO_LIMIT, delim="\n")
        lines = lines_of(text)
        return placed(lines, [chunk.text for chunk in made.chunk("\n".join(lines))])


def lines_of(text: Prepared) -> list[str]:
    """Return the units, each on one line."""
    return [" ".join(unit.split()) for unit in unit_texts(text.units)]


def placed(lines: Sequence[str], chunks: Sequence[str]) -> Segmentation:
    """Return chunks as runs of lines, cut at the edges nearest to theirs."""
    edges = np.cumsum([0, *map(_visible, lines)])
    ends = np.cumsum([_visible(chunk) for chunk in chunks])[:-1]
    cuts = {int(np.argmin(abs(edges - end))) for end in ends} - {0, len(lines)}
    return Segmentation((*sorted(cuts), len(lines)))


def _visible(text: str) -> int:
    return sum(map(len, text.split()))
