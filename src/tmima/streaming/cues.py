"""Chapters of speech that is still being said: cues come in, segments with times go out."""

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite
from typing import NamedTuple

from tmima.errors import TmimaError
from tmima.formats import ends_sentence
from tmima.segmenter import Segmenter
from tmima.streaming.stream import DEFAULT_DELAY, StreamedSegment, TextStream, with_adaptation_set
from tmima.text import Cue, begins_turn

# What goes on for so many words without an end of a sentence ends with a cue.
_MOST_WORDS = 40


class _Line(NamedTuple):
    """A unit of the text: where it begins, when, and who speaks."""

    offset: int
    time: float
    speaker: str | None


class CueStream:
    """Takes cues one by one and gives segments as a `TextStream` does.

    Cues are gathered to sentences, a line of the text each; a change of speaker or a pause ends one
    too. A cue that starts before the one before it is taken to start with that.

    Args:
        segmenter: the settings; its format is of no account.
        max_delay: as of a `TextStream`, in sentences.
    """

    def __init__(
        self, segmenter: Segmenter | None = None, *, max_delay: int = DEFAULT_DELAY
    ) -> None:
        lines = with_adaptation_set(segmenter or Segmenter()).replace(format="lines")
        self.flow = TextStream(lines, max_delay=max_delay)
        self._cues: list[Cue] = []  # of the sentence that has not ended
        self._lines: list[_Line] = []  # since the last cut
        self._end = 0.0

    def push(self, cue: Cue) -> list[StreamedSegment]:
        """Take the next cue; return the segments that are decided now."""
        text = " ".join(cue.text.split())
        start = max(cue.start, self._cues[-1].start if self._cues else 0.0, self._start)
        if not text or not isfinite(cue.start):
            raise TmimaError(f"a cue of a stream needs a start and a text, not {cue!r}")
        cue = cue._replace(
            start=start, end=max(start, cue.end if isfinite(cue.end) else start), text=text
        )
        segments = []
        if self._cues and (begins_turn(self._cues[-1], cue) or self._is_long):
            segments = self._push_line()
        self._cues.append(cue)
        self._end = max(self._end, cue.end)
        return segments + (self._push_line() if ends_sentence(text) else [])

    def finish(self) -> list[StreamedSegment]:
        """Return the remaining segments, as nothing more will be said."""
        return self._push_line() + self._time_segments(self.flow.finish())

    @property
    def _start(self) -> float:
        return self._lines[-1].time if self._lines else 0.0

    @property
    def _is_long(self) -> bool:
        return sum(len(cue.text.split()) for cue in self._cues) >= _MOST_WORDS

    def _push_line(self) -> list[StreamedSegment]:
        if not self._cues:
            return []
        first = self._cues[0]
        self._lines.append(_Line(self.flow.characters, first.start, first.speaker))
        line = Cue(
            first.start,
            self._cues[-1].end,
            " ".join(cue.text for cue in self._cues),
            first.speaker,
        )
        self._cues = []
        return self._time_segments(self.flow.say(line))

    def _time_segments(self, segments: Iterable[StreamedSegment]) -> list[StreamedSegment]:
        return [self._with_times(segment) for segment in segments]

    def _with_times(self, segment: StreamedSegment) -> StreamedSegment:
        inside = [line for line in self._lines if line.offset < segment.end]
        self._lines = self._lines[len(inside) :]
        return replace(
            segment,
            start_time=inside[0].time,
            end_time=self._lines[0].time if self._lines else self._end,
            speakers=tuple(dict.fromkeys(line.speaker for line in inside if line.speaker)),
        )
