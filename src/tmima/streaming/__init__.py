"""Streaming: the segments of a text that is still coming in."""

from tmima.streaming.stream import StreamedSegment, StreamSettings, TextStream, stream

__all__ = ["StreamSettings", "StreamedSegment", "TextStream", "stream"]
