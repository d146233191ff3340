"""PDF, DOCX, EPUB, ODT and PPTX: read in a process that is held to limits."""

import atexit
import json
import os
import sys
from base64 import b64encode
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from io import BytesIO
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

from tmima.errors import TmimaError
from tmima.formats.archive import over_limit
from tmima.formats.documents import without_references
from tmima.formats.format import Format, Limits
from tmima.records import encode_json
from tmima.text import Block, Origin, Source

if TYPE_CHECKING:
    import subprocess

# Nothing is imported from the current folder, which may be that of the documents.
COMMAND = (sys.executable, "-P", "-m", "tmima.formats.converter")
_ODT = b"mimetypeapplication/vnd.oasis.opendocument.text"
# What converts documents may keep some of each: now and then it begins anew.
_DOCUMENTS = 100


class Converter:
    """A process that converts documents, started when one comes, ended when it takes too long."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = self._converted = 0

    def convert(self, content: bytes, kind: str, limits: Limits) -> dict[str, Any]:
        """Return the text of a document, with its blocks and its title."""
        fields = {"kind": kind, "limits": asdict(limits), "content": b64encode(content).decode()}
        with self._lock:
            found = self._answer(encode_json(fields).encode() + b"\n", limits)
        if "text" not in found:
            raise TmimaError(found["refused"])
        return found

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
            raise over_limit("seconds", f"it takes more than {limits.seconds:g} seconds")
        raise TmimaError("what converts it ended without a word")

    def _ready(self) -> "subprocess.Popen[bytes]":
        if self._owner != os.getpid():  # a fork has no right to the process of another
            self._process, self._owner = None, os.getpid()
        if self._converted >= _DOCUMENTS:
            self.end()
        if self._process is None:
            # Most files that are opened are texts.
            import subprocess

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


def _holds(member: str, content: bytes) -> bool:
    """Tell whether a file is an archive with such a member."""
    if not content.startswith(b"PK\x03\x04"):
        return False
    from zipfile import BadZipFile, ZipFile

    try:
        return member in ZipFile(BytesIO(content)).namelist()
    except (BadZipFile, NotImplementedError, ValueError, OSError):  # as its bytes will have it
        return False


def _is_pdf(content: bytes) -> bool:
    return content.startswith(b"%PDF-")


def _parse(kind: str, content: bytes, limits: Limits) -> Source:
    """Take the text of a document, with its blocks and its title."""
    found = CONVERTER.convert(content, kind, limits)
    blocks = without_references(found["text"], [Block(*block) for block in found["blocks"]])
    ignored = [(start, end) for start, end in found["ignored"]]
    return Source.of(Origin(kind, found["text"], blocks, (), ignored, found["title"]))


def _is_odt(content: bytes) -> bool:
    """Tell whether a file is a text of OpenDocument, which says so at its head."""
    return _ODT in content[:200] and _holds("content.xml", content)


PDF = Format(
    "pdf",
    "PDF (extra documents)",
    recognises_bytes=_is_pdf,
    parse_bytes=partial(_parse, "pdf"),
)
ODT = Format(
    "odt",
    "texts of OpenDocument",
    recognises_bytes=_is_odt,
    parse_bytes=partial(_parse, "odt"),
)
# Each by what only an archive of this kind holds.
DOCX = Format(
    "docx",
    "Word documents",
    recognises_bytes=partial(_holds, "word/document.xml"),
    parse_bytes=partial(_parse, "docx"),
)
EPUB = Format(
    "epub",
    "books",
    recognises_bytes=partial(_holds, "META-INF/container.xml"),
    parse_bytes=partial(_parse, "epub"),
)
PPTX = Format(
    "pptx",
    "presentations: slides and notes",
    recognises_bytes=partial(_holds, "ppt/presentation.xml"),
    parse_bytes=partial(_parse, "pptx"),
)
