"""A stream gives the segments of the whole text, however it is cut into pieces."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests import oracle
from tests.test_cli import output, refusal
from tmima import Parameters, StreamSettings, TextStream, TmimaError, languages
from tmima.collection import BUNDLED
from tmima.segmentation import Admissible, cheapest
from tmima.segmentation.certificate import universal_window
from tmima.similarity import SharedWords
from tmima.streaming.programme import OnlineProgramme
from tmima.streaming.shared_words import OnlineSharedWords

texts = st.lists(st.sets(st.integers(0, 7), max_size=3), min_size=1, max_size=60)
numbers = st.builds(
    Parameters,
    mean_length=st.floats(1, 8),
    std_length=st.floats(0.5, 4),
    gamma=st.floats(0.1, 1),
    r=st.sampled_from([0.33, 0.5, 1.0]),
)


def columns_of(words, window):
    similarity = OnlineSharedWords(window=window)
    return [similarity.push([str(word) for word in sorted(one)]) for one in words]


def whole(words, parameters, window):
    units = oracle.units_of(words)
    allowed = Admissible.everything(len(units)).within(window)
    return cheapest(SharedWords(units), units.sentences, parameters, allowed)


@settings(max_examples=300)
@given(texts, numbers, st.integers(1, 12), st.data())
def test_the_cuts_are_those_of_the_whole_for_every_way_of_pushing(words, parameters, window, data):
    programme = OnlineProgramme(parameters, window=window)
    columns = columns_of(words, window)
    found = []
    while columns:
        count = data.draw(st.integers(1, len(columns)))
        pushed, columns = columns[:count], columns[count:]
        cuts = programme.push(pushed)
        assert not any(cut.forced for cut in cuts)
        found += [cut.place for cut in cuts]
        expected_so_far = found[-1] if found else 0
        assert programme.decided == expected_so_far
    expected = whole(words, parameters, window)
    assert (*found, *programme.finish()) == expected.segmentation.boundaries


@given(texts, numbers, st.integers(1, 9))
def test_a_final_cut_is_final_whatever_comes(words, parameters, window):
    # What was final before the last units came is cut in the optimum of every longer text too.
    for extra in ([set()] * 5, [{0, 1, 2}] * 9, [{7}, {6}, {5}]):
        programme = OnlineProgramme(parameters, window=window)
        found = [cut.place for cut in programme.push(columns_of(words, window))]
        longer = whole([*words, *extra], parameters, window).segmentation.boundaries
        assert set(found) <= set(longer)


def deadline_oracle(words, parameters, window, delay):
    """Decide with the whole programme, anew after every unit."""
    decided, passed, forced = [0], set(), []
    for read in range(1, len(words) + 1):
        units = oracle.units_of(words[:read])
        allowed = Admissible.everything(read).within(window)
        allowed.earliest[:] = np.maximum(
            allowed.earliest,
            np.maximum.accumulate([unit if unit in decided else 0 for unit in range(read)]),
        )
        allowed.closed[[place for place in passed if place < read]] = 1
        best = cheapest(SharedWords(units), units.sentences, parameters, allowed).segmentation
        for place in range(decided[-1] + 1, read - delay + 1):
            if place in best.boundaries:
                decided.append(place)
                forced.append(place)
        passed |= set(range(1, read - delay + 1)) - set(decided)
    return forced, [*best.boundaries]


@settings(max_examples=100)
@given(
    st.lists(st.sets(st.integers(0, 7), max_size=3), min_size=1, max_size=25),
    numbers,
    st.integers(2, 9),
    st.integers(1, 6),
)
def test_a_deadline_decides_as_the_best_so_far_does(words, parameters, window, delay):
    programme = OnlineProgramme(parameters, window=window, max_delay=delay)
    found = []
    for column in columns_of(words, window):
        for cut in programme.push([column]):
            assert programme.read - cut.place <= delay or not cut.forced
            found.append(cut)
    forced, expected = deadline_oracle(words, parameters, window, delay)
    assert [*(cut.place for cut in found), *programme.finish()] == expected
    assert {cut.place for cut in found if cut.forced} <= set(forced)


GREEK = "\n\n".join(
    path.read_text(encoding="utf-8") for path in sorted(BUNDLED.rglob("*.txt"))[:30:5]
)
SETTINGS = StreamSettings(language="el", parameters=Parameters(8, 3, 0.6, 1.0))


def batch(text: str):
    return tmima.segment(text, language="el", parameters=SETTINGS.parameters).segments


def test_greek_text_in_pieces_of_any_size_is_cut_as_the_whole():
    expected = [(one.start, one.end, one.first, one.last, one.text) for one in batch(GREEK)]
    for size in (1, 7, 1000, len(GREEK)):
        pieces = [GREEK[i : i + size] for i in range(0, len(GREEK), size)]
        found = list(tmima.stream(pieces, SETTINGS))
        assert [(one.start, one.end, one.first, one.last, one.text) for one in found] == expected
        assert [one.cut for one in found][-1] == "end"
    assert universal_window(SETTINGS.parameters) < 60
    # Most segments were out before the text had ended.
    early = TextStream(SETTINGS)
    assert len(early.push(GREEK)) > len(expected) / 2


@pytest.mark.parametrize(
    "text",
    [
        "One line.\r\nAnother line.\r\n\r\nA third one.\r\n",
        "All day it\nrained and the\nriver rose. At last\nit stopped.\n\nThe sun\ncame out.\n",
        "No line break at all. Only sentences. One after another.",
        "\n\n  \nAfter blanks. \n\n",
    ],
    ids=["carriage returns", "wrapped", "one paragraph", "blank lines"],
)
@pytest.mark.parametrize("form", ["text", "lines"])
def test_awkward_text_is_cut_as_the_whole(text, form):
    parameters = Parameters(2, 1, 0.9, 1.0)
    result = tmima.segment(text, language="en", form=form, parameters=parameters)
    expected = [(one.start, one.end, one.text) for one in result.segments]
    setting = StreamSettings(language="en", form=form, parameters=parameters)
    for size in (1, 2, 3, 100):
        pieces = [text[i : i + size] for i in range(0, len(text), size)]
        found = [(one.start, one.end, one.text) for one in tmima.stream(pieces, setting)]
        assert found == expected


@settings(max_examples=12, deadline=None)
@given(st.integers(0, len(GREEK)), st.sampled_from([None, 3, 20]))
def test_a_saved_stream_goes_on_as_if_nothing_had_happened(place, delay):
    setting = StreamSettings(language="el", parameters=SETTINGS.parameters, max_delay=delay)
    expected = list(tmima.stream([GREEK], setting))
    flow = TextStream(setting)
    found = flow.push(GREEK[:place])
    again = TextStream.resume(json.loads(json.dumps(flow.state())))
    assert again.characters == place
    found += again.push(GREEK[place:]) + again.finish()
    assert found == expected


def test_a_saved_stream_keeps_the_language_it_found_and_its_tagger(monkeypatch):
    setting = StreamSettings(form="lines", parameters=SETTINGS.parameters)
    flow = TextStream(setting)
    flow.push("Η θάλασσα ήταν ήρεμη και το πλοίο έφυγε για το νησί.\n" * 400 + "Plain English.")
    made = []
    real = languages.analyzer
    monkeypatch.setattr(
        languages, "analyzer", lambda code, **kept: made.append((code, kept)) or real(code)
    )
    state = flow.state()
    state["settings"]["tagger"] = "model"
    TextStream.resume(state)
    assert [(code, kept["tagger"]) for code, kept in made] == [("el", Path("model"))]


def test_an_endless_paragraph_does_not_wait_for_its_end(monkeypatch):
    monkeypatch.setattr("tmima.streaming.sentences._LONGEST_PARAGRAPH", 300)
    text = " ".join(f"Sentence number {i} is here." for i in range(300))
    setting = StreamSettings(language="en", parameters=Parameters(4, 1, 0.9, 1.0))
    found = [
        list(tmima.stream([text[i : i + size] for i in range(0, len(text), size)], setting))
        for size in (50, 9999)
    ]
    assert found[0] == found[1]
    assert "".join(one.text for one in found[0]) == text
    assert found[0][-1].last == 300


def test_memory_does_not_grow_with_the_stream():
    setting = StreamSettings(
        language="en", form="lines", parameters=Parameters(5, 2, 0.8, 1.0), max_size=20
    )
    flow = TextStream(setting)
    words = np.random.default_rng(4).integers(0, 30, (12_000, 3))
    for part in range(6):
        lines = "".join(
            f"Topic{i // 7} has word{a} and word{b} and other{part}x{i}.\n"
            for i, (a, b, _) in enumerate(words[2000 * part : 2000 * (part + 1)])
        )
        flow.push(lines)
        assert len(flow._sentences) < 400
        assert len(flow._similarity._units) < 200
        assert len(json.dumps(flow.state())) < 80_000


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"form": "choi"}, "text or lines, not 'choi'"),
        ({"max_delay": 0}, "max_delay must be 1 or more, not 0"),
        ({"parameters": Parameters(length_unit="words")}, "lengths in sentences"),
    ],
)
def test_bad_settings_are_refused(values, message):
    with pytest.raises(TmimaError, match=message):
        StreamSettings(**values)


def test_without_a_bound_a_size_must_be_given():
    with pytest.raises(TmimaError, match="give a max_size"):
        TextStream(StreamSettings(parameters=Parameters(gamma=0)))
    assert TextStream(StreamSettings(parameters=Parameters(gamma=0), max_size=9)).finish() == []


def test_nothing_can_be_pushed_after_the_end():
    flow = TextStream()
    flow.finish()
    with pytest.raises(TmimaError, match="the stream has ended"):
        flow.push("more")


OPTIONS = ("--language", "el", "--mean-length", "8", "--std-length", "3", "--r", "1")


def test_the_command_prints_the_segments_of_the_whole():
    shown = output("stream", *OPTIONS, stdin=GREEK)
    found = [json.loads(line) for line in shown.splitlines()]
    assert [(one["start"], one["text"]) for one in found] == [
        (one.start, one.text) for one in batch(GREEK)
    ]
    forced = output("stream", *OPTIONS, "--max-delay", "4", stdin=GREEK)
    assert '"cut": "forced"' in forced


def test_the_command_goes_on_after_a_crash(tmp_path):
    state = tmp_path / "state.json"
    command = [sys.executable, "-c", "from tmima.cli import main; main()", "stream", *OPTIONS]
    with subprocess.Popen(
        [*command, "--state", str(state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        process.stdin.write(GREEK[: len(GREEK) * 9 // 10].encode())
        process.stdin.flush()
        while not state.exists():
            assert process.poll() is None
        first = process.stdout.readline().decode()
        process.kill()
    read = json.loads(state.read_text(encoding="utf-8"))["characters"]
    rest = output("stream", *OPTIONS, "--state", str(state), stdin=GREEK)
    assert not state.exists()
    expected = output("stream", *OPTIONS, stdin=GREEK)
    assert expected.startswith(first)
    assert expected.endswith(rest)
    assert 0 < read < len(GREEK)


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (["--gamma", "0"], "x", "give a max_size"),
        (["--length-unit", "words"], "x", "counts lengths in sentences"),
    ],
)
def test_bad_input_is_told_in_a_line(arguments, text, message):
    assert message in refusal("stream", *arguments, stdin=text)


def test_a_state_of_something_else_is_refused(tmp_path):
    state = tmp_path / "state.json"
    state.write_text("{}")
    assert "holds no state of a stream" in refusal("stream", "--state", state, stdin="x")
    state.write_text(json.dumps(TextStream(StreamSettings(max_size=5)).state()))
    assert "other options" in refusal("stream", "--state", state, stdin="x")
