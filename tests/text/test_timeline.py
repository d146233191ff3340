"""Times: as they are written, and of every character of what is said."""

from math import isnan, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tmima import Cue, Source, Timeline, TmimaError, languages
from tmima.formats import read
from tmima.text import exact_time, milliseconds, parse_time, short_time

TIMES = st.one_of(st.floats(0, 10_000), st.just(nan), st.floats(allow_infinity=True))
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
WORDS = st.lists(st.tuples(st.integers(0, 25), st.floats(0, 10_000)), max_size=3).map(tuple)
CUES = st.lists(
    st.builds(Cue, TIMES, TIMES, TEXTS, st.sampled_from([None, "A", "B"]), WORDS), max_size=8
)


@settings(max_examples=200, deadline=None)
@given(CUES)
def test_text_and_times_correspond_both_ways(cues):
    found = Timeline(cues)
    said = [cue for cue in cues if cue.text.strip()]
    assert sorted(cue.text for cue in found.cues) == sorted(cue.text for cue in said)
    times = [found.time(offset) for offset in range(len(found.text) + 1)]
    assert times == sorted(times)
    assert not any(map(isnan, times))
    for cue, start in zip(found.cues, found.starts, strict=True):
        assert found.text[start : start + len(cue.text)] == cue.text
        assert times[start] == cue.start <= cue.end == times[start + len(cue.text)]
    for offset, time in enumerate(times):
        back = found.offset(time)
        assert back >= offset
        assert times[back] == time
        between = time + 0.0005
        last = found.offset(between)
        assert times[last] <= between or last == 0
        assert last == len(found.text) or times[last + 1] > between
    assert found.offset(-1.0) == 0


def test_a_timeline_without_cues_is_an_empty_text():
    assert Timeline([]).text == ""
    assert Timeline([]).end == 0.0
    with pytest.raises(TmimaError, match="the text is empty"):
        read(Source.of(Timeline([])), languages.analyzer("en"))


@pytest.mark.parametrize(
    ("written", "time"),
    [("0:00", 0), ("12:30", 750), ("1:02:03.004", 3723.004), ("00:00:01,5", 1.5), ("75:30", 4530)],
)
def test_times_are_read_and_written(written, time):
    assert parse_time(written) == time
    assert parse_time(exact_time(time)) == time


@given(st.integers(0, 10**9))
def test_times_are_exact_to_the_millisecond(count):
    time = count / 1000
    assert milliseconds(parse_time(exact_time(time)) or 0) == count
    assert parse_time(short_time(time)) == count // 1000
