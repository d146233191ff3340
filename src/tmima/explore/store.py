"""The texts that the server was given lately, by key."""

from collections import OrderedDict


class Store:
    """Sources by key within a bounded number of bytes; the longest unused goes first."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._size = 0
        self._sources: OrderedDict[str, bytes] = OrderedDict()

    def put(self, key: str, source: bytes) -> None:
        """Keep a source, and let others go if room is short."""
        if key not in self._sources:
            self._sources[key] = source
            self._size += len(source)
        self._sources.move_to_end(key)
        while self._size > self._room and len(self._sources) > 1:
            _, dropped = self._sources.popitem(last=False)
            self._size -= len(dropped)

    def get(self, key: str) -> bytes | None:
        """Return a source if it is still here."""
        if key in self._sources:
            self._sources.move_to_end(key)
        return self._sources.get(key)
