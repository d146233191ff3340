"""Captions, SubRip (SRT) and WebVTT: lines of text under a line with two times."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from math import isnan, nan
from typing import NamedTuple

import regex

from tmima.formats.format import Format
from tmima.formats.speech import gather_words, split_name, spoken_names
from tmima.loading import Pattern
from tmima.text import TIME_PATTERN, Cue, Fault, Source, Timeline, parse_time

# The arrow as it should be, and as people type it.
_ARROW = "-->"
_TIMING = Pattern(r"\s*+(?P<start>\S*?)\s*+(?:-{1,3}>|[–—]>|→)\s*+(?P<end>\S*+)(?s:\s.*)?")
_ROLLED_SHARE = 0.25
# Only what is known is a mark: people also write <laughs>, and 3 < 4.
_MARK = Pattern(
    r"<(?P<close>/?)(?P<tag>v|c|i|b|u|s|ruby|rt|lang|font)(?:\.[^\s<>]*)?(?:\s(?P<name>[^<>]*))?>"
    rf"|<(?P<time>{TIME_PATTERN})>"
    r"|\{\\[^{}]*\}",
    regex.IGNORECASE,
)
_ENTITY = Pattern(r"&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_PART = Pattern(r"\s+|\S+")
_NUMBER = Pattern(r"\s*[0-9]+\s*")
_HEAD = "WEBVTT"
_OTHER = ("NOTE", "STYLE", "REGION")


class TimedLines(NamedTuple):
    """The lines of text under the times of one cue; `line` counts from 1."""

    line: int
    start: float
    end: float
    lines: Sequence[str]


class Utterance(NamedTuple):
    """What one speaker says within a cue."""

    speaker: str | None
    text: str
    words: tuple[tuple[int, float], ...]


def parse_timing(line: str) -> tuple[float, float] | None:
    """Return the two times of a line that has an arrow between two; nothing of another line.

    A time that cannot be read is `nan`.

    >>> parse_timing("00:01.500 --> 1:00:02.000 align:start"), parse_timing("0:01 -> ?")
    ((1.5, 3602.0), (1.0, nan))
    >>> parse_timing("a -> b")
    """
    match = _TIMING.fullmatch(line)
    if match is None:
        return None
    start, end = parse_time(match["start"]), parse_time(match["end"])
    meant = _ARROW in line and ":" in match["start"] and ":" in match["end"]
    if start is None and end is None and not meant:
        return None
    return nan if start is None else start, nan if end is None else end


def cues_of_blocks(blocks: Sequence[TimedLines]) -> list[Cue]:
    """Return the cues of blocks, without marks, names and the repetitions of rolling captions."""
    if _is_rolling(blocks):
        blocks = _unroll(blocks)
    names = spoken_names([line for block in blocks for line in block.lines])
    cues: list[Cue] = []
    speaker = None
    for block in blocks:
        utterances = split_utterances(block.lines, names, speaker)
        cues += _to_cues(block, utterances)
        # A name stands where the speaker changes, or everywhere; a voice tag speaks for itself.
        speaker = utterances[-1].speaker if utterances and names else None
    return gather_words(cues)


def _to_cues(block: TimedLines, utterances: Sequence[Utterance]) -> list[Cue]:
    """Return the pieces of a block as cues: several speakers share its time by their characters."""
    total = sum(len(piece.text) for piece in utterances)
    length = block.end - block.start
    cues: list[Cue] = []
    before = 0
    for piece in utterances:
        start = block.start
        if before:
            told = piece.words[0][1] if piece.words and not piece.words[0][0] else nan
            share = round(block.start + length * before / total, 3)
            start = next((time for time in (told, share) if not isnan(time)), block.start)
        cues.append(Cue(start, block.end, piece.text, piece.speaker, piece.words, block.line))
        before += len(piece.text)
    return cues


def _is_rolling(blocks: Sequence[TimedLines]) -> bool:
    """Tell whether captions roll: each repeats the last line of the one before above a new one.

    Where nothing rolls, a repeated line was said twice.
    """
    rolled = sum(
        0 < _count_repeated(before, block) < len(_visible_lines(block))
        for before, block in pairwise(blocks)
    )
    return rolled > 1 and rolled > _ROLLED_SHARE * (len(blocks) - 1)


def _unroll(blocks: Sequence[TimedLines]) -> list[TimedLines]:
    return [
        block._replace(lines=_visible_lines(block)[_count_repeated(before, block) :])
        for before, block in pairwise([TimedLines(0, 0, 0, ()), *blocks])
    ]


def _count_repeated(before: TimedLines, block: TimedLines) -> int:
    """Return how many lines at the head of a block are the last of the one before."""
    above, lines = [list(map(_without_tags, _visible_lines(one))) for one in (before, block)]
    for count in range(min(len(above), len(lines)), 0, -1):
        if above[-count:] == lines[:count]:
            return count
    return 0


def _visible_lines(block: TimedLines) -> list[str]:
    return [line for line in block.lines if _without_tags(line)]


def _without_tags(line: str) -> str:
    return " ".join(piece.text for piece in split_utterances([line], frozenset(), None))


def split_utterances(
    lines: Sequence[str], names: Collection[str], speaker: str | None
) -> list[Utterance]:
    """Return what is said in the lines of a cue, by whom, and when each word is.

    Args:
        lines: the lines.
        names: that stand before a colon at the head of a line and say who speaks.
        speaker: who speaks at the beginning.
    """
    said = _Utterances(speaker)
    for line in lines:
        name, rest = split_name(line, names)
        if name is not None:
            said.change_speaker(name)
        said.add_to_current(" ")
        last = 0
        for mark in _MARK.finditer(rest):
            said.add_to_current(rest[last : mark.start()])
            last = mark.end()
            if mark["time"] is not None:
                said.time = parse_time(mark["time"])
            elif (mark["tag"] or "").lower() == "v":
                said.change_speaker(None if mark["close"] else unescape(mark["name"] or "").strip())
        said.add_to_current(rest[last:])
    said.change_speaker(None)
    return said.pieces


def unescape(text: str) -> str:
    """Return a text with the characters that its entities stand for.

    >>> unescape("Q&amp;A &copy 2026 &unknown;")
    'Q&A &copy 2026 &unknown;'
    """
    # Its table of names takes a while to load, and most texts have none of them.
    if "&" not in text:
        return text
    import html

    return str(_ENTITY.sub(lambda match: html.unescape(match[0]), text))


class _Utterances:
    """Gathers what is said, with single spaces between words."""

    def __init__(self, speaker: str | None) -> None:
        self.pieces: list[Utterance] = []
        self.time: float | None = None
        self._begin(speaker)

    def _begin(self, speaker: str | None) -> None:
        self._speaker = speaker
        # Pieces of the text: a string that grows would be copied for each.
        self._parts: list[str] = []
        self._length = 0
        self._words: list[tuple[int, float]] = []
        self._gap = False

    def add_to_current(self, text: str) -> None:
        """Append text without tags to what the present speaker says."""
        for part in _PART.findall(unescape(text)):
            if part.isspace():
                self._gap = True
                continue
            if self._gap and self._parts:
                self._append(" ")
            self._gap = False
            if self.time is not None:
                self._words.append((self._length, self.time))
                self.time = None
            self._append(part)

    def _append(self, part: str) -> None:
        self._parts.append(part)
        self._length += len(part)

    def change_speaker(self, speaker: str | None) -> None:
        """End the utterance, unless the same named speaker goes on."""
        speaker = speaker or None
        if speaker == self._speaker and speaker is not None:
            return
        if self._parts:
            text = "".join(self._parts)
            self.pieces.append(Utterance(self._speaker, text, tuple(self._words)))
        self._begin(speaker)


def parse_srt(text: str) -> Source:
    """Read the cues of an SRT file.

    Only a line with two times begins a cue, with a number before it or not, after a blank line or
    not; everything up to the next is its text.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    faults: list[Fault] = []
    blocks: list[TimedLines] = []
    said: list[str] = []
    for number, line in enumerate(lines, start=1):
        times = parse_timing(line)
        if times is None:
            said.append(line)
            continue
        # The number of the cue stood on the line before.
        if said and _NUMBER.fullmatch(said[-1]):
            said.pop()
        _report_text_before_cues(blocks, said, faults)
        said = []
        blocks.append(TimedLines(number, *times, said))
    _report_text_before_cues(blocks, said, faults)
    return Source.of(Timeline(cues_of_blocks(blocks), faults))


def _report_text_before_cues(
    blocks: list[TimedLines], said: list[str], faults: list[Fault]
) -> None:
    """Report text before the first cue as a fault."""
    if not blocks:
        faults += [
            Fault(number, f"{line.strip()[:30]!r} stands before the first time")
            for number, line in enumerate(said, start=1)
            if line.strip()
        ]


def is_srt(text: str) -> bool:
    """Tell whether one of the first five lines that are not blank has two times."""
    head = [line for line in text[:1000].removeprefix("\ufeff").splitlines() if line.strip()]
    return any(parse_timing(line) is not None for line in head[:5])


SRT = Format("srt", "SubRip captions", recognises=is_srt, parse=parse_srt)


def parse_vtt(text: str) -> Source:
    """Read the cues of a WebVTT file; notes, styles and regions are passed over.

    A block without times, which is none of these, is named as a fault; text under a second line of
    times is another cue, as if a blank line stood between.
    """
    faults: list[Fault] = []
    blocks: list[TimedLines] = []
    for first, lines in _blocks(text):
        _read_block(first, lines, blocks, faults)
    return Source.of(Timeline(cues_of_blocks(blocks), faults))


def _read_block(
    first: int, lines: list[str], blocks: list[TimedLines], faults: list[Fault]
) -> None:
    places = [place for place, line in enumerate(lines) if parse_timing(line) is not None]
    kind = lines[0].split()[0] if lines[0].strip() else ""
    if kind in _OTHER and 0 not in places:
        return
    if not places:
        if kind != _HEAD:
            faults.append(
                Fault(first, f"{lines[0].strip()[:30]!r} has no time: it was passed over")
            )
        return
    for place, after in pairwise([*places, len(lines) + 1]):
        times = parse_timing(lines[place])
        if times is not None:
            # The line before the next times is the name of that cue.
            blocks.append(TimedLines(first + place, *times, lines[place + 1 : after - 1]))


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the runs of lines that are not empty, each with the number of its first line."""
    run: list[str] = []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate([*lines, ""], start=1):
        # A line of white space is none: captions that roll begin with one.
        if line:
            run.append(line)
        elif run:
            yield number - len(run), run
            run = []


def is_vtt(text: str) -> bool:
    """Tell whether a text begins with WEBVTT."""
    head = text[:200].removeprefix("\ufeff").lstrip()
    return head.startswith(_HEAD) and not head[len(_HEAD) :][:1].strip()


VTT = Format(
    "vtt",
    "WebVTT captions, of Teams, Zoom and YouTube too",
    recognises=is_vtt,
    parse=parse_vtt,
)
