"""PDF, DOCX, EPUB, ODT and PPTX: read in a process that is held to limits."""

import atexit
import json
import os
from dataclasses import asdict
from functools import partial
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any

from tmima.errors import TmimaError
from tmima.files import encode_json
from tmima.formats.archive import over_limit
from tmima.formats.documents import without_references
from tmima.formats.format import Format, Limits
from tmima.text import Block, Origin, Source

if TYPE_CHECKING:
    from tmima.workers.child import Handler
    from tmima.workers.process import WorkerProcess

_ODT = b"mimetypeapplication/vnd.oasis.opendocument.text"
# What converts documents may keep some of each: now and then it begins anew.
_DOCUMENTS = 100


def _make_handler() -> "Handler":
    """Return, in the worker, what converts documents: its readers are imported there alone."""
    from tmima.formats.converter import convert_request

    return convert_request


class Converter:
    """A worker that converts documents, started when one comes, ended when it takes too long."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._worker: WorkerProcess | None = None
        self._converted = 0

    def convert(self, content: bytes, kind: str, limits: Limits) -> dict[str, Any]:
        """Return the text of a document, with its blocks and its title."""
        fields = {"kind": kind, "limits": asdict(limits)}
        request = encode_json(fields).encode() + b"\n" + content
        with self._lock:
            try:
                answer: dict[str, Any] = json.loads(
                    self._started_worker().ask(request, limits.seconds)
                )
            except BaseException as error:
                self.end()
                if isinstance(error, TimeoutError):
                    said = f"it takes more than {limits.seconds:g} seconds"
                    raise over_limit("seconds", said) from None
                if isinstance(error, EOFError):
                    raise TmimaError("what converts it ended without a word") from None
                raise
        if "text" not in answer:
            raise TmimaError(answer["refused"])
        return answer

    def _started_worker(self) -> "WorkerProcess":
        """Return the worker, and start it if there is none."""
        from tmima.workers.process import WorkerProcess  # most files that are opened are texts

        if self._worker is not None and self._worker.owner != os.getpid():
            self._worker = None  # a fork has no right to the worker of another process
        if self._converted >= _DOCUMENTS:
            self.end()
        if self._worker is None:
            self._worker = WorkerProcess(_make_handler, quiet=True)
            self._converted = 0
        self._converted += 1
        return self._worker

    def end(self) -> None:
        """End the worker; another is started when it is needed."""
        worker, self._worker, self._converted = self._worker, None, 0
        if worker is not None and worker.owner == os.getpid():
            worker.kill()


CONVERTER = Converter()
atexit.register(CONVERTER.end)


def _has_member(member: str, content: bytes) -> bool:
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
    converted = CONVERTER.convert(content, kind, limits)
    blocks = without_references(converted["text"], [Block(*block) for block in converted["blocks"]])
    ignored = [(start, end) for start, end in converted["ignored"]]
    return Source.of(Origin(kind, converted["text"], blocks, (), ignored, converted["title"]))


def _is_odt(content: bytes) -> bool:
    """Tell whether a file is a text of OpenDocument, which says so at its head."""
    return _ODT in content[:200] and _has_member("content.xml", content)


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
    recognises_bytes=partial(_has_member, "word/document.xml"),
    parse_bytes=partial(_parse, "docx"),
)
EPUB = Format(
    "epub",
    "books",
    recognises_bytes=partial(_has_member, "META-INF/container.xml"),
    parse_bytes=partial(_parse, "epub"),
)
PPTX = Format(
    "pptx",
    "presentations: slides and notes",
    recognises_bytes=partial(_has_member, "ppt/presentation.xml"),
    parse_bytes=partial(_parse, "pptx"),
)
