"""WebVTT: blocks of lines parted by blank ones, those with two times are cues."""

from collections.abc import Iterator
from itertools import pairwise

from tmima.formats.format import TranscriptFormat
from tmima.formats.transcripts.blocks import Block, cues_of, timing
from tmima.text import Fault, Timeline

_HEAD = "WEBVTT"
_OTHER = ("NOTE", "STYLE", "REGION")


def hear(text: str) -> Timeline:
    """Read the cues of a WebVTT file; notes, styles and regions are passed over.

    A block without times, which is none of these, is named as a fault; text under a second line of
    times is another cue, as if a blank line stood between.
    """
    faults: list[Fault] = []
    blocks: list[Block] = []
    for first, lines in _blocks(text):
        _read(first, lines, blocks, faults)
    return Timeline(cues_of(blocks), faults)


def _read(first: int, lines: list[str], blocks: list[Block], faults: list[Fault]) -> None:
    places = [place for place, line in enumerate(lines) if timing(line) is not None]
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
        times = timing(lines[place])
        if times is not None:
            # The line before the next times is the name of that cue.
            blocks.append(Block(first + place, *times, lines[place + 1 : after - 1]))


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


def recognises(text: str) -> bool:
    """Tell whether a text begins with WEBVTT."""
    head = text[:200].removeprefix("\ufeff").lstrip()
    return head.startswith(_HEAD) and not head[len(_HEAD) :][:1].strip()


VTT = TranscriptFormat("vtt", "WebVTT captions, of Teams, Zoom and YouTube too", hear, recognises)
