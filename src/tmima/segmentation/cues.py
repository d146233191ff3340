"""What the author's structure says about a cut at each place, before any words are compared.

An author changes the subject between paragraphs rather than inside one, begins something new with a
heading, and in talk a subject changes with the speaker rather than within a turn. Each such cue
moves the odds of a cut; the cost takes them in with the weight `Parameters.cues`. None is a rule:
similarity can speak against it. How a sentence is worded (they, however, answers, items of lists)
was tried too and told next to nothing: docs/real-texts.md.
"""

import numpy as np
import regex

from tmima.arrays import Floats
from tmima.document import Units, heading_sentences
from tmima.values import Document

# By how much each cue moves the logarithm of the odds of a cut; chosen on the choosing halves of
# the corpora that docs/real-texts.md names.
_INSIDE = -3.0
_SAME_SPEAKER = -1.5
_HEADING, _AFTER_HEADING = 3.0, -6.0

_SPEAKER = regex.compile(r"\p{Lu}[\p{L}\p{M}\p{N} .’'-]{0,40}:\s")


def cut_log_odds(units: Units) -> Floats:
    """Return by how much the cues move the log odds of a cut before each unit; 0 at both ends.

    In a transcript a paragraph ends with a speaker's turn or at a pause.
    """
    odds = np.zeros(len(units) + 1)
    document = units.document
    if document is None or len(document.paragraphs) < 2:
        return odds
    spans = document.columns.spans
    starts, ends = spans.starts.tolist(), spans.ends.tolist()
    firsts = {first for first, _ in document.paragraphs}
    headings = set(heading_sentences(document))
    speaker = None
    for place, (first, last) in enumerate(units.runs):
        named = _speaker(document, starts[first], ends[last - 1])
        if first not in firsts:
            odds[place] += _INSIDE
        elif named is not None and named == speaker:
            odds[place] += _SAME_SPEAKER
        if named is not None:
            speaker = named
        if first in headings:
            odds[place] += _HEADING
        if first - 1 in headings:
            odds[place] += _AFTER_HEADING
    odds[0] = 0.0
    return odds


def _speaker(document: Document, start: int, end: int) -> str | None:
    """Return who speaks some characters, as the times tell or a name at their head."""
    if document.timeline is not None:
        return document.timeline.speaker(start)
    named = _SPEAKER.match(document.text, start, end)
    return None if named is None else str(named[0])
