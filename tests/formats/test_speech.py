"""Transcripts of every format: who says what and when, units, segments."""

import html
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import srt as srt_oracle
import webvtt as vtt_oracle
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.command import refusal
from tmima import Cue, Segmenter, Source, Timeline, TmimaError, languages
from tmima.formats import formats, from_objects, parse_text, read
from tmima.formats.format import find_format
from tmima.formats.speech import gather_words, spoken_names
from tmima.testing import check_format
from tmima.text import exact_time, parse_time, short_time

FOLDER = Path(__file__).parents[1] / "data" / "transcripts"
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
KINDS = {
    ".srt": "srt",
    ".vtt": "vtt",
    ".txt": "turns",
    "whisper-cpp": "whisper.cpp",
    "json3": "json3",
    "podcast": "podcast",
    ".json": "whisper",
}
ENGLISH = languages.analyzer("en")


def content(name: str) -> str:
    return (FOLDER / name).read_bytes().decode("utf-8")


def kind_of(name: str) -> str:
    found = [kind for part, kind in KINDS.items() if part.startswith(".") is False and part in name]
    return found[0] if found and name.endswith(".json") else KINDS[Path(name).suffix]


def timeline(text: str, format: str | None = None) -> Timeline:
    found = parse_text(text, format)
    assert found.timeline is not None
    assert (found.text, found.faults) == (found.timeline.text, found.timeline.faults)
    return found.timeline


@pytest.mark.parametrize("name", EXPECTED)
def test_every_file_is_found_and_read_as_expected(name):
    assert find_format(content(name)).name == kind_of(name)
    found = timeline(content(name))
    cues = [[cue.start, cue.end, cue.speaker, cue.text] for cue in found.cues]
    assert cues == EXPECTED[name]["cues"]
    assert sorted({fault.line for fault in found.faults}) == EXPECTED[name]["faults"]


def test_there_are_enough_files_of_our_own():
    assert len(EXPECTED) >= 60
    assert {kind_of(name) for name in EXPECTED} >= {*KINDS.values()}


@pytest.mark.parametrize(
    "name", [name for name in EXPECTED if name.endswith(".srt") and not EXPECTED[name]["faults"]]
)
def test_srt_is_read_as_the_library_srt_reads_it(name):
    """Where that can read a file: we also take names, repetitions and marks out."""
    try:
        others = list(srt_oracle.parse(content(name).removeprefix("\ufeff")))
    except srt_oracle.SRTParseError:
        pytest.skip("the oracle refuses this file")
    if not others:
        pytest.skip("the oracle finds nothing in this file")
    ours = {cue.start for cue in timeline(content(name)).cues}
    theirs = {other.start.total_seconds() for other in others if other.content.strip()}
    assert ours <= theirs | {0.947}, "a cue begins where no cue of the oracle does"
    if "rolling" not in name and "words" not in name:
        assert theirs <= ours | {round(time, 3) for time in ours}


@pytest.mark.parametrize(
    "name", [name for name in EXPECTED if name.endswith(".vtt") and not EXPECTED[name]["faults"]]
)
def test_vtt_is_read_as_webvtt_reads_it(name):
    try:
        others = list(
            vtt_oracle.from_string(content(name).replace("\r\n", "\n").replace("\r", "\n"))
        )
    except vtt_oracle.errors.MalformedFileError:
        pytest.skip("the oracle refuses this file")
    theirs = {parse_time(other.start): other for other in others}
    for cue in timeline(content(name)).cues:
        if cue.start == 0.947:
            continue  # the second voice of one cue
        other = theirs[cue.start]
        if name not in ("rolling.vtt", "two-voices.vtt", "zoom.vtt", "white-lines.vtt"):
            assert cue.text == " ".join(html.unescape(_without_tags(other.raw_text)).split()) or (
                "&" in other.raw_text
            )
        if other.voice is not None:
            assert cue.speaker == html.unescape(other.voice)


def _without_tags(text: str) -> str:
    return re.sub(r"<[^<>]*>", "", text)


def test_word_times_are_kept():
    cue = timeline(content("word-times.vtt")).cues[0]
    assert [(cue.text[place:].split()[0], time) for place, time in cue.words] == [
        ("ship", 1.5),
        ("waits.", 2.0),
    ]
    one, two = timeline(content("whisperx.json")).cues
    assert one.words == ((0, 0.1), (4, 0.5), (9, 0.9))
    three = timeline(content("json3.json"))
    assert three.time(three.text.index("ship")) == 0.48
    assert three.offset(0.48) == three.text.index("ship")
    assert timeline(content("podcast-words.json")).time(4) == 0.8
    assert two.text == "Two."


def test_names_are_never_content():
    for name in (
        "names.srt",
        "zoom.vtt",
        "teams.vtt",
        "otter.txt",
        "podcast.json",
        "whisperx.json",
    ):
        found = timeline(content(name))
        assert found.speakers(0, len(found.text))
        for speaker in found.speakers(0, len(found.text)):
            assert speaker not in found.text


@pytest.mark.parametrize(
    "prose",
    [
        "Breakfast is at 8:30.\nLunch is at 13:00.\nWe meet at 17:00.",
        "Registration 8:30\nThe doors open.\n\nKeynote 9:00\nThe first talk.\n",
        "WEBVTTs are files. They hold captions.",
        '{"a": 1}',
        "{not JSON} at all.",
        "[1, 2, 3]",
        "He wrote 1 --> 2 and went.\nShe read it.",
        "ANNA: One ship.\nBEN: Two ships.",
        "0:09",
    ],
)
def test_prose_stays_prose(prose):
    assert find_format(prose).name == "text"
    assert parse_text(prose) == Source(prose)


def test_a_name_in_bold_is_a_speaker():
    for line in (
        *("**Anna:** {}", "__Anna__: {}", "**[0:0%d] Anna:** {}", "**0:0%d** **Anna:** {}"),
        # Even in the middle of a time.
        "**0:**0%d Anna: {}",
    ):
        form = line if "%d" in line else "[0:0%d] " + line
        text = "\n\n".join(form.format("It is **late**.") % number for number in (1, 5))
        found = timeline(text)
        assert [(cue.speaker, cue.text) for cue in found.cues] == 2 * [("Anna", "It is **late**.")]


def test_half_a_character_is_none():
    half = "A ship \ud83d."
    for rows in (
        [{"start": 0, "text": half, "speaker": half}],
        {"events": [{"tStartMs": 0, "segs": [{"utf8": half}]}]},
        [half, {"start": 0, "text": half}],
    ):
        found = timeline(json.dumps(rows), "json3" if isinstance(rows, dict) else "whisper")
        said = [found.text, *map(str, found.faults), *found.speakers(0, 1)]
        assert all("A ship \ufffd." in one.encode().decode() for one in said)


def test_a_transcript_without_times_is_refused_by_the_line_that_lacks_one(tmp_path):
    file = tmp_path / "meeting.txt"
    file.write_text("Good morning.\nGood day.\n", encoding="utf-8")
    for command in ("segment", "chapters"):
        said = refusal(command, file, "--input-format", "turns")
        assert "nothing with a time was found in the transcript: line 1: 'Good morning" in said


def test_a_format_that_is_told_is_used():
    text = content("plain.vtt")
    assert read(text, ENGLISH, format="text").timeline is None
    assert read(text, ENGLISH, format="text").text == text
    with pytest.raises(TmimaError, match="the text is empty"):
        read("", ENGLISH, format="vtt")
    assert tmima.segment("==========\nOne ship.\n==========\nTwo.\n", language="en").truth is None


@pytest.mark.parametrize(
    "name", ["srt", "vtt", "whisper", "whisper.cpp", "json3", "podcast", "turns"]
)
def test_our_formats_pass_the_checks_of_all_formats(name):
    samples = [content(file) for file in EXPECTED if kind_of(file) == name]
    check_format(formats[name], samples)


def units(timeline: Timeline) -> list[str]:
    document = read(Source.of(timeline), ENGLISH)
    return [document.text[s.start : s.end] for s in document.sentences]


def test_cues_are_gathered_to_sentences():
    cues = [
        Cue(0, 1, "The ship"),
        Cue(1, 2, "waits. The tide"),
        Cue(2, 3, "is late."),
        Cue(3, 4, "So."),
    ]
    assert units(Timeline(cues)) == ["The ship waits. The tide is late.", "So."]


def test_a_sentence_inside_a_cue_is_a_unit_where_its_word_has_a_time():
    cues = [
        Cue(0, 1, "The ship"),
        Cue(1, 2, "waits. The tide", words=((7, 1.5),)),
        Cue(2, 3, "is late."),
    ]
    found = read(Source.of(Timeline(cues)), ENGLISH)
    assert units(Timeline(cues)) == ["The ship waits.", "The tide is late."]
    assert found.timeline.time(found.sentences[1].start) == 1.5


def test_without_punctuation_cues_are_gathered_to_some_words():
    cues = [Cue(i, i + 1, f"every ship number {i} waits for the tide") for i in range(12)]
    found = units(Timeline(cues))
    assert found == [" ".join(cue.text for cue in cues[i : i + 4]) for i in (0, 4, 8)]
    long = [Cue(i, i + 1, " ".join([f"ship{i}"] * 30)) for i in range(4)]
    assert units(Timeline(long)) == [cue.text for cue in long]
    short = Timeline(cues[:3])
    assert len(units(short)) == 1


def test_a_turn_and_a_pause_end_a_paragraph():
    cues = [
        Cue(0, 1, "One.", "A"),
        Cue(1, 2, "Two.", "B"),
        Cue(2, 3, "Three.", "B"),
        Cue(5, 6, "Four.", "B"),
    ]
    document = read(Source.of(Timeline(cues)), ENGLISH)
    assert document.text == "One.\n\nTwo. Three.\n\nFour."
    assert list(document.paragraphs) == [(0, 1), (1, 3), (3, 4)]


def test_short_turns_are_no_headings():
    from tmima.text import heading_sentences

    cues = [Cue(0, 1, "Well yes", "A"), Cue(1, 2, "The ship is late.", "B")]
    assert heading_sentences(read(Source.of(Timeline(cues)), ENGLISH)) == []


def test_objects_of_faster_whisper_are_taken():
    word = SimpleNamespace(start=0.5, end=1.0, word=" ship.", probability=0.9)
    given_ = [
        SimpleNamespace(start=0.0, end=1.0, text=" One ship.", words=[word]),
        SimpleNamespace(start=1.0, end=2.0, text=" Two ships.", words=None),
    ]
    found = from_objects(iter(given_))
    assert [cue.text for cue in found.timeline.cues] == ["One ship.", "Two ships."]
    assert found.timeline.time(4) == 0.5
    assert len(Segmenter(language="en").segment(found).units) == 2


SAID = st.lists(
    st.text(st.sampled_from("abcdefgh κλμν.,?!"), min_size=1, max_size=25).filter(str.strip),
    min_size=1,
    max_size=8,
)


def spans(texts):
    return [(2.0 * i, 2.0 * i + 1.5, " ".join(text.split())) for i, text in enumerate(texts)]


def as_srt(cues):
    return "".join(
        f"{i}\n{exact_time(a, part=',')} --> {exact_time(b, part=',')}\n{text}\n\n"
        for i, (a, b, text) in enumerate(cues, start=1)
    )


def as_vtt(cues):
    blocks = [f"{exact_time(a)} --> {exact_time(b)}\n{text}\n\n" for a, b, text in cues]
    return "WEBVTT\n\n" + "".join(blocks)


def as_whisper(cues):
    return json.dumps({"segments": [{"start": a, "end": b, "text": t} for a, b, t in cues]})


def as_cpp(cues):
    return json.dumps(
        {
            "transcription": [
                {"offsets": {"from": round(1000 * a), "to": round(1000 * b)}, "text": t}
                for a, b, t in cues
            ]
        }
    )


def as_json3(cues):
    return json.dumps(
        {
            "events": [
                {
                    "tStartMs": round(1000 * a),
                    "dDurationMs": round(1000 * (b - a)),
                    "segs": [{"utf8": word + " "} for word in t.split()],
                }
                for a, b, t in cues
            ]
        }
    )


def as_podcast(cues):
    return json.dumps({"segments": [{"startTime": a, "endTime": b, "body": t} for a, b, t in cues]})


def as_turns(cues):
    return "".join(f"{short_time(a)}\n{text}\n" for a, _, text in cues)


WRITTEN = {
    "srt": as_srt,
    "vtt": as_vtt,
    "whisper": as_whisper,
    "whisper.cpp": as_cpp,
    "json3": as_json3,
    "podcast": as_podcast,
    "turns": as_turns,
}


@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=60, deadline=None)
@given(texts=SAID)
def test_every_text_is_in_the_result_once(name, texts):
    cues = spans(texts)
    found = timeline(WRITTEN[name](cues), name)
    assert not found.faults
    assert found.text.split() == " ".join(text for _, _, text in cues).split()
    for start, _, text in cues:
        assert abs(found.time(found.offset(start)) - start) < 0.002
        assert found.text[found.offset(start) :].startswith(text.split()[0])


@pytest.mark.parametrize("name", WRITTEN)
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_what_is_broken_is_read_without_a_crash(name, data):
    """Whole files with pieces taken out, doubled, or put in."""
    text = WRITTEN[name](spans(data.draw(SAID)))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 8))
        junk = st.sampled_from(
            ["-->", "\n", "\n\n", "00:", "}", '"', "<v ", "1e999", "[", ",", ":"]
        )
        new = data.draw(st.one_of(junk, st.text(max_size=5), st.just(text[place : place + length])))
        text = text[:place] + new + text[place + length :]
    found = timeline(text, name)
    assert [cue.start for cue in found.cues] == sorted(cue.start for cue in found.cues)
    assert all(cue.start <= cue.end for cue in found.cues)
    assert find_format(text).name in formats


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_tried_as_any_format(text):
    for name in WRITTEN:
        timeline(text, name)
    assert find_format(text).name in formats


def talk(format: str = "vtt", pace: float = 5.0) -> str:
    topics = [
        ["The harbour was full of ships.", "Every ship waited for the tide.", "The tide was late."],
        ["Bakers rise early.", "The baker kneads the dough.", "Good dough needs good flour."],
        ["The judge heard a witness.", "A witness swore an oath.", "The judge gave a verdict."],
    ]
    said = [sentence for topic in topics for sentence in topic * 2]
    cues = [(pace * i + 0.25, pace * i + pace, text) for i, text in enumerate(said)]
    return WRITTEN[format](cues)


def test_segments_have_times_and_speakers():
    result = tmima.segment(talk(), language="en", n_segments=3)
    assert [(s.start_time, s.end_time) for s in result] == [
        (0.25, 30.25),
        (30.25, 60.25),
        (60.25, 90),
    ]
    assert "".join(s.text for s in result) == result.document.text
    assert "-->" not in result.document.text
    assert result.segments[0].speakers == ()
    named = tmima.segment(content("names.srt"), language="en", n_segments=1)
    assert named.segments[0].speakers == ("ANNA", "BEN")
    assert named.as_dict()["segments"][0]["start_time"] == 1.0
    prose = tmima.segment("One ship. Two ships.", language="en")
    assert not {"start_time", "end_time", "speakers"} & prose.as_dict()["segments"][0].keys()


@pytest.mark.parametrize(("least", "most"), [(20, 40), (31, 60), (None, 15)])
def test_sizes_in_seconds_are_kept(least, most):
    constraints = {"min_size": least, "max_size": most, "size_unit": "second"}
    result = tmima.segment(talk(), language="en", constraints=constraints)
    for segment in result:
        length = segment.end_time - segment.start_time
        assert (least or 0) <= length <= most
    if least == 31:
        assert len(result) == 2


def test_a_recording_begins_before_its_first_word():
    """For a least size that counts, for a greatest it does not."""
    cues = [Cue(10.0 + 5 * i, 15.0 + 5 * i, f"Ship number {i} is late.") for i in range(4)]
    least = {"min_size": 15, "size_unit": "seconds", "cut_at": 1}
    assert tmima.segment(
        Source.of(Timeline(cues)), language="en", constraints=least
    ).boundaries == (1, 4)
    most = {"max_size": 5, "size_unit": "seconds"}
    assert len(tmima.segment(Source.of(Timeline(cues)), language="en", constraints=most)) == 4


def test_sizes_in_seconds_need_times():
    with pytest.raises(TmimaError, match="needs a transcript: this text has no times"):
        tmima.segment("One. Two.", constraints={"min_size": 5, "size_unit": "seconds"})
    with pytest.raises(TmimaError, match=r"unit 1 .* alone has 5 seconds, more than max_size 4"):
        tmima.segment(talk(), language="en", constraints={"max_size": 4, "size_unit": "seconds"})


def test_a_cut_can_be_set_at_a_time():
    result = tmima.segment(talk(), language="en", constraints={"cut_at": ("0:46",)})
    assert 45.25 in [segment.start_time for segment in result]
    kept = tmima.segment(talk(), language="en", constraints={"no_cut_at": ("0:30", "1:00")})
    assert not {30.25, 60.25} & {segment.start_time for segment in kept}
    with pytest.raises(TmimaError, match="12:30 lies outside the transcript, 0:00 to 1:30"):
        tmima.segment(talk(), language="en", constraints={"cut_at": "12:30"})
    with pytest.raises(TmimaError, match="the time 0:05 needs a transcript"):
        tmima.segment("One. Two. Three.", constraints={"cut_at": "0:05"})


def test_all_formats_give_the_same_segments():
    found = {
        name: [
            (segment.text.split(), round(segment.start_time))
            for segment in tmima.segment(talk(name), language="en", n_segments=3)
        ]
        for name in WRITTEN
    }
    assert all(one == found["vtt"] for name, one in found.items() if name != "turns")
    assert [text for text, _ in found["turns"]] == [text for text, _ in found["vtt"]]


def test_the_language_is_found_from_what_is_said(tmp_path):
    assert tmima.segment(content("escaped.json")).document.language == "el"
    assert tmima.segment(content("greek.vtt")).document.language == "el"


def test_a_run_of_words_ends_with_a_silence_of_a_second_or_at_twenty_words():
    for silence, runs in ((0.9, ["Good day"]), (1.0, ["Good", "day"])):
        cues = [Cue(0.0, 1.0, "Good"), Cue(1.0 + silence, 3.0, "day")]
        assert [run.text for run in gather_words(cues)] == runs
    cues = [Cue(at, at + 1.0, "tide") for at in range(45)]
    assert [len(run.text.split()) for run in gather_words(cues)] == [20, 20, 5]


@pytest.mark.parametrize(("named", "names"), [(7, set()), (8, {"the chair", "a guest"})])
def test_where_eight_lines_in_ten_have_a_head_all_heads_are_names(named, names):
    lines = ["the chair: So it is.", "a guest: Indeed."] * 4 + ["And so it goes on."] * 10
    assert spoken_names([*lines[:named], *lines[8 : 18 - named]]) == names


def test_a_run_of_words_never_goes_back_in_time():
    """Programs that listen in pieces begin anew a little before the last word."""
    said = [(0.0, "One"), (0.4, "ship"), (0.8, "sails"), (0.5, "sails"), (0.9, "on")]
    runs = gather_words([Cue(start, start + 0.3, word) for start, word in said])
    assert [run.text for run in runs] == ["One ship sails", "sails on"]
    for run in runs:
        times = [time for _, time in run.words]
        assert times == sorted(times)
        assert run.start == times[0] <= run.end
