"""The outline of a document: its headings, and the sections that they open.

A heading opens a section that ends where the next heading of the same or a higher level begins. So
sections lie within each other or apart, as a tree.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

# Of a heading in Markdown: links and pictures but for their words, tags, names to link to,
# shortcodes. A tag that nobody knows may be a type, as in Vec<T>.
_MARKUP = re.compile(
    r"!?\[(?P<words>[^\[\]\n]*+)\]\([^()\n]*+\)|\{\{[<%][^{}\n]*+\}\}|\{(?:[#.:]|/\*)[^{}\n]*+\}"
    r"|</?(?:a|b|br|center|code|div|em|font|h[1-6]|i|img|kbd|p|picture|small|span|strong|sub|sup)"
    r"(?:\s[^<>]*+)?/?>",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"\*\*|__|`")

CERTAIN = 1.0
"""The confidence of a heading that the author marked as one."""


class Heading(NamedTuple):
    """A heading of a text.

    Attributes:
        start: the offset of its first character.
        end: the offset behind its last.
        level: from 1, the highest.
        confidence: how probable it is that this is a heading: 1 where the author marked it as one,
            less where its looks alone say so.
    """

    start: int
    end: int
    level: int
    confidence: float = CERTAIN


class Section(NamedTuple):
    """A part of a text that a heading opens.

    Attributes:
        start: the offset of its heading.
        end: the offset of the next heading of the same or a higher level, or the end of the text.
        level: of its heading.
        rank: 1 for the highest level that divides the document, 2 for the next one that occurs.
        heading: what its heading says, without the marks around it.
        confidence: of its heading.
        parent: the index of the section that it lies in, nothing where it lies in none.
        run_start: the offset of the first heading of the row of headings that its own stands in,
            with nothing between them. No cut parts such a row, so this is where a segment begins.
        run_end: the same for its end.
    """

    start: int
    end: int
    level: int
    rank: int
    heading: str
    confidence: float
    parent: int | None
    run_start: int
    run_end: int

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            name: getattr(self, name)
            for name in ("start", "end", "level", "heading", "confidence", "parent")
        }


@dataclass(frozen=True, slots=True)
class Outline:
    """The sections of a document in order, each before those that lie in it.

    Attributes:
        sections: one for each heading.
        title: what the document calls itself, where it says so.
        headings: where each heading stands.
    """

    sections: tuple[Section, ...] = ()
    title: str = ""
    headings: tuple[Heading, ...] = field(default=(), repr=False)

    def __bool__(self) -> bool:
        return bool(self.sections)

    def __len__(self) -> int:
        return len(self.sections)

    @classmethod
    def of(cls, text: str, headings: Iterable[Heading], title: str = "") -> "Outline":
        """Make the tree of sections of headings, which come in order.

        >>> text = "# Ships\\n\\n## Sails\\n\\nLinen.\\n\\n## Masts\\n\\nPine."
        >>> found = Outline.of(text, [Heading(0, 7, 1), Heading(9, 17, 2), Heading(27, 35, 2)])
        >>> [(one.heading, one.start, one.end, one.parent) for one in found.sections]
        [('Ships', 0, 42, None), ('Sails', 9, 27, 0), ('Masts', 27, 42, 0)]
        """
        known = tuple(headings)
        words = [heading_words(text[one.start : one.end]) for one in known]
        joined = [not text[one.end : other.start].strip() for one, other in pairwise(known)]
        return cls(_sections(known, words, joined, len(text)), title, known)

    def above(self, confidence: float) -> "Outline":
        """Return the outline of the headings that are at least so sure.

        What is left out ends no section, and is text like any other.
        """
        kept = [index for index, one in enumerate(self.headings) if one.confidence >= confidence]
        if len(kept) == len(self.headings):
            return self
        joined = [
            other == one + 1 and self.sections[one].run_start == self.sections[other].run_start
            for one, other in pairwise(kept)
        ]
        headings = tuple(self.headings[index] for index in kept)
        words = [self.sections[index].heading for index in kept]
        size = max(section.end for section in self.sections)
        return Outline(_sections(headings, words, joined, size), self.title, headings)

    def path(self, start: int, end: int) -> tuple[str, ...]:
        """Return the headings of the sections that hold some characters, the highest first.

        Where they are several neighbouring sections, the heading of the first comes last.
        """
        headings: list[str] = []
        for section in self._open_at(start):
            if end <= section.run_end:
                headings.append(section.heading)
            elif section.run_start == start:
                return (*headings, section.heading)
        return tuple(headings)

    def whole_sections(self, start: int, end: int) -> list[Section]:
        """Return the highest sections with text that lie whole in a range of characters.

        Nothing where the range begins with no heading, or with one whose section goes on behind it.
        """
        sections: list[Section] = []
        index = bisect_left(self.sections, start, key=lambda section: section.run_start)
        while index < len(self.sections) and (section := self.sections[index]).run_start < end:
            if section.run_end > end:
                if section.run_start > start:
                    break
                index += 1
                continue
            if not sections and section.run_start > start:
                break
            if section.run_end > section.run_start:
                sections.append(section)
            index = bisect_left(self.sections, section.end, key=lambda one: one.start)
        return sections

    def begun_at(self, offset: int) -> Section | None:
        """Return the innermost section that a row of headings at an offset opens."""
        index = bisect_right(self.sections, offset, key=lambda section: section.run_start) - 1
        innermost = self.sections[index] if index >= 0 else None
        return innermost if innermost is not None and innermost.run_start == offset else None

    def _open_at(self, offset: int) -> list[Section]:
        """Return the sections that are open at an offset, or open with the headings there."""
        # Of a row of headings that begins here some stand behind the offset.
        index: int | None = (
            bisect_right(self.sections, offset, key=lambda section: section.run_start) - 1
        )
        if index == -1:
            return []
        chain: list[Section] = []
        while index is not None:
            section = self.sections[index]
            chain.append(section)
            index = section.parent
        return [section for section in reversed(chain) if section.run_end > offset]

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            **({"title": self.title} if self.title else {}),
            "sections": [section.as_dict() for section in self.sections],
        }


def heading_words(written: str) -> str:
    """Return what a heading says, without the marks around it, on one line.

    >>> heading_words("## The `tide` mill {#mill}"), heading_words("<h2>Tides</h2>")
    ('The tide mill', 'Tides')
    >>> heading_words("## [1.2.0](https://example.org/1.2.0), **May**")
    '1.2.0, May'
    """
    written = _MARKUP.sub(lambda match: match["words"] or "", written)
    lines = [line for line in written.splitlines() if any(map(str.isalnum, line))]
    words = _EMPHASIS.sub("", " ".join(" ".join(lines).split())).lstrip("#> ")
    if words.startswith("* ") and words.endswith(" *"):
        words = words.strip("* ")
    # Signs behind a heading close it; in "C#" they are part of the word.
    closed = words.rstrip("#")
    return closed.rstrip() if closed.endswith(" ") else words


def _ranks(levels: Sequence[int]) -> dict[int, int]:
    """Return the rank of each level: the highest that occurs twice divides the document, rank 1.

    A single heading above it is the document's title or a part of its own, and has rank 1 too.
    """
    counts = Counter(levels)
    present = sorted(counts)
    dividing = next(
        (level for level in present if counts[level] > 1), present[-1] if present else 0
    )
    below = [level for level in present if level > dividing]
    return {level: 1 for level in present if level <= dividing} | {
        level: rank for rank, level in enumerate(below, start=2)
    }


def _sections(
    headings: Sequence[Heading], words: Sequence[str], joined: Sequence[bool], size: int
) -> tuple[Section, ...]:
    """Return the sections of headings.

    Args:
        headings: in order.
        words: of each.
        joined: whether nothing stands between each and the next.
        size: the length of the text.
    """
    ranks = _ranks([one.level for one in headings])
    run_starts: dict[int, int] = {size: size}
    before = 0
    for one, follows in zip(headings, (False, *joined), strict=False):
        before = before if follows else one.start
        run_starts[one.start] = before
    ends = [size] * len(headings)
    parents: list[int | None] = []
    open_now: list[int] = []
    for index, one in enumerate(headings):
        while open_now and headings[open_now[-1]].level >= one.level:
            ends[open_now.pop()] = one.start
        parents.append(open_now[-1] if open_now else None)
        open_now.append(index)
    return tuple(
        Section(
            one.start,
            end,
            one.level,
            ranks[one.level],
            said,
            one.confidence,
            parent,
            run_starts[one.start],
            run_starts[end],
        )
        for one, said, end, parent in zip(headings, words, ends, parents, strict=True)
    )
