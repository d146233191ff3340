"""python -m benchmarks.outlines: how well segments follow the headings of their documents.

The documents are those of `outlines` in TMIMA_DATA, written as Markdown with their headings in
place, and cut with nothing set. For each kind of documents: how many cuts there are and which part
of them stands at a heading; which part of the sections of the highest level that divides the
document begins a segment, and which part could at all, for of headings that follow each other
without text only the first can be cut at; which part of the segments cuts across a section; how
many segments end with a heading; and how large a part of a document its longest segment is.

Documents report by the checksum of their lesson's name, which all translations share: 8 and 9
report, 7 chooses (`--choose`).
"""

import json
import lzma
import os
import random
import re
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click

from tmima import Segmenter
from tmima.plots.tables import Table

PARTS = {"learn": range(7), "choose": (7,), "report": (8, 9)}
_LONGEST = 60_000
# The gazette has headings without text between them, and quotes the laws that it changes.
NOISY = "laws-gazette-el"
_LANGUAGE = re.compile(
    r"translations-[A-Za-z]{2}(?:-[A-Z]{2})?-|^[a-z]{2}\.|(?<=^tutorial-)[a-z]{2}-"
)


class Outlined(NamedTuple):
    """A document with its headings.

    Attributes:
        kind: of documents that are reported together.
        language: its code.
        text: as Markdown.
        headings: the offset and the level of each.
        tops: the offsets of the headings of the highest level that divides the document.
    """

    kind: str
    language: str
    text: str
    headings: list[tuple[int, int]]
    tops: frozenset[int]

    def sections(self) -> list[tuple[int, int]]:
        """Return where the section of each heading begins and ends."""
        found = []
        for index, (start, level) in enumerate(self.headings):
            ends = (at for at, other in self.headings[index + 1 :] if other <= level)
            found.append((start, next(ends, len(self.text))))
        return found


def part_of(name: str) -> str:
    """Return the part of a document; all translations of a lesson are in the same."""
    number = zlib.crc32(_LANGUAGE.sub("", name).encode()) % 10
    return next(part for part, numbers in PARTS.items() if number in numbers)


def outlined(record: dict[str, object], kind: str) -> Outlined:
    """Put the headings of a document back, as Markdown."""
    given: list[tuple[int, int, str]] = record["headings"]  # type: ignore[assignment]
    text, title, cuts = str(record["text"]), record.get("title"), set(record["cuts"])  # type: ignore[call-overload]
    written = [f"# {title}\n\n"] if title else []
    length, last, highest = sum(map(len, written)), 0, min(level for _, level, _ in given)
    headings, tops = [], set()
    for place, level, words in given:
        line = f"{'#' * min(6, level - highest + 2)} {words}\n\n"
        length += place - last
        headings.append((length, level))
        if place in cuts:
            tops.add(length)
        written += [text[last:place], line]
        length, last = length + len(line), place
    return Outlined(
        kind, str(record["language"]), "".join([*written, text[last:]]), headings, frozenset(tops)
    )


def documents(folder: Path, part: str, most: int) -> Iterator[Outlined]:
    """Yield some documents of each kind."""
    for path in sorted(folder.glob("*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        records = [
            one for one in records if part_of(one["id"]) == part and len(one["text"]) <= _LONGEST
        ]
        random.Random(3).shuffle(records)
        for one in records[:most]:
            yield outlined(one, path.name.split(".")[0])


class Counts(NamedTuple):
    """What was counted of some documents."""

    cuts: int = 0
    at_heading: int = 0
    found: int = 0
    tops: int = 0
    segments: int = 0
    crossing: int = 0
    stranded: int = 0
    longest: float = 0.0
    documents: int = 0

    def plus(self, other: "Counts") -> "Counts":
        """Return the sums."""
        return Counts(*(one + more for one, more in zip(self, other, strict=True)))

    def row(self, possible: "Counts") -> list[str]:
        """Return the figures in per cent, given what can be found at all."""

        def share(part: float, whole: float) -> str:
            return f"{100 * part / whole:.1f}" if whole else "-"

        return [
            str(self.documents),
            str(self.cuts),
            share(self.at_heading, self.cuts),
            share(self.found, self.tops),
            share(possible.found, self.tops),
            share(self.crossing, self.segments),
            str(self.stranded),
            share(self.longest, self.documents),
        ]


HEADER = ("", "documents", "cuts", "at headings", "tops", "possible", "across", "left", "longest")


def count(document: Outlined, ends: list[int]) -> Counts:
    """Compare the ends of segments, the last left out, with the headings of a document."""
    text, places = document.text, {place for place, _ in document.headings}
    segments = list(pairwise([0, *ends, len(text)]))
    sections = document.sections()
    return Counts(
        cuts=len(ends),
        at_heading=len(places & set(ends)),
        found=len(document.tops & set(ends)),
        tops=len(document.tops),
        segments=len(segments),
        crossing=sum(any(i < a < j < b or a < i < b < j for a, b in sections) for i, j in segments),
        stranded=sum(_ends_with_heading(document, j) for _, j in segments[:-1]),
        longest=max(j - i for i, j in segments) / len(text),
        documents=1,
    )


def _ends_with_heading(document: Outlined, end: int) -> bool:
    before = [place for place, _ in document.headings if place < end]
    return bool(before) and "\n" not in document.text[before[-1] : end].strip()


def counted(texts: list[Outlined], **settings: Any) -> dict[str, Counts]:
    """Cut documents, and count by kind."""
    found: dict[str, Counts] = {}
    for one in texts:
        asked = Segmenter(language=one.language, format="markdown", titles="none", **settings)
        counts = count(one, [segment.end for segment in asked.segment(one.text)][:-1])
        found[one.kind] = found.get(one.kind, Counts()).plus(counts)
    return found


def total(by_kind: dict[str, Counts]) -> Counts:
    """Return the sums, the noisy kind left out."""
    found = Counts()
    for kind, counts in by_kind.items():
        found = found if kind == NOISY else found.plus(counts)
    return found


@click.command()
@click.option("--texts", default=40, help="Documents of each kind.")
@click.option("--choose", is_flag=True, help="Take the documents that choose.")
def main(texts: int, choose: bool) -> None:
    """Print how well segments follow outlines."""
    root = os.environ.get("TMIMA_DATA", Path(__file__).parents[2] / "shared" / "data")
    part = "choose" if choose else "report"
    some = list(documents(Path(root) / "outlines", part, texts))
    if not some:
        raise SystemExit(f"there are no documents in {root}: set TMIMA_DATA")
    possible, found = counted(some, cut_at="headings"), counted(some)
    rows = [(kind, *counts.row(possible[kind])) for kind, counts in found.items()]
    rows.append(("all but the gazette", *total(found).row(total(possible))))
    title = f"Documents that {part}"
    print(Table("outlines", title, HEADER, tuple(rows)).markdown())


if __name__ == "__main__":
    main()
