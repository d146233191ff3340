"""Which phrases of a segment a reader would print as its heading: judged.csv.xz.

Language models read them, as editors, on sheets that `tools.learning.sheets` draws from texts that learn;
`tools.learning.titles` learns from what they said.
"""

import csv
import lzma
from pathlib import Path
from typing import NamedTuple

from tmima.titles.names import begun_large

TABLE = Path(__file__).with_name("judged.csv.xz")
NOT_SAID, NEAR = -1.0, 0.35
"""What a reader says of a phrase: nothing; that it is nearly one to be printed."""
_GOOD = 0.85


class Judged(NamedTuple):
    """What a reader says of the phrases of a segment.

    Attributes:
        kind: of texts.
        text: the name of the text.
        segment: its number in the text, from 0.
        good: those that could be printed, the best first.
        near: those that are nearly so.
        bad: the others that were shown.
    """

    kind: str
    text: str
    segment: int
    good: tuple[str, ...]
    near: tuple[str, ...]
    bad: tuple[str, ...]

    def said_of(self, *phrase: str) -> float:
        """Return what a reader says of a phrase that is written in some ways, the first that was shown.

        From 0 to 1; `NOT_SAID` for one that was not shown.

        >>> one = Judged("guides", "a", 0, ("Tides", "Tide gates"), ("Gates",), ("Tuesday",))
        >>> [one.said_of(phrase) for phrase in ("tides", "Tide gates", "Gates", "Tuesday", "Moon")]
        [1.0, 0.85, 0.35, 0.0, -1.0]
        """
        for written in map(begun_large, phrase):
            if written in self.good:
                return 1.0 if written == self.good[0] else _GOOD
            if written in self.near or written in self.bad:
                return NEAR if written in self.near else 0.0
        return NOT_SAID


def judged() -> list[Judged]:
    """Return what was judged."""
    with lzma.open(TABLE, "rt", encoding="utf-8", newline="") as file:
        return [
            Judged(kind, text, int(segment), *(tuple(filter(None, each.split("; "))) for each in (good, near, bad)))
            for kind, text, segment, good, near, bad in csv.reader(file)
        ]


def keep(rows: list[Judged]) -> None:
    """Write what was judged."""
    with lzma.open(TABLE, "wt", encoding="utf-8", newline="", preset=9) as file:
        csv.writer(file, lineterminator="\n").writerows(
            (*row[:3], *("; ".join(part) for part in row[3:])) for row in sorted(set(rows))
        )
