"""Formats: the ways from a text to a document and back."""

from typing import TYPE_CHECKING

from tmima.formats import choi
from tmima.formats.format import AnyFormat, DocumentFormat, Format, Layout, TranscriptFormat
from tmima.formats.opening import open_file, opened, packed_kind
from tmima.formats.reading import AUTO, formats, found_format, heard, labelled_texts, read
from tmima.loading import later

if TYPE_CHECKING:
    from tmima.formats import conllu
    from tmima.formats.conllu import ANALYSES, ConlluSentence
    from tmima.formats.speech import ends_sentence
    from tmima.formats.speech_json import cue_of, from_objects

# Treebanks and speech are for those who have some.
__getattr__ = later(
    __name__,
    {
        "tmima.formats.conllu": ("ANALYSES", "ConlluSentence"),
        "tmima.formats.speech": ("ends_sentence",),
        "tmima.formats.speech_json": ("cue_of", "from_objects"),
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
