"""Plain transcripts: a line with a name and a time, then what is said until the next."""

import re
from itertools import pairwise
from math import nan
from typing import NamedTuple

from tmima.formats.format import Format
from tmima.formats.speakers import names_a_speaker
from tmima.formats.speech import NAME
from tmima.formats.written_times import has_written_times, parse_written_times
from tmima.loading import Pattern
from tmima.text import TIME_PATTERN, Cue, Fault, Source, Timeline, parse_time

_TIME = rf"[\[(]?(?P<time>{TIME_PATTERN})[\])]?"
# Maria Papa  0:09 / Maria Papa (0:09): / 0:09
_NAME_FIRST = Pattern(rf"(?:(?P<name>{NAME})[\s,|–—-]+)?{_TIME}\s*:?(?P<said>)")
# [0:09] Maria Papa: Good morning. / 0:09 Good morning.
_TIME_FIRST = Pattern(rf"{_TIME}[\s|–—-]+(?:(?P<name>{NAME}):(?:\s+|$))?(?P<said>.*)")
# In Markdown a name or a time at the head of a line may be bold.
_BOLD = Pattern(
    rf"(?P<before>\s*(?:{_TIME}[\s|–—-]*)?)(?P<mark>\*\*|__)(?P<bold>.{{1,80}}?)(?P=mark)"
)
# What every time has, marks of bold aside; few lines of prose have it.
_COLON_IN_NUMBER = re.compile(r"[0-9][*_]*:[*_]*[0-9]")
# A list of times of the day is no transcript: those begin soon.
_BEGINS_BEFORE = 120.0
_HEAD_LINES = 5
# They have fewer characters in most texts.
_HEAD = 1 << 14


class _Header(NamedTuple):
    time: float
    speaker: str | None
    said: str


def parse(text: str) -> Source:
    """Read a transcript whose lines with a time begin what is said, with the speaker or not.

    Where names begin what is said, times may be written anywhere.
    """
    if not _has_timed_lines(text) and has_written_times(text):
        return parse_written_times(text)
    faults: list[Fault] = []
    cues: list[Cue] = []
    said: list[list[str]] = []  # the lines of each cue
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        header = _parse_header(line)
        plain = " ".join(line.split())
        if header is not None:
            cues.append(Cue(header.time, nan, "", header.speaker, (), number))
            said.append([header.said])
        elif cues:
            said[-1].append(plain)
        elif plain:
            faults.append(Fault(number, f"{plain[:30]!r} stands before the first time"))
    cues = [
        cue._replace(text=" ".join(filter(None, lines)))
        for cue, lines in zip(cues, said, strict=True)
    ]
    # Without any time names tell the turns.
    return Source(text) if not cues and names_a_speaker(text) else Source.of(Timeline(cues, faults))


def recognises(text: str) -> bool:
    """Tell whether lines with times have text, or turns of speakers have times written in them."""
    return _has_timed_lines(text) or ("]" in text and has_written_times(text))


def _has_timed_lines(text: str) -> bool:
    """Tell whether at least two lines with times, which rise from soon after 0, have text."""
    lines = _lines(text[:_HEAD])
    if len(lines) > _HEAD_LINES and not any(map(_parse_timed_header, lines[:_HEAD_LINES])):
        return False  # nearly every text that is none
    lines = _lines(text)
    headers = [
        (place, header) for place, line in enumerate(lines) if (header := _parse_timed_header(line))
    ]
    if len(headers) < 2 or headers[0][0] >= _HEAD_LINES or headers[0][1].time >= _BEGINS_BEFORE:
        return False
    ends = [place for place, _ in headers[1:]] + [len(lines)]
    spoken = sum(
        bool(header.said) or after > place + 1
        for (place, header), after in zip(headers, ends, strict=True)
    )
    rising = all(a.time <= b.time for (_, a), (_, b) in pairwise(headers))
    return rising and spoken > len(headers) / 2


def _lines(text: str) -> list[str]:
    return [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]


def _parse_timed_header(line: str) -> _Header | None:
    """Return the header of a line, looking closely only at a line that may hold a time."""
    return _parse_header(line) if _COLON_IN_NUMBER.search(line) else None


def _parse_header(line: str) -> _Header | None:
    for _ in range(2):
        if bold := _BOLD.match(line):
            line = bold["before"] + bold["bold"] + line[bold.end() :]
    for pattern in (_NAME_FIRST, _TIME_FIRST):
        match = pattern.fullmatch(line.strip())
        if match is not None:
            time = parse_time(match["time"])
            name = (match["name"] or "").strip() or None
            if time is not None:
                return _Header(time, name, " ".join(match["said"].split()))
    return None


TURNS = Format(
    "turns", "lines with a name, a time or both, then text", recognises=recognises, parse=parse
)
