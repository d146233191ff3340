"""What the author's layout says of each place: paragraphs, headings, turns of speakers, items.

None is a rule: the model has learnt what each is worth, and what it is worth not to know it. In a
transcript a paragraph ends with a speaker's turn or at a pause.
"""

import numpy as np
import regex

from tmima.arrays import Rows, Singles, distinct
from tmima.text import Document, Spans, Units, heading_sentences

SIGNS = (
    "paragraph", "inside", "heading", "under heading", "turn", "inside turn", "item", "no item",
)  # fmt: skip
# Those that paragraphs tell.
LAYOUT = SIGNS[:4]
# A dash, a dot or a star; or a number or a letter or two, with a point or a bracket.
_ITEM = regex.compile(r"(?:[-–—•·*+]|\(?(?:\d{1,3}|[^\W\d_]{1,2})[.)])\s")
_SPEAKER = regex.compile(r"\p{Lu}[^\n:]{0,39}: ")
_COLON = regex.compile(r": ")
_MOST_NAMES = 4


def signs(units: Units) -> Singles:
    """Return what the layout says of each place; a pair of zeros where it says nothing."""
    found = np.zeros((len(units), len(SIGNS)), dtype=np.float32)
    document = units.document
    if document is None or len(document.paragraphs) < 2:
        return found
    runs = Spans.of(units.runs)
    first = np.zeros(len(document.sentences), dtype=bool)
    first[Spans.of(document.paragraphs).starts] = True
    found[:, 0] = first[runs.starts]
    found[:, 1] = ~first[runs.starts]
    heading = np.zeros(len(document.sentences) + 1, dtype=bool)
    heading[heading_sentences(document)] = True
    found[:, 2] = heading[runs.starts]
    found[1:, 3] = heading[runs.starts[1:] - 1]
    # Whether the speaker is the same as before is not asked: where a recording was parted, the same
    # one often ends a part and begins the next, which was learnt as a sign of a cut.
    starts = document.columns.spans.starts[runs.starts]
    for column, places in ((4, _turns(document, starts)), (6, _items(document, starts))):
        # A single one tells of no layout.
        if len(places) > 1:
            found[:, column + 1] = 1.0
            found[places, column : column + 2] = 1.0, 0.0
    return found


def _items(document: Document, starts: Rows) -> list[int]:
    """Return the units that begin as the items of a list do."""
    text = document.text
    return [place for place, start in enumerate(starts.tolist()) if _ITEM.match(text, start)]


def _turns(document: Document, starts: Rows) -> list[int]:
    """Return the units that begin a speaker's turn, as the times tell or a name at their head."""
    if document.timeline is not None:
        speakers = [document.timeline.speaker(start) for start in starts.tolist()]
        pairs = zip(speakers, [None, *speakers], strict=False)
        return [place for place, (own, before) in enumerate(pairs) if own and own != before]
    # A name ends with a colon, which few units have: only those are looked at.
    colons = np.array([colon.start() for colon in _COLON.finditer(document.text)], dtype=np.int64)
    return [
        place
        for place in distinct(np.searchsorted(starts, colons, side="right") - 1).tolist()
        if place >= 0 and _names_speaker(document.text, int(starts[place]))
    ]


def _names_speaker(text: str, start: int) -> bool:
    """Tell whether a unit begins with a name and a colon."""
    found = _SPEAKER.match(text, start)
    return found is not None and len(found[0].split()) <= _MOST_NAMES
