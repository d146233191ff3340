"""The best segmentations before the places that still matter, and what they have in common."""

from collections import deque


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
