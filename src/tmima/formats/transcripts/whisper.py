"""What Whisper's programs write: openai-whisper, WhisperX, faster-whisper, whisper.cpp."""

from collections.abc import Iterable
from math import isnan
from typing import Any

from tmima.errors import TmimaError
from tmima.formats.format import TranscriptFormat
from tmima.formats.transcripts.rows import Row, has_rows, rows
from tmima.formats.transcripts.words import gathered
from tmima.text import Cue, Fault, Timeline

_SEGMENTS, _TRANSCRIPTION = "segments", "transcription"
_MILLISECOND = 0.001
# As objects of faster-whisper call them.
_FIELDS = ("start", "end", "text", "speaker", "words", "word")


def hear(text: str) -> Timeline:
    """Read the JSON of openai-whisper and WhisperX, a list of such segments, or JSON lines."""
    faults: list[Fault] = []
    return _timeline((_cue(row, faults) for row in rows(text, _SEGMENTS, faults)), faults)


def hear_cpp(text: str) -> Timeline:
    """Read the JSON of whisper.cpp, whose times are milliseconds."""
    faults: list[Fault] = []
    return _timeline((_cpp_cue(row, faults) for row in rows(text, _TRANSCRIPTION, faults)), faults)


def from_objects(segments: Iterable[object]) -> Timeline:
    """Return the timeline of objects with `start`, `end` and `text`, as faster-whisper yields.

    >>> from types import SimpleNamespace as Segment
    >>> from_objects([Segment(start=0.0, end=1.5, text=" Good morning.", words=None)]).cues[0]
    Cue(start=0.0, end=1.5, text='Good morning.', speaker=None, words=(), line=None)
    """
    faults: list[Fault] = []
    cues = [_cue(Row(0, _as_row(segment)), faults) for segment in segments]
    return _timeline([cue._replace(line=None) for cue in cues if cue], faults)


def cue_of(line: str, number: int) -> Cue:
    """Return the cue of a line of JSON: an object with start, end, text, and speaker if known."""
    faults: list[Fault] = []
    found = [_cue(row, faults) for row in rows(line, _SEGMENTS, faults)]
    cue = found[0] if len(found) == 1 else None
    if cue is None or isnan(cue.start) or not cue.text:
        raise TmimaError(
            f"line {number} is no cue: it must be a JSON object with start and text, not "
            f"{line.strip()[:60]!r}"
        )
    return cue._replace(line=number)


def recognises(text: str) -> bool:
    """Tell whether a text is JSON with rows that have a start and a text."""
    return has_rows(text, _SEGMENTS, "start") and has_rows(text, _SEGMENTS, "text")


def recognises_cpp(text: str) -> bool:
    """Tell whether a text is JSON with a transcription of rows with offsets."""
    return has_rows(text, _TRANSCRIPTION, "offsets", "timestamps")


def _timeline(cues: Iterable[Cue | None], faults: list[Fault]) -> Timeline:
    # All cues first: reading them is what finds the faults.
    found = gathered([cue for cue in cues if cue is not None])
    return Timeline(found, faults)


def _cue(row: Row, faults: list[Fault]) -> Cue | None:
    text = _said(row, faults)
    if text is None:
        return None
    words = row.values.get("words")
    spoken = [Row(row.line, word) for word in words or () if isinstance(word, dict)]
    speaker = row.text("speaker") or _most(word.text("speaker") for word in spoken)
    return Cue(
        row.number("start"), row.number("end"), text, speaker, _places(text, spoken), row.line
    )


def _cpp_cue(row: Row, faults: list[Fault]) -> Cue | None:
    text = _said(row, faults)
    if text is None:
        return None
    start, end = (row.number("offsets", name, unit=_MILLISECOND) for name in ("from", "to"))
    return Cue(start, end, text, row.text("speaker"), (), row.line)


def _said(row: Row, faults: list[Fault]) -> str | None:
    text = row.text("text")
    if text is None:
        faults.append(Fault(row.line, f"a row without text: {str(row.values)[:40]}"))
        return None
    return " ".join(text.split())


def _places(text: str, words: Iterable[Row]) -> tuple[tuple[int, float], ...]:
    """Return where words stand in a text and when they begin; words without a time are left out."""
    found = []
    place = 0
    for word in words:
        written = (word.text("word") or "").strip()
        at = text.find(written, place) if written else -1
        if at < 0:
            continue
        place = at + len(written)
        start = word.number("start")
        if not isnan(start):
            found.append((at, start))
    return tuple(found)


def _most(speakers: Iterable[str | None]) -> str | None:
    known = [speaker for speaker in speakers if speaker]
    return max(known, key=known.count) if known else None


def _as_row(segment: object) -> dict[str, Any]:
    values = {name: getattr(segment, name) for name in _FIELDS if hasattr(segment, name)}
    if isinstance(segment, dict):
        values = segment
    words = values.get("words")
    return {**values, "words": [_as_row(word) for word in words]} if words else values


WHISPER = TranscriptFormat("whisper", "JSON of Whisper, WhisperX and their like", hear, recognises)
WHISPER_CPP = TranscriptFormat("whisper.cpp", "JSON of whisper.cpp", hear_cpp, recognises_cpp)
