"""JSON of programs that hear speech: Whisper and its like, YouTube, the podcast namespace."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from math import isnan, nan
from typing import Any, NamedTuple

from tmima.errors import TmimaError
from tmima.formats.format import Format
from tmima.formats.speech import gather_words
from tmima.loading import Pattern
from tmima.text import Cue, Fault, Source, Timeline, rounded_time_or_nan

_SPACE = Pattern(r"[\s\ufeff]*")
_NO_CHARACTER = "\ufffd"
_HALF = Pattern("[\ud800-\udfff]")
_DECODER = json.JSONDecoder(strict=False)
_SEGMENTS, _TRANSCRIPTION = "segments", "transcription"
_MILLISECOND = 0.001
# So far behind the word before it a word is looked for.
_NEAR = 1000
# As objects of faster-whisper call them.
_FIELDS = ("start", "end", "text", "speaker", "words", "word")
_EVENTS = "events"


class JsonRow(NamedTuple):
    """An object of a list, and the line on which it begins."""

    line: int
    values: dict[str, Any]

    def number(self, *path: str, unit: float = 1.0) -> float:
        """Return a number of the row in seconds; `nan` where there is none.

        >>> JsonRow(1, {"at": {"from": "250"}}).number("at", "from", unit=0.001)
        0.25
        """
        value: Any = self.values
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            return nan
        try:
            return rounded_time_or_nan(float(value) * unit)
        except (ValueError, OverflowError):
            return nan

    def text(self, name: str) -> str | None:
        """Return a text of the row; nothing where there is none.

        Half of a character, as where an emoji was cut in two, is no character.
        """
        value = self.values.get(name)
        return _HALF.sub(_NO_CHARACTER, value) if isinstance(value, str) else None


def rows(text: str, key: str, faults: list[Fault]) -> Iterator[JsonRow]:
    """Yield the objects of a list: what a key of a JSON object holds, or the file itself.

    JSON lines, an object after the other, are such a list too. Where the file breaks off, what
    comes before is yielded and the place is named.

    >>> faults = []
    >>> list(rows('{"a": 1, "rows": [{"x": 2}, 3, {"x": ', "rows", faults))
    [JsonRow(line=1, values={'x': 2})]
    >>> [str(fault) for fault in faults]
    ['line 1: 3 is no row', 'line 1: not JSON from here on: Expecting value']
    """
    try:
        place, closed = _find_list(text, key)
        line, counted = 1, 0
        while place < len(text) and text[place] != "]":
            value, after = _DECODER.raw_decode(text, place)
            line, counted = line + text.count("\n", counted, place), place
            if isinstance(value, dict):
                yield JsonRow(line, value)
            else:
                shown = _HALF.sub(_NO_CHARACTER, str(value)[:30])
                faults.append(Fault(line, f"{shown} is no row"))
            place = _skip_space(text, after)
            if text[place : place + 1] == ",":
                place = _skip_space(text, place + 1)
        if closed and place == len(text):
            faults.append(Fault(_line_number(text, place), "the file breaks off"))
    except json.JSONDecodeError as error:
        faults.append(Fault(_line_number(text, error.pos), f"not JSON from here on: {error.msg}"))
    except (ValueError, RecursionError):
        faults.append(Fault(None, "not JSON that can be read"))


def has_rows(text: str, key: str, *fields: str) -> bool:
    """Tell whether a text is JSON whose first rows have one of some fields."""
    if text[_skip_space(text, 0) :][:1] not in ("{", "["):
        return False
    return any(row.values.keys() & set(fields) for row in islice(rows(text, key, []), 5))


def _find_list(text: str, key: str) -> tuple[int, bool]:
    """Return where the list of a key begins, and whether it is a list and not JSON lines."""
    begin = place = _skip_space(text, 0)
    if text[place : place + 1] == "[":
        return _skip_space(text, place + 1), True
    while text[place : place + 1] in ("{", ","):
        name, place = _DECODER.raw_decode(text, _skip_space(text, place + 1))
        place = _skip_space(text, place)
        if text[place : place + 1] != ":":
            break
        place = _skip_space(text, place + 1)
        if name == key and text[place : place + 1] == "[":
            return _skip_space(text, place + 1), True
        _, place = _DECODER.raw_decode(text, place)
        place = _skip_space(text, place)
    return begin, False


def _skip_space(text: str, place: int) -> int:
    return int(_SPACE.match(text, place).end())


def _line_number(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def parse_whisper(text: str) -> Source:
    """Read the JSON of openai-whisper and WhisperX, a list of such segments, or JSON lines."""
    faults: list[Fault] = []
    return _source((_whisper_cue(row, faults) for row in rows(text, _SEGMENTS, faults)), faults)


def parse_whisper_cpp(text: str) -> Source:
    """Read the JSON of whisper.cpp, whose times are milliseconds."""
    faults: list[Fault] = []
    return _source((_cpp_cue(row, faults) for row in rows(text, _TRANSCRIPTION, faults)), faults)


def from_objects(segments: Iterable[object]) -> Source:
    """Return what objects with `start`, `end` and `text` say, as faster-whisper yields them.

    >>> from types import SimpleNamespace as Segment
    >>> from_objects([Segment(start=0.0, end=1.5, text=" Good morning.", words=None)]).text
    'Good morning.'
    """
    faults: list[Fault] = []
    cues = [_whisper_cue(JsonRow(0, _as_row(segment)), faults) for segment in segments]
    return _source([cue._replace(line=None) for cue in cues if cue], faults)


def cue_of(line: str, number: int) -> Cue:
    """Return the cue of a line of JSON: an object with start, end, text, and speaker if known."""
    faults: list[Fault] = []
    cues = [_whisper_cue(row, faults) for row in rows(line, _SEGMENTS, faults)]
    cue = cues[0] if len(cues) == 1 else None
    if cue is None or isnan(cue.start) or not cue.text:
        raise TmimaError(
            f"line {number} is no cue: it must be a JSON object with start and text, not "
            f"{line.strip()[:60]!r}"
        )
    return cue._replace(line=number)


def is_whisper(text: str) -> bool:
    """Tell whether a text is JSON with rows that have a start and a text."""
    return has_rows(text, _SEGMENTS, "start") and has_rows(text, _SEGMENTS, "text")


def is_whisper_cpp(text: str) -> bool:
    """Tell whether a text is JSON with a transcription of rows with offsets."""
    return has_rows(text, _TRANSCRIPTION, "offsets", "timestamps")


def _source(cues: Iterable[Cue | None], faults: list[Fault]) -> Source:
    # All cues first: reading them is what finds the faults.
    gathered = gather_words([cue for cue in cues if cue is not None])
    return Source.of(Timeline(gathered, faults))


def _whisper_cue(row: JsonRow, faults: list[Fault]) -> Cue | None:
    text = _text_of(row, faults)
    if text is None:
        return None
    words = row.values.get("words")
    spoken = [JsonRow(row.line, word) for word in words or () if isinstance(word, dict)]
    speaker = row.text("speaker") or _most_frequent(word.text("speaker") for word in spoken)
    return Cue(
        row.number("start"), row.number("end"), text, speaker, _word_places(text, spoken), row.line
    )


def _cpp_cue(row: JsonRow, faults: list[Fault]) -> Cue | None:
    text = _text_of(row, faults)
    if text is None:
        return None
    start, end = (row.number("offsets", name, unit=_MILLISECOND) for name in ("from", "to"))
    return Cue(start, end, text, row.text("speaker"), (), row.line)


def _text_of(row: JsonRow, faults: list[Fault]) -> str | None:
    text = row.text("text")
    if text is None:
        faults.append(Fault(row.line, f"a row without text: {str(row.values)[:40]}"))
        return None
    return " ".join(text.split())


def _word_places(text: str, words: Iterable[JsonRow]) -> tuple[tuple[int, float], ...]:
    """Return where words stand in a text and when they begin; words without a time are left out."""
    places = []
    place = 0
    for word in words:
        written = (word.text("word") or "").strip()
        at = text.find(written, place, place + len(written) + _NEAR) if written else -1
        if at < 0:
            continue
        place = at + len(written)
        start = word.number("start")
        if not isnan(start):
            places.append((at, start))
    return tuple(places)


def _most_frequent(speakers: Iterable[str | None]) -> str | None:
    known = Counter(speaker for speaker in speakers if speaker)
    return known.most_common(1)[0][0] if known else None


def _as_row(segment: object) -> dict[str, Any]:
    values = {name: getattr(segment, name) for name in _FIELDS if hasattr(segment, name)}
    if isinstance(segment, dict):
        values = segment
    words = values.get("words")
    return {**values, "words": [_as_row(word) for word in words]} if words else values


WHISPER = Format(
    "whisper",
    "JSON of Whisper, WhisperX and their like",
    recognises=is_whisper,
    parse=parse_whisper,
)
WHISPER_CPP = Format(
    "whisper.cpp", "JSON of whisper.cpp", recognises=is_whisper_cpp, parse=parse_whisper_cpp
)


def parse_json3(text: str) -> Source:
    """Read the captions of a json3 file.

    Events without pieces set up windows, and those that only append a line break say nothing.
    """
    faults: list[Fault] = []
    cues = [_json3_cue(row) for row in rows(text, _EVENTS, faults) if row.values.get("segs")]
    return Source.of(Timeline(cues, faults))


def _json3_cue(event: JsonRow) -> Cue:
    start = event.number("tStartMs", unit=_MILLISECOND)
    said: list[str] = []  # without a blank at the end
    words = []
    length, spaced = 0, False
    for piece in _pieces(event.values["segs"], event.line):
        written = (piece.text("utf8") or "").replace("\n", " ")
        if not (plain := " ".join(written.split())):
            spaced |= bool(written)
            continue
        gap = " " if said and (spaced or written[0] == " ") else ""
        length += len(gap)
        if "tOffsetMs" in piece.values:
            words.append((length, start + piece.number("tOffsetMs", unit=_MILLISECOND)))
        said += [gap, plain]
        length += len(plain)
        spaced = written[-1].isspace()
    end = start + event.number("dDurationMs", unit=_MILLISECOND)
    timed = tuple((place, time) for place, time in words if not isnan(time))
    return Cue(start, end, "".join(said), None, timed, event.line)


def _pieces(segs: Any, line: int) -> list[JsonRow]:
    return (
        [JsonRow(line, seg) for seg in segs if isinstance(seg, dict)]
        if isinstance(segs, list)
        else []
    )


def is_json3(text: str) -> bool:
    """Tell whether a text is JSON with events that start at milliseconds."""
    return has_rows(text, _EVENTS, "tStartMs")


JSON3 = Format("json3", "captions of YouTube as JSON", recognises=is_json3, parse=parse_json3)


def parse_podcast(text: str) -> Source:
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
    return Source.of(Timeline(gather_words(cues), faults))


def is_podcast(text: str) -> bool:
    """Tell whether a text is JSON with rows that have a body or a startTime."""
    return has_rows(text, _SEGMENTS, "startTime") and has_rows(text, _SEGMENTS, "body")


PODCAST = Format(
    "podcast", "JSON of the podcast namespace", recognises=is_podcast, parse=parse_podcast
)
