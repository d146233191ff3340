"""Worker processes shared by the requests of a server, each ended when it takes too long."""

import asyncio
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from tmima.workers import process
from tmima.workers.child import HEADER, Handler, message

# So many keys of a worker are remembered: it most likely still has what they stand for in memory.
_REMEMBERED = 8
# One may have died before it was asked, another at work; a third says that it is the request.
_TRIES = 3


class TooLongError(Exception):
    """The work took longer than allowed and was stopped."""


class BusyError(Exception):
    """No worker became free within the time allowed for the work."""


class FailedError(Exception):
    """The work ended in an error of ours."""


class Worker:
    """The place of a process, and the keys that it was asked for last."""

    def __init__(self, make_handler: Callable[[], Handler]) -> None:
        self._first = process.first_message(make_handler)
        self._process: Process | None = None
        self.keys: deque[str] = deque(maxlen=_REMEMBERED)

    async def start(self) -> Process:
        """Return the process, and start it if there is none."""
        if self._process is None:
            started = await asyncio.create_subprocess_exec(
                *process.COMMAND, stdin=PIPE, stdout=PIPE
            )
            self._process = started
            if started.stdin is not None:
                started.stdin.write(self._first)
        return self._process

    async def ask(self, request: bytes) -> bytes:
        """Return the answer to a request.

        Raises:
            asyncio.IncompleteReadError, ConnectionError: if the process has ended.
        """
        started = await self.start()
        if started.stdin is None or started.stdout is None:
            raise FailedError
        started.stdin.write(message(request))
        await started.stdin.drain()
        _, size = HEADER.unpack(await started.stdout.readexactly(HEADER.size))
        return await started.stdout.readexactly(size)

    async def end(self) -> None:
        """End the process at once, whatever it is doing."""
        ended, self._process = self._process, None
        if ended is None:
            return
        with suppress(ProcessLookupError):
            ended.kill()
        if ended.stdin is not None:
            ended.stdin.close()
        await ended.wait()


class Pool:
    """A number of workers, used as `async with`.

    Args:
        size: how many processes.
        timeout: seconds that a request may wait for a worker, and that its work may take.
        make_handler: makes, in each worker, the function that answers requests.
    """

    def __init__(self, size: int, timeout: float, make_handler: Callable[[], Handler]) -> None:
        self._size = size
        self._timeout = timeout
        self._make_handler = make_handler

    async def __aenter__(self) -> Self:
        self._workers = [Worker(self._make_handler) for _ in range(self._size)]
        for worker in self._workers:
            await worker.start()
        self._idle = list(self._workers)
        self._freed = asyncio.Condition()
        return self

    async def __aexit__(self, *error: object) -> None:
        for worker in self._workers:
            await worker.end()

    async def run(self, key: str, request: bytes) -> bytes:
        """Return the answer to a request, given by a worker that knows its key if one is free.

        A worker may have died since it was last asked, of nothing that this request did: then it
        is tried again, with a new process in the same place.

        Raises:
            BusyError, TooLongError: if it took too long, to get a worker or to do the work.
            FailedError: if each process that was asked has ended.
        """
        worker = await self._free_worker(key)
        try:
            return await self._answer(worker, request)
        finally:
            await asyncio.shield(self._release(worker))

    async def _answer(self, worker: Worker, request: bytes) -> bytes:
        for _ in range(_TRIES):
            try:
                async with asyncio.timeout(self._timeout):
                    return await worker.ask(request)
            except BaseException as error:
                # Its answer would come when nobody waits for it.
                await worker.end()
                if isinstance(error, TimeoutError):
                    raise TooLongError from None
                if not isinstance(error, asyncio.IncompleteReadError | ConnectionError):
                    raise
        raise FailedError

    async def _free_worker(self, key: str) -> Worker:
        """Return a worker that is free, one that knows the key if there is such."""
        try:
            async with asyncio.timeout(self._timeout), self._freed:
                await self._freed.wait_for(lambda: self._idle)
                worker = next((each for each in self._idle if key in each.keys), self._idle[0])
                self._idle.remove(worker)
        except TimeoutError:
            raise BusyError from None
        if key in worker.keys:
            worker.keys.remove(key)
        worker.keys.append(key)
        return worker

    async def _release(self, worker: Worker) -> None:
        with suppress(OSError):
            await worker.start()
        async with self._freed:
            self._idle.append(worker)
            self._freed.notify()
