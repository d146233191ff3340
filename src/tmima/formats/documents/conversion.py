"""Documents that a library of others converts, in a process that is held to limits."""

import atexit
import json
import os
import subprocess
import sys
from base64 import b64encode
from contextlib import suppress
from dataclasses import asdict
from threading import Lock, Timer
from typing import Any

from tmima.errors import TmimaError
from tmima.formats.documents.limits import Limits, beyond

# Nothing is imported from the current folder, which may be that of the documents.
COMMAND = (sys.executable, "-P", "-m", "tmima.formats.documents.converter")
# What converts documents may keep some of each: now and then it begins anew.
_DOCUMENTS = 100


class Converter:
    """A process that converts documents, started when one comes, ended when it takes too long."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = self._converted = 0

    def text_of(self, content: bytes, kind: str, limits: Limits) -> str:
        """Return the text of a document, in Markdown unless it is a PDF."""
        fields = {"kind": kind, "limits": asdict(limits), "content": b64encode(content).decode()}
        with self._lock:
            found = self._answer(json.dumps(fields).encode() + b"\n", limits)
        if "text" not in found:
            raise TmimaError(found["refused"])
        return str(found["text"])

    def _answer(self, request: bytes, limits: Limits) -> dict[str, Any]:
        process = self._ready()
        stopped = []

        def stop() -> None:
            stopped.append(True)
            process.kill()

        timer = Timer(limits.seconds, stop)
        timer.start()
        line = b""
        try:
            with suppress(OSError):  # it may have ended before it was asked
                process.stdin.write(request)  # type: ignore[union-attr] # both are pipes
                process.stdin.flush()  # type: ignore[union-attr]
                line = process.stdout.readline()  # type: ignore[union-attr]
        finally:
            timer.cancel()
            if not line.endswith(b"\n"):
                self.end()
        if line.endswith(b"\n"):
            found: dict[str, Any] = json.loads(line)
            return found
        if stopped:
            raise beyond("seconds", f"it takes more than {limits.seconds:g} seconds")
        raise TmimaError("what converts it ended without a word")

    def _ready(self) -> "subprocess.Popen[bytes]":
        if self._owner != os.getpid():  # a fork has no right to the process of another
            self._process, self._owner = None, os.getpid()
        if self._converted >= _DOCUMENTS:
            self.end()
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            self._converted = 0
        self._converted += 1
        return self._process

    def end(self) -> None:
        """End the process; another is started when it is needed."""
        process, self._process, self._converted = self._process, None, 0
        if process is not None:
            process.kill()
            process.communicate()


CONVERTER = Converter()
atexit.register(CONVERTER.end)
