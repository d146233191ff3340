"""What SRT and WebVTT have in common: lines of text under a line with two times."""

from collections.abc import Sequence
from itertools import pairwise
from math import isnan, nan
from typing import NamedTuple

import regex

from tmima.formats.transcripts.markup import Piece, pieces
from tmima.formats.transcripts.names import spoken_names
from tmima.formats.transcripts.words import gathered
from tmima.text import Cue, clock

# The arrow as it should be, and as people type it.
_ARROW = "-->"
_TIMING = regex.compile(r"\s*(?P<start>\S*?)\s*(?:-{1,3}>|[–—]>|→)\s*(?P<end>\S*)(?:\s.*)?")
_ROLLED_SHARE = 0.25


class Block(NamedTuple):
    """The lines of text under the times of one cue; `line` counts from 1."""

    line: int
    start: float
    end: float
    lines: Sequence[str]


def timing(line: str) -> tuple[float, float] | None:
    """Return the two times of a line that has an arrow between two; nothing of another line.

    A time that cannot be read is `nan`.

    >>> timing("00:01.500 --> 1:00:02.000 align:start"), timing("0:01 -> ?"), timing("a -> b")
    ((1.5, 3602.0), (1.0, nan), None)
    """
    match = _TIMING.fullmatch(line)
    if match is None:
        return None
    start, end = clock.seconds(match["start"]), clock.seconds(match["end"])
    meant = _ARROW in line and ":" in match["start"] and ":" in match["end"]
    if start is None and end is None and not meant:
        return None
    return nan if start is None else start, nan if end is None else end


def cues_of(blocks: Sequence[Block]) -> list[Cue]:
    """Return the cues of blocks, without marks, names and the repetitions of rolling captions."""
    if _rolls(blocks):
        blocks = _unrolled(blocks)
    names = spoken_names([line for block in blocks for line in block.lines])
    cues: list[Cue] = []
    speaker = None
    for block in blocks:
        found = pieces(block.lines, names, speaker)
        cues += _timed(block, found)
        # A name stands where the speaker changes, or everywhere; a voice tag speaks for itself.
        speaker = found[-1].speaker if found and names else None
    return gathered(cues)


def _timed(block: Block, found: Sequence[Piece]) -> list[Cue]:
    """Return the pieces of a block as cues: several speakers share its time by their characters."""
    total = sum(len(piece.text) for piece in found)
    length = block.end - block.start
    cues: list[Cue] = []
    before = 0
    for piece in found:
        start = block.start
        if before:
            told = piece.words[0][1] if piece.words and not piece.words[0][0] else nan
            share = round(block.start + length * before / total, 3)
            start = next((time for time in (told, share) if not isnan(time)), block.start)
        cues.append(Cue(start, block.end, piece.text, piece.speaker, piece.words, block.line))
        before += len(piece.text)
    return cues


def _rolls(blocks: Sequence[Block]) -> bool:
    """Tell whether captions roll: each repeats the last line of the one before above a new one.

    Where nothing rolls, a repeated line was said twice.
    """
    rolled = sum(
        0 < _repeated(before, block) < len(_visible(block)) for before, block in pairwise(blocks)
    )
    return rolled > 1 and rolled > _ROLLED_SHARE * (len(blocks) - 1)


def _unrolled(blocks: Sequence[Block]) -> list[Block]:
    return [
        block._replace(lines=_visible(block)[_repeated(before, block) :])
        for before, block in pairwise([Block(0, 0, 0, ()), *blocks])
    ]


def _repeated(before: Block, block: Block) -> int:
    """Return how many lines at the head of a block are the last of the one before."""
    above, lines = [list(map(_plain, _visible(one))) for one in (before, block)]
    for count in range(min(len(above), len(lines)), 0, -1):
        if above[-count:] == lines[:count]:
            return count
    return 0


def _visible(block: Block) -> list[str]:
    return [line for line in block.lines if _plain(line)]


def _plain(line: str) -> str:
    return " ".join(piece.text for piece in pieces([line], frozenset(), None))
