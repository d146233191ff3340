"""Formats: the ways from a text to a document and back."""

from tmima.formats import choi, conllu
from tmima.formats.readers import READERS, read

__all__ = ["READERS", "choi", "conllu", "read"]
