"""Times as they are written, cues, and from every character of what is said to its time and back.

The times of a file are met with these rules. A cue without a start begins where the one before it
ends. Cues stand in the order of their starts; those that start together stay as they were. An end
that is missing, lies before its start or after the next start is the next start; the recording ends
where the last cue does that ends.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import isfinite, isnan, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima.loading import Pattern

TIME_PATTERN = r"(?:[0-9]{1,4}:)?[0-9]{1,4}:[0-9]{1,2}(?:[.,][0-9]{1,9})?"
"""A time: hours if there are any, minutes, seconds, parts of a second."""

_TIME = Pattern(TIME_PATTERN)
# Longer than any recording: times beyond it are errors of a file.
_LONGEST = 3_600_000.0
# Silence that begins a new paragraph.
PAUSE = 2.0
# Where nothing says when the last cue ends: people speak some fifteen characters in a second.
_SPOKEN_PER_SECOND = 15
_WITHIN, _BETWEEN = " ", "\n\n"


class Cue(NamedTuple):
    """What is said from one time to another, in seconds; `nan` is a time that nobody told.

    Attributes:
        start: when it begins.
        end: when it ends.
        text: what is said, without the name of who says it.
        speaker: who says it, if that is known.
        words: the characters of the text at which words begin, and when.
        line: where it stands in its file.
    """

    start: float
    end: float
    text: str
    speaker: str | None = None
    words: tuple[tuple[int, float], ...] = ()
    line: int | None = None


class Fault(NamedTuple):
    """What is wrong with a file, and where."""

    line: int | None
    what: str

    def __str__(self) -> str:
        return self.what if self.line is None else f"line {self.line}: {self.what}"


class Timeline:
    """The cues of a recording, their text joined, and the times of its characters.

    Cues of one speaker are joined by a space; a change of speaker or a pause of two seconds begins
    a paragraph. A character inside a cue has its time from the words if their times are known, else
    in proportion.

    Attributes:
        cues: in order, each with both its times, none without text.
        text: all that is said.
        starts: where the text of each cue begins.
        turns: the cues that begin a paragraph.
        faults: what was wrong with the times, and whatever a reader could not read.

    >>> talk = Timeline([Cue(0, 2, "Good morning."), Cue(2, 3, "Welcome."), Cue(5, 6, "Thanks.")])
    >>> talk.text
    'Good morning. Welcome.\\n\\nThanks.'
    >>> talk.time(14), talk.offset(2.0), talk.end
    (2.0, 14, 6.0)
    """

    def __init__(self, cues: Iterable[Cue], faults: Iterable[Fault] = ()) -> None:
        all_faults = list(faults)
        self.cues = _put_in_order([cue for cue in cues if cue.text.strip()], all_faults)
        self.faults = tuple(all_faults)
        parts: list[str] = []
        starts: list[int] = []
        turns: list[int] = []
        length = 0
        for index, cue in enumerate(self.cues):
            turn = index == 0 or begins_turn(self.cues[index - 1], cue)
            if turn:
                turns.append(index)
            between = "" if index == 0 else _BETWEEN if turn else _WITHIN
            starts.append(length + len(between))
            parts += (between, cue.text)
            length += len(between) + len(cue.text)
        self.text = "".join(parts)
        self.starts = tuple(starts)
        self.turns = tuple(turns)
        self._offsets, self._times = _find_anchors(self.cues, self.starts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timeline) and self.cues == other.cues

    def __hash__(self) -> int:
        return hash(self.cues)

    def __repr__(self) -> str:
        return f"<Timeline: {len(self.cues)} cues, {short_time(self.end)}>"

    @property
    def end(self) -> float:
        """When the last cue ends, in seconds."""
        return self.cues[-1].end if self.cues else 0.0

    @property
    def timed_offsets(self) -> frozenset[int]:
        """The offsets of the characters whose time is told: where cues and words begin."""
        ends = {start + len(cue.text) for start, cue in zip(self.starts, self.cues, strict=True)}
        return frozenset(self._offsets.tolist()) - ends

    def time(self, offset: int) -> float:
        """Return when a character of the text is spoken."""
        return float(self.times([offset])[0])

    def times(self, offsets: Sequence[int]) -> NDArray[np.float64]:
        """Return when characters of the text are spoken."""
        return np.interp(offsets, self._offsets, self._times)

    def offset(self, time: float) -> int:
        """Return the last character that is spoken by a time; the first before anything is."""
        before = int(np.searchsorted(self._times, time, side="right")) - 1
        if before < 0:
            return 0
        last = int(self._offsets[before])
        if before + 1 == len(self._offsets):
            return last
        span, after = self._times[before : before + 2], int(self._offsets[before + 1])
        share = (time - span[0]) / (span[1] - span[0])
        last = min(after - 1, last + int(share * (after - last)))
        # Rounding may be off by one.
        while last + 1 < after and self.time(last + 1) <= time:
            last += 1
        while self.time(last) > time:
            last -= 1
        return last

    def speaker(self, offset: int) -> str | None:
        """Return the speaker of a character."""
        return self.cues[self._cue(offset)].speaker

    def speakers(self, start: int, end: int) -> tuple[str, ...]:
        """Return the speakers of the characters from start to end - 1, in order."""
        cues = self.cues[self._cue(start) : self._cue(end - 1) + 1]
        return tuple(dict.fromkeys(cue.speaker for cue in cues if cue.speaker is not None))

    def spoken(self, start: int, end: int) -> Iterator[tuple[str | None, str]]:
        """Yield the speaker and the words of each turn from start to end - 1."""
        places = [self.starts[turn] for turn in self.turns]
        inside = places[bisect_right(places, start) : bisect_left(places, end)]
        for begin, after in pairwise([start, *inside, end]):
            yield self.speaker(begin), self.text[begin:after].strip()

    def _cue(self, offset: int) -> int:
        return max(0, bisect_right(self.starts, offset) - 1)


def parse_time(written: str) -> float | None:
    """Return a written time in seconds; nothing if it is none.

    >>> parse_time("0:09"), parse_time("1:02:03,5"), parse_time("00:00:01.250"), parse_time("9")
    (9.0, 3723.5, 1.25, None)
    """
    if _TIME.fullmatch(written) is None:
        return None
    whole, _, part = written.replace(",", ".").partition(".")
    total = 0
    for field in whole.split(":"):
        total = 60 * total + int(field)
    return round(float(f"{total}.{part or 0}"), 3)


def milliseconds(time: float) -> int:
    """Return seconds as whole milliseconds, in which every format can write them."""
    return round(1000 * time)


def exact_time(time: float, *, part: str = ".", digits: int = 3) -> str:
    """Return a time to the millisecond, as HH:MM:SS.mmm.

    >>> exact_time(3723.5), exact_time(0.001, part=","), exact_time(1, digits=9)
    ('01:02:03.500', '00:00:00,001', '00:00:01.000000000')
    """
    rest, thousandth = divmod(milliseconds(time), 1000)
    minutes, second = divmod(rest, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02d}:{minute:02d}:{second:02d}{part}{thousandth:03d}".ljust(9 + digits, "0")


def short_time(time: float, *, hours: bool = False, padded: bool = False) -> str:
    """Return a time to the second before it, as M:SS, or with hours where there are some.

    >>> short_time(9.9), short_time(3723.5), short_time(9, hours=True), short_time(9, padded=True)
    ('0:09', '1:02:03', '0:00:09', '00:09')
    """
    minutes, second = divmod(milliseconds(time) // 1000, 60)
    hour, minute = divmod(minutes, 60)
    width = 2 if padded else 1
    if hour or hours:
        return f"{hour:0{width}d}:{minute:02d}:{second:02d}"
    return f"{minute:0{width}d}:{second:02d}"


def rounded_time_or_nan(time: float) -> float:
    """Return a time rounded to the millisecond and not below 0; `nan` if it is no time.

    >>> rounded_time_or_nan(1.23456), rounded_time_or_nan(-1.0), rounded_time_or_nan(float("inf"))
    (1.235, 0.0, nan)
    """
    return round(max(0.0, float(time)), 3) if isfinite(time) and time <= _LONGEST else nan


def begins_turn(before: Cue, cue: Cue) -> bool:
    """Return whether a cue begins a turn: another speaker, or the same one after a pause."""
    return before.speaker != cue.speaker or cue.start - before.end >= PAUSE


def _put_in_order(given: list[Cue], faults: list[Fault]) -> tuple[Cue, ...]:
    """Return cues with both their times, in order; name what had to be mended."""
    cues: list[Cue] = []
    last = 0.0
    for cue in given:
        start, end = rounded_time_or_nan(cue.start), rounded_time_or_nan(cue.end)
        if isnan(start):
            faults.append(Fault(cue.line, f"no time for {_quote(cue)}: it follows the cue before"))
            start = last
        if end < start:
            faults.append(Fault(cue.line, f"{_quote(cue)} ends before it starts"))
            end = nan
        last = start if isnan(end) else end
        cues.append(cue._replace(start=start, end=end))
    for before, cue in pairwise(cues):
        if cue.start < before.start:
            back = f"from {short_time(before.start)} to {short_time(cue.start)}"
            said = f"times run backwards, {back}: cues were put in the order of their times"
            faults.append(Fault(cue.line, said))
    return _end_before_next(sorted(cues, key=lambda cue: cue.start))


def _end_before_next(cues: list[Cue]) -> tuple[Cue, ...]:
    if not cues:
        return ()
    last = cues[-1]
    # Another may speak on after the last has begun.
    ends = [cue.end for cue in cues if not isnan(cue.end)]
    known = max([last.start, *ends])
    if isnan(last.end) and known == last.start:
        known += round(len(last.text) / _SPOKEN_PER_SECOND, 3)
    ended = [
        cue._replace(end=following.start if isnan(cue.end) else min(cue.end, following.start))
        for cue, following in pairwise(cues)
    ]
    return (*ended, last._replace(end=known))


def _quote(cue: Cue) -> str:
    return repr(cue.text if len(cue.text) <= 30 else cue.text[:29] + "…")


def _find_anchors(
    cues: Sequence[Cue], starts: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the characters whose times are known, in order, and these times, which never fall."""
    offsets: list[int] = []
    times: list[float] = []
    for cue, start in zip(cues, starts, strict=True):
        offsets.append(start)
        times.append(cue.start)
        for place, time in cue.words:
            if offsets[-1] < start + place < start + len(cue.text):
                offsets.append(start + place)
                times.append(min(cue.end, max(times[-1], time)))
        offsets.append(start + len(cue.text))
        times.append(cue.end)
    return np.array(offsets or [0], dtype=np.int64), np.array(times or [0.0])
