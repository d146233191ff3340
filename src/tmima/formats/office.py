"""PDF, DOCX, EPUB and ODT: converted in a process that is held to limits."""

import atexit
import json
import os
import sys
from base64 import b64encode
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from io import BytesIO
from pathlib import PurePosixPath
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

from tmima.errors import TmimaError
from tmima.formats.documents import without_references
from tmima.formats.format import Format, Limits
from tmima.formats.markdown import blocks_of
from tmima.formats.tags import TAG, attributes, depth, tokens
from tmima.records import encode_json
from tmima.text import Block, Origin, Source

if TYPE_CHECKING:
    import subprocess

# Pictures, fonts and sounds: nobody reads them, so they are not unpacked.
_UNREAD = frozenset(
    ".avif .bin .bmp .css .emf .eot .gif .ico .jpeg .jpg .js .m4a .mp3 .mp4 .odttf .ogg .otf .png "
    ".tif .tiff .ttf .wav .webm .webp .wmf .woff .woff2".split()
)
# Nothing is imported from the current folder, which may be that of the documents.
COMMAND = (sys.executable, "-P", "-m", "tmima.formats.converter")
_ODT = b"mimetypeapplication/vnd.oasis.opendocument.text"
_MEGABYTE = 1_000_000
# What converts documents may keep some of each: now and then it begins anew.
_DOCUMENTS = 100


def over_limit(name: str, what: str) -> TmimaError:
    """Return the error that names a limit and the ways out."""
    return TmimaError(
        f"{what}: convert it to text first, or give tmima.open_file a larger limit of {name}"
    )


def repack(content: bytes, limits: Limits) -> bytes:
    """Return an archive with its texts as they are and all else empty, if it keeps the limits.

    A directory may lie about sizes, but no more than it says is ever unpacked of a member: what is
    cut off so has another checksum, and is refused.
    """
    from zipfile import ZIP_STORED, ZipFile

    found = BytesIO()
    with ZipFile(BytesIO(content)) as archive, ZipFile(found, "w", ZIP_STORED) as texts:
        members = {one.filename: one for one in archive.infolist()}
        read = {name for name in members if PurePosixPath(name.lower()).suffix not in _UNREAD}
        if sum(members[name].file_size for name in read) > limits.unpacked:
            raise over_limit("unpacked", f"it unpacks to more than {limits.unpacked} bytes")
        for name, member in members.items():
            times = member.file_size // max(1, member.compress_size)
            if name in read and member.file_size > _MEGABYTE and times > limits.ratio:
                said = f"{name} unpacks to {times} times its size, more than {limits.ratio} times"
                raise over_limit("ratio", said)
            text = _each_chapter_once(archive.read(name)) if name in read else b""
            # What is of two bytes a character has its tags between zeros.
            deep = depth(text.replace(b"\0", b"").decode("latin-1"))
            if deep > limits.depth:
                said = f"{name} has {deep} elements inside each other, more than {limits.depth}"
                raise over_limit("depth", said)
            texts.writestr(name, text)
    return found.getvalue()


def _each_chapter_once(text: bytes) -> bytes:
    """Return the member of a book that lists its chapters with each once, as the standard has it.

    A further mention keeps its tag, but names no chapter. Any other member is returned as it is.
    """
    if b"<itemref" not in text:
        return text
    page = text.decode("latin-1")
    tags = [token for token in tokens(page) if token.kind == TAG and token.opens]
    files = {
        given.get("id"): given.get("href")
        for given in (attributes(page, tag) for tag in tags if tag.name == "item")
    }
    named: set[str | None] = set()
    pieces: list[str] = []
    done = 0
    for tag in tags:
        if tag.name != "itemref":
            continue
        file = files.get(attributes(page, tag).get("idref"))
        if file in named:
            pieces += [page[done : tag.start], "<itemref/>" if tag.closes else "<itemref>"]
            done = tag.end
        named.add(file)
    return "".join([*pieces, page[done:]]).encode("latin-1")


class Converter:
    """A process that converts documents, started when one comes, ended when it takes too long."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = self._converted = 0

    def convert(self, content: bytes, kind: str, limits: Limits) -> dict[str, Any]:
        """Return the text of a document, in Markdown or with its blocks."""
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


def _parse_blocks(kind: str, content: bytes, limits: Limits) -> Source:
    """Take the text of a document whose reader tells its blocks."""
    found = CONVERTER.convert(content, kind, limits)
    blocks = without_references(found["text"], [Block(*block) for block in found["blocks"]])
    ignored = [(start, end) for start, end in found["ignored"]]
    return Source.of(Origin(kind, found["text"], blocks, (), ignored))


def _parse_archive(kind: str, content: bytes, limits: Limits) -> Source:
    text = str(CONVERTER.convert(content, kind, limits)["text"])
    return Source.of(blocks_of(text, kind=kind, placed=False))


def _is_odt(content: bytes) -> bool:
    """Tell whether a file is a text of OpenDocument, which says so at its head."""
    return _ODT in content[:200] and _holds("content.xml", content)


PDF = Format(
    "pdf",
    "PDF (extra documents)",
    recognises_bytes=_is_pdf,
    parse_bytes=partial(_parse_blocks, "pdf"),
)
ODT = Format(
    "odt",
    "texts of OpenDocument",
    recognises_bytes=_is_odt,
    parse_bytes=partial(_parse_blocks, "odt"),
)
# Each by what only an archive of this kind holds.
DOCX = Format(
    "docx",
    "Word documents (extra documents)",
    recognises_bytes=partial(_holds, "word/document.xml"),
    parse_bytes=partial(_parse_archive, "docx"),
)
EPUB = Format(
    "epub",
    "books (extra documents)",
    recognises_bytes=partial(_holds, "META-INF/container.xml"),
    parse_bytes=partial(_parse_archive, "epub"),
)
