"""What a document may cost that is packed: its bytes unpacked, its depth, seconds, memory."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath

from tmima.errors import TmimaError
from tmima.formats.documents.tags import depth

PDF = "pdf"
# Pictures, fonts and sounds: nobody reads them, so they are not unpacked.
_UNREAD = frozenset(
    ".avif .bin .bmp .css .emf .eot .gif .ico .jpeg .jpg .js .m4a .mp3 .mp4 .odttf .ogg .otf .png "
    ".tif .tiff .ttf .wav .webm .webp .wmf .woff .woff2".split()
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading a document of PDF, DOCX or EPUB may take; more is refused by name.

    Attributes:
        unpacked: bytes that its texts have when they are unpacked.
        depth: elements inside each other.
        seconds: that a converter may take.
        memory: bytes that a converter may have, where the system can hold it to that.
    """

    unpacked: int = 64_000_000
    depth: int = 256
    seconds: float = 300.0
    memory: int = 4_000_000_000


def beyond(name: str, what: str) -> TmimaError:
    """Return the error that names a limit and the ways out."""
    return TmimaError(
        f"{what}: convert it to text first, or give tmima.open_file a larger limit of {name}"
    )


def repacked(content: bytes, limits: Limits) -> bytes:
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
            raise beyond("unpacked", f"it unpacks to more than {limits.unpacked} bytes")
        for name in members:
            text = archive.read(name) if name in read else b""
            # What is of two bytes a character has its tags between zeros.
            deep = depth(text.replace(b"\0", b"").decode("latin-1"))
            if deep > limits.depth:
                said = f"{name} has {deep} elements inside each other, more than {limits.depth}"
                raise beyond("depth", said)
            texts.writestr(name, text)
    return found.getvalue()
