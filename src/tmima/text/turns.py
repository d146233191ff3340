"""Who speaks in a text without times, where names stand at the heads of lines."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple


class Turn(NamedTuple):
    """A turn of a speaker: where its name begins, where what is said does, and the name."""

    start: int
    said: int
    speaker: str


class Turns:
    """The turns of a text; each goes on up to the next. What stands before the first is nobody's.

    >>> talk = Turns("ANNA: Good day.\\nBEN: Hello.", [Turn(0, 6, "ANNA"), Turn(16, 21, "BEN")])
    >>> talk.speakers(6, 17), list(talk.spoken(6, 27))
    (('ANNA', 'BEN'), [('ANNA', 'Good day.'), ('BEN', 'Hello.')])
    """

    def __init__(self, text: str, turns: Iterable[Turn]) -> None:
        self.turns = tuple(turns)
        self.text = text
        self._starts = [turn.start for turn in self.turns]

    def __repr__(self) -> str:
        return f"<Turns: {len(self.turns)} of {len({turn.speaker for turn in self.turns})}>"

    def speaker(self, offset: int) -> str | None:
        """Return the speaker of a character."""
        index = bisect_right(self._starts, offset) - 1
        return self.turns[index].speaker if index >= 0 else None

    def speakers(self, start: int, end: int) -> tuple[str, ...]:
        """Return the speakers of the characters from start to end - 1, in order."""
        first = max(0, bisect_right(self._starts, start) - 1)
        inside = self.turns[first : bisect_left(self._starts, end)]
        return tuple(dict.fromkeys(turn.speaker for turn in inside))

    def spoken(self, start: int, end: int) -> Iterator[tuple[str | None, str]]:
        """Yield the speaker and the words of each turn from start to end - 1."""
        inside = self._starts[bisect_right(self._starts, start) : bisect_left(self._starts, end)]
        for begin, after in pairwise([start, *inside, end]):
            index = bisect_right(self._starts, begin) - 1
            said = max(begin, self.turns[index].said) if index >= 0 else begin
            if words := self.text[said:after].strip():
                yield self.speaker(begin), words
