"""Worker processes, each busy with one request at a time, ended when it takes too long."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

from tmima.explore.worker import DONE, REFUSED, framed, receive_frame
from tmima.records import encode_json

# -P: nothing is imported from the current folder, where `python -m` looks first.
COMMAND = (sys.executable, "-P", "-m", "tmima.explore.worker")
# The keys that a worker most likely still has on its shelf.
_REMEMBERED = 8
# One may have died before it was asked, another at work; a third says that it is the text.
_TRIES = 3


class RefusedError(Exception):
    """The work cannot be done with this input; the message says why."""


class TooLongError(Exception):
    """The work took longer than allowed and was stopped."""


class BusyError(Exception):
    """No worker became free within the time allowed for the work."""


class FailedError(Exception):
    """The work ended in an error of ours."""


class Worker:
    """The place of a process, and the keys of the texts that it was asked for last."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: Process | None = None
        self.keys: deque[str] = deque(maxlen=_REMEMBERED)

    async def begin(self) -> Process:
        """Start a process if there is none; it reads its first request when it is ready."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, str(self._memory), stdin=PIPE, stdout=PIPE
            )
        return self._process

    async def ask(self, job: bytes, source: bytes) -> tuple[bytes, bytes]:
        """Return the status and the body of the answer."""
        process = await self.begin()
        if process.stdin is None or process.stdout is None:
            raise FailedError
        process.stdin.write(framed(job, source))
        await process.stdin.drain()
        return await receive_frame(process.stdout), await receive_frame(process.stdout)

    async def end(self) -> None:
        """End the process at once, whatever it is doing."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


class Pool:
    """A number of workers, used as `async with`.

    Args:
        size: how many processes.
        timeout: seconds that a request may wait for a worker, and that its work may take.
        memory: bytes that each process may take.
    """

    def __init__(self, size: int, timeout: float, memory: int) -> None:
        self._size = size
        self._timeout = timeout
        self._memory = memory

    async def __aenter__(self) -> Self:
        self._workers = [Worker(self._memory) for _ in range(self._size)]
        for worker in self._workers:
            await worker.begin()
        self._idle = list(self._workers)
        self._freed = asyncio.Condition()
        return self

    async def __aexit__(self, *error: object) -> None:
        for worker in self._workers:
            await worker.end()

    async def run(self, key: str, source: bytes, job: Mapping[str, Any]) -> bytes:
        """Have a job done on a text and return its result.

        A worker may have died since it was last asked, of nothing that this request did: then it
        is tried again, with a new process in the same place.

        Raises:
            RefusedError: if the input cannot be used.
            BusyError, TooLongError: if it took too long, to get a worker or to do the work.
            FailedError: if the work ended in an error of ours.
        """
        request = encode_json({**job, "key": key}).encode()
        worker = await self._free_worker(key)
        try:
            status, body = await self._answer(worker, request, source)
        finally:
            await asyncio.shield(self._release(worker))
        if status == REFUSED:
            raise RefusedError(body.decode())
        if status != DONE:
            raise FailedError
        return body

    async def _answer(self, worker: Worker, request: bytes, source: bytes) -> tuple[bytes, bytes]:
        for _ in range(_TRIES):
            try:
                async with asyncio.timeout(self._timeout):
                    return await worker.ask(request, source)
            except BaseException as error:
                # Its answer would come when nobody waits for it.
                await worker.end()
                if isinstance(error, TimeoutError):
                    raise TooLongError from None
                if not isinstance(error, asyncio.IncompleteReadError | ConnectionError):
                    raise
        raise FailedError

    async def _free_worker(self, key: str) -> Worker:
        """Return a worker that is free, one that knows the text if there is such."""
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
            await worker.begin()
        async with self._freed:
            self._idle.append(worker)
            self._freed.notify()
