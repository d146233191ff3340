"""tmima cuts a text into its topics.

>>> import tmima
>>> result = tmima.segment("Η γάτα κοιμάται. Το πλοίο φεύγει.", language="el")
>>> result.boundaries[-1]
2
"""

from typing import TYPE_CHECKING

from tmima.errors import TmimaError
from tmima.formats import Format, open_file
from tmima.languages import analyzer, detect_language
from tmima.loading import lazy_attributes
from tmima.methods import Method
from tmima.result import Segment, SegmentedText
from tmima.segmentation import Constraints, Parameters, Prepared, Questions
from tmima.segmenter import Segmenter, segment
from tmima.similarity import GivenMatrix, Similarity, similarities
from tmima.text import (
    Analyzer,
    Cue,
    Document,
    Origin,
    Segmentation,
    Source,
    Span,
    Timeline,
    Token,
    Units,
)
from tmima.version import __version__

if TYPE_CHECKING:
    from tmima.chunks import Chunk, Chunker, chunk
    from tmima.paper import compare
    from tmima.scores import Scores, pk, score, window_diff
    from tmima.streaming.cues import CueStream
    from tmima.streaming.stream import TextStream, stream

# Most programs have their texts whole and know no true segments.
__getattr__ = lazy_attributes(
    __name__,
    {
        "tmima.chunks": ("Chunk", "Chunker", "chunk"),
        "tmima.streaming": ("CueStream", "TextStream", "stream"),
        "tmima.paper": ("compare",),
        "tmima.scores": ("Scores", "pk", "score", "window_diff"),
    },
)

__all__ = [
    "Analyzer",
    "Chunk",
    "Chunker",
    "Constraints",
    "Cue",
    "CueStream",
    "Document",
    "Format",
    "GivenMatrix",
    "Method",
    "Origin",
    "Parameters",
    "Prepared",
    "Questions",
    "Scores",
    "Segment",
    "Segmentation",
    "SegmentedText",
    "Segmenter",
    "Similarity",
    "Source",
    "Span",
    "TextStream",
    "Timeline",
    "TmimaError",
    "Token",
    "Units",
    "__version__",
    "analyzer",
    "chunk",
    "compare",
    "detect_language",
    "open_file",
    "pk",
    "score",
    "segment",
    "similarities",
    "stream",
    "window_diff",
]


def __dir__() -> list[str]:
    return __all__
