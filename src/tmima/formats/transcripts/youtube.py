"""YouTube's json3: events with the milliseconds at which each piece is said."""

from math import isnan
from typing import Any

from tmima.formats.format import TranscriptFormat
from tmima.formats.transcripts.rows import Row, has_rows, rows
from tmima.text import Cue, Fault, Timeline

_EVENTS = "events"
_MILLISECOND = 0.001


def hear(text: str) -> Timeline:
    """Read the captions of a json3 file.

    Events without pieces set up windows, and those that only append a line break say nothing.
    """
    faults: list[Fault] = []
    cues = [_cue(row) for row in rows(text, _EVENTS, faults) if row.values.get("segs")]
    return Timeline(cues, faults)


def _cue(event: Row) -> Cue:
    start = event.number("tStartMs", unit=_MILLISECOND)
    said, words = "", []
    for piece in _pieces(event.values["segs"], event.line):
        written = (piece.text("utf8") or "").replace("\n", " ")
        gap = " " if said and (said[-1] == " " or written[:1] == " ") else ""
        if not (plain := " ".join(written.split())):
            said += " " if written and said else ""
            continue
        said = said.rstrip() + gap
        if "tOffsetMs" in piece.values:
            words.append((len(said), start + piece.number("tOffsetMs", unit=_MILLISECOND)))
        said += plain + (" " if written[-1].isspace() else "")
    end = start + event.number("dDurationMs", unit=_MILLISECOND)
    timed = tuple((place, time) for place, time in words if not isnan(time))
    return Cue(start, end, said.strip(), None, timed, event.line)


def _pieces(segs: Any, line: int) -> list[Row]:
    return (
        [Row(line, seg) for seg in segs if isinstance(seg, dict)] if isinstance(segs, list) else []
    )


def recognises(text: str) -> bool:
    """Tell whether a text is JSON with events that start at milliseconds."""
    return has_rows(text, _EVENTS, "tStartMs")


JSON3 = TranscriptFormat("json3", "captions of YouTube as JSON", hear, recognises)
