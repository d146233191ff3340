"""Books: chapters in the order of the spine, read as pages; their headings, and the navigation's.

The title page, the cover and the list of contents are no text of the book. A heading of the
navigation that stands in the text is a heading there, whatever its tag; no text is made of it.
"""

from collections.abc import Iterator, Sequence
from posixpath import dirname, join, normpath
from typing import Any, NamedTuple
from urllib.parse import unquote

from tmima.errors import TmimaError
from tmima.formats.archive import Members
from tmima.formats.html import parse_page
from tmima.formats.tags import TAG, PageToken, attributes, character, tokens
from tmima.loading import Pattern
from tmima.text import ASIDE, HEADING, PROSE, Block, Origin

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_ENCODING = Pattern(r"<\?xml[^>]*?encoding\s*=\s*[\"']([-\w.]+)")
_NO_LETTER = Pattern(r"[^\p{L}\p{N}]+")
_NUMBERING = Pattern(r"\p{L}{0,12}\d*")
# What a file of a book says it is, and is no text of it.
_TITLE_PAGES = frozenset("cover coverpage titlepage title-page halftitlepage".split())
_LISTS = frozenset("toc landmarks page-list".split())
# So far into a file one looks for it.
_HEAD = 4096
_MOST_LEVELS = 9


class _Tag(NamedTuple):
    """A tag of a page: its name without a prefix, its attributes, and the text up to the next."""

    name: str
    given: dict[str, str]
    text: str
    closes: bool
    start: int


class _Entry(NamedTuple):
    """A line of the navigation: its level from 1, its words, its file and the place in it."""

    level: int
    label: str
    file: str
    place: str


def read_epub(members: Members) -> dict[str, Any]:
    """Return the text and the blocks of a book."""
    package = _package_name(members)
    tags = _tags(_decode_member(members, package))
    folder = dirname(package)
    items = {
        one.given.get("id", ""): one.given
        | {"href": _member_and_anchor(folder, one.given.get("href", ""))[0]}
        for one in tags
        if one.name == "item"
    }
    spine = [items.get(one.given.get("idref", "")) for one in tags if one.name == "itemref"]
    # A book that names a chapter again means the same one, as the standard has it.
    files = list(dict.fromkeys(item["href"] for item in spine if item and item["href"] in members))
    if not files:
        raise TmimaError("its spine names no chapter that is there")
    locked = {
        _member_and_anchor("", one.given.get("uri", ""))[0] for one in _read(members, _ENCRYPTION)
    }
    if not locked.isdisjoint(files):
        raise TmimaError("it is locked: its chapters are encrypted")
    kinds = {
        _member_and_anchor(folder, one.given.get("href", ""))[0]: _attribute_words(
            one.given, "type"
        )
        for one in tags
        if one.name == "reference"
    }
    entries: dict[str, list[_Entry]] = {}
    for entry in _navigation(members, list(items.values())):
        entries.setdefault(entry.file, []).append(entry)
    texts: list[str] = []
    blocks: list[Block] = []
    ignored: list[tuple[int, int]] = []
    length = 0
    for file in files:
        page = _decode_member(members, file)
        origin = parse_page(page).origin
        if origin is None or _is_front(origin, [*kinds.get(file, []), *_declared_page_types(page)]):
            continue
        length += 2 * bool(texts)
        blocks += (
            block._replace(start=block.start + length, end=block.end + length)
            for block in _with_navigation(page, origin, entries.get(file, []))
        )
        ignored += ((start + length, end + length) for start, end in origin.ignored)
        texts.append(origin.text)
        length += len(origin.text)
    title = next(
        (_with_single_spaces(one.text) for one in tags if one.name == "title" and one.text), ""
    )
    return {"text": "\n\n".join(texts), "blocks": blocks, "ignored": ignored, "title": title}


def _package_name(members: Members) -> str:
    """Return the name of the member that lists the chapters."""
    for one in _tags(_decode_member(members, _CONTAINER)):
        name = _member_and_anchor("", one.given.get("full-path", ""))[0]
        if one.name == "rootfile" and name in members:
            return name
    raise TmimaError(f"{_CONTAINER} names no list of chapters that is there")


def _decode_member(members: Members, name: str) -> str:
    """Return a member as text, in the encoding that it says it has."""
    content = members[name]
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    told = _ENCODING.match(content[:200].decode("latin-1").lstrip("\xef\xbb\xbf"))
    try:
        return content.decode(told[1] if told else "utf-8", "replace").removeprefix("\ufeff")
    except LookupError:
        return content.decode("utf-8", "replace").removeprefix("\ufeff")


def _read(members: Members, name: str) -> list[_Tag]:
    return _tags(_decode_member(members, name)) if name in members else []


def _tags(page: str) -> list[_Tag]:
    """Return the tags of a page, or of XML, with the text behind each."""
    tags: list[_Tag] = []
    texts: list[str] = []
    tag: PageToken | None = None

    def end() -> None:
        if tag is not None:
            name = tag.name.rpartition(":")[2]
            given = attributes(page, tag) if tag.opens else {}
            tags.append(_Tag(name, given, "".join(texts), tag.closes, tag.start))

    for token in tokens(page):
        if token.kind == TAG:
            end()
            tag, texts = token, []
        else:
            written = page[token.start : token.end]
            texts.append(character(written) if written[:1] == "&" else written)
    end()
    return tags


def _attribute_words(given: dict[str, str], name: str) -> list[str]:
    return given.get(name, "").lower().split()


def _with_single_spaces(text: str) -> str:
    return " ".join(text.split())


def _member_and_anchor(folder: str, address: str) -> tuple[str, str]:
    """Return the member that an address names, and the place in it."""
    file, _, place = address.partition("#")
    return (normpath(join(folder, unquote(file))) if file else ""), unquote(place)


def _declared_page_types(page: str) -> list[str]:
    """Return what a page says it is, before any text."""
    types: list[str] = []
    for tag in _tags(page[:_HEAD]):
        if tag.name in ("html", "body", "section", "div"):
            types += _attribute_words(tag.given, "epub:type")
            if tag.name != "html" and tag.text.strip():
                break
    return types


def _is_front(origin: Origin, kinds: Sequence[str]) -> bool:
    """Tell what is no text of the book: its title page, or a list of contents and nothing else."""
    has_prose = any(block.kind == PROSE for block in origin.blocks)
    return not _TITLE_PAGES.isdisjoint(kinds) or not (has_prose or _LISTS.isdisjoint(kinds))


def _navigation(members: Members, items: Sequence[dict[str, str]]) -> Iterator[_Entry]:
    """Yield the lines of the book's navigation; of an older book, those of its NCX."""
    for item in items:
        if "nav" in _attribute_words(item, "properties") and item["href"] in members:
            yield from _nav_entries(item["href"], _read(members, item["href"]))
            return
    for item in items:
        if item.get("media-type") == "application/x-dtbncx+xml" and item["href"] in members:
            yield from _ncx_entries(item["href"], _read(members, item["href"]))
            return


def _nav_entries(name: str, tags: Sequence[_Tag]) -> Iterator[_Entry]:
    """Yield the links of the nested lists below the element of the contents."""
    told = any("toc" in _attribute_words(tag.given, "epub:type") for tag in tags)
    within, level = not told, 0
    label: list[str] | None = None
    address = ""
    for tag in tags:
        if tag.name == "nav":
            within = not tag.closes and (
                not told or "toc" in _attribute_words(tag.given, "epub:type")
            )
        elif within and tag.name == "ol":
            level += -1 if tag.closes else 1
        elif within and tag.name == "a" and not tag.closes:
            label, address = [], tag.given.get("href", "")
        elif tag.name == "a" and label is not None:
            yield _entry(name, level, "".join(label), address)
            label = None
        if label is not None:
            label.append(tag.text)


def _ncx_entries(name: str, tags: Sequence[_Tag]) -> Iterator[_Entry]:
    level, label = 0, ""
    for tag in tags:
        if tag.name == "navpoint":
            level += -1 if tag.closes else 1
        elif tag.name == "text" and not tag.closes:
            label = tag.text
        elif tag.name == "content" and tag.given:
            yield _entry(name, level, label, tag.given.get("src", ""))


def _entry(name: str, level: int, label: str, address: str) -> _Entry:
    file, place = _member_and_anchor(dirname(name), address)
    return _Entry(max(1, level), _with_single_spaces(label), file or name, place)


def _with_navigation(page: str, origin: Origin, entries: Sequence[_Entry]) -> list[Block]:
    """Return the blocks of a chapter with the headings and levels that the navigation tells.

    A block with the words of an entry is a heading. Where a chapter's first heading lies deeper in
    the navigation than its tag says, as in a book whose parts and chapters are all `h1`, so do all
    that follow it in its file.
    """
    blocks = list(origin.blocks)
    if not entries or not blocks:
        return blocks
    starts = [place[0] for one in blocks if (place := origin.place(one.start, one.end))]
    anchors = _offsets_of_ids(page, {entry.place for entry in entries if entry.place})
    shift: int | None = None
    for entry in entries:
        # A place in the file or, where it is not there, its beginning.
        begin = anchors.get(entry.place, 0)
        index = next((index for index, start in enumerate(starts) if start >= begin), len(blocks))
        for near in range(index, min(index + 2, len(blocks))):
            block = blocks[near]
            words = origin.text[block.start : block.end]
            if block.kind not in (HEADING, PROSE, ASIDE) or not _same_words(words, entry.label):
                continue
            if block.kind != HEADING:
                blocks[near] = block._replace(kind=HEADING, level=entry.level)
            elif shift is None:
                shift = max(0, entry.level - block.level)
            break
    told = {block.start for block in origin.blocks if block.kind == HEADING}
    return [
        block._replace(level=min(block.level + (shift or 0), _MOST_LEVELS))
        if block.start in told
        else block
        for block in blocks
    ]


def _offsets_of_ids(page: str, wanted: set[str]) -> dict[str, int]:
    """Return where the elements of some ids begin."""
    offsets: dict[str, int] = {}
    for token in tokens(page) if wanted else ():
        if token.kind == TAG and token.opens:
            name = attributes(page, token).get("id", "")
            if name in wanted:
                offsets.setdefault(name, token.start)
    return offsets


def _same_words(text: str, label: str) -> bool:
    """Tell whether a text says what a label says, numbers before either aside."""
    one, other = (_NO_LETTER.sub("", words).casefold() for words in (text, label))
    if not one or not other:
        return False
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer.endswith(shorter) and (
        _NUMBERING.fullmatch(longer[: len(longer) - len(shorter)]) is not None
    )
