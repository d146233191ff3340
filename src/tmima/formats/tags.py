"""The tags and characters of a page one by one, with their places, in time linear in the page.

Marks are told apart as the HTML standard does. What begins and never ends (a comment, a tag) goes
up to the end, as browsers have it: so no place of a page is looked at twice.
"""

from collections.abc import Iterator
from typing import NamedTuple

import regex

from tmima.loading import Pattern

TEXT, REFERENCE, TAG = "text", "reference", "tag"
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())

_TEXT = Pattern(r"[^<&]++")
_REFERENCE = Pattern(r"&(?:#(?:[0-9]++|[xX][0-9a-fA-F]++)|[a-zA-Z][-.a-zA-Z0-9]*+);?+")
# A quotation mark counts behind an equals sign, and only if another follows.
_TAG = Pattern(
    r"</?+(?P<name>[a-zA-Z][^\s/>]*+)"
    r"(?P<attributes>(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+)>"
)
_ATTRIBUTE = Pattern(
    r"(?P<name>[^\s/>=]++)"
    r"(?:\s*+=\s*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<bare>[^\s>]*+)))?+"
)
_RAW = {name: Pattern(rf"</{name}(?=[\s/>])", regex.IGNORECASE) for name in ("script", "style")}
# How a mark begins, and what ends those that are passed over.
_MARK = Pattern(r"<(?:(?P<tag>/?+[a-zA-Z])|!--|!\[CDATA\[|[!?/])")
_ENDS = {
    "<!--": Pattern(r"(?<=<!--)-?>|--!?>"),
    "<![CDATA[": Pattern(r"\]\]>"),
}
_END = Pattern(r">")
# Of more digits no number is made.
_LONGEST_REFERENCE = 4000


class PageToken(NamedTuple):
    """A part of a page: text, a character by its name or number, or a tag.

    `name` is that of a tag, `opens` and `closes` say which it does; `<br/>` does both.
    """

    kind: str
    start: int
    end: int
    name: str = ""
    opens: bool = False
    closes: bool = False


def tokens(source: str) -> Iterator[PageToken]:
    """Yield the parts of a page in order, without comments, scripts and styles.

    >>> [(one.kind, one.name) for one in tokens("<p>a<!-- b -->&amp;</p>")]
    [('tag', 'p'), ('text', ''), ('reference', ''), ('tag', 'p')]
    """
    place = 0
    while place < len(source):
        begin = place
        if match := _TEXT.match(source, begin):
            place = match.end()
            yield PageToken(TEXT, begin, place)
        elif match := _REFERENCE.match(source, begin):
            place = match.end()
            yield PageToken(REFERENCE, begin, place)
        elif not (mark := _MARK.match(source, begin)):  # 3 < 4
            place += 1
            yield PageToken(TEXT, begin, place)
        elif not mark["tag"]:
            ended = _ENDS.get(mark[0], _END).search(source, mark.end())
            place = ended.end() if ended else len(source)
        elif match := _TAG.match(source, begin):
            place = match.end()
            name, slash, closes = match["name"].lower(), source[place - 2] == "/", mark[0][1] == "/"
            yield PageToken(TAG, begin, place, name, not closes, closes or slash)
            if name in _RAW and not (closes or slash):
                raw = _RAW[name].search(source, place)
                place = raw.start() if raw else len(source)
        else:
            return


def character(written: str) -> str:
    """Return what a reference stands for; as it is written, if it stands for nothing."""
    # Its table of names takes a while to load, and most texts have no reference.
    from html import unescape

    return written if len(written) > _LONGEST_REFERENCE else unescape(written)


def attributes(source: str, tag: PageToken) -> dict[str, str]:
    """Return the attributes of a tag by their names, in small letters.

    >>> page = "<p hidden ROLE='menu'>"
    >>> attributes(page, next(tokens(page)))
    {'hidden': '', 'role': 'menu'}
    """
    values = {}
    for one in _ATTRIBUTE.finditer(source, tag.start + 1 + len(tag.name), tag.end - 1):
        value = one["double"] or one["single"] or one["bare"] or ""
        values[one["name"].lower()] = value
    return values


def depth(source: str) -> int:
    """Return how many elements of a page, or of XML, lie inside each other at the most.

    >>> depth("<w:p><w:r/><w:r><w:t>a</w:t></w:r></w:p>"), depth("a<br>b<br>c")
    (3, 0)
    """
    deep = deepest = 0
    for token in tokens(source):
        if token.kind != TAG or token.name in VOID or (token.opens and token.closes):
            continue
        deep = deep + 1 if token.opens else max(0, deep - 1)
        deepest = max(deep, deepest)
    return deepest
