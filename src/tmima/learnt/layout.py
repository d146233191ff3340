"""What the author's layout says of places: paragraphs, headings, turns of speakers, items."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tmima.kernel.arrays import Indices, Rows, distinct
from tmima.learnt import numerics
from tmima.loading import Pattern
from tmima.segmentation import OutlineBounds
from tmima.text import Document, Spans, Units, heading_sentences

# A dash, a dot or a star; or a number or a letter or two, with a point or a bracket.
BULLETS = "-–—•·*+"
_ITEM = Pattern(rf"(?:[{BULLETS}]|\(?(?:\d{{1,3}}|[^\W\d_]{{1,2}})[.)])\s")
_LONGEST_ITEM = 6
_SPEAKER = Pattern(r"\p{Lu}[^\n:]{0,39}: ")
_COLON = Pattern(r": ")
_MOST_NAMES = 4

Bools = NDArray[np.bool_]


class YesNo(NamedTuple):
    """Where something is so, and where it is known not to be; neither where nothing is known."""

    yes: Bools
    no: Bools


class Layout(NamedTuple):
    """What is known of the layout of a text.

    Attributes:
        paragraphs: where a paragraph begins. In a transcript one ends with a speaker's turn or at a
            pause.
        headings: which units are headings.
        under_headings: which units follow a heading.
        turns: where a speaker's turn begins.
        items: where an item of a list begins.
        ranks: of the sections that begin at places, 0 where none does; -1 everywhere in a text
            without an outline that binds.
    """

    paragraphs: YesNo
    headings: Bools
    under_headings: Bools
    turns: YesNo
    items: YesNo
    ranks: Indices

    @classmethod
    def of(cls, units: Units) -> "Layout":
        """Look at a text; of one of a single paragraph nothing is known but its outline."""
        bounds = OutlineBounds.of(units)
        ranks = np.full(len(units), -1) if bounds is None else bounds.ranks[:-1]
        document = units.document
        nowhere = np.zeros(len(units), dtype=bool)
        unknown = YesNo(nowhere, nowhere)
        if document is None or len(document.paragraphs) < 2:
            return cls(unknown, nowhere, nowhere, unknown, unknown, ranks)
        runs = Spans.of(units.runs)
        first = np.zeros(len(document.sentences), dtype=bool)
        first[Spans.of(document.paragraphs).starts] = True
        begins = first[runs.starts]
        in_heading = np.zeros(len(document.sentences) + 1, dtype=bool)
        in_heading[heading_sentences(document)] = True
        headings, under = in_heading[runs.starts], nowhere.copy()
        under[1:] = in_heading[runs.starts[1:] - 1]
        # Whether the speaker is the same as before is not asked: where a recording was parted, the
        # same one often ends a part and begins the next, which was learnt as a sign of a cut.
        starts = document.columns.spans.starts[runs.starts]
        recurring = []
        for some in (_turns(document, starts), _items(document, starts)):
            # A heading with a colon is no speaker, and one with a number no item, where it is
            # known.
            places = some if document.origin is None else [one for one in some if not headings[one]]
            recurring.append(unknown)
            # A single one tells of no layout.
            if len(places) > 1:
                there = nowhere.copy()
                there[places] = True
                recurring[-1] = YesNo(there, ~there)
        turns, items = recurring
        return cls(YesNo(begins, ~begins), headings, under, turns, items, ranks)


def _items(document: Document, starts: Rows) -> list[int]:
    """Return the units that begin as the items of a list do, or of which the format says so."""
    text = document.text
    told = {one.start for one in document.origin.blocks if one.item} if document.origin else set()
    found = []
    for first, last in numerics.place_windows(len(starts)):
        # Many units have the same head: each is looked at once.
        some = starts[first:last].tolist()
        heads = [text[start : start + _LONGEST_ITEM] for start in some]
        items = {
            head
            for head in set(heads)
            if (head[0] in BULLETS or "." in head or ")" in head) and _ITEM.match(head)
        }
        if items or told:
            found += [
                first + place
                for place, head in enumerate(heads)
                if head in items or some[place] in told
            ]
    return found


def _turns(document: Document, starts: Rows) -> list[int]:
    """Return the units that begin a speaker's turn, as the times tell or a name at their head."""
    if document.timeline is not None:
        speakers = [document.timeline.speaker(start) for start in starts.tolist()]
        pairs = zip(speakers, [None, *speakers], strict=False)
        return [place for place, (own, before) in enumerate(pairs) if own and own != before]
    if document.turns is not None:
        begins = {turn.start for turn in document.turns.turns}
        return [place for place, start in enumerate(starts.tolist()) if start in begins]
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
