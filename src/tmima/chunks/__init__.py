"""Chunks of documents for retrieval: within a limit of tokens, with their context and ids."""

from tmima.chunks.assembly import OVERLAP_UNITS, ChunkAssembler
from tmima.chunks.chunker import MAX_TOKENS, Chunker, chunk
from tmima.chunks.context import CONTEXT_TOKENS
from tmima.chunks.record import Chunk

__all__ = [
    "CONTEXT_TOKENS",
    "MAX_TOKENS",
    "OVERLAP_UNITS",
    "Chunk",
    "ChunkAssembler",
    "Chunker",
    "chunk",
]
