"""Formats: the ways from a text to a document and back."""

from tmima.formats import choi, conllu
from tmima.formats.analysis import ANALYSES
from tmima.formats.conllu import ConlluSentence, Tag
from tmima.formats.format import Format, Layout
from tmima.formats.reading import AUTO, formats, found_format, labelled_texts, read

__all__ = [
    "ANALYSES",
    "AUTO",
    "ConlluSentence",
    "Format",
    "Layout",
    "Tag",
    "choi",
    "conllu",
    "formats",
    "found_format",
    "labelled_texts",
    "read",
]
