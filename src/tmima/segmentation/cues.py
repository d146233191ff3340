"""What the author's structure says about a cut at each place, before any words are compared.

An author changes the subject between paragraphs rather than inside one, begins something new with a
heading, and in talk a subject changes with the speaker rather than within a turn. Each such cue
moves the odds of a cut; the cost takes them in with the weight `Parameters.cues`. None is a rule:
similarity can speak against it. How a sentence is worded (they, however, answers, items of lists)
was tried too and told next to nothing: docs/real-texts.md.
"""

from collections.abc import Iterator

import numpy as np
import regex

from tmima.arrays import Floats, distinct
from tmima.document import Units, heading_sentences
from tmima.values import Document, Spans

# By how much each cue moves the logarithm of the odds of a cut; chosen on the choosing halves of
# the corpora that docs/real-texts.md names.
_INSIDE = -3.0
_SAME_SPEAKER = -1.5
_HEADING, _AFTER_HEADING = 3.0, -6.0

_SPEAKER = regex.compile(r"\p{Lu}[\p{L}\p{M}\p{N} .’'-]{0,40}:\s")
_COLON = regex.compile(r":\s")


def cut_log_odds(units: Units) -> Floats:
    """Return by how much the cues move the log odds of a cut before each unit; 0 at both ends.

    In a transcript a paragraph ends with a speaker's turn or at a pause.
    """
    odds = np.zeros(len(units) + 1)
    document = units.document
    if document is None or len(document.paragraphs) < 2:
        return odds
    runs = Spans.of(units.runs)
    first = np.zeros(len(document.sentences), dtype=bool)
    first[Spans.of(document.paragraphs).starts] = True
    heading = np.zeros(len(document.sentences) + 1, dtype=bool)
    heading[heading_sentences(document)] = True
    odds[:-1][~first[runs.starts]] += _INSIDE
    speaker = None
    for place, named in _speakers(document, runs):
        if named == speaker and first[runs.starts[place]]:
            odds[place] += _SAME_SPEAKER
        speaker = named
    odds[:-1][heading[runs.starts]] += _HEADING
    odds[:-1][heading[runs.starts - 1]] += _AFTER_HEADING
    odds[0] = 0.0
    return odds


def _speakers(document: Document, runs: Spans) -> Iterator[tuple[int, str]]:
    """Yield the units whose speaker is known, as the times tell or a name at their head."""
    spans = document.columns.spans
    starts, ends = spans.starts[runs.starts], spans.ends[runs.ends - 1]
    if document.timeline is not None:
        for place, start in enumerate(starts.tolist()):
            named = document.timeline.speaker(start)
            if named is not None:
                yield place, named
        return
    # A name ends with a colon, which few units have: only those are looked at.
    colons = np.array([colon.start() for colon in _COLON.finditer(document.text)], dtype=np.int64)
    for place in distinct(np.searchsorted(starts, colons, side="right") - 1).tolist():
        found = _SPEAKER.match(document.text, starts[place], ends[place]) if place >= 0 else None
        if found is not None:
            yield place, found[0]
