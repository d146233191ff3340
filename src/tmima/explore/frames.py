"""How the server and its workers talk through a pipe: byte strings, each after its length."""

import asyncio
import struct
from typing import BinaryIO

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
