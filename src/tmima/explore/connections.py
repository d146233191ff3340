"""Connections that do not last: who sends slowly, or nothing, does not keep others out."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# Connections at the most, and at the least; fewer where the system allows few open files.
_MOST, _LEAST = 500, 8
# Files that are open for other things: for each worker its pipes, and whatever there is besides.
_OF_A_WORKER, _OF_THE_REST = 4, 32


def most_connections(workers: int) -> int:
    """Return how many connections a server with so many workers may have at a time."""
    try:
        import resource
    except ImportError:  # not on Windows
        return _MOST
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if allowed == resource.RLIM_INFINITY:
        return _MOST
    free = allowed - _OF_THE_REST - _OF_A_WORKER * workers
    return min(_MOST, max(_LEAST, free // 2))


def at_once(most: int) -> int:
    """Return how many connections may be taken at once.

    Those that are too many are ended after they were taken, and open for two turns until then.
    """
    return max(1, most // 4)


def bounded(*, receiving: float, answering: float, most: int) -> type[H11Protocol]:
    """Return the protocol of the server's connections.

    Args:
        receiving: seconds in which a request must have come, counted from the connection or the
            last answer, however much of it has come.
        answering: seconds in which it must have been answered, and the answer taken.
        most: connections at a time. One more ends the one that has been without a whole request
            longest, or is ended itself if all have one.
    """

    class BoundedProtocol(H11Protocol):
        """A connection with a time limit."""

        limit: asyncio.TimerHandle | None = None
        waiting: float | None = None  # since when; None while a request is being answered

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > most:
                others: list[Any] = [each for each in self.connections if each is not self]
                idle = [each for each in others if each.waiting is not None]
                longest = min(idle, key=lambda each: each.waiting, default=self)
                longest.end()
                if longest is self:
                    return
            self.wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            whole = self.cycle is not None and not (
                self.cycle.more_body or self.cycle.response_complete
            )
            if whole and self.waiting is not None:
                self.waiting = None
                self._limit(answering)

        def on_response_complete(self) -> None:
            self.wait()
            super().on_response_complete()

        def wait(self) -> None:
            """Wait for a request, but not for ever."""
            self.waiting = self.loop.time()
            self._limit(receiving)

        def end(self) -> None:
            """End the connection at once."""
            self._stop()
            self.waiting = None
            self.connections.discard(self)
            self.transport.abort()

        def _limit(self, seconds: float) -> None:
            self._stop()
            self.limit = self.loop.call_later(seconds, self.end)

        def _stop(self) -> None:
            if self.limit is not None:
                self.limit.cancel()
                self.limit = None

    return BoundedProtocol
