"""python -m benchmarks.published_chapters: chapters beside those that people published.

The talks are those of `outlines/videos-en` in TMIMA_DATA with three published chapters or more. A
word has the time that it has by the chapter it is in, and every nine words are a caption; captions
go on over the beginnings of chapters, as captions do. For each talk: F1 of the beginnings within
20 seconds, and how many chapters are found for one that was published.

Talks report by the checksum of their id as the README of the data says: 8 and 9 report, 7 chooses.
They are few, so all of them are also taken together, and with `--choose` the number of chapters
`PUBLISHED` is chosen on all talks but one, for each of them (leave-one-out): the one of the best F1
among those with which, in the median, from 0.9 to 1.2 chapters are found for each that there is.
"""

import json
import lzma
import os
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np

from tmima import Cue, Prepared, Segmenter, Source, Timeline
from tmima.chapters import cutting
from tmima.plots.tables import Table

PARTS = {"learn": range(7), "choose": (7,), "report": (8, 9)}
_NEAR = 20.0
_WORDS = 9
_LEAST, _MOST = 0.9, 1.2
_TRIED = tuple(round(2.4 + 0.1 * step, 1) for step in range(25))


class Talk(NamedTuple):
    """A talk with the chapters that were published.

    Attributes:
        name: its id.
        text: as it was read and analyzed.
        starts: when its chapters begin, in seconds, the first left out.
    """

    name: str
    text: Prepared
    starts: list[float]

    @property
    def part(self) -> str:
        """To what the talk may be used."""
        number = zlib.crc32(self.name.encode()) % 10
        return next(part for part, numbers in PARTS.items() if number in numbers)


def talks() -> Iterator[Talk]:
    """Yield the talks whose published chapters can be timed."""
    segmenter = Segmenter(language="en")
    path = Path(os.environ["TMIMA_DATA"]) / "outlines" / "videos-en.jsonl.xz"
    for line in lzma.decompress(path.read_bytes()).decode().splitlines():
        row = json.loads(line)
        timed = zip(row["headings"], row["times"], strict=True)
        known = [(at, time) for (at, _, _), time in timed if time is not None]
        rising = all(a < b for (_, a), (_, b) in pairwise(known))
        if len(known) < 3 or not row["seconds"] or not rising:
            continue
        edges = [*known, (len(row["text"]), float(row["seconds"]))]
        timeline = captioned(row["text"], edges)
        text = segmenter.prepare(Source.of(timeline))
        yield Talk(row["id"], text, [time for _, time in known[1:]])


def captioned(text: str, edges: Sequence[tuple[int, float]]) -> Timeline:
    """Return a text as captions of nine words, each word timed by the chapter that it is in."""
    words: list[str] = []
    times: list[float] = []
    for (start, begin), (end, over) in pairwise(edges):
        said = text[start:end].split()
        times += (begin + (over - begin) * np.arange(len(said)) / max(1, len(said))).tolist()
        words += said
    times.append(edges[-1][1])
    cues = []
    for first in range(0, len(words), _WORDS):
        last = min(first + _WORDS, len(words))
        said_here = " ".join(words[first:last])
        cues.append(Cue(round(times[first], 3), round(times[last], 3), said_here))
    return Timeline(cues)


def f1_of_starts(found: Sequence[float], true: Sequence[float]) -> float:
    """Return F1 of beginnings that are near enough to one another, each counted once."""
    left = list(true)
    met = 0
    for time in found:
        near = [other for other in left if abs(other - time) <= _NEAR]
        if near:
            left.remove(min(near, key=lambda other: abs(other - time)))
            met += 1
    return 2 * met / max(1, len(found) + len(true))


def scores(talk: Talk) -> tuple[float, float]:
    """Return F1 of a talk's chapters, and the number found for each that was published."""
    found = cutting.cut(talk.text, "json", language="en")
    starts = [segment.start_time or 0.0 for segment in found.segments[1:]]
    return f1_of_starts(starts, talk.starts), len(found) / (len(talk.starts) + 1)


def summary(name: str, found: Sequence[tuple[float, float]]) -> tuple[str, ...]:
    """Return a row: the number of talks, F1, the median of found for each that there is."""
    f1, ratio = np.array(found).T
    return name, str(len(found)), f"{100 * f1.mean():.1f}", f"{np.median(ratio):.2f}"


def choose(every: Sequence[Talk]) -> None:
    """Print what numbers lead to, and which would be chosen without each of the talks."""
    by_number = {}
    for number in _TRIED:
        cutting.PUBLISHED = number
        by_number[number] = np.array([scores(talk) for talk in every])
    rows = [summary(str(number), each.tolist()) for number, each in by_number.items()]
    print(Table("published", "by PUBLISHED, all talks", _HEAD, tuple(rows)).markdown())
    print("chosen on all talks:", _best(by_number, np.arange(len(every))))
    without = [_best(by_number, np.delete(np.arange(len(every)), at)) for at in range(len(every))]
    left_out = [by_number[number][at] for at, number in enumerate(without)]
    print("chosen without one talk:", sorted(set(without)))
    _print([summary("each by what was chosen without it", np.array(left_out).tolist())])


def _best(by_number: dict[float, np.ndarray], among: np.ndarray) -> float:
    medians = {number: np.median(each[among, 1]) for number, each in by_number.items()}
    fits = [number for number, median in medians.items() if _LEAST <= median <= _MOST]
    return max(fits, key=lambda number: (by_number[number][among, 0].mean(), -number))


_HEAD = ("", "talks", "F1 within 20 seconds", "found for each published")


def _print(rows: Sequence[tuple[str, ...]]) -> None:
    print(Table("published", "chapters beside published ones", _HEAD, tuple(rows)).markdown())


@click.command(help=__doc__)
@click.option("--choose", "choosing", is_flag=True, help="Choose the number of chapters.")
def main(*, choosing: bool) -> None:
    """Print the scores of the talks by part, or what the choice of the number is made by."""
    every = list(talks())
    if choosing:
        choose(every)
        return
    rows = []
    for part in (*PARTS, "all"):
        found = [scores(talk) for talk in every if part in (talk.part, "all")]
        rows += [summary(part, found)] if found else []
    _print(rows)


if __name__ == "__main__":
    main()
