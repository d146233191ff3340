"""A worker process, as the process sees it that starts and asks it."""

import os
import pickle
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, cast

from tmima.workers import child
from tmima.workers.child import Handler, message, read_message

# -P: nothing is imported from the folder of the file, nor from the current one.
COMMAND: tuple[str, ...] = (sys.executable, "-P", str(Path(child.__file__)))


def first_message(
    make_handler: Callable[[], Handler], preparation: Mapping[str, Any] | None = None
) -> bytes:
    """Return the first message to a worker, with its handler and what prepares it."""
    return message(pickle.dumps((preparation, pickle.dumps(make_handler))))


class WorkerProcess:
    """A process that answers requests, one at a time; it ends when this process does.

    Args:
        make_handler: makes, in the worker, the function that answers requests. It is pickled.
        preparation: what `multiprocessing.spawn.prepare` does in the worker first, if anything.
        environment: of the worker; that of this process if not given.
        quiet: whether what it says on standard error is left out.
    """

    def __init__(
        self,
        make_handler: Callable[[], Handler],
        *,
        preparation: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
        quiet: bool = False,
    ) -> None:
        import subprocess  # most programs start no process

        first = first_message(make_handler, preparation)
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            env=environment,
            # A pipe with a buffer cannot be closed while a thread reads it, as at the very end.
            bufsize=0,
        )
        self._requests = cast("FileIO", self._process.stdin)
        self._answers = cast("FileIO", self._process.stdout)
        self.owner = os.getpid()
        """The process that started it; a fork of that one must leave it alone."""
        self._reading = threading.Lock()
        self._killed = False
        with suppress(OSError):  # it has ended already, which the first answer will show
            self._write(first)

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; nothing while it runs."""
        return self._process.poll()

    def send(self, request: bytes) -> None:
        """Send a request.

        Raises:
            OSError: if the process has ended.
        """
        self._write(message(request))

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._requests.write(rest) :]

    def receive(self) -> tuple[int, bytes]:
        """Wait for a message and return its kind, `MESSAGE` or `EVENT`, and its content.

        Raises:
            EOFError: if the process has ended.
        """
        try:
            with self._reading:
                return read_message(self._answers)
        except (OSError, ValueError):  # the pipe was closed here
            raise EOFError from None
        finally:
            if self._killed:
                self._close_answers()

    def ask(self, request: bytes, seconds: float) -> bytes:
        """Send a request and return its answer, which may take so many seconds.

        Raises:
            TimeoutError: if it took longer than allowed; the process is ended.
            EOFError: if the process has ended.
        """
        late = threading.Event()

        def stop() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(seconds, stop)
        timer.start()
        try:
            self.send(request)
            return self.receive()[1]
        except (OSError, EOFError):
            raise TimeoutError if late.is_set() else EOFError from None
        finally:
            timer.cancel()

    def kill(self) -> None:
        """End the process at once, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._killed = True
        with suppress(OSError):  # what could not be sent to it
            self._requests.close()
        self._close_answers()

    def _close_answers(self) -> None:
        """Close the pipe of answers, unless a thread is reading from it, which closes it then.

        The number of a closed pipe is that of the next one that is opened: a thread that has looked
        it up already would read the answers of another worker.
        """
        if self._reading.acquire(blocking=False):
            try:
                self._answers.close()
            finally:
                self._reading.release()
