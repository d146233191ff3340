"""The author's outline as bounds on segments: none cuts across a section.

A segmentation follows the outline if each of its segments lies inside a section, holds it whole, or
lies apart from it, for every section. So a segment is a part of one section, a whole section, or
several neighbouring sections with the same parent. For the dynamic programme these are two bounds:

    earliest[t] = the largest first place a of a section (a, b) with a < t < b
    until[s]    = the smallest last place b of a section (a, b) with a < s < b

and a segment from place s to place t is admissible if s >= earliest[t] and t <= until[s]. No cut
falls behind a heading or between headings that follow each other.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np

from tmima.errors import TmimaError, shortened
from tmima.kernel.arrays import Flags, Indices
from tmima.text import Outline, Units

LEAST_CONFIDENCE = 0.8
"""How sure a heading must be to bind: what is guessed with less is a sign among others."""

FOLLOW, IGNORE = OUTLINES = ("follow", "ignore")

HEADINGS = "headings"
_WRITTEN = re.compile(r"headings(?::(?P<first>[0-9]{1,2})(?:-(?P<last>[0-9]{1,2}))?)?(?P<more>\+)?")

# A section of more units may be cut even by a segment that begins before its heading.
_LARGE = 200


class SectionPlaces(NamedTuple):
    """A section as places between units.

    Attributes:
        first: where it begins.
        last: where it ends.
        cut: where a segment that begins with its heading begins.
        rank: of its heading.
        level: of its heading.
    """

    first: int
    last: int
    cut: int
    rank: int
    level: int


@dataclass(frozen=True, slots=True, eq=False)
class OutlineBounds:
    """What following an outline leaves of the segmentations of T units.

    Attributes:
        earliest: for each unit, the first unit of the longest segment that may end with it.
        until: for each of the places 0 .. T, where a segment that begins there must have ended.
        closed: for each of the places 0 .. T, whether a heading stands directly before it.
        ranks: for each of the places 0 .. T, the rank of the highest section that begins there, 0
            where none does.
    """

    earliest: Indices
    until: Indices
    closed: Flags
    ranks: Indices

    @classmethod
    def of(
        cls, units: Units, confidence: float = LEAST_CONFIDENCE, *, rows: bool = False
    ) -> Self | None:
        """Return the bounds of the headings that are sure enough; nothing where there are none.

        Args:
            units: of a document.
            confidence: what a heading must have.
            rows: whether all sections are taken as large ones are (see `section_places`).
        """
        document = units.document
        outline = Outline() if document is None else document.outline.above(confidence)
        if not outline:
            return None
        size = len(units)
        earliest = np.zeros(size, dtype=np.int64)
        until = np.full(size + 1, size, dtype=np.int64)
        closed = np.zeros(size + 1, dtype=np.uint8)
        ranks = np.zeros(size + 1, dtype=np.int64)
        # A section comes before those that lie in it, so the innermost one is written last.
        for first, last, cut, rank, _ in section_places(units, outline, rows=rows):
            earliest[first : max(first, last - 1)] = first
            until[first + 1 : last] = last
            ranks[cut] = min(rank, ranks[cut] or rank)
        edges = np.asarray(units.edges)
        for heading in outline.headings:
            begin = int(np.searchsorted(edges, heading.start, side="right")) - 1
            end = int(np.searchsorted(edges, heading.end, side="left"))
            closed[begin + 1 : end + 1] = 1
        closed[size] = 0
        return cls(earliest, until, closed, ranks)

    def open_where_needed(self, closed: Flags, earliest: Indices) -> Flags:
        """Return closed places without those of headings that would leave no segment small enough.

        A heading and what stands behind it may together be larger than a segment may be.

        Args:
            closed: for each place, whether it is closed, by a heading or by something else.
            earliest: for each unit, the first unit of the largest segment that may end with it.
        """
        found = closed.copy()
        ends = np.flatnonzero(closed == 0)
        for begin, end in pairwise(ends.tolist()):
            if end > begin + 1 and earliest[end - 1] > begin:
                found[begin + 1 : end] &= 1 - self.closed[begin + 1 : end]
        return found


def section_places(units: Units, outline: Outline, *, rows: bool = False) -> list[SectionPlaces]:
    """Return the sections of an outline that have units, as places between these.

    A large section begins with the first heading of the row that its own stands in, and ends with
    the first heading of the row that ends it. Else a segment that begins with such a row, as it
    must, would have to hold all of it: the first chapter behind the title of a book, say. With
    `rows` this holds for all sections.
    """
    edges = np.asarray(units.edges)

    def places(offsets: list[int]) -> list[int]:
        # The white space before a heading belongs to the unit before it.
        found: list[int] = np.searchsorted(edges[:-1], offsets, side="right").tolist()
        return [
            place if offset == edges[-1] else place - 1
            for place, offset in zip(found, offsets, strict=True)
        ]

    sections = outline.sections
    firsts = places([one.start for one in sections])
    lasts = places([one.end for one in sections])
    row_firsts = places([one.run_start for one in sections])
    row_lasts = places([one.run_end for one in sections])
    bounds = list(zip(firsts, lasts, row_firsts, row_lasts, strict=True))
    # All sections that begin or end in one row of headings do so at one place, or each at its own.
    joined = {
        row
        for first, last, row_first, row_last in bounds
        if rows or last - first > _LARGE
        for place, row in ((first, row_first), (last, row_last))
        if place != row
    }
    return [
        SectionPlaces(
            row_first if row_first in joined else first,
            row_last if row_last in joined else last,
            row_first,
            one.rank,
            one.level,
        )
        for one, (first, last, row_first, row_last) in zip(sections, bounds, strict=True)
    ]


class HeadingLevels(NamedTuple):
    """Which headings are to be cut at: those of some levels, and whether elsewhere too."""

    first: int
    last: int | None
    more: bool

    @classmethod
    def parse(cls, written: str) -> Self | None:
        """Read "headings", "headings:2", "headings:2-3" or one of them with a plus sign behind.

        >>> HeadingLevels.parse("headings:2"), HeadingLevels.parse("headings:2-3+")
        (HeadingLevels(first=1, last=2, more=False), HeadingLevels(first=2, last=3, more=True))
        """
        found = _WRITTEN.fullmatch(written)
        if found is None and not written.startswith(f"{HEADINGS}:"):
            return None
        if found is not None and found["first"] is None:
            return cls(1, None, more=True)
        first, last = (0, 0) if found is None else (int(found["first"]), int(found["last"] or 0))
        if found is None or first < 1 or 0 < last < first or found["last"] == "0":
            raise TmimaError(
                f"`cut_at` {shortened(written)}: levels are whole numbers from 1 on, the highest "
                "being 1, as headings:2 for levels 1 to 2 or headings:2-3"
            )
        return cls(first if last else 1, last or first, more=found["more"] is not None)

    def places_of_headings(self, units: Units, confidence: float = 0.0) -> list[int]:
        """Return the places of these headings; an error names the levels that there are."""
        document = units.document
        if document is None:
            raise TmimaError("`cut_at` headings needs units that were made of a document")
        outline = document.outline.above(confidence)
        sections = section_places(units, outline)
        found = {one.cut for one in sections if self.has(one.level) and one.cut}
        if self.last is not None and not any(self.has(one.level) for one in outline.sections):
            levels = sorted({one.level for one in outline.sections})
            known = (
                f"level{'s' * (len(levels) > 1)} {', '.join(map(str, levels))}"
                if levels
                else "no headings"
            )
            asked = (
                f"level {self.last}"
                if self.first == self.last
                else f"levels {self.first} to {self.last}"
            )
            raise TmimaError(f"`cut_at` asks for headings of {asked}, and the text has {known}")
        return sorted(found)

    def has(self, level: int) -> bool:
        """Return whether headings of a level are meant."""
        return self.last is None or self.first <= level <= self.last
