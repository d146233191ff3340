"""python -m benchmarks.chapters: chapters of lectures and meetings, told how long they are.

The texts have no times: each line is given the time that its words take at 150 a minute. The
first ways are told the number of chapters, that is their mean length in minutes, then one only that
none is shorter than half of it or longer than twice; the last is told nothing.
Files of odd order of the folders that TMIMA_DATA names are reported. In the end the time of a
processor that two hours of talk take, 1,500 captions of twelve words of a lecture.
"""

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import process_time

import numpy as np

from tmima import Cue, Segmentation, SegmentedText, Segmenter, Source, Timeline, pk, window_diff
from tmima.chapters import cut, render
from tmima.formats import parse_choi
from tmima.plots.tables import Table
from tmima.scores import f1_within
from tmima.text import exact_time

_FOLDERS = ("lectures-ai", "meetings-product", "meetings-academic", "meetings-committee")
_WORDS_A_SECOND = 150 / 60
_TOLERANCE = 30
_CUES, _WORDS, _PACE = 1500, 12, 4.8
_LEAST = {"min_size": 60, "size_unit": "seconds"}


def recording(text: str) -> tuple[Timeline, list[float]]:
    """Return a text in Choi's format as speech, and when its segments begin."""
    parsed = parse_choi(text)
    lines = [parsed.sentence(index) for index in range(len(parsed.sentences))]
    times = np.cumsum([0.0, *(max(1, len(line.split())) / _WORDS_A_SECOND for line in lines)])
    times = times.round(3)
    edges: list[float] = times.tolist()
    cues = [Cue(*edge, line) for edge, line in zip(pairwise(edges), lines, strict=True)]
    return Timeline(cues), [float(times[place]) for place in parsed.boundaries[:-1]]


def in_seconds(starts: list[float], end: float) -> Segmentation:
    """Return the chapters that begin at some times, in seconds."""
    return Segmentation(
        tuple(sorted({round(time) for time in starts if time > 0.5} | {round(end)}))
    )


def _starts(result: SegmentedText) -> list[float]:
    return [segment.start_time or 0.0 for segment in result.segments[1:]]


def ours(timeline: Timeline, count: int) -> list[float]:
    """Return the chapters of tmima, told the number."""
    return _starts(
        cut(Source.of(timeline), "json", language="en", n_segments=count, constraints=_LEAST)
    )


def between(timeline: Timeline, count: int) -> list[float]:
    """Return the chapters of tmima that have between half and twice the mean length."""
    mean = timeline.end / count
    sizes = {"min_size": round(mean / 2), "max_size": round(2 * mean), "size_unit": "seconds"}
    return _starts(cut(Source.of(timeline), "json", language="en", constraints=sizes))


def alone(timeline: Timeline, count: int) -> list[float]:
    """Return the chapters of tmima with nothing told."""
    return _starts(cut(Source.of(timeline), "json", language="en", constraints=_LEAST))


def even(timeline: Timeline, count: int) -> list[float]:
    """Return a chapter every n minutes."""
    return [timeline.end * part / count for part in range(1, count)]


def utiyama(timeline: Timeline, count: int) -> list[float]:
    """Return the chapters of U00, told the number."""
    return _starts(
        Segmenter(method="utiyama", language="en").segment(Source.of(timeline), n_segments=count)
    )


_WAYS: dict[str, Callable[[Timeline, int], list[float]]] = {
    "every n minutes": even,
    "U00, told the number": utiyama,
    "tmima, told the number": ours,
    "tmima, half to twice the mean length": between,
    "tmima, nothing told": alone,
}


def speed(timeline: Timeline) -> float:
    """Return the seconds of a processor from the captions of two hours of talk to its chapters."""
    words = timeline.text.split()
    words = (words * (_CUES * _WORDS // len(words) + 1))[: _CUES * _WORDS]
    captions = "WEBVTT\n\n" + "\n\n".join(
        f"{exact_time(_PACE * cue)} --> {exact_time(_PACE * (cue + 1))}\n"
        + " ".join(words[_WORDS * cue : _WORDS * (cue + 1)])
        for cue in range(_CUES)
    )
    began = process_time()
    render(cut(captions, "youtube"), "youtube")
    return process_time() - began


def main() -> None:
    """Print Pk, WindowDiff (in seconds) and F1 within 30 seconds of each way on each folder."""
    data = Path(os.environ["TMIMA_DATA"]) / "real"
    recordings = {
        folder: [
            recording(path.read_text(encoding="utf-8"))
            for path in sorted((data / folder).glob("*.ref"))[1::2]
        ]
        for folder in _FOLDERS
    }
    rows = []
    for name, way in _WAYS.items():
        row = [name]
        for recorded in recordings.values():
            scores = []
            for timeline, starts in recorded:
                true = in_seconds(starts, timeline.end)
                found = in_seconds(way(timeline, len(starts) + 1), timeline.end)
                within = f1_within(true, found, tolerance=_TOLERANCE)
                scores.append((pk(true, found), window_diff(true, found), within))
            row.append(" / ".join(f"{100 * value:.1f}" for value in np.mean(scores, axis=0)))
        rows.append(row)
    title = "Pk / WindowDiff / F1 within 30 seconds, in per cent"
    print(Table("chapters", title, ("", *_FOLDERS), tuple(map(tuple, rows))).markdown())
    took = min(speed(recordings["lectures-ai"][0][0]) for _ in range(3))
    print(f"two hours, {_CUES} cues: {took:.2f} s of a processor")


if __name__ == "__main__":
    main()
