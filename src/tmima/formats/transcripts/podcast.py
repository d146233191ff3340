"""The transcripts of the podcast namespace: segments with speaker, startTime, endTime, body."""

from tmima.formats.format import TranscriptFormat
from tmima.formats.transcripts.rows import has_rows, rows
from tmima.formats.transcripts.words import gathered
from tmima.text import Cue, Fault, Timeline

_SEGMENTS = "segments"


def hear(text: str) -> Timeline:
    """Read the JSON of the podcast namespace, by sentence or word by word."""
    faults: list[Fault] = []
    cues = []
    for row in rows(text, _SEGMENTS, faults):
        body = row.text("body")
        if body is None:
            faults.append(Fault(row.line, f"a row without body: {str(row.values)[:40]}"))
            continue
        said, speaker = " ".join(body.split()), row.text("speaker") or None
        cues.append(
            Cue(row.number("startTime"), row.number("endTime"), said, speaker, (), row.line)
        )
    return Timeline(gathered(cues), faults)


def recognises(text: str) -> bool:
    """Tell whether a text is JSON with rows that have a body or a startTime."""
    return has_rows(text, _SEGMENTS, "startTime") and has_rows(text, _SEGMENTS, "body")


PODCAST = TranscriptFormat("podcast", "JSON of the podcast namespace", hear, recognises)
