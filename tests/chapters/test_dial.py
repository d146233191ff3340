"""Many real texts and talks: the dial never goes back, and bounds and speakers decide little."""

import json
import lzma
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from benchmarks.chapters import recording
from benchmarks.published_chapters import f1_of_starts, talks

from tmima import Cue, Segmenter, Source, Timeline
from tmima.chapters import cut
from tmima.errors import TmimaError

pytestmark = pytest.mark.slow

DIAL = [step / 4 for step in range(-12, 13)]
FOLDERS = ("lectures-ai", "meetings-product", "meetings-academic", "meetings-committee")
BOUNDS = ({}, {"max_size": 12}, {"min_size": 4}, {"max_size": 90, "size_unit": "words"})


@pytest.fixture
def data(corpora, monkeypatch) -> Path:
    monkeypatch.setenv("TMIMA_DATA", str(corpora))
    return Path(corpora)


def recordings(data: Path, step: int) -> Iterator[tuple[str, Timeline]]:
    for folder in FOLDERS:
        for file in sorted((data / "real" / folder).glob("*.ref"))[::step]:
            yield file.name, recording(file.read_text(encoding="utf-8"))[0]


def falls(counts: Sequence[int]) -> bool:
    return any(a > b for a, b in pairwise(counts))


def test_finer_never_means_fewer_segments_in_two_hundred_texts(data):
    seen, fallen = 0, []
    for talk in talks():
        for form in ("json", "youtube"):
            counts = [len(cut(talk.text, form, finer=finer)) for finer in DIAL]
            seen += 1
            fallen += [(talk.name, form, counts)] if falls(counts) else []
    for name, timeline in recordings(data, 24):
        prepared = Segmenter(language="en").prepare(Source.of(timeline))
        counts = [len(cut(prepared, "youtube", finer=finer)) for finer in DIAL]
        seen += 1
        fallen += [(name, "youtube", counts)] if falls(counts) else []
    for file in sorted((data / "sections").glob("*.jsonl.xz")):
        with lzma.open(file, "rt", encoding="utf-8") as lines:
            texts = [json.loads(line)["text"] for line in islice(lines, 12)]
        for index, text in enumerate(texts):
            prepared = Segmenter().prepare(text[:6_000])
            told = BOUNDS[index % len(BOUNDS)]
            try:
                counts = [len(Segmenter(finer=x, **told).segment(prepared)) for x in DIAL]
            except TmimaError:  # a unit that alone is too large
                continue
            seen += 1
            fallen += [(file.name, index, counts)] if falls(counts) else []
    assert not fallen
    assert seen >= 200


def test_no_chapter_ends_at_the_bound_where_a_better_cut_is_near(data):
    ends = 0
    for name, timeline in recordings(data, 1):
        found = cut(Source.of(timeline), "json", language="en", posteriors=True)
        times = timeline.times(found.units.edges)
        beliefs = np.concatenate(([1.0], found.answers.posteriors.cuts, [1.0]))
        for begin, end in pairwise([0, *found.boundaries]):
            if end + 1 < len(times) and times[end + 1] - times[begin] > 900:
                ends += 1
                near = np.abs(times - times[end]) <= 120
                assert beliefs[near].max() <= max(beliefs[end], 0.2), (name, times[end])
    # Chapters are much shorter, nearly all of them.
    assert ends <= 5


def test_who_speaks_decides_neither_the_number_of_chapters_nor_most_of_their_places(data):
    agreed, numbers = [], []
    for talk in talks():
        timeline = talk.text.document.timeline
        assert timeline is not None
        # In the talk as it is nobody is named; here another speaks after some sentences.
        speakers, number = [], 0
        for before in (None, *timeline.cues[:-1]):
            number += before is not None and before.text.endswith((".", "?"))
            speakers.append("AB"[number // 3 % 2])
        named = [
            Cue(cue.start, cue.end, cue.text, speaker)
            for cue, speaker in zip(timeline.cues, speakers, strict=True)
        ]
        with_names = cut(Source.of(Timeline(named)), "json", language="en")
        without = cut(talk.text, "json")
        numbers.append(len(with_names) / len(without))
        starts = [[one.start_time for one in each][1:] for each in (with_names, without)]
        agreed.append(f1_of_starts(*starts))
    assert np.median(numbers) == 1.0
    assert np.quantile(numbers, [0.1, 0.9]) == pytest.approx([1, 1], abs=0.15)
    assert np.mean(agreed) > 0.6
