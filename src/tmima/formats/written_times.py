r"""Talks with names at the heads of turns and times here and there, as [16:41] or \[16:41\].

Podcasts publish their transcripts so, most of them in Markdown. A turn, or a sentence within one,
between two written times has a time in proportion to the characters; after the last the talk goes
on as fast as it did in the mean.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tmima.formats.speakers import speaker_lines
from tmima.loading import Pattern
from tmima.text import TIME_PATTERN, Cue, Fault, Source, Timeline, Turn, parse_time

# In Markdown brackets are escaped.
_TIME = Pattern(rf"\\?\[(?P<time>{TIME_PATTERN})\\?\]")
_PARAGRAPH = Pattern(r"\n\s*\n")
_SENTENCE = Pattern(r"(?<=[\p{Sentence_Terminal}…])[\"'”’»)\]]*\s+(?=\S)")
# Of a talk: so many times and turns, of which so many for each paragraph; two names recur.
_LEAST_TIMES, _LEAST_TURNS, _SHARE = 2, 4, 0.25


class _Part(NamedTuple):
    """What one person says without a break, and the times that are written in it.

    Attributes:
        speaker: who says it.
        text: what is said, on one line.
        times: the characters of the text that times were written before, and these times.
        line: where it begins.
    """

    speaker: str
    text: str
    times: tuple[tuple[int, float], ...]
    line: int


def has_written_times(text: str) -> bool:
    """Tell whether a text is a talk in turns with at least two written times, which rise."""
    times = [parse_time(match["time"]) or 0.0 for match in _TIME.finditer(text)]
    if len(times) < _LEAST_TIMES or any(a > b for a, b in pairwise(times)):
        return False
    heads = speaker_lines(text)
    counts = Counter(head.speaker for head in heads)
    recurring = [count for count in counts.values() if count > 1]
    paragraphs = len(_PARAGRAPH.findall(text)) + 1
    return len(recurring) > 1 and sum(recurring) >= max(_LEAST_TURNS, _SHARE * paragraphs)


def parse_written_times(text: str) -> Source:
    """Read such a talk as a transcript: the written times are none of what is said."""
    heads = speaker_lines(text)
    faults = []
    before = " ".join(text[: heads[0].start].split())
    if before:
        faults.append(Fault(1, f"{before[:30]!r} stands before the first name"))
    parts = [part for part in _timed_paragraphs(text, heads) if part.text or part.times]
    lengths = np.cumsum([0, *(len(part.text) + bool(part.text) for part in parts)])
    known = [
        (int(begin) + at, time)
        for begin, part in zip(lengths, parts, strict=False)
        for at, time in part.times
    ]
    places, times = _rising_places_and_times(known, int(lengths[-1]))
    cues = []
    for begin, part in zip(lengths.tolist(), parts, strict=False):
        sentences = (match.end() for match in _SENTENCE.finditer(part.text))
        starts = sorted({0, *sentences, *(at for at, _ in part.times if at < len(part.text))})
        at = np.interp([begin + start for start in starts], places, times).round(3).tolist()
        end = float(np.interp(begin + len(part.text), places, times).round(3))
        words = tuple(zip(starts, at, strict=True))[1:]
        cues.append(Cue(at[0], end, part.text, part.speaker, words, part.line))
    return Source.of(Timeline(cues, faults))


def _timed_paragraphs(text: str, heads: Sequence[Turn]) -> Iterator[_Part]:
    """Yield what is said by paragraphs, each of one speaker."""
    ends = [*(head.start for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=True):
        for written in _PARAGRAPH.split(text[head.said : end]):
            line = text.count("\n", 0, head.start) + 1
            said, times = "", []
            begin = 0
            for match in _TIME.finditer(written):
                said = _join_with_space(said, written[begin : match.start()])
                times.append((len(said) + bool(said), parse_time(match["time"]) or 0.0))
                begin = match.end()
            said = _join_with_space(said, written[begin:])
            yield _Part(head.speaker, said, tuple(times), line)


def _join_with_space(said: str, more: str) -> str:
    return " ".join(filter(None, (said, " ".join(more.split()))))


def _rising_places_and_times(
    known: Sequence[tuple[int, float]], length: int
) -> tuple[list[int], list[float]]:
    """Return places and their times, with the beginning and the end, both never falling."""
    places, times = [0], [0.0]
    for place, time in known:
        if place > places[-1]:
            places.append(place)
            times.append(max(time, times[-1]))
        else:
            times[-1] = max(time, times[-1])
    if length > places[-1]:
        pace = (times[-1] - times[0]) / max(1, places[-1])
        places.append(length)
        times.append(times[-1] + pace * (length - places[-2]))
    return places, times
