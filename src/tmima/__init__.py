"""tmima cuts a text into its topics.

>>> import tmima
>>> result = tmima.segment("Η γάτα κοιμάται. Το πλοίο φεύγει.", language="el")
>>> result.boundaries[-1]
2
"""

from typing import TYPE_CHECKING

from tmima.errors import TmimaError
from tmima.formats import Format, Layout, open_file
from tmima.languages import analyzer, detect_language
from tmima.loading import later
from tmima.methods import Method, MethodEntry
from tmima.result import Segment, SegmentedText, Settings
from tmima.segmentation import (
    Answers,
    Certificate,
    Constraints,
    Parameters,
    Posteriors,
    Prepared,
    Questions,
    Solution,
)
from tmima.segmenter import Segmenter, segment
from tmima.similarity import Columns, GivenMatrix, NamedSimilarity, Similarity, similarities
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
    from tmima.scores import (
        Scores,
        boundary_similarity,
        evaluate_files,
        f1_within,
        pk,
        score,
        window_diff,
    )
    from tmima.streaming.cues import CueStream
    from tmima.streaming.stream import StreamedSegment, TextStream, stream
    from tmima.training import Training

# Most programs have their texts whole and know no true segments.
__getattr__ = later(
    __name__,
    {
        "tmima.streaming": ("CueStream", "StreamedSegment", "TextStream", "stream"),
        "tmima.scores": (
            "Scores", "boundary_similarity", "evaluate_files", "f1_within", "pk", "score",
            "window_diff",
        ),
        "tmima.training": ("Training",),
    },
)  # fmt: skip

__all__ = [
    "Analyzer",
    "Answers",
    "Certificate",
    "Columns",
    "Constraints",
    "Cue",
    "CueStream",
    "Document",
    "Format",
    "GivenMatrix",
    "Layout",
    "Method",
    "MethodEntry",
    "NamedSimilarity",
    "Origin",
    "Parameters",
    "Posteriors",
    "Prepared",
    "Questions",
    "Scores",
    "Segment",
    "Segmentation",
    "SegmentedText",
    "Segmenter",
    "Settings",
    "Similarity",
    "Solution",
    "Source",
    "Span",
    "StreamedSegment",
    "TextStream",
    "Timeline",
    "TmimaError",
    "Token",
    "Training",
    "Units",
    "__version__",
    "analyzer",
    "boundary_similarity",
    "detect_language",
    "evaluate_files",
    "f1_within",
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
