"""What was opened: a text, with the times of a transcript or its places in a document."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

import numpy as np

from tmima.errors import plain_text
from tmima.text.outline import CERTAIN, Heading
from tmima.text.timeline import Fault, Timeline

PROSE, HEADING, TABLE, CODE, ASIDE = "prose", "heading", "table", "code", "aside"
_BETWEEN_PAGES, _BETWEEN_BLOCKS = "\f", "\n\n"


class Block(NamedTuple):
    """A part of a text, from one offset to another.

    `kind` is "prose", "heading", "table" or "code", which have no sentences, or
    "aside", whatever is no part of the content: menus, references, what only a program reads.
    `level` is that of a heading, from 1; `confidence` says how probable it is that it opens a
    section, 0 where it is no more than part of a list or a quotation.
    `item` says that it is an item of a list, which some formats tell without a mark in the text.
    """

    start: int
    end: int
    kind: str = PROSE
    level: int = 0
    confidence: float = CERTAIN
    item: bool = False


class Piece(NamedTuple):
    """Characters as they are read, and where they stand in the document."""

    text: str
    start: int
    end: int


class Origin:
    """A text that was taken from a document, with its blocks and the place of every character.

    Attributes:
        kind: what the document is, as "markdown" or "pdf".
        text: what is read of it.
        blocks: in order and apart.
        ignored: characters whose words are not compared: code, asides, addresses of links.
        title: what the document calls itself, where it says so outside its text.
        markup: the language whose marks the text holds, "markdown" or "rst"; empty where the text
            holds none.

    >>> page = Origin("html", "Fish & chips", [Block(0, 12)], [Piece("Fish ", 3, 8),
    ...     Piece("&", 8, 13), Piece(" chips", 13, 19)])
    >>> page.place(5, 6), page.place(0, 12)
    ((8, 13), (3, 19))
    """

    def __init__(
        self,
        kind: str,
        text: str,
        blocks: Iterable[Block],
        pieces: Sequence[Piece] = (),
        ignored: Iterable[tuple[int, int]] = (),
        title: str = "",
        markup: str = "",
    ) -> None:
        self.kind = kind
        self.markup = markup
        self.title = title
        self.text = plain_text(text)
        self.blocks = tuple(blocks)
        kept_out = [(one.start, one.end) for one in self.blocks if one.kind in (CODE, ASIDE)]
        self.ignored = merge_ranges([*ignored, *kept_out])
        self._pieces = tuple(pieces)
        lengths = [len(piece.text) for piece in self._pieces]
        self._starts = np.cumsum([0, *lengths])[:-1].tolist()
        self._breaks = [match.start() for match in re.finditer(_BETWEEN_PAGES, text)]

    @classmethod
    def of_parts(cls, kind: str, parts: Iterable[tuple[str, str]]) -> "Origin":
        """Make a text of parts and what each is, with a blank line between two.

        >>> Origin.of_parts("slides", [("The tide", "heading"), ("A ship waits.", "prose")]).text
        'The tide\\n\\nA ship waits.'
        """
        texts: list[str] = []
        blocks: list[Block] = []
        for text, of_block in parts:
            start = blocks[-1].end + len(_BETWEEN_BLOCKS) if blocks else 0
            blocks.append(Block(start, start + len(text), of_block))
            texts.append(text)
        return cls(kind, _BETWEEN_BLOCKS.join(texts), blocks)

    def __repr__(self) -> str:
        return f"<Origin: {self.kind}, {len(self.blocks)} blocks, {len(self.text)} characters>"

    def block(self, offset: int) -> Block | None:
        """Return the block that a character lies in."""
        index = bisect_right(self.blocks, offset, key=lambda block: block.start) - 1
        return self.blocks[index] if index >= 0 and offset < self.blocks[index].end else None

    @property
    def headings(self) -> list[Heading]:
        """The blocks that are headings of sections."""
        return [
            Heading(block.start, block.end, max(1, block.level), block.confidence)
            for block in self.blocks
            if block.kind == HEADING and block.confidence > 0
        ]

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where the characters from start to end - 1 stand in the document.

        Nothing where its characters have no places: a PDF has none.
        """
        if not self._pieces:
            return None
        first, offset = self._piece(start)
        last, before = self._piece(end - 1)
        exact = len(first.text) == first.end - first.start
        ends = last.start + before + 1 if len(last.text) == last.end - last.start else last.end
        return first.start + (offset if exact else 0), ends

    def pages(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the first and the last page of some characters, from 1, if it has pages."""
        if not self._breaks:
            return None
        return bisect_right(self._breaks, start) + 1, bisect_right(self._breaks, end - 1) + 1

    def _piece(self, offset: int) -> tuple[Piece, int]:
        """Return the piece that a character is of, and how far in it."""
        index = max(0, bisect_right(self._starts, offset) - 1)
        return self._pieces[index], offset - self._starts[index]


@dataclass(frozen=True, slots=True)
class Source:
    """What was opened: the text that is cut, and what its format tells of it.

    Attributes:
        text: what is said in a transcript, read in a document; any other text as it is.
        timeline: the times of what is said, of a transcript.
        origin: the blocks and places of what is read, of a document.
        format: the name of the format that it had.
        faults: what could not be read.
        name: of the file that it was opened from, without its folders.

    >>> from tmima import Cue
    >>> Source.of(Timeline([Cue(0, 2, "Good morning.")])).text
    'Good morning.'
    """

    text: str
    timeline: Timeline | None = None
    origin: Origin | None = None
    format: str = "text"
    faults: tuple[Fault, ...] = ()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", plain_text(self.text))

    @property
    def is_prose(self) -> bool:
        """Whether it is a text without times, blocks or a format of its own."""
        return self.format == "text" and self.timeline is None and self.origin is None

    @classmethod
    def of(cls, known: Timeline | Origin) -> Self:
        """Make a source of cues with their times, or of the blocks of a document.

        It needs no format: cues are laid out by their times, and a document by its blocks.
        """
        if isinstance(known, Timeline):
            return cls(known.text, timeline=known, faults=known.faults)
        return cls(known.text, origin=known)


def merge_ranges(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return ranges in order, those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(merged)
