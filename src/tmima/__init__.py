"""tmima cuts a text into its topics.

>>> import tmima
>>> result = tmima.segment("Η γάτα κοιμάται. Το πλοίο φεύγει.", language="el")
>>> result.boundaries[-1]
2
"""

from tmima.document import Analyzer
from tmima.errors import TmimaError
from tmima.languages import analyzer, detect
from tmima.pipeline import Segment, SegmentedText, segment
from tmima.scores import Scores, evaluate, pk, score, window_diff
from tmima.segmentation import Constraints, DensitySegmenter, Parameters, Wanted
from tmima.similarity import GivenMatrix, SharedWords
from tmima.streaming.stream import StreamedSegment, StreamSettings, TextStream, stream
from tmima.values import Document, Segmentation, Token
from tmima.version import __version__

__all__ = [
    "Analyzer",
    "Constraints",
    "DensitySegmenter",
    "Document",
    "GivenMatrix",
    "Parameters",
    "Scores",
    "Segment",
    "Segmentation",
    "SegmentedText",
    "SharedWords",
    "StreamSettings",
    "StreamedSegment",
    "TextStream",
    "TmimaError",
    "Token",
    "Wanted",
    "__version__",
    "analyzer",
    "detect",
    "evaluate",
    "pk",
    "score",
    "segment",
    "stream",
    "window_diff",
]
