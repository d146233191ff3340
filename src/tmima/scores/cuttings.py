"""Segmentations as they lie in files: Choi's format, our JSON and CSV, chapters with times.

Two of them can be compared where they tell the same text, whatever its white space, or both tell
times. Sentences are known from Choi's format, units from our JSON and CSV; else words are counted,
and of times seconds.
"""

import csv
import io
import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import regex

from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.formats import CHOI_SEPARATOR, parse_choi
from tmima.text import TIME_PATTERN, Segmentation, parse_time, short_time

_LISTED = regex.compile(
    rf"^\s*[\[(]?(?P<time>{TIME_PATTERN})[\])]?[\s–—-]+(?P<title>\S.*)$", regex.M
)
_CUE = regex.compile(
    rf"^(?P<time>{TIME_PATTERN})[ \t]+-->[ \t]+(?P<end>{TIME_PATTERN}).*\R(?P<title>.*)$", regex.M
)
# Words of a text that are shown on each side of a cut.
_SHOWN = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSegmentation:
    """A segmentation in a file.

    Attributes:
        path: of the file.
        texts: of the segments, if it tells them.
        sentences: the number of visible characters up to the end of each, if it tells sentences.
        units: the segmentation in units, if it tells them.
        starts: when the segments begin, in seconds, if it tells that.
        end: when the last ends, if it tells that.
        titles: of the segments, if it tells them.
    """

    path: Path
    texts: tuple[str, ...] = ()
    sentences: tuple[int, ...] = ()
    units: Segmentation | None = None
    starts: tuple[float, ...] = ()
    end: float | None = None
    titles: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[int, ...]:
        """The number of visible characters up to the end of each segment."""
        return tuple(accumulate(len("".join(text.split())) for text in self.texts))

    def describe_cut(self, cut: int) -> str:
        """Return where a cut is, in words: what is before and behind it, or its time and title."""
        if self.texts:
            before = " ".join(self.texts[cut - 1].split()[-_SHOWN:])
            return f"{before} | {' '.join(self.texts[cut].split()[:_SHOWN])}"
        title = self.titles[cut] if self.titles else ""
        return f"{short_time(self.starts[cut])} {title}".strip()


@dataclass(frozen=True, slots=True)
class ComparablePair:
    """Two segmentations in the same units, the name of these, and the words of each if known.

    `places` tells of each what its cuts are, by the unit before which they lie.
    """

    reference: Segmentation
    hypothesis: Segmentation
    unit: str
    places: tuple[Mapping[int, str], Mapping[int, str]]


def read_cutting(path: Path) -> FileSegmentation:
    """Read a segmentation, whatever it is written in."""
    text = read_text(path)
    first = text.removeprefix("\ufeff").lstrip()
    if first.startswith(CHOI_SEPARATOR):
        cutting = _read_choi(path, text)
    elif first.startswith("{"):
        cutting = _read_json(path, text)
    elif first.startswith("file,segment,"):
        cutting = _read_segment_rows(path, list(csv.DictReader(io.StringIO(first))))
    elif first.startswith("WEBVTT"):
        cutting = _read_chapter_times(path, list(_CUE.finditer(text)))
    elif listed := list(_LISTED.finditer(text)):
        cutting = _read_chapter_times(path, listed)
    else:
        # A file of Choi's format may lack its first separator.
        cutting = _read_choi(path, text)
    return cutting


def in_same_units(reference: FileSegmentation, hypothesis: FileSegmentation) -> ComparablePair:
    """Bring two segmentations to the same units."""
    pair = reference, hypothesis
    if all(one.texts for one in pair):
        _require_same_text(reference, hypothesis)
        units = [one.units for one in pair]
        if units[0] is not None and units[1] is not None and units[0].size == units[1].size:
            return _compared(pair, units[0], units[1], "sentences")
        edges = reference.sentences or hypothesis.sentences
        unit = "sentences" if edges else "words"
        edges = edges or tuple(accumulate(len(word) for word in " ".join(reference.texts).split()))
        segmentations = [_snap_to_edges(one.ends, edges) for one in pair]
        return _compared(pair, segmentations[0], segmentations[1], unit)
    if all(one.starts for one in pair):
        last = max(max(one.end or 0.0, one.starts[-1] + 1) for one in pair)
        size = max(1, round(last))
        segmentations = [
            Segmentation((*sorted({round(start) for start in one.starts[1:]} - {0, size}), size))
            for one in pair
        ]
        return _compared(pair, segmentations[0], segmentations[1], "seconds")
    without = reference if not reference.texts else hypothesis
    other = hypothesis if without is reference else reference
    raise TmimaError(f"{without.path} tells only times, and {other.path} none: give two of a kind")


def _compared(
    pair: tuple[FileSegmentation, FileSegmentation],
    reference: Segmentation,
    hypothesis: Segmentation,
    unit: str,
) -> ComparablePair:
    places = []
    for cutting, segmentation in zip(pair, (reference, hypothesis), strict=True):
        told = len(cutting.texts or cutting.starts)
        # Where cuts fell together nothing tells them apart.
        shown = (
            {
                cut: cutting.describe_cut(number)
                for number, cut in enumerate(segmentation.cuts, start=1)
            }
            if told == len(segmentation)
            else dict.fromkeys(segmentation.cuts, "")
        )
        places.append(shown)
    return ComparablePair(reference, hypothesis, unit, (places[0], places[1]))


def _snap_to_edges(ends: Sequence[int], edges: Sequence[int]) -> Segmentation:
    """Return the segmentation in units whose edges are nearest to the ends of segments."""
    places = set()
    for end in ends[:-1]:
        after = bisect_left(edges, end)
        near = [index for index in (after - 1, after) if 0 <= index < len(edges)]
        places.add(min(near, key=lambda index: abs(edges[index] - end)) + 1)
    return Segmentation((*sorted(places - {len(edges)}), len(edges)))


def _require_same_text(reference: FileSegmentation, hypothesis: FileSegmentation) -> None:
    words = [" ".join(one.texts).split() for one in (reference, hypothesis)]
    one, other = ("".join(each) for each in words)
    if one != other:
        same = next((n for n, (a, b) in enumerate(zip(*words, strict=False)) if a != b), None)
        at = min(map(len, words)) if same is None else same
        shown = [" ".join(each[at : at + _SHOWN]) for each in words]
        raise TmimaError(
            f"the texts differ first in word {at + 1}: {shown[0]!r} in {reference.path}, "
            f"{shown[1]!r} in {hypothesis.path}"
        )


def _read_choi(path: Path, text: str) -> FileSegmentation:
    parsed = parse_choi(text)
    if not parsed.sentences:
        raise TmimaError(f"{path} holds no sentence")
    units = Segmentation(parsed.boundaries)
    sentences = [parsed.sentence(index) for index in range(len(parsed.sentences))]
    return FileSegmentation(
        path=path,
        texts=tuple("\n".join(sentences[first:last]) for first, last in units.segments),
        sentences=tuple(accumulate(len("".join(one.split())) for one in sentences)),
        units=units,
    )


def _read_json(path: Path, text: str) -> FileSegmentation:
    try:
        told = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise TmimaError(f"{path} is no JSON: {error}") from None
    rows = told.get("segments", told.get("chapters"))
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise TmimaError(f"{path} tells neither segments nor chapters")
    return _read_segment_rows(path, rows)


def _read_segment_rows(path: Path, rows: Sequence[Mapping[str, Any]]) -> FileSegmentation:
    """Read segments or chapters as we and players write them, by the names of their fields."""
    if not rows:
        raise TmimaError(f"{path} tells no segments")

    def column(*names: str) -> list[Any]:
        for name in names:
            values = [row.get(name) for row in rows]
            if all(value not in (None, "") for value in values):
                return values
        return []

    try:
        starts = tuple(map(float, column("start_time", "startTime")))
        texts = tuple(map(str, column("text")))
        last = [int(end) for end in column("last")] or [row[1] for row in column("units")]
        if not starts and "start_time" not in rows[0] and "first" not in rows[0]:
            starts = tuple(map(float, column("start")))  # of chapters, in seconds
        ends = column("end_time", "endTime") or (column("end") if "first" not in rows[0] else [])
        return FileSegmentation(
            path=path,
            texts=texts,
            units=Segmentation(tuple(last)) if last else None,
            starts=starts,
            end=float(ends[-1]) if ends and starts else None,
            titles=tuple(map(str, column("title"))),
        )
    except (TypeError, ValueError, OverflowError, IndexError, KeyError) as error:
        raise TmimaError(f"{path} is no segmentation: {error}") from None


def _read_chapter_times(path: Path, matches: Sequence["regex.Match[str]"]) -> FileSegmentation:
    """Read chapters that tell when they begin; of those that begin together, the innermost."""
    rows = {parse_time(one["time"]) or 0.0: one["title"].strip() for one in matches}
    if not rows:
        raise TmimaError(f"{path} tells no times")
    starts = tuple(sorted(rows))
    ends = [parse_time(one["end"]) or 0.0 for one in matches if "end" in one.groupdict()]
    titles = tuple(rows[start] for start in starts)
    return FileSegmentation(path=path, starts=starts, end=max(ends, default=None), titles=titles)
