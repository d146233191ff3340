"""A stream by the learnt model: the very model, looking at the last part of the text."""

import json
from contextlib import contextmanager
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.command import output
from tests.streaming.test_resumable_stream import Run
from tests.streaming.test_stream import (
    WRAPPED,
    in_pieces,
    resumed_at,
    short_beginning,
    topical,
)
from tmima import (
    Constraints,
    Cue,
    CueStream,
    Segmenter,
    Source,
    TextStream,
    Timeline,
    TmimaError,
)
from tmima.learnt import seen, settle_by_number
from tmima.segmentation import Prepared
from tmima.similarity.words import GradedWords
from tmima.streaming.learnt_cuts import LearntCuts, prepare_window
from tmima.streaming.stream_sentences import SentenceStream
from tmima.text import is_wrapped

PARAGRAPHS = (
    "The harbour",
    "# Bread",
    "Ships sail from the harbour. A ship sinks! Was it the storm?",
    "ANN: The baker bakes. He said: no bread.",
    "Bob Miller: Ships again, and a harbour:",
    "Ann:",
    "- An oven",
    "1. Bread. 2. Ships.",
    "the oven is cold. 12 loaves. (None were sold.)",
    "A sentence that an editor\nhas broken. And\none more sentence of bread.",
    "Thus: a ship, a harbour and the bread. “Never!” said the baker.",
)
texts = st.lists(
    st.tuples(
        st.sampled_from(PARAGRAPHS), st.sampled_from(["\n", "\n\n", "\r\n", " \n \n", "\n\n\n"])
    ),
    min_size=1,
    max_size=14,
).map(lambda parts: "".join(text + gap for text, gap in parts))
numbers = st.integers(min_value=0, max_value=400)


@contextmanager
def looking_at(longest: int):
    with patch("tmima.streaming.learnt_cuts._LOOKED_AT", longest):
        yield


def streamed(text: str, pieces: list[str], format_: str, language: str = "en"):
    analyzer = Segmenter(language=language).analyzer_of(language)
    flow = SentenceStream(analyzer, format=format_, wrapped=is_wrapped(text))
    return [one for piece in pieces for one in flow.push(piece)] + flow.finish()


def prepared_without_turns(text: str, format_: str) -> Prepared:
    """Read a text as a stream does, which cannot know yet whether names recur."""
    with patch("tmima.formats.opening.find_turns", lambda *_, **__: None):
        return Segmenter(language="en", format=format_).prepare(text)


def assert_seen_alike(found: Prepared, expected: Prepared) -> None:
    assert found.units.vocabulary == expected.units.vocabulary
    assert found.units.terms.tolist() == expected.units.terms.tolist()
    assert found.units.words.tolist() == expected.units.words.tolist()
    assert list(found.document.paragraphs) == list(expected.document.paragraphs)
    # The outline of a text that is still coming in is not followed.
    own, other = (
        seen(GradedWords(one.units), one.units).without_outline for one in (found, expected)
    )
    assert np.array_equal(own.signs, other.signs)
    assert np.array_equal(own.values, other.values)
    assert own.deviation == other.deviation


# --- What is looked at is what would be seen of the same text, read at once


@settings(max_examples=80)
@given(texts, st.sampled_from(["text", "lines"]), st.lists(numbers, max_size=6))
def test_the_model_sees_what_it_sees_of_the_text_read_at_once(text, format_, places):
    pieces = in_pieces(text, [place for place in places if place < len(text)])
    sentences = streamed(text, pieces, format_)
    assert_seen_alike(prepare_window(sentences, "en"), prepared_without_turns(text, format_))


def test_what_follows_a_name_or_a_number_is_seen_wherever_a_piece_ends():
    text = "Ann: \r\nA ship sails.\r\n\r\nBob: \r\n2.\r\nBread.\r\n\r\n3.\r\nNo end.\r\n"
    expected = Segmenter(language="en", format="lines").prepare(text)
    turns, items = seen(GradedWords(expected.units), expected.units).signs[:, [4, 6]].sum(axis=0)
    assert (turns, items) == (2, 2)
    for pieces in ([text], list(text)):
        assert_seen_alike(prepare_window(streamed(text, pieces, "lines"), "en"), expected)


def test_a_part_is_seen_as_a_text_of_its_own():
    text = "\n\n".join(PARAGRAPHS[:9] * 3)
    sentences = streamed(text, [text], "text")
    assert sum(one.begins for one in sentences) == 27 < len(sentences)
    # Some begin in the middle of a paragraph.
    for first in range(1, len(sentences), 5):
        expected = prepared_without_turns(text[sentences[first].start :], "text")
        assert_seen_alike(prepare_window(sentences[first:], "en"), expected)


def test_what_goes_on_in_an_endless_paragraph_begins_none(monkeypatch):
    monkeypatch.setattr("tmima.streaming.stream_sentences._LONGEST_PARAGRAPH", 100)
    text = "The first paragraph. " + "It goes on and on. " * 20 + "\n\nThe second. It ends.\n"
    for size in (1, 30, 1000):
        pieces = [text[place : place + size] for place in range(0, len(text), size)]
        begun = [one.text.split()[1] for one in streamed(text, pieces, "text") if one.begins]
        assert begun == ["first", "second."]


def cues_of(count: int) -> list[Cue]:
    """Cues of one sentence each, by speakers in turns, with pauses."""
    made, time = [], 0.0
    for number, sentence in enumerate(topical(count, seed=3)):
        time += 3.0 if number % 5 == 4 else 0.5
        made.append(Cue(time, time + 1.0, sentence.strip(), f"Speaker {number // 3 % 2}"))
        time += 1.0
    return made


@pytest.mark.parametrize("count", [2, 3, 40])
def test_speech_is_seen_as_a_transcript_is(count):
    cues = cues_of(count)
    flow = CueStream(Segmenter(language="en"))
    taken = []
    with (
        short_beginning(1, characters=10),
        patch.object(
            LearntCuts, "push", lambda self, some, *, together=False: taken.extend(some) or []
        ),
    ):
        for cue in cues:
            flow.push(cue)
    # The last line is complete when another follows.
    assert len(taken) == count - 1
    expected = Segmenter(language="en").prepare(Source.of(Timeline(cues[:-1])))
    assert_seen_alike(prepare_window(taken, "en"), expected)
    turns = seen(GradedWords(expected.units), expected.units).signs[:, 4]
    assert count < 8 or 0 < turns.sum() < len(taken)


# --- What is decided


def slow(lines: list[str], head: int, delay: int, longest: int, segmenter: Segmenter) -> list[int]:
    """Decide by reading what is looked at anew each time."""
    step, size = max(1, delay // 2), Constraints.of(segmenter.constraints).max_size or longest
    method: Any = segmenter.current_method
    cuts, passed, looks = [], 0, []
    for read in range(head, len(lines) + 1):
        if read == head or read % step == 0:
            looks.append(read)
    for read in [*looks, None]:
        last = cuts[-1] if cuts else 0
        seen_last = looks[looks.index(read) - 1] if read in looks[1:] else looks[-1]
        first = 0 if read == looks[0] else max(0, min(last, seen_last - longest))
        text = segmenter.prepare("".join(lines[first : len(lines) if read is None else read]))
        inside = [place for place in range(1, passed - first + 1) if first + place not in cuts]
        constraints = Constraints(
            cut_at=[cut - first for cut in cuts if cut > first],
            no_cut_at=inside,
            max_size=min(size, longest),
        )
        found = settle_by_number(method.problem(text, constraints)).optimum.segmentation
        best = [first + place for place in found.boundaries]
        due = len(lines) if read is None else read - delay
        cuts += [place for place in best if passed < place <= due]
        passed = max(passed, due)
    return cuts


@pytest.mark.parametrize("delay", [1, 4, 9, 30])
@pytest.mark.parametrize("longest", [25, 1000])
@pytest.mark.parametrize("more", [{}, {"finer": 2.0}, {"constraints": {"max_size": 7}}], ids=str)
def test_a_stream_cuts_where_the_model_does_when_the_time_has_come(delay, longest, more):
    lines = topical(90, seed=delay)
    segmenter = Segmenter(language="en", format="lines", **more)
    with short_beginning(12), looking_at(longest):
        flow = TextStream(segmenter, max_delay=delay)
        found = [*flow.push("".join(lines)), *flow.finish()]
        # The last line of the beginning is complete when another follows.
        expected = slow(lines, 11, delay, longest, segmenter)
    assert [one.last for one in found] == expected
    assert len(found) > 1 or delay == 1


@pytest.mark.parametrize("delay", [1, 2, 7, 20])
def test_a_cut_comes_when_its_time_has_come(delay):
    lines = topical(120, seed=delay)
    cuts = LearntCuts(Segmenter(language="en").current_method, "en", max_delay=delay, max_size=None)
    step = max(1, delay // 2)
    found = []
    for one in streamed("".join(lines), lines, "lines"):
        for cut in cuts.push([one]):
            assert delay <= cuts.sentences_read - cut < delay + step
            found.append(cut)
    rest = cuts.finish()
    assert rest[-1] == 120
    assert rest[0] > 120 - delay - step
    assert found + rest == sorted({*found, *rest})
    assert len(found) > (3 if delay > 2 else -1)


@settings(max_examples=60, deadline=None)
@given(texts, st.sampled_from(["text", "lines"]), st.integers(1, 5), st.data())
def test_the_pieces_make_no_difference(text, format_, delay, data):
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=8))
    settings_ = {"language": "en", "format": format_, "max_delay": delay}
    with short_beginning(3, characters=60), looking_at(9):
        expected = list(tmima.stream([text], **settings_))
        assert list(tmima.stream(in_pieces(text, places), **settings_)) == expected
        assert list(tmima.stream(list(text), **settings_)) == expected
    assert "".join(one.text for one in expected) == text
    assert [one.first for one in expected[1:]] == [one.last for one in expected[:-1]]
    assert max(one.last - one.first for one in expected) <= 9


def test_clear_topics_are_cut_as_in_the_whole_text():
    text = "".join(topical(400, seed=1))
    whole = tmima.segment(text, language="en").boundaries
    found = [one.last for one in tmima.stream([text], language="en")]
    assert len(set(found) & set(whole)) > 0.9 * max(len(found), len(whole))


def test_no_more_is_kept_than_is_looked_at():
    flow = TextStream(Segmenter(language="en"), max_delay=8)
    feed = topical(400, seed=2)
    with short_beginning(20), looking_at(40):
        for line in feed:
            flow.push(line)
            assert flow._cuts is None or len(flow._cuts._sentences) <= 40 + 8 + 4
    assert len(json.dumps(flow.state())) < 40_000


@pytest.mark.parametrize("size", [None, 3, 100])
def test_no_segment_is_longer_than_it_may_be(size):
    lines = ["Nothing changes here.\n"] * 90
    constraints = None if size is None else {"max_size": size}
    with short_beginning(10), looking_at(20):
        found = list(
            tmima.stream(lines, language="en", format="lines", max_delay=4, constraints=constraints)
        )
    assert max(one.last - one.first for one in found) <= min(size or 20, 20)


# --- Stopped and resumed


@pytest.mark.parametrize("delay", [1, 5])
@pytest.mark.parametrize("more", [{}, {"finer": 3.0}, {"constraints": {"max_size": 3}}], ids=str)
def test_a_saved_stream_goes_on_as_if_nothing_had_happened(delay, more):
    segmenter = Segmenter(language="en", **more)
    text = WRAPPED + "And more of it. No end."
    with short_beginning(5), looking_at(9):
        expected = list(tmima.stream([text], max_delay=delay, **segmenter.settings))
        assert len(expected) > 1
        for place in range(delay % 2, len(text) + 1, 7):
            assert resumed_at(text, place, segmenter, delay) == expected


def test_where_a_paragraph_begins_is_in_the_state():
    text = "A ship sails.\nIt is late.\n\nThe baker bakes.\nHe sings.\n"
    analyzer = Segmenter(language="en").analyzer_of("en")
    for place in range(len(text) + 1):
        flows = [SentenceStream(analyzer, format="lines", wrapped=False) for _ in range(2)]
        found = flows[0].push(text[:place])
        flows[1].resume(json.loads(json.dumps(flows[0].state())))
        found += flows[1].push(text[place:]) + flows[1].finish()
        assert [one.begins for one in found] == [True, False, True, False]


def test_a_stream_is_adapted_as_its_segmenter_is_and_stays_so():
    text = "".join(topical(60, seed=4))
    plain = Segmenter(language="en", format="lines")
    fine = Segmenter(language="en", format="lines").train([(text, range(2, 61, 2))] * 3)
    with short_beginning(10):
        flows = [TextStream(one, max_delay=4) for one in (plain, fine)]
        usual, expected = ([*one.push(text), *one.finish()] for one in flows)
        assert len(expected) > len(usual)
        assert resumed_at(text, len(text) // 2, fine, 4) == expected
        assert resumed_at(text, 5, fine, 4) == expected
        told = fine.replace(adaptation=fine.adaptation_)
        assert list(tmima.stream([text], max_delay=4, **told.settings)) == expected
        cues = CueStream(fine, max_delay=4)
        assert cues.flow.settings["adaptation"] == flows[1].settings["adaptation"]
    assert "adaptation" not in flows[0].settings


def test_a_stream_in_a_file_killed_at_any_moment_writes_each_segment_once(tmp_path):
    text = WRAPPED * 2
    pieces = [text[place : place + 60] for place in range(0, len(text), 60)]
    with short_beginning(5), looking_at(12):
        unbroken = Run(tmp_path, language="en", finer=2.0)
        unbroken(pieces)
        expected = unbroken.written()
        assert len(expected) > 2
        for killed_at in range(0, unbroken.steps, 3):
            folder = tmp_path / str(killed_at)
            folder.mkdir()
            run = Run(folder, language="en", finer=2.0)
            run(pieces, killed_at=killed_at)
            run([text])
            assert run.written() == expected


# --- Settings


def test_finer_is_finer():
    text = "".join(topical(300, seed=5))
    counts = [len(list(tmima.stream([text], language="en", finer=x))) for x in (-5.0, 0.0, 5.0)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"options": {"mask": 3}}, "learnt has no option 'mask'"),
        ({"method": "learnt", "parameters": {"gamma": 0.5}}, "learnt takes no parameters="),
    ],
)
def test_what_the_method_does_not_understand_is_refused_at_once(values, message):
    with pytest.raises(TmimaError, match=message):
        TextStream(Segmenter(**values))


def test_the_command_has_the_method_and_the_dial():
    text = "".join(topical(200, seed=6))
    count = [
        len(output("stream", "--language", "en", *more, stdin=text).splitlines())
        for more in ((), ("--finer", "3"))
    ]
    settings_ = ({}, {"finer": 3.0})
    assert count == [len(list(tmima.stream([text], language="en", **one))) for one in settings_]


# --- Speech


def test_short_speech_is_cut_as_its_transcript():
    for seed, finer in ((1, 0.0), (2, 4.0)):
        cues = cues_of(40 + seed)
        flow = CueStream(Segmenter(language="en", finer=finer))
        found = [one for cue in cues for one in flow.push(cue)] + flow.finish()
        expected = tmima.segment(Source.of(Timeline(cues)), language="en", finer=finer)
        assert [one.last for one in found] == list(expected.boundaries)
        assert [one.cut for one in found] == ["final"] * (len(found) - 1) + ["end"]


def test_long_speech_has_times_and_speakers():
    cues = cues_of(120)
    flow = CueStream(Segmenter(language="en", finer=2.0), max_delay=10)
    with short_beginning(30):
        found = [one for cue in cues for one in flow.push(cue)] + flow.finish()
    assert len(found) > 3
    starts = [cue.start for cue in cues]
    assert [one.start_time for one in found] == [starts[one.first] for one in found]
    assert all(before.end_time == after.start_time for before, after in pairwise(found))
    assert "".join(one.text for one in found).split() == " ".join(c.text for c in cues).split()


def test_speech_has_no_state():
    flow = CueStream(Segmenter(language="en"))
    flow.push(Cue(0.0, 1.0, "A ship sails."))
    with pytest.raises(TmimaError, match="has no state"):
        flow.flow.state()
