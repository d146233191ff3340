"""The dynamic programme over a text that is still coming in.

A segment has at most `window` units, so only the last places can begin a segment yet to come. Their
best segmentations are chains of back-pointers. A cut that lies on all of these chains can never
change again: it is final. Since every segmentation goes through it, nothing before it matters.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tmima import kernel
from tmima.arrays import Floats, Rows
from tmima.segmentation import Parameters, SegmentCost, TextCost

Column = tuple[Rows, Floats]
"""The earlier units that are similar to a unit, in order, and how similar they are."""


class Chains:
    """The best segmentation before each place that still matters, as a tree of back-pointers."""

    def __init__(self, root: int, cost: float) -> None:
        self.root = root
        self.cost = cost  # of the segmentation before the root
        self._costs: dict[int, float] = {}
        self._parents: dict[int, int] = {}
        self._children = {root: 0}  # how many places lead back to this one
        self._sums = {root: 0}  # the sum of those places: with one child, the child
        self._open = deque([root])  # places that can begin a segment, in order
        self._within = {root}

    def add(self, place: int, parent: int, cost: float) -> None:
        """Add the next place, with the last cut before it and the cost up to it."""
        self._parents[place] = parent
        self._costs[place] = cost
        self._children[place] = 0
        self._sums[place] = 0
        self._children[parent] += 1
        self._sums[parent] += place
        self._open.append(place)
        self._within.add(place)

    def leads_on(self, place: int) -> bool:
        """Return whether the best segmentation before some later place cuts here."""
        return self._children.get(place, 0) > 0

    def forget_before(self, place: int) -> None:
        """Let go of places that can no longer begin a segment."""
        while self._open and self._open[0] < place:
            self.forget(self._open.popleft())

    def forget(self, place: int) -> None:
        """Let go of a place; what only led to it goes too."""
        self._within.discard(place)
        while place != self.root and place in self._children:
            if self._children[place] or place in self._within:
                return
            parent = self._parents.pop(place)
            del self._children[place], self._sums[place], self._costs[place]
            self._children[parent] -= 1
            self._sums[parent] -= place
            place = parent

    def settle(self) -> list[int]:
        """Move the root up to the last place that all chains go through; return the way."""
        found = []
        while self.root not in self._within and self._children[self.root] == 1:
            child = self._sums[self.root]
            del self._children[self.root], self._sums[self.root], self._parents[child]
            self.move_root(child)
            found.append(child)
        return found

    def move_root(self, place: int) -> None:
        """Take a place for decided; what hangs on another is no concern of this."""
        self.root = place
        self.cost = self._costs.pop(place)

    def chain(self, place: int) -> list[int]:
        """Return the cuts of the best segmentation before a place, behind the root, with itself."""
        found = []
        while place != self.root:
            found.append(place)
            place = self._parents[place]
        return found[::-1]


# The cheapest segmentation alone, whatever its number of segments.
_LEAST = kernel.Mode(temperature=0.0, step=0)


@dataclass(frozen=True, slots=True)
class Cut:
    """A place that is cut for good, and whether a deadline forced the decision."""

    place: int
    forced: bool


class OnlineProgramme:
    """Finds the cuts of the cheapest segmentation as early as they are certain.

    A unit comes as the column of D above it: the earlier units that are similar to it, and how
    much. Memory is that of the window; time per unit is linear in it.

    Args:
        parameters: of the cost.
        window: the greatest number of units of a segment.
        max_delay: decide on each place at the latest when so many more units have come.
        begin: the place where to begin, all before it being decided.
        cost: of the segmentation before it.
        closed: places behind it that a deadline has passed.
    """

    def __init__(
        self,
        parameters: Parameters,
        *,
        window: int,
        max_delay: int | None = None,
        begin: int = 0,
        cost: float = 0.0,
        closed: Sequence[int] = (),
    ) -> None:
        self._window = window
        self._max_delay = max_delay
        # Sentence after sentence, each of length 1, with room for two windows.
        self._places = 2 * window + 2
        positions = np.arange(self._places, dtype=np.float64)
        self._cost = TextCost(SegmentCost.of(parameters), positions).within(window)
        self._closed = set(closed)
        # Since the last decided cut, for going over them again where a deadline closes ways.
        self._columns: deque[Column] = deque()
        self._deadline = max((begin, *closed))  # every place up to here is cut or closed
        self._tree = Chains(begin, cost)
        self._start(begin, cost)
        self._mark_closed()

    @property
    def decided(self) -> int:
        """The last place that is cut for good."""
        return self._tree.root

    @property
    def decided_cost(self) -> float:
        """The cost of the segmentation before it."""
        return self._tree.cost

    @property
    def passed(self) -> list[int]:
        """The places behind it that a deadline has passed."""
        return sorted(self._closed)

    @property
    def read(self) -> int:
        """The number of units so far."""
        return self._first + self._size

    def push(self, columns: Sequence[Column], *, together: bool = False) -> list[Cut]:
        """Take more units; return the cuts that are certain now, or whose time is over.

        Units that come together are all seen before any deadline is.
        """
        if self._max_delay is None:
            self._advance(columns)
            return [Cut(place, forced=False) for place in self._settle()]
        cuts = []
        for part in [columns] if together else ([column] for column in columns):
            self._columns.extend(part)
            self._advance(part)
            cuts += [Cut(place, forced=False) for place in self._settle()]
            cuts += self._decide(self.read - self._max_delay)
        return cuts

    def replay(self, columns: Sequence[Column]) -> None:
        """Take units that were pushed before, when whatever they decide was decided."""
        if self._max_delay is not None:
            self._columns.extend(columns)
        self._advance(columns)
        self._tree.forget_before(self.read + 1 - self._window)

    def finish(self) -> list[int]:
        """Return the remaining cuts and the end of the text."""
        return self._tree.chain(self.read)

    def _start(self, place: int, cost: float) -> None:
        """Lay out the tables from a place on."""
        self._first = place
        self._size = 0
        self._table = kernel.Table.empty(self._places)
        self._table.values[0] = cost
        self._scratch = kernel.Scratch.empty(self._places - 1, self._window)
        self._ends = np.arange(self._places - 1, dtype=np.int64)
        self._shut = np.zeros(self._places, dtype=np.uint8)

    def _advance(self, columns: Sequence[Column]) -> None:
        """Carry the programme over more units, making room where it is needed."""
        done = 0
        while done < len(columns):
            free = len(self._ends) - self._size
            if not free:
                self._make_room()
                continue
            part = columns[done : done + free]
            self._carry(part)
            done += len(part)

    def _carry(self, columns: Sequence[Column]) -> None:
        size = self._size
        oldest = max(self._first, self._tree.root)
        local, values = [], []
        for offset, (similar, degrees) in enumerate(columns):
            unit = self._first + size + offset
            within = similar >= max(oldest, unit + 1 - self._window)
            local.append(similar[within] - self._first)
            values.append(degrees[within])
        rows = np.concatenate(local).astype(np.int32)
        earliest = np.maximum(self._ends + 1 - self._window, oldest - self._first)
        starts = np.concatenate(([0], np.cumsum([len(part) for part in local]))).astype(np.int64)
        kernel.advance(
            self._table,
            self._scratch,
            self._cost,
            kernel.Bounds(earliest, self._ends, self._shut),
            _LEAST,
            kernel.Columns(size, starts, rows, np.concatenate(values)),
        )
        for place in range(size + 1, size + len(columns) + 1):
            if not self._shut[place]:
                self._tree.add(
                    self._first + place,
                    self._first + int(self._table.previous[place, 0, 0]),
                    float(self._table.values[place, 0, 0]),
                )
        self._size += len(columns)

    def _make_room(self) -> None:
        """Drop the units that no segment yet to come can reach."""
        drop = self._size - self._window
        keep = self._size - drop
        values, row_sums = self._table.values, self._scratch.row_sums
        values[: keep + 1] = values[drop : self._size + 1].copy()
        values[keep + 1 :] = np.inf
        row_sums[:keep] = row_sums[drop : self._size].copy()
        row_sums[keep:] = 0.0
        self._first += drop
        self._size = keep
        self._mark_closed()

    def _settle(self) -> list[int]:
        """Let the places go that the last units have put out of reach; return what is final."""
        # The next segment ends with unit `read` or later, so it begins here at the earliest.
        self._tree.forget_before(self.read + 1 - self._window)
        found = self._tree.settle()
        if found:
            self._clear(found[-1])
        return found

    def _clear(self, place: int) -> None:
        """Drop what lies before a place that is decided."""
        self._closed = {shut for shut in self._closed if shut > place}
        while self._columns and self.read - len(self._columns) < place:
            self._columns.popleft()

    def _decide(self, deadline: int) -> list[Cut]:
        """Cut where the best segmentation so far does, up to a place whose time is over."""
        due = [place for place in self._tree.chain(self.read) if place <= deadline]
        cuts = [Cut(place, forced=True) for place in due]
        again = bool(due)
        if due:
            self._tree.move_root(due[-1])
            self._clear(due[-1])
        for place in range(max(self._tree.root, self._deadline) + 1, deadline + 1):
            self._closed.add(place)
            again = again or self._tree.leads_on(place)
            self._shut_out(place)
        self._deadline = max(self._deadline, deadline)
        if again:
            self._go_over()
        return cuts

    def _shut_out(self, place: int) -> None:
        """Let no segment begin at a place whose time is over."""
        if place >= self._first:
            self._table.values[place - self._first] = np.inf
            self._shut[place - self._first] = 1
        self._tree.forget(place)

    def _go_over(self) -> None:
        """Carry the programme again over what is undecided, as some ways have been closed."""
        columns = list(self._columns)
        self._tree = Chains(self._tree.root, self._tree.cost)
        self._start(self._tree.root, self._tree.cost)
        self._mark_closed()
        self._advance(columns)
        self._tree.forget_before(self.read + 1 - self._window)

    def _mark_closed(self) -> None:
        self._shut[:] = 0
        for place in self._closed:
            if 0 < place - self._first < len(self._shut):
                self._shut[place - self._first] = 1
