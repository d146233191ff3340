"""What packed documents share: an archive is unpacked within limits, parts are joined to a text."""

from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from xml.etree import ElementTree

from tmima.errors import TmimaError
from tmima.formats.format import Limits
from tmima.formats.tags import depth
from tmima.text import CODE, HEADING, PROSE, Block

# Pictures, fonts and sounds: nobody reads them, so they are not unpacked.
_UNREAD = frozenset(
    ".avif .bin .bmp .css .emf .eot .gif .ico .jpeg .jpg .js .m4a .mp3 .mp4 .odttf .ogg .otf .png "
    ".tif .tiff .ttf .wav .webm .webp .wmf .woff .woff2".split()
)
_MEGABYTE = 1_000_000

TITLE = "title"
"""The kind of a part that has the style of titles."""

Members = Mapping[str, bytes]
"""The texts of an archive by name."""


class Part(NamedTuple):
    """A block of a document before its text is joined.

    `page` says that it begins a new page, `item` that it is an item of a list.
    """

    text: str
    kind: str = PROSE
    level: int = 0
    page: bool = False
    item: bool = False


def over_limit(name: str, what: str) -> TmimaError:
    """Return the error that names a limit and the ways out."""
    return TmimaError(
        f"{what}: convert it to text first, or give tmima.open_file a larger limit of {name}"
    )


def unpack(content: bytes, limits: Limits) -> dict[str, bytes]:
    """Return the texts of an archive by name, if it keeps the limits.

    A directory may lie about sizes, but no more than it says is ever unpacked of a member: what is
    cut off so has another checksum, and is refused.
    """
    from zipfile import ZipFile

    texts: dict[str, bytes] = {}
    with ZipFile(BytesIO(content)) as archive:
        members = {one.filename: one for one in archive.infolist()}
        read = [name for name in members if PurePosixPath(name.lower()).suffix not in _UNREAD]
        if sum(members[name].file_size for name in read) > limits.unpacked:
            raise over_limit("unpacked", f"it unpacks to more than {limits.unpacked} bytes")
        for name in read:
            member = members[name]
            times = member.file_size // max(1, member.compress_size)
            if member.file_size > _MEGABYTE and times > limits.ratio:
                said = f"{name} unpacks to {times} times its size, more than {limits.ratio} times"
                raise over_limit("ratio", said)
            text = archive.read(name)
            # What is of two bytes a character has its tags between zeros.
            deep = depth(text.replace(b"\0", b"").decode("latin-1"))
            if deep > limits.depth:
                said = f"{name} has {deep} elements inside each other, more than {limits.depth}"
                raise over_limit("depth", said)
            texts[name] = text
    return texts


def parse_xml(members: Members, name: str) -> ElementTree.Element:
    """Return the root of a member that is XML."""
    if name not in members:
        raise TmimaError(f"the archive has no {name}")
    xml = members[name]
    # No document of an office has a definition of its own; entities are how small files grow.
    # In UTF-16 zeros stand between the characters.
    marks = xml.replace(b"\0", b"").replace(b"<!--", b"").replace(b"<![CDATA[", b"")
    if b"<!" in marks:
        raise TmimaError(f"{name} defines entities, which no office writes")
    try:
        return ElementTree.fromstring(xml)  # noqa: S314 - nothing is defined in it
    except ElementTree.ParseError as error:
        raise TmimaError(f"{name} is no XML: {error}") from None


def local_name(element: ElementTree.Element) -> str:
    """Return the name of an element without its namespace, of which there are several in use."""
    return element.tag.rpartition("}")[2]


def attribute(element: ElementTree.Element | None, name: str) -> str:
    """Return an attribute by its name without the namespace; empty if it is not there."""
    given = {} if element is None else element.attrib
    return next((value for key, value in given.items() if key.rpartition("}")[2] == name), "")


def find_title(members: Members, name: str) -> str:
    """Return the title that a member tells as Dublin Core does; empty if it tells none."""
    try:
        root = parse_xml(members, name)
    except TmimaError:
        # Nothing else of such a member is read: what is wrong with it changes no text.
        return ""
    titles = (one.text or "" for one in root.iter() if local_name(one) == "title")
    return " ".join(next(titles, "").split())


def join_parts(parts: Iterable[Part], title: str = "") -> dict[str, Any]:
    """Make a text of parts: a blank line between two, a form feed before a new page.

    Lines of code that follow each other are one block. What has the style of titles and stands
    before all else is the document's title, which no segment consists of: it is in no block, and
    not compared. Further on it is a heading of the first level.

    Args:
        parts: of the document, in order.
        title: of the document, if no part tells it.
    """
    blocks: list[Block] = []
    texts: list[str] = []
    length = 0
    ignored: list[tuple[int, int]] = []
    for text, given, given_level, page, item in parts:
        kind, level = (HEADING, 1) if given == TITLE else (given, given_level)
        goes_on = kind == CODE and bool(blocks) and blocks[-1].kind == CODE
        between = "" if not texts else "\f" if page else "\n" if goes_on else "\n\n"
        start = length + len(between)
        length = start + len(text)
        texts += [between, text]
        if given == TITLE and not blocks and not ignored:
            title = " ".join(text.split())
            ignored.append((start, length))
        elif goes_on:
            blocks[-1] = blocks[-1]._replace(end=length)
        else:
            blocks.append(Block(start, length, kind, level, item=item))
    if not blocks:  # a document that is nothing but its title
        blocks, ignored = [Block(start, end) for start, end in ignored], []
    return {"text": "".join(texts), "blocks": blocks, "ignored": ignored, "title": title}
