"""Streaming: the segments of a text that is still coming in."""

from tmima.streaming.cues import CueStream
from tmima.streaming.resumable_stream import ResumableStream
from tmima.streaming.stream import DEFAULT_DELAY, StreamedSegment, TextStream, stream

__all__ = [
    "DEFAULT_DELAY",
    "CueStream",
    "ResumableStream",
    "StreamedSegment",
    "TextStream",
    "stream",
]
