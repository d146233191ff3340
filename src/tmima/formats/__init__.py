"""Formats: the ways from a text to a document and back."""

from typing import TYPE_CHECKING

from tmima.formats import choi
from tmima.formats.format import AnyFormat, DocumentFormat, Format, Layout, TranscriptFormat
from tmima.formats.opening import open_file, opened, packed_kind
from tmima.formats.reading import AUTO, formats, found_format, heard, labelled_texts, read
from tmima.loading import later

if TYPE_CHECKING:
    from tmima.formats import conllu
    from tmima.formats.analysis import ANALYSES
    from tmima.formats.conllu import ConlluSentence
    from tmima.formats.transcripts import cue_of, ends_sentence, from_objects

# Treebanks and speech are for those who have some.
__getattr__ = later(
    __name__,
    {
        "tmima.formats.analysis": ("ANALYSES",),
        "tmima.formats.conllu": ("ConlluSentence",),
        "tmima.formats.transcripts": ("cue_of", "ends_sentence", "from_objects"),
    },
)

__all__ = [
    "ANALYSES",
    "AUTO",
    "AnyFormat",
    "ConlluSentence",
    "DocumentFormat",
    "Format",
    "Layout",
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
    "opened",
    "packed_kind",
    "read",
]
