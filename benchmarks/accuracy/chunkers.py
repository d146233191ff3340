"""Rivals that cut texts for retrieval by sentence vectors: LangChain's, LlamaIndex's, Chonkie's.

All are given the units that all others are given, one on a line, and told to part sentences there.
What they cut is found again by counting what is visible, and taken to the nearest edge of a unit.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from benchmarks.splitters import chonkie_embeddings, llama_embeddings
from tmima import Prepared, Segmentation
from tmima.similarity import Encoder
from tmima.similarity.vectors import texts_of_units
from tmima.training import DEFAULT_OBJECTIVE, OBJECTIVES

_NO_LIMIT = 10**9
_PERCENTILES = (85, 90, 95, 97, 98, 99)


class SemanticChunks(ABC):
    """A chunker with a threshold: its default, or the best of a few on texts it is trained on.

    Args:
        encode: a function from texts to vectors.
    """

    default: ClassVar[float]
    thresholds: ClassVar[Sequence[float]]

    def __init__(self, encode: Encoder) -> None:
        self.encode = encode
        self.threshold_ = self.default

    def segment(self, text: Prepared, *, n_segments: int | None = None) -> Segmentation:
        """Return its chunks, if told a number and able to heed it about so many."""
        lines = lines_of(text)
        return placed(lines, self.chunks(lines, n_segments))

    def train(self, texts: Sequence[Prepared]) -> None:
        """Learn the threshold by what `tmima train` minimises."""
        error = OBJECTIVES[DEFAULT_OBJECTIVE]
        errors = []
        for threshold in self.thresholds:
            self.threshold_ = threshold
            errors.append(sum(error(text.truth, self.segment(text), None) for text in texts))
        self.threshold_ = self.thresholds[int(np.argmin(errors))]

    @abstractmethod
    def chunks(self, lines: Sequence[str], n_segments: int | None) -> list[str]:
        """Return the chunks of some lines."""


class LangChainChunks(SemanticChunks):
    """LangChain's SemanticChunker: cuts at the widest steps, five in a hundred or a number told."""

    default, thresholds = 95, _PERCENTILES

    def chunks(self, lines: Sequence[str], n_segments: int | None) -> list[str]:
        """Return the chunks of some lines, about as many as told."""
        from langchain_experimental.text_splitter import SemanticChunker

        class Vectors:
            def embed_documents(_, texts: list[str]) -> list[list[float]]:  # noqa: N805
                return np.asarray(self.encode(texts)).tolist()

        made = SemanticChunker(
            Vectors(),
            breakpoint_threshold_amount=self.threshold_,
            number_of_chunks=n_segments,
            sentence_split_regex=r"\n",
        )
        return made.split_text("\n".join(lines))


class LlamaIndexChunks(SemanticChunks):
    """LlamaIndex's SemanticSplitterNodeParser: the same steps; it cannot be told a number."""

    default, thresholds = 95, _PERCENTILES

    def chunks(self, lines: Sequence[str], n_segments: int | None) -> list[str]:
        """Return the chunks of some lines."""
        from llama_index.core import Document
        from llama_index.core.node_parser import SemanticSplitterNodeParser

        made = SemanticSplitterNodeParser(
            embed_model=llama_embeddings(self.encode),
            breakpoint_percentile_threshold=self.threshold_,
            sentence_splitter=lambda text: text.splitlines(keepends=True),
        )
        nodes = made.get_nodes_from_documents([Document(text="\n".join(lines))])
        return [node.text for node in nodes]


class ChonkieChunks(SemanticChunks):
    """Chonkie's SemanticChunker: cuts at dips of a smoothed curve; it cannot be told a number."""

    default, thresholds = 0.8, (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)

    def chunks(self, lines: Sequence[str], n_segments: int | None) -> list[str]:
        """Return the chunks of some lines."""
        from chonkie import SemanticChunker

        made = SemanticChunker(
            chonkie_embeddings(self.encode),
            threshold=self.threshold_,
            chunk_size=_NO_LIMIT,
            delim="\n",
        )
        return [chunk.text for chunk in made.chunk("\n".join(lines))]


def lines_of(text: Prepared) -> list[str]:
    """Return the units, each on one line."""
    return [" ".join(unit.split()) for unit in texts_of_units(text.units)]


def placed(lines: Sequence[str], chunks: Sequence[str]) -> Segmentation:
    """Return chunks as runs of lines, cut at the edges nearest to theirs."""
    edges = np.cumsum([0, *map(_visible, lines)])
    ends = np.cumsum([_visible(chunk) for chunk in chunks])[:-1]
    cuts = {int(np.argmin(abs(edges - end))) for end in ends} - {0, len(lines)}
    return Segmentation((*sorted(cuts), len(lines)))


def _visible(text: str) -> int:
    return sum(map(len, text.split()))
