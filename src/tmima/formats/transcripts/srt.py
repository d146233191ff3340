"""SubRip (SRT): a number, a line with two times, lines of text, a blank line."""

import regex

from tmima.formats.format import TranscriptFormat
from tmima.formats.transcripts.blocks import Block, cues_of, timing
from tmima.text import Fault, Timeline

_NUMBER = regex.compile(r"\s*[0-9]+\s*")


def hear(text: str) -> Timeline:
    """Read the cues of an SRT file.

    Only a line with two times begins a cue, with a number before it or not, after a blank line or
    not; everything up to the next is its text.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    faults: list[Fault] = []
    blocks: list[Block] = []
    said: list[str] = []
    for number, line in enumerate(lines, start=1):
        times = timing(line)
        if times is None:
            said.append(line)
            continue
        # The number of the cue stood on the line before.
        if said and _NUMBER.fullmatch(said[-1]):
            said.pop()
        _outside(blocks, said, faults)
        said = []
        blocks.append(Block(number, *times, said))
    _outside(blocks, said, faults)
    return Timeline(cues_of(blocks), faults)


def _outside(blocks: list[Block], said: list[str], faults: list[Fault]) -> None:
    """Name what stands before the first cue."""
    if not blocks:
        faults += [
            Fault(number, f"{line.strip()[:30]!r} stands before the first time")
            for number, line in enumerate(said, start=1)
            if line.strip()
        ]


def recognises(text: str) -> bool:
    """Tell whether one of the first five lines that are not blank has two times."""
    head = [line for line in text[:1000].removeprefix("\ufeff").splitlines() if line.strip()]
    return any(timing(line) is not None for line in head[:5])


SRT = TranscriptFormat("srt", "SubRip captions", hear, recognises)
