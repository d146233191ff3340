"""The program of a worker process: it answers one request after the other until its input ends.

Messages are byte strings, each after its kind and its length. The first one says how to prepare
this process and, pickled, what makes the handler of requests. It comes from the process that
started this one, which unpickles nothing unless it trusts the handler.

The file is run by its path, so nothing but the standard library is imported before `sys.path` is
what it is to be.
"""

import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

HEADER = struct.Struct(">BQ")
# The kinds of messages: a request or its answer; something that is told on the way to the answer.
MESSAGE, EVENT = range(2)

Send = Callable[[bytes], None]
"""Sends an event to the process that asked."""
Handler = Callable[[bytes, Send], bytes]
"""Answers a request; it does not raise, and what it raises ends the process."""


def message(data: bytes, kind: int = MESSAGE) -> bytes:
    """Return a message encoded for a pipe: its kind, its length and its content."""
    return HEADER.pack(kind, len(data)) + data


def read_message(stream: Any) -> tuple[int, bytes]:
    """Return the kind and the content of the next message of a pipe.

    Args:
        stream: the pipe, buffered or not.

    Raises:
        EOFError: if the pipe ends before the message does.
    """
    kind, size = HEADER.unpack(_read_exactly(stream, HEADER.size))
    return kind, _read_exactly(stream, size)


def _read_exactly(stream: Any, size: int) -> bytes:
    data = bytearray(size)
    rest = memoryview(data)
    while rest:
        count = stream.readinto(rest)
        if not count:
            raise EOFError
        rest = rest[count:]
    return bytes(data)


def main() -> None:
    """Serve the pipes of this process."""
    # Ctrl-C in a terminal reaches all processes; the one that started this one will end it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _serve(*_own_pipes())
    except BaseException:
        with suppress(OSError, AttributeError):
            traceback.print_exc()
        # Not exit: the thread that reads would be waited for.
        os._exit(1)


def limit_memory(most: int) -> None:
    """Let this process take so many bytes of memory, where the system can see to it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes of this process; what others print goes to standard error instead."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b") as nothing:
        os.dup2(nothing.fileno(), 0)
        try:
            os.dup2(2, 1)
        except OSError:  # standard error is closed
            os.dup2(nothing.fileno(), 1)
    return requests, answers


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    preparation, maker = pickle.loads(read_message(requests)[1])  # noqa: S301 - from our parent
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def receive() -> None:
        # In a thread, so that the end of the process that asks is noticed during the work.
        with suppress(EOFError, OSError):
            while True:
                waiting.put(read_message(requests)[1])
        os._exit(1)

    Thread(target=receive, daemon=True).start()
    _prepare(preparation)
    handler: Handler = pickle.loads(maker)()  # noqa: S301 - from our parent

    def send(data: bytes, kind: int = EVENT) -> None:
        answers.write(message(data, kind))
        answers.flush()

    while True:
        send(handler(waiting.get(), send), MESSAGE)


def _prepare(preparation: dict[str, Any] | None) -> None:
    """Make this process like the one that started it, as far as its handler needs that."""
    if preparation is not None:
        from multiprocessing import process, spawn

        # While the program of the user is imported here, it may not start processes in its turn.
        here: Any = process.current_process()
        here._inheriting = True
        spawn.prepare(preparation)
        del here._inheriting
    # The package is found where it is, if nowhere else.
    sys.path.append(os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 2)))


if __name__ == "__main__":
    main()
