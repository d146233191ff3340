"""Formats: the ways from a text to a document and back."""

from typing import TYPE_CHECKING

from tmima.formats.format import (
    AUTO,
    Format,
    Layout,
    find_packed,
    formats,
    formats_by_family,
    text_formats,
)
from tmima.formats.opening import labelled_texts, open_bytes, open_file, parse_text, read
from tmima.formats.plain import CHOI_SEPARATOR, choi_lines, parse_choi, render_choi
from tmima.formats.training_texts import Labelled, labelled_documents, plain_documents, texts_of
from tmima.loading import lazy_attributes

if TYPE_CHECKING:
    from tmima.formats import conllu
    from tmima.formats.conllu import ANALYSES, ConlluSentence
    from tmima.formats.speech import ends_sentence
    from tmima.formats.speech_json import cue_of, from_objects

# Loaded on request: most programs read neither treebanks nor speech.
__getattr__ = lazy_attributes(
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
    "CHOI_SEPARATOR",
    "ConlluSentence",
    "Format",
    "Labelled",
    "Layout",
    "choi_lines",
    "conllu",
    "cue_of",
    "ends_sentence",
    "find_packed",
    "formats",
    "formats_by_family",
    "from_objects",
    "labelled_documents",
    "labelled_texts",
    "open_bytes",
    "open_file",
    "parse_choi",
    "parse_text",
    "plain_documents",
    "read",
    "render_choi",
    "text_formats",
    "texts_of",
]
