"""Formats: the ways from a text to a document and back."""

from tmima.formats import choi, conllu
from tmima.formats.analysis import ANALYSES
from tmima.formats.conllu import ConlluSentence, Tag
from tmima.formats.documents import open_file
from tmima.formats.format import AnyFormat, DocumentFormat, Format, Layout, TranscriptFormat
from tmima.formats.reading import AUTO, formats, found_format, heard, labelled_texts, read
from tmima.formats.transcripts import cue_of, ends_sentence, from_objects

__all__ = [
    "ANALYSES",
    "AUTO",
    "AnyFormat",
    "ConlluSentence",
    "DocumentFormat",
    "Format",
    "Layout",
    "Tag",
    "TranscriptFormat",
    "choi",
    "conllu",
    "cue_of",
    "ends_sentence",
    "formats",
    "found_format",
    "from_objects",
    "heard",
    "labelled_texts",
    "open_file",
    "read",
]
