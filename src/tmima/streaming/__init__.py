"""Streaming: the segments of a text that is still coming in."""

from tmima.streaming.cues import CueStream
from tmima.streaming.kept_stream import KeptStream
from tmima.streaming.stream import DEFAULT_DELAY, StreamedSegment, TextStream, stream

__all__ = [
    "DEFAULT_DELAY",
    "CueStream",
    "KeptStream",
    "StreamedSegment",
    "TextStream",
    "stream",
]
