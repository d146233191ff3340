"""A stream gives the segments of the whole text, however it is cut into pieces."""

import json
import math
import random
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.command import COMMAND, output, refusal
from tmima import Segmentation, Segmenter, TextStream, TmimaError, languages
from tmima.files import sealed, unsealed
from tmima.paper import BUNDLED
from tmima.scores import score
from tmima.similarity import SharedWords
from tmima.streaming import DEFAULT_DELAY

# --- The beginning, made short, so that what comes behind it can be compared with slow oracles


@contextmanager
def short_beginning(sentences: int, characters: int = 12_000) -> Iterator[None]:
    with patch.multiple(
        "tmima.streaming.stream_sentences", _HEAD_SENTENCES=sentences, _HEAD_CHARACTERS=characters
    ):
        yield


def in_pieces(text: str, places: Iterable[int]) -> list[str]:
    edges = [0, *sorted(places), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


def offsets(segments) -> list[tuple]:
    return [(one.start, one.end, one.first, one.last, one.text) for one in segments]


# Breaks of all kinds, sentences that end; and prose that an editor wrapped.
mixed = st.lists(
    st.sampled_from(
        [
            *("Ships sail", "a ship sinks", "the baker bakes", "Bread", "and", ".", ". ", "! "),
            *(" ", "\t", "\n", "\r\n", "\r", "\r\n\r\n", "\n \n", "\u2029", "\ufeff"),
        ]
    ),
    max_size=40,
)
wrapped = st.lists(
    st.sampled_from(["ships\r\n", "sail ", "the baker ", "rose.\r\n\r\n", "bread\r\n", "Sun. "]),
    min_size=12,
    max_size=40,
)
prose = st.one_of(mixed, wrapped).map("".join)


WRAPPED = (
    "All day it rained\r\nand the river rose. At\r\nlast it stopped.\r\n\r\n"
    "The sun came out\r\nand the river fell. The\r\nfields were wet.\r\n\r\n"
) * 3


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_wrapped_text_with_carriage_returns_is_read_as_the_whole(size):
    # One \r\n is no blank line: its halves were taken for two breaks, where a piece ended there.
    settings_ = {"language": "en", "max_size": 4, "max_delay": 2}
    pieces = [WRAPPED[i : i + size] for i in range(0, len(WRAPPED), size)]
    with short_beginning(4):
        found = list(tmima.stream(pieces, **settings_))
        expected = list(tmima.stream([WRAPPED], **settings_))
    assert found == expected
    assert found[-1].last == 12


@settings(max_examples=80)
@given(prose, st.sampled_from(["text", "lines"]))
def test_a_text_shorter_than_the_beginning_is_cut_as_the_whole(text, format_):
    settings_ = {"language": "en", "format": format_}
    found = list(tmima.stream(list(text), max_delay=2, **settings_))
    try:
        expected = offsets(tmima.segment(text, **settings_))
    except TmimaError:
        expected = []
    assert offsets(found) == expected
    assert [one.cut for one in found] == ["final"] * (len(found) - 1) + ["end"] * bool(found)


# --- A stream that is stopped and goes on


def resumed_at(text: str, place: int, segmenter: Segmenter, delay: int):
    flow = TextStream(segmenter, max_delay=delay)
    found = flow.push(text[:place])
    again = TextStream.resume(json.loads(json.dumps(flow.state())))
    assert again.characters == place
    assert again.settings == flow.settings
    return found + again.push(text[place:]) + again.finish()


def test_a_stream_saved_twice_goes_on_too():
    with short_beginning(5):
        flow = TextStream(Segmenter(language="en", max_size=4), max_delay=3)
        found = []
        for place in range(0, len(WRAPPED), 11):
            found += flow.push(WRAPPED[place : place + 11])
            flow = TextStream.resume(json.loads(json.dumps(flow.state())))
        found += flow.finish()
        expected = list(tmima.stream([WRAPPED], language="en", max_size=4, max_delay=3))
    assert found == expected


def test_a_saved_stream_keeps_the_language_it_found_and_its_tagger(monkeypatch):
    flow = TextStream(Segmenter(format="lines"))
    flow.push("Η θάλασσα ήταν ήρεμη και το πλοίο έφυγε για το νησί.\n" * 400 + "Plain English.")
    made = []
    real = languages.analyzer
    monkeypatch.setattr(
        languages, "analyzer", lambda code, **kept: made.append((code, kept)) or real(code)
    )
    state = unsealed(flow.state())
    state["settings"]["tagger"] = "model"
    TextStream.resume(sealed(state))
    assert [(code, kept["tagger"]) for code, kept in made] == [("el", Path("model"))]


@pytest.mark.parametrize("state", [{}, {"state": 1}, {"settings": {}}])
def test_what_is_no_state_of_a_stream_is_refused(state):
    with pytest.raises(TmimaError, match="no state of a stream"):
        TextStream.resume(state)


# --- Real texts, with the beginning as long as it is

GREEK = "\n\n".join(
    path.read_text(encoding="utf-8") for path in sorted(BUNDLED.rglob("*.txt"))[:30:3]
)


def test_greek_text_in_pieces_of_any_size_is_cut_as_in_one():
    expected = list(tmima.stream([GREEK], language="el"))
    assert len(GREEK) > 2 * 12_000
    assert "".join(one.text for one in expected) == GREEK
    for size in (7, 1000):
        pieces = [GREEK[i : i + size] for i in range(0, len(GREEK), size)]
        assert list(tmima.stream(pieces, language="el")) == expected


def topical(count: int, seed: int) -> list[str]:
    """Return sentences whose topic, with six words of its own, changes every five to fifteen."""
    chance = np.random.default_rng(seed)
    made, topic = [], 0
    while len(made) < count:
        topic += 1
        for _ in range(int(chance.integers(5, 16))):
            own = [f"{'bdfgklmnprstvz'[topic % 14]}opic{topic}x{i}" for i in chance.choice(6, 2)]
            common = [f"{'aeiou'[i % 5]}word{i}" for i in chance.choice(60, 2)]
            made.append(f"The {own[0]} and the {common[0]} {own[1]} had {common[1]}.\n")
    return made[:count]


def test_the_first_segment_of_a_feed_comes_within_200_sentences():
    flow = TextStream(Segmenter(language="en"))
    feed = topical(400, seed=1)
    read = next(number for number, sentence in enumerate(feed, 1) if flow.push(sentence))
    assert 150 < read <= 200
    assert DEFAULT_DELAY == 50


def agreement(text: str, **settings_) -> float:
    """Return F1 of a stream's cuts against those of the whole text at once."""
    at_once = tmima.segment(text, language="en", **settings_).segmentation
    streamed = list(tmima.stream([text], language="en", **settings_))
    assert len(at_once) > 50
    return score(at_once, Segmentation(tuple(one.last for one in streamed))).f1


def test_with_clear_topics_next_to_nothing_differs_from_the_whole_text_at_once():
    # Measured with the weights of 2026-11-16: .92 and more.
    assert min(agreement("".join(topical(1000, seed))) for seed in range(4)) >= 0.9


def test_an_endless_paragraph_does_not_wait_for_its_end(monkeypatch):
    monkeypatch.setattr("tmima.streaming.stream_sentences._LONGEST_PARAGRAPH", 300)
    text = " ".join(f"Sentence number {i} is here." for i in range(300))
    settings_ = {"language": "en", "max_delay": 5}
    found = [
        list(tmima.stream([text[i : i + size] for i in range(0, len(text), size)], **settings_))
        for size in (50, 9999)
    ]
    assert found[0] == found[1]
    assert "".join(one.text for one in found[0]) == text
    assert found[0][-1].last == 300


# --- What a stream cannot do


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"format": "choi"}, "format= text or lines, not 'choi'"),
        ({"format": "auto"}, "format= text or lines, not 'auto'"),
        ({"unit": "paragraphs"}, "unit= cannot be 'paragraphs'"),
        ({"unit": "paragraph"}, "unit= cannot be 'paragraph'"),
        ({"n_segments": 4}, "cannot have n_segments="),
        ({"questions": {"posteriors": True}}, "cannot have posteriors="),
        ({"background": ["A text."]}, "cannot have background="),
        ({"encode": lambda texts: texts}, "cannot have encode="),
        ({"constraints": {"min_size": 3}}, "cannot have min_size="),
        ({"constraints": {"max_size": 3, "size_unit": "words"}}, "cannot have size_unit="),
        ({"constraints": {"cut_at": (3,)}}, "cannot have cut_at="),
        ({"constraints": {"keep_paragraphs": True}}, "cannot have keep_paragraphs="),
        ({"constraints": {"n_segments": 3}}, "cannot have n_segments="),
        ({"method": "c99"}, "cut by the method learnt, not by c99: leave method= and"),
        ({"method": "density"}, "not by density: .* cut the whole text by tmima segment"),
        ({"parameters": {"gamma": 0.5}}, "not by density: leave method= and parameters= out"),
        ({"similarity": "lsa"}, "graded or shared, not by lsa"),
        ({"similarity": "vectors"}, "graded or shared, not by vectors"),
        ({"similarity": "background"}, "graded or shared, not by background"),
        ({"similarity": SharedWords}, "graded or shared, not by custom"),
    ],
)
def test_what_a_stream_cannot_do_is_refused_by_name(values, message):
    # At once: not when the first twelve thousand characters have come.
    with pytest.raises(TmimaError, match=message):
        TextStream(Segmenter(**values))


@pytest.mark.parametrize("delay", [-1, 0, 2.5, "soon"])
def test_a_bad_delay_is_refused(delay):
    with pytest.raises(TmimaError, match="max_delay must be"):
        TextStream(max_delay=delay)


def of_topics(*lengths: int) -> str:
    """Sentences of made-up words, those of each topic its own."""
    generator = random.Random(5)
    made = []
    for topic, length in enumerate(lengths):
        words = [f"{'bdfgk'[topic % 5]}{'aeiou'[number % 5]}l{number}m" for number in range(40)]
        made += [" ".join(generator.sample(words, 6)).capitalize() + "." for _ in range(length)]
    return " ".join(made)


@pytest.mark.parametrize("lengths", [(400,), (150, 250), (75, 325), (300, 40, 40, 40)])
@pytest.mark.parametrize("similarity", ["graded", "shared"])
def test_a_text_that_begins_with_few_topics_is_cut(lengths, similarity):
    text = of_topics(*lengths)
    found = list(tmima.stream([text], language="en", similarity=similarity))
    assert "".join(one.text for one in found) == text


def test_every_bundled_folder_can_come_in_as_a_stream():
    for folder in sorted(path for path in BUNDLED.iterdir() if path.is_dir()):
        text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt")))
        found = list(tmima.stream([text], language="el"))
        assert "".join(one.text for one in found) == text


def test_nothing_can_be_pushed_after_the_end():
    flow = TextStream()
    assert flow.finish() == []
    with pytest.raises(TmimaError, match="the stream has ended"):
        flow.push("more")
    assert flow.finish() == []


# --- The command

OPTIONS = ("--language", "el", "--max-size", "12", "--max-delay", "4")


def test_the_command_prints_what_the_library_gives():
    shown = output("stream", *OPTIONS, stdin=GREEK)
    found = [json.loads(line) for line in shown.splitlines()]
    expected = tmima.stream([GREEK], language="el", max_size=12, max_delay=4)
    assert [(one["start"], one["text"], one["cut"]) for one in found] == [
        (one.start, one.text, one.cut) for one in expected
    ]
    assert set(found[0]) >= {"start", "end", "first", "last", "text", "cut", "units"}
    assert not {"title", "keywords", "summary"} & set(found[0])
    assert found[0]["cut"] == "forced"


def test_the_command_goes_on_after_a_crash(tmp_path):
    state, out = tmp_path / "state.json", tmp_path / "out"
    options = (*OPTIONS, "--state", str(state), "-o", str(out))
    with subprocess.Popen([*COMMAND, "stream", *options], stdin=subprocess.PIPE) as process:
        process.stdin.write(GREEK[: len(GREEK) * 9 // 10].encode())
        process.stdin.flush()
        while not state.exists() or '"segments": 0' in state.read_text().splitlines()[-1]:
            assert process.poll() is None
        process.kill()
    assert len(out.read_text().splitlines()) > 0
    assert output("stream", *options, stdin=GREEK) == ""
    expected = output("stream", *OPTIONS, stdin=GREEK)
    assert out.read_text() == expected
    # Once more on the same text, and on the text that has grown.
    assert output("stream", *options, stdin=GREEK) == ""
    assert out.read_text() == expected
    output("stream", *options, stdin=GREEK + GREEK)
    assert out.read_text() == output("stream", *OPTIONS, stdin=GREEK + GREEK)
    told = refusal("stream", *options, stdin=GREEK[1:])
    assert "more than the input holds" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--input-format", "choi"], "a stream has --input-format text or lines, not 'choi'"),
        (["--set", "similarity=background"], "by graded or shared, not by background"),
        (["--max-delay", "0"], "--max-delay"),
        (["--max-size", "0"], "--max-size"),
        (["--n-segments", "3"], "No such option"),
    ],
)
def test_bad_input_is_told_in_a_line(arguments, message):
    assert message in refusal("stream", *arguments, stdin="x")


def test_density_is_refused_with_the_way_out(tmp_path):
    told = (
        "tmima: a stream is cut by the method learnt, not by density: leave --method and --params "
        "out, or cut the whole text by tmima segment\n"
    )
    file = tmp_path / "params.json"
    file.write_text('{"mean_length": 8, "std_length": 3, "gamma": 0.5, "r": 0.5}')
    assert refusal("stream", "--method", "density", stdin="A ship.") == told
    assert refusal("stream", "--params", str(file), stdin="A ship.") == told
    assert "No such option" in refusal("stream", "--gamma", "0.5", stdin="A ship.")
    text = "\n".join(f"The cat number {i} is here." for i in range(12))
    labelled = [(text, [2, 4, 6, 8, 10, 12]), (text, [2, 4, 7, 9, 12])]
    trained = Segmenter(language="en", format="lines", method="density").train(labelled)
    with pytest.raises(TmimaError, match="by the method learnt, not by density"):
        TextStream(trained)


def test_a_state_of_density_is_refused(tmp_path):
    """States of 0.2.0, and of 0.3.0 before it was finished, may have it."""
    state = unsealed(TextStream(Segmenter(language="en")).state())
    state["settings"]["method"] = "density"
    with pytest.raises(TmimaError, match="by the method learnt, not by density"):
        TextStream.resume(sealed(state))


# --- Speech


def spoken_cues() -> list[tmima.Cue]:
    topics = (["The ship waits for", "the tide."], ["The baker kneads", "good dough."])
    cues, time = [], 0.5
    for part in range(12):
        for text in topics[part // 6]:
            cues.append(tmima.Cue(time, time + 1.5, text, f"Speaker {part // 6}"))
            time += 2.0
    return cues


def test_cues_give_segments_with_times():
    settings = {"language": "en", "constraints": {"max_size": 6}}
    flow = tmima.CueStream(Segmenter(**settings))
    cues = spoken_cues()
    found = [segment for cue in cues for segment in flow.push(cue)] + flow.finish()
    assert "".join(segment.text for segment in found).split() == [
        word for cue in cues for word in cue.text.split()
    ]
    starts = {cue.start for cue in cues}
    assert found[0].start_time == 0.5
    assert found[-1].end_time == cues[-1].end
    for before, after in pairwise(found):
        assert before.end_time == after.start_time
        assert after.start_time in starts
    assert [segment.speakers for segment in found] == [("Speaker 0",), ("Speaker 1",)]


def test_the_last_segment_ends_when_the_last_voice_does():
    """Who speaks on while another begins and ends is still heard."""
    flow = tmima.CueStream(Segmenter(language="en", constraints={"max_size": 6}))
    told = [(0.0, 9.0, "The choir sings on.", "Choir"), (1.0, 2.5, "Good evening.", "Host")]
    found = [one for cue in told for one in flow.push(tmima.Cue(*cue))] + flow.finish()
    assert found[-1].end_time == 9.0


def test_the_command_takes_cues_as_lines_of_json():
    lines = [json.dumps({k: v for k, v in cue._asdict().items() if v}) for cue in spoken_cues()]
    shown = output(
        "stream", "--cues", "--language", "en", "--max-size", 6, stdin="\n".join(lines)
    ).splitlines()
    found = [json.loads(line) for line in shown]
    assert [one["speakers"] for one in found] == [["Speaker 0"], ["Speaker 1"]]
    assert found[0]["end_time"] == found[1]["start_time"]
    assert "line 2 is no cue" in refusal("stream", "--cues", stdin=lines[0] + '\n{"start": 1}\n')
    assert "--state is for text" in refusal("stream", "--cues", "--state", "a.json")


@pytest.mark.parametrize("start", [math.nan, math.inf, -math.inf])
def test_a_cue_without_a_start_is_refused_by_a_stream(start):
    with pytest.raises(TmimaError, match="a cue of a stream needs a start and a text, not Cue"):
        tmima.CueStream().push(tmima.Cue(start, 2, "A ship."))


@pytest.mark.parametrize("end", [math.nan, math.inf, -math.inf])
def test_a_cue_without_an_end_has_times_that_json_knows(end):
    flow = tmima.CueStream(Segmenter(language="en"))
    flow.push(tmima.Cue(1, 2, "A ship sails."))
    flow.push(tmima.Cue(3, end, "A ship."))
    (found,) = flow.finish()
    assert (found.start_time, found.end_time) == (1, 3)
