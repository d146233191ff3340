"""The units of a transcript: cues gathered to sentences if punctuation allows, else to some words.

A cut has a time only where a cue begins, or a word whose time is known. So a unit begins there, and
only where a sentence begins too, unless sentences are too long for that or nobody wrote any.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from tmima.formats.format import Layout
from tmima.text import Analyzer, Span, Timeline, visible_span

# What has more words is no sentence that a person would speak: its cues are gathered to units of
# some words. Four cues of seven words did best on lectures and meetings without punctuation.
_MOST_WORDS = 60
_SOME_WORDS = 25


def lay_out(timeline: Timeline, analyzer: Analyzer) -> Layout:
    """Find the units of a transcript, a paragraph for each turn."""
    edges = [*(timeline.starts[turn] for turn in timeline.turns), len(timeline.text)]
    timed = timeline.timed
    paragraphs = []
    for start, end in pairwise(edges):
        visible = visible_span(timeline.text, start, end)
        if visible is not None:
            paragraphs.append(list(_units(timeline, visible, analyzer, timed)))
    return Layout(paragraphs)


def _units(
    timeline: Timeline, turn: Span, analyzer: Analyzer, timed: frozenset[int]
) -> Iterator[Span]:
    text = timeline.text
    sentences = {sentence.start for sentence in analyzer.split(text, turn)}
    whole = sorted({turn.start, *(sentences & timed)})
    for start, end in pairwise([*whole, turn.end]):
        begin = start
        for place in [*_inside(timeline, start, end), end]:
            # What shows nothing stays with the unit before it.
            visible = visible_span(text, begin, place)
            if visible is not None:
                yield visible
            begin = place


def _inside(timeline: Timeline, start: int, end: int) -> Iterator[int]:
    """Yield where units begin inside what is too long for one: at cues, so many words apart."""
    text, cues = timeline.text, timeline.starts
    if len(text[start:end].split()) <= _MOST_WORDS:
        return
    words, before = 0, start
    for cue in cues[bisect_right(cues, start) : bisect_left(cues, end)]:
        words += len(text[before:cue].split())
        before = cue
        if words >= _SOME_WORDS:
            yield cue
            words = 0
