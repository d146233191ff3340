"""tmima cuts a text into its topics.

>>> import tmima
>>> result = tmima.segment("Η γάτα κοιμάται. Το πλοίο φεύγει.", language="el")
>>> result.boundaries[-1]
2
"""

from typing import TYPE_CHECKING, Any

from tmima.document import Analyzer, Units
from tmima.errors import TmimaError
from tmima.fitting import Learnt
from tmima.formats import DocumentFormat, Format, Layout, TranscriptFormat, formats, open_file
from tmima.languages import analyzer, detect_language
from tmima.methods import Method, MethodEntry, MethodText, methods
from tmima.origin import Block, Origin
from tmima.result import Segment, SegmentedText, Settings
from tmima.scores import (
    Scores,
    boundary_similarity,
    evaluate_files,
    f1_within,
    pk,
    score,
    window_diff,
)
from tmima.segmentation import (
    Answers,
    Certificate,
    Constraints,
    Parameters,
    Posteriors,
    Questions,
    Solution,
)
from tmima.segmenter import Segmenter, segment
from tmima.similarity import (
    Columns,
    GivenMatrix,
    GradedWords,
    NamedSimilarity,
    SharedWords,
    Similarity,
    similarities,
)
from tmima.timeline import Cue, Timeline
from tmima.training import Training
from tmima.values import Document, Segmentation, Sentence, Span, Token
from tmima.version import __version__

if TYPE_CHECKING:
    from tmima.streaming.cues import CueStream
    from tmima.streaming.stream import StreamedSegment, TextStream, stream

# As 0.1.0 called it.
Wanted = Questions

# Loaded when first asked for: most programs have their texts whole.
_STREAMING = ("CueStream", "StreamedSegment", "TextStream", "stream")


def __getattr__(name: str) -> Any:
    if name not in _STREAMING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("tmima.streaming"), name)


__all__ = [
    "Analyzer",
    "Answers",
    "Block",
    "Certificate",
    "Columns",
    "Constraints",
    "Cue",
    "CueStream",
    "Document",
    "DocumentFormat",
    "Format",
    "GivenMatrix",
    "GradedWords",
    "Layout",
    "Learnt",
    "Method",
    "MethodEntry",
    "MethodText",
    "NamedSimilarity",
    "Origin",
    "Parameters",
    "Posteriors",
    "Questions",
    "Scores",
    "Segment",
    "Segmentation",
    "SegmentedText",
    "Segmenter",
    "Sentence",
    "Settings",
    "SharedWords",
    "Similarity",
    "Solution",
    "Span",
    "StreamedSegment",
    "TextStream",
    "Timeline",
    "TmimaError",
    "Token",
    "Training",
    "TranscriptFormat",
    "Units",
    "Wanted",
    "__version__",
    "analyzer",
    "boundary_similarity",
    "detect_language",
    "evaluate_files",
    "f1_within",
    "formats",
    "methods",
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
