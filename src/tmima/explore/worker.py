"""The process that does the work of requests, one after the other, until its input ends.

It is a process of its own so that a request that takes too long can really be stopped. It talks
with the server through a pipe, in byte strings, each after its length. A message is a job (JSON)
and a source (see `Upload.to_json`); the answer is a status and a body.
"""

import asyncio
import json
import os
import signal
import struct
import sys
import traceback
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from tmima.chapters import render
from tmima.errors import TmimaError
from tmima.explore.session import OpenText, Upload
from tmima.records import encode_json
from tmima.viewer import cuts_view, text_view

_LENGTH = struct.Struct(">Q")


def framed(*parts: bytes) -> bytes:
    """Return byte strings as one message."""
    return b"".join(_LENGTH.pack(len(part)) + part for part in parts)


def read_frame(stream: BinaryIO) -> bytes | None:
    """Return the next byte string of a pipe; None at its end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    return stream.read(*_LENGTH.unpack(head))


async def receive_frame(stream: asyncio.StreamReader) -> bytes:
    """Return the next byte string of a pipe without blocking others.

    Raises:
        asyncio.IncompleteReadError: if the pipe ends before it.
    """
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    return await stream.readexactly(length)


DONE, REFUSED, FAILED = b"done", b"refused", b"failed"

# How many bytes of analyzed texts a worker keeps, roughly; the latest is kept whatever its size.
_ROOM = 500_000_000


class Shelf:
    """The texts opened last, analyzed; the longest unused one goes when room is short."""

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._texts: OrderedDict[str, OpenText] = OrderedDict()

    def get(self, key: str, source: bytes) -> OpenText:
        """Return a text by its key, reading its source only if it is not here."""
        if key not in self._texts:
            self._texts[key] = OpenText(Upload.from_json(source))
        self._texts.move_to_end(key)
        while len(self._texts) > 1 and sum(t.memory for t in self._texts.values()) > self._room:
            self._texts.popitem(last=False)
        return self._texts[key]


def answer(shelf: Shelf, job: dict[str, Any], source: bytes) -> bytes:
    """Do a job: open a text, cut it, or write the report, the chapters, Markdown of a cut."""
    text = shelf.get(job["key"], source)
    if job["name"] == "open":
        return _json({"key": job["key"], **text.told(), **text_view(text.prepared)})
    asked = job["asked"]
    # Chapters are what `tmima chapters` writes.
    result = text.cut(with_certainty=job["name"] != "chapters", **asked)
    match job["name"]:
        case "report":
            return result.as_html().encode()
        case "chapters":
            return render(result, asked.get("form") or "json").encode()
        case "markdown":
            return result.as_markdown().encode()
        case "outline":
            return result.as_outline().encode()
    return _json(cuts_view(result))


def _json(value: Any) -> bytes:
    return encode_json(value, ensure_ascii=False, separators=(",", ":")).encode()


def _too_large(memory: int, error: MemoryError) -> str:
    # NumPy says what it could not have: so many bytes for an array of this shape.
    seen = f" ({error})" if str(error) else ""
    return (
        f"this takes more than the {memory / 1e9:.1f} GB of memory that a request may have{seen}: "
        "take a shorter text or another method; some compare every unit with every other"
    )


def serve(requests: BinaryIO, answers: BinaryIO, memory: int) -> None:
    """Answer requests until there are no more."""
    shelf = Shelf()
    while (job := read_frame(requests)) is not None:
        source = read_frame(requests) or b""
        try:
            message = framed(DONE, answer(shelf, json.loads(job), source))
        except TmimaError as error:
            message = framed(REFUSED, error.spelled(str).encode())
        except MemoryError as error:
            message = framed(REFUSED, _too_large(memory, error).encode())
        except Exception:
            # Whatever it is, the next request must find a worker; the server's log has the rest.
            traceback.print_exc()
            message = framed(FAILED, b"")
        answers.write(message)
        answers.flush()


def main() -> None:
    """Serve the process's own pipes; nothing else may write into them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    memory = int(sys.argv[-1])
    _limit(memory)
    serve(sys.stdin.buffer, answers, memory)


def _limit(memory: int) -> None:
    """Let this process take so much memory more than it has, where the system can see to it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + memory
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


if __name__ == "__main__":
    main()
