"""Chapters keep the rules of platforms, and what is written can be read back to the millisecond."""

import json
import re
import shutil
import subprocess
from itertools import cycle, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.command import PATIENCE, output, refusal
from tests.command import tmima as run
from tests.formats.test_speech import content, talk, timeline
from tmima import Cue, Source, Timeline, TmimaError
from tmima.chapters import Chapter, ChapterFormat, Rules, chapter_formats, chapters_of, cut, render
from tmima.chapters.chapter import shortened
from tmima.chapters.cutting import usual_length
from tmima.formats import parse_text
from tmima.text import parse_time

TITLES = ["Ships & tides", 'The "baker"; #2 = flour \\ <dough>', "Ο δικαστής — και ο μάρτυρας"]
STARTS = [0.0, 30.25, 3723.004]


def made() -> list[Chapter]:
    return [
        Chapter(start, end, title, f"Text of {title}")
        for start, end, title in zip(STARTS, [*STARTS[1:], 4000.5], TITLES, strict=True)
    ]


def nested() -> list[Chapter]:
    one, two, three = made()
    return [Chapter(0.0, two.end, "Both", "", children=(one, two)), three]


def written(name: str, chapters: list[Chapter] | None = None) -> str:
    return chapter_formats[name].write(made() if chapters is None else chapters, "el")


# --- What is written


def test_youtube_lines():
    assert written("youtube").splitlines() == [
        f"{time} {title}"
        for time, title in zip(["0:00:00", "0:00:30", "1:02:03"], TITLES, strict=True)
    ]
    assert written("youtube", made()[:2]).startswith("0:00:00 ")
    assert chapter_formats["youtube"].write([Chapter(0, 9, "A", "")], "en") == "0:00 A\n"


def test_spotify_lines():
    assert written("spotify").splitlines()[1] == f"(00:00:30) {TITLES[1]}"
    assert chapter_formats["spotify"].write([Chapter(0, 9, "A", "")], "en") == "(00:00) A\n"


def test_podcast_json():
    found = json.loads(written("podcast"))
    assert found["version"] == "1.2.0"
    assert [one["startTime"] for one in found["chapters"]] == STARTS
    assert [one["title"] for one in found["chapters"]] == TITLES
    assert found["chapters"][-1]["endTime"] == 4000.5


def test_podlove_xml():
    found = ElementTree.fromstring(written("podlove"))
    assert found.tag == "{http://podlove.org/simple-chapters}chapters"
    assert [parse_time(one.attrib["start"]) for one in found] == STARTS
    assert [one.attrib["title"] for one in found] == TITLES


def test_vtt_is_read_back_by_our_own_reader():
    found = timeline(written("vtt"), "vtt")
    assert [cue.start for cue in found.cues] == STARTS
    assert [cue.text for cue in found.cues] == TITLES
    assert found.end == 4000.5
    times = [line for line in written("vtt", nested()).splitlines() if "-->" in line]
    # The one that holds others comes before them and ends with the last.
    assert times[0] == "00:00:00.000 --> 01:02:03.004"
    assert len(times) == 4


def read_ffmetadata(text: str) -> list[tuple[int, int, str]]:
    assert text.startswith(";FFMETADATA1\n")
    found = []
    for part in text.split("[CHAPTER]\n")[1:]:
        fields = dict(line.split("=", 1) for line in part.strip().splitlines())
        assert fields["TIMEBASE"] == "1/1000"
        title = re.sub(r"\\(.)", r"\1", fields["title"])
        found.append((int(fields["START"]), int(fields["END"]), title))
    return found


def test_ffmetadata():
    found = read_ffmetadata(written("ffmetadata"))
    assert [start for start, _, _ in found] == [0, 30250, 3723004]
    assert [end for _, end, _ in found] == [30250, 3723004, 4000500]
    assert [title for _, _, title in found] == TITLES


def test_matroska_nests():
    found = ElementTree.fromstring(written("matroska", nested()))
    atoms = found.findall("EditionEntry/ChapterAtom")
    assert [atom.findtext("ChapterDisplay/ChapterString") for atom in atoms] == ["Both", TITLES[2]]
    inside = atoms[0].findall("ChapterAtom")
    assert [atom.findtext("ChapterDisplay/ChapterString") for atom in inside] == TITLES[:2]
    assert inside[1].findtext("ChapterTimeStart") == "00:00:30.250000000"
    assert found.find(".//ChapLanguageIETF").text == "el"
    uids = [uid.text for uid in found.iter("ChapterUID")]
    assert len(set(uids)) == len(uids) == 4


@pytest.mark.parametrize(("end", "begins"), [(3599.9, "0:00"), (3600.0, "0:00:00")])
def test_a_recording_of_an_hour_has_hours(end, begins):
    chapters = [Chapter(0.0, 60.0, "One", ""), Chapter(60.0, end, "Two", "")]
    assert written("youtube", chapters).partition(" ")[0] == begins


def test_no_heading_of_markdown_has_more_than_six_signs():
    chapter = Chapter(0.0, 60.0, "Deep", "It waits.")
    for _ in range(7):
        chapter = Chapter(0.0, 60.0, "Deep", "", children=(chapter,))
    heads = [line.partition(" ")[0] for line in written("markdown", [chapter]).splitlines()]
    assert max(len(head) for head in heads if head.startswith("#")) == 6


def test_markdown_headings():
    lines = written("markdown", nested()).splitlines()
    assert lines[0] == "## [0:00:00] Both"
    assert "### [0:00:30] " + TITLES[1] in lines
    assert f"Text of {TITLES[2]}" in lines


def test_json_holds_everything():
    found = json.loads(written("json", nested()))
    assert found["language"] == "el"
    assert found["chapters"][0]["chapters"][1]["start"] == 30.25


def ran(*command: object) -> bytes:
    """Run a program to its end, however it takes what it is given."""
    done = subprocess.run(
        [*map(str, command)], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def probed(film: Path) -> list[tuple[float, float, str]]:
    """Return the chapters of a film as ffprobe sees them."""
    shown = json.loads(ran("ffprobe", "-v", "error", "-show_chapters", "-of", "json", film))
    return [
        (round(float(one["start_time"]), 3), round(float(one["end_time"]), 3), one["tags"]["title"])
        for one in shown["chapters"]
    ]


@pytest.fixture
def subtitles(tmp_path) -> Path:
    """Return what a film can be made of in no time."""
    file = tmp_path / "a.srt"
    file.write_text("1\n00:00:00,000 --> 01:10:00,000\nA\n", encoding="utf-8")
    return file


EXPECTED = [(one.start, one.end, one.title) for one in made()]


@pytest.mark.skipif(
    None in map(shutil.which, ("ffmpeg", "ffprobe")), reason="ffmpeg or ffprobe is not installed"
)
def test_ffmpeg_reads_the_chapters(tmp_path, subtitles):
    meta, film = tmp_path / "chapters.txt", tmp_path / "film.mkv"
    meta.write_text(written("ffmetadata"), encoding="utf-8")
    # As docs/chapters.md tells it.
    ran("ffmpeg", "-i", subtitles, "-i", meta, "-map_chapters", "1", "-codec", "copy", film)
    assert probed(film) == EXPECTED


@pytest.mark.skipif(shutil.which("mkvmerge") is None, reason="mkvmerge is not installed")
def test_mkvmerge_reads_the_chapters(tmp_path, subtitles):
    xml, film = tmp_path / "chapters.xml", tmp_path / "film.mkv"
    xml.write_text(written("matroska", nested()), encoding="utf-8")
    ran("mkvmerge", "-o", film, "--chapters", xml, subtitles)
    found = ElementTree.fromstring(ran("mkvextract", film, "chapters"))
    atoms = [
        tuple(atom.findtext(name) for name in ("ChapterTimeStart", "ChapterTimeEnd"))
        for atom in found.iter("ChapterAtom")
    ]
    assert [one.text for one in found.iter("ChapterString")] == ["Both", *TITLES]
    times = [(parse_time(start), parse_time(end)) for start, end in atoms]
    assert times == [(0.0, EXPECTED[1][1]), *((start, end) for start, end, _ in EXPECTED)]
    assert {one.text for one in found.iter("ChapLanguageIETF")} == {"el"}
    assert len(found.findall("EditionEntry/ChapterAtom/ChapterAtom")) == 2


@pytest.mark.skipif(
    None in map(shutil.which, ("mkvmerge", "ffmpeg", "ffprobe")),
    reason="mkvmerge, ffmpeg or ffprobe is not installed",
)
@pytest.mark.parametrize("name", ["lighthouse.vtt", "melissia.srt"])
def test_other_programs_see_the_chapters_of_a_real_transcript(name, tmp_path, subtitles):
    file = Path(__file__).parents[2] / "docs" / "transcripts" / name
    result = cut(file.read_text("utf-8"), "vtt")
    expected = [(one.start, one.end, one.title) for one in chapters_of(result)]
    for form, put in (
        (
            "ffmetadata",
            ("ffmpeg", "-i", subtitles, "-i", "{}", "-map_chapters", "1", "-codec", "copy"),
        ),
        ("matroska", ("mkvmerge", "--chapters", "{}", subtitles, "-o")),
    ):
        told, film = tmp_path / f"{form}.txt", tmp_path / f"{form}.mkv"
        told.write_text(render(result, form), encoding="utf-8")
        ran(*(told if part == "{}" else part for part in put), film)
        assert probed(film) == expected


# --- Rules


def lengths(result: tmima.SegmentedText) -> list[float]:
    found = [leaf for one in chapters_of(result) for leaf in one.leaves()]
    return [one.end - one.start for one in found]


@pytest.mark.parametrize("form", ["youtube", "spotify"])
def test_a_platform_gets_what_it_demands(form):
    rules = chapter_formats[form].rules
    result = cut(talk(pace=7.0), form, language="en")
    found = chapters_of(result)
    assert found[0].start == 0.0
    assert len(found) >= rules.least_chapters == 3
    assert min(lengths(result)) >= rules.least_seconds
    for line in render(result, form).splitlines():
        assert len(line) < 40 + len("(00:00) ") or form == "youtube"


def test_rules_are_constraints_and_not_repairs():
    """What is found is the answer of the method among the segmentations that keep the rules."""
    said = ["The ship waits for the tide."] * 20
    cues = [Cue(5.0 * i, 5.0 * i + 5, text) for i, text in enumerate(said)]
    told = {"min_size": 10, "size_unit": "seconds"}
    # What is found by itself has fewer: once by the dial, once by the cost of density.
    for settings_ in ({"finer": -8.0}, {"parameters": {"mean_length": 20, "std_length": 1}}):
        given_ = {"language": "en", **settings_}
        assert len(tmima.segment(Source.of(Timeline(cues)), **given_)) == 1
        found = cut(Source.of(Timeline(cues)), "youtube", **given_)
        best = tmima.segment(
            Source.of(Timeline(cues)), constraints=told, n_segments=(3, 20), **given_
        )
        assert found.boundaries == best.boundaries
        assert len(found) >= 3


def test_the_dial_goes_through_to_the_chapters():
    counts = [len(cut(talk(), "json", language="en", finer=finer)) for finer in (-6.0, 0.0, 6.0)]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(400, 9000), min_size=12, max_size=25), st.integers(0, 5))
def test_rules_hold_for_any_lengths_of_cues(milliseconds, seed):
    words = ["ship", "tide", "dough", "flour", "judge", "oath", "harbour", "witness"]
    start, cues = 0, []
    for index, length in enumerate(milliseconds):
        word = words[(index // 4 + seed) % len(words)]
        cues.append(Cue(start / 1000, (start + length) / 1000, f"The {word} is number {index}."))
        start += length
    try:
        result = cut(Source.of(Timeline(cues)), "youtube", language="en")
    except TmimaError as error:
        assert re.search("too short|no segmentation", str(error))  # noqa: PT017
        return
    assert len(result) >= 3
    assert min(lengths(result)) >= 10 - 1e-6
    shown = [parse_time(line.split()[0]) for line in render(result, "youtube").splitlines()]
    assert shown[0] == 0
    assert all(b - a >= 10 for a, b in pairwise(shown))


def test_what_clashes_with_a_rule_is_refused():
    with pytest.raises(TmimaError, match="too short: 3 chapters of at least 10 seconds need 0:30"):
        cut(content("plain.vtt"), "youtube", language="en")
    with pytest.raises(TmimaError, match="n_segments 2 is too few"):
        cut(talk(), "youtube", language="en", n_segments=2)
    with pytest.raises(TmimaError, match="sizes must be in seconds too, not size_unit 'words'"):
        cut(talk(), "youtube", constraints={"max_size": 50, "size_unit": "words"})
    with pytest.raises(TmimaError, match="chapters need times"):
        cut("One ship. Two ships.", "json")
    with pytest.raises(TmimaError, match="chapters need times"):
        chapters_of(tmima.segment("One ship. Two ships."))
    known = ", ".join(chapter_formats)
    with pytest.raises(TmimaError, match=f"unknown form of chapters 'tape': choose one of {known}"):
        cut(talk(), "tape")


def test_a_number_and_a_range_are_kept():
    assert len(cut(talk(), "youtube", language="en", n_segments=4)) == 4
    assert 3 <= len(cut(talk(), "youtube", language="en", n_segments=(1, 4))) <= 4
    assert len(cut(talk(), "json", language="en", constraints={"n_segments": 2})) == 2


def test_a_range_begins_with_the_least_number_of_the_rules(monkeypatch):
    asked = []
    segment = tmima.Segmenter.segment

    def counting(self, text, *, n_segments=None):
        asked.append((self.constraints.n_segments, n_segments))
        return segment(self, text, n_segments=n_segments)

    monkeypatch.setattr(tmima.Segmenter, "segment", counting)
    cues = [Cue(3 * number, 3 * number + 3, "Good morning.") for number in range(300)]
    assert len(cut(Source.of(Timeline(cues)), "youtube", language="en", n_segments=(1, 4))) == 3
    assert asked == [((3, 4), None)]


def test_where_too_few_are_found_the_least_number_is_asked_for(monkeypatch):
    asked = []
    segment = tmima.Segmenter.segment

    def counting(self, text, *, n_segments=None):
        asked.append(n_segments)
        return segment(self, text, n_segments=n_segments)

    monkeypatch.setattr(tmima.Segmenter, "segment", counting)
    cues = [Cue(3 * number, 3 * number + 3, "Good morning.") for number in range(300)]
    form = ChapterFormat("few", "few", lambda *_: "", Rules(3, 10))
    settings = {"parameters": {"mean_length": 200, "std_length": 5}, "language": "en"}
    assert len(cut(Source.of(Timeline(cues)), form, **settings)) == 3
    assert asked == [None, 3]


def test_a_form_of_ones_own():
    own = ChapterFormat("count", "how many", lambda chapters, _: str(len(chapters)), Rules(4, 5))
    result = cut(talk(), own, language="en")
    assert render(result, own) == str(len(result))
    assert len(result) >= 4
    chapter_formats.register("count", own)
    try:
        assert render(result, "count") == str(len(result))
    finally:
        chapter_formats.unregister("count")


def test_markdown_names_speakers_where_they_change():
    said = [("Anna", "Good morning."), ("Anna", "A ship waits."), ("Ben", "The tide is late.")]
    starts = (0, 10, 12)
    cues = [Cue(a, a + 2, text, name) for a, (name, text) in zip(starts, said, strict=True)]
    result = cut(Source.of(Timeline(cues)), "markdown", language="en", n_segments=1, titles="none")
    assert render(result, "markdown") == (
        "## [0:00] Good morning. A ship waits. The tide is late.\n\n"
        "**Anna:** Good morning.\n\nA ship waits.\n\n**Ben:** The tide is late.\n"
    )


def test_levels_become_nested_chapters():
    result = cut(talk(), "matroska", language="en", questions={"levels": 2})
    found = chapters_of(result)
    leaves = [leaf for one in found for leaf in one.leaves()]
    assert [leaf.start for leaf in leaves][1:] == [s.start_time for s in result.segments[1:]]
    for one in found:
        assert one.start == one.children[0].start
        assert one.end == one.children[-1].end
        # What is known of segments is not known of what holds them.
        assert one.about == {}
    told = [segment.about() for segment in result]
    for leaf, about in zip(leaves, told, strict=True):
        own = {"title", "speakers", "start_time", "end_time"}
        assert leaf.about == {name: about[name] for name in about.keys() - own}
        assert {"keywords", "summary"} <= leaf.about.keys()


@given(st.text("ab ,.", max_size=60), st.integers(2, 30))
def test_titles_are_short_enough(title, most):
    assert len(shortened(title, most)) <= most
    assert shortened(title, 100) == title


def test_titles_are_those_of_the_segments():
    asked = {"language": "en", "n_segments": 3, "questions": {"levels": 2}}
    result = cut(talk(), "matroska", **asked)
    found = chapters_of(result)
    leaves = [(one, leaf) for one in found for leaf in one.leaves()]
    for (one, leaf), segment in zip(leaves, result, strict=True):
        # None is called as the chapter that it is a part of.
        assert (leaf.title == segment.title) == (
            segment.title != one.title or len(one.children) == 1
        )
        assert leaf.title
    assert all(one.title for one in found)


ODD_TITLES = (
    "two\nlines", "a\r\n\r\nblank line", "00:00:00.000 --> 00:00:09.000", "\x00\x07\x1b[31m",
    "half \ud800 of it", "\ufffe and \uffff", "]]> & <b> \"quotes\"", "a\u2028b\x85c", "=;#\\",
    "\x00",
)  # fmt: skip


@pytest.mark.parametrize("form", list(chapter_formats))
def test_a_title_of_any_kind_is_one_line_in_every_form(form):
    """What breaks lines would end a chapter; XML has no control characters, UTF-8 no halves."""

    def titles(segments):
        return [ODD_TITLES[number % len(ODD_TITLES)] for number, _ in enumerate(segments)]

    rows = [
        {"start": 40.0 * n, "end": 40.0 * n + 39, "text": f"Word{n} stands here."}
        for n in range(len(ODD_TITLES))
    ]
    plain = json.dumps({"segments": rows})
    told, usual = (
        render(cut(plain, form, n_segments=len(rows), titles=own), form)
        for own in (titles, lambda segments: ["plain"] * len(segments))
    )
    told.encode()
    assert len(told.splitlines()) == len(usual.splitlines())
    if chapter_formats[form].suffix == ".xml":
        ElementTree.fromstring(told.partition("?>\n")[2] if "?>" in told else told)
    if form == "vtt":
        assert len(parse_text(told, "vtt").timeline.cues) == len(rows)


def test_titles_of_ones_own_and_none():
    asked = {"language": "en", "n_segments": 3, "questions": {"levels": 2}}
    own = cut(
        talk(), "json", **asked, titles=lambda segments: [f"Part {s.first}" for s in segments]
    )
    leaves = [leaf for one in chapters_of(own) for leaf in one.leaves()]
    assert [leaf.title for leaf in leaves] == [f"Part {s.first}" for s in own]
    # Then the first words, on every level.
    for one in chapters_of(cut(talk(), "json", **asked, titles="none")):
        assert one.text.startswith(one.title.removesuffix("…"))


# --- The command


@pytest.fixture
def file(tmp_path) -> Path:
    path = tmp_path / "talk.vtt"
    path.write_text(talk(), encoding="utf-8")
    return path


def test_the_command_prints_chapters(file, tmp_path):
    shown = output("chapters", file, "--language", "en", "--n-segments", 3)
    assert [line.split()[0] for line in shown.splitlines()] == ["0:00", "0:30", "1:00"]
    output("chapters", file, "--format", "matroska", "--levels", 2, "-o", tmp_path / "out.xml")
    assert ElementTree.parse(tmp_path / "out.xml").getroot().tag == "Chapters"
    longer = json.loads(output("chapters", file, "--format", "json", "--min-size", 40))
    assert all(one["end"] - one["start"] >= 40 for one in longer["chapters"])
    kept = output("chapters", file, "--cut-at", "0:46", "--format", "youtube")
    assert "\n0:45 " in kept


def test_the_command_refuses_in_a_line(file, tmp_path):
    short = tmp_path / "short.vtt"
    short.write_text(content("plain.vtt"), encoding="utf-8")
    assert "the recording is too short" in refusal("chapters", short)
    assert "--cut-at" in refusal("chapters", file, "--cut-at", "soon")
    assert "unknown form of chapters 'tape'" in refusal("chapters", file, "--format", "tape")
    prose = tmp_path / "prose.txt"
    prose.write_text("One ship. Two ships.", encoding="utf-8")
    assert "chapters need times" in refusal("chapters", prose)
    assert "--size-unit" in refusal("chapters", file, "--min-size", 3, "--size-unit", "words")


def test_faults_are_named_or_refused(tmp_path):
    path = tmp_path / "broken.vtt"
    path.write_text(content("no-time.vtt"), encoding="utf-8")
    done = run("segment", path, "--format", "json")
    assert done.returncode == 0
    assert b"line 6: 'A line that nobody timed' has no time" in done.stderr
    assert "line 6" in refusal("segment", path, "--strict")
    assert "line 6" in refusal("chapters", path, "--strict", "--format", "json")


def test_segment_takes_transcripts_too(file):
    found = json.loads(output("segment", file, "--format", "json", "--n-segments", 3))
    assert [one["start_time"] for one in found["segments"]] == [0.25, 30.25, 60.25]
    assert "-->" not in "".join(one["text"] for one in found["segments"])
    as_prose = json.loads(output("segment", file, "--format", "json", "--input-format", "text"))
    assert "-->" in "".join(one["text"] for one in as_prose["segments"])


# --- The page


ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/chapters.md"])
def test_the_pages_show_what_is_found(page):
    shown = (ROOT / page).read_text(encoding="utf-8")
    names = {*re.findall(r"docs/transcripts/([\w.]+)", shown)}
    assert "lighthouse.vtt" in names
    for name in names:
        text = (ROOT / "docs" / "transcripts" / name).read_text(encoding="utf-8")
        assert render(cut(text, "youtube"), "youtube") in shown


def test_the_page_names_every_format():
    shown = (ROOT / "docs/chapters.md").read_text(encoding="utf-8")
    for name in (*chapter_formats.own(), "vtt", "srt", "whisper", "whisper.cpp", "json3", "turns"):
        assert f"| `{name}` |" in shown


# What the platforms' pages of help demand: chapters, seconds of each.
DEMANDED = {"youtube": (3, 10), "spotify": (3, 30)}


@pytest.mark.parametrize("form", DEMANDED)
@pytest.mark.parametrize("pace", [2.0, 6.0, 9.0])
def test_chapters_have_the_seconds_that_a_platform_demands(form, pace):
    least_chapters, least = DEMANDED[form]
    if pace * 18 < least_chapters * least:
        with pytest.raises(TmimaError, match=f"{least_chapters} chapters of at least {least} sec"):
            cut(talk(pace=pace), form, language="en")
        return
    result = cut(talk(pace=pace), form, language="en")
    assert len(result) >= least_chapters
    assert min(lengths(result)) >= least


@pytest.mark.parametrize("asked", [5, 20, 40])
def test_a_larger_least_size_than_the_platform_s_is_kept(asked, tmp_path):
    limits = {"min_size": asked, "size_unit": "seconds"}
    many = {"mean_length": 2, "std_length": 1, "gamma": 0.1, "r": 1}
    result = cut(talk(pace=7.0), "youtube", language="en", constraints=limits, parameters=many)
    assert min(lengths(result)) >= max(asked, 10)
    free = cut(talk(pace=7.0), "youtube", language="en", parameters=many)
    assert 10 <= min(lengths(free)) < 20


def long_talk(minutes: int = 60) -> Timeline:
    """Return a talk on one thing, of so many minutes, a sentence every six seconds."""
    words = "harbour ship tide pilot water wind sail rope anchor quay".split()
    said = [f"The {words[n % 10]} and the {words[n * 7 % 10]} wait." for n in range(10 * minutes)]
    return Timeline([Cue(6.0 * n, 6.0 * n + 6, text) for n, text in enumerate(said)])


def test_chapters_of_a_long_recording_have_lengths_that_listeners_can_use():
    source = Source.of(long_talk())
    assert all(60 <= length <= 900 for length in lengths(cut(source, "json", language="en")))
    # What is told counts alone.
    assert len(cut(source, "json", language="en", n_segments=2)) == 2
    told = cut(source, "json", language="en", min_size=1800, size_unit="seconds")
    assert min(lengths(told)) >= 1800
    # A cue that is longer than a chapter should be is no reason to refuse.
    whole = Timeline([Cue(0, 1200, "The ship waits."), Cue(1200, 2400, "The tide is late.")])
    assert len(cut(Source.of(whole), "json", language="en")) in (1, 2)


# --- Wanted lengths, and the dial


def topics(minutes: int) -> Source:
    """Return a talk of so many minutes, on another thing every two to six."""
    things = (
        "harbour ship pilot;dough oven baker;judge oath witness;seed field plough;star moon sky"
    )
    words = [thing.split() for thing in things.split(";")]
    cues: list[Cue] = []
    for thing, each in zip(cycle(words), cycle((3, 5, 4, 6, 2, 4)), strict=False):
        a, b, c = thing
        for _ in range(10 * each):
            if len(cues) == 10 * minutes:
                return Source.of(Timeline(cues))
            n = len(cues)
            said = (f"The {a} waits for the {b}.", f"Every {b} knows a {c}.", f"A {c} saw the {a}.")
            cues.append(Cue(6.0 * n, 6.0 * n + 6, said[n % 3]))
    raise AssertionError("things come again and again")


@pytest.mark.parametrize(("every", "expected"), [("4m", 15), ("10m", 6), ("180", 20), (600, 6)])
def test_chapters_are_as_long_as_they_are_wanted_in_the_mean(every, expected):
    found = cut(topics(60), "json", language="en", every=every)
    assert abs(len(found) - expected) <= max(1, expected // 10)
    # It is the mean that is told: topics decide where, so that lengths differ.
    assert len({round(length) for length in lengths(found)}) > 1


def test_a_wanted_length_gives_way_to_a_number_and_leads_to_no_dead_end():
    source = topics(30)
    assert len(cut(source, "json", language="en", every="2m", n_segments=4)) == 4
    # No more chapters than there is room for, and no fewer than one.
    assert max(lengths(cut(source, "json", language="en", every=0.001))) <= 130
    assert max(lengths(cut(source, "json", language="en", every="200h"))) > 600
    assert tmima.segment(source, language="en", every="5m").settings.every == 300.0


def test_a_wanted_length_is_refused_where_it_means_nothing():
    with pytest.raises(TmimaError, match="every needs a transcript: this text has no times"):
        tmima.segment("One ship. Two ships.", every="5m")
    for wrong in ("soon", "5x", "0m", -3, True, "m", "", float("nan")):
        with pytest.raises(TmimaError, match="every= must be a length of time above 0, as 5m"):
            tmima.segment(topics(1), every=wrong)
    with pytest.raises(TmimaError, match="the method c99 takes no every="):
        tmima.segment(topics(1), every="5m", method="c99")


def test_people_publish_more_chapters_of_longer_recordings_but_not_in_proportion():
    lengths_ = [usual_length(60.0 * minutes) for minutes in (1, 8, 27, 64, 216)]
    assert lengths_ == sorted(lengths_)
    counts = [
        60 * minutes / each for minutes, each in zip((1, 8, 27, 64, 216), lengths_, strict=True)
    ]
    assert counts == sorted(counts)
    assert 8 <= 2400 / usual_length(2400.0) <= 14
    assert usual_length(0.0) == 60.0


def test_bounds_stay_unless_sizes_are_told():
    source = topics(60)
    for told in (
        {"finer": 8.0},
        {"finer": -8.0},
        {"n_segments": (5, 40)},
        {"cut_at": ["30:00"]},
        {"every": "2m"},
    ):
        found = lengths(cut(source, "json", language="en", **told))
        assert all(60 <= length <= 900 for length in found), told
    # Who wants chapters of half an hour, or of half a minute, has them.
    assert max(lengths(cut(source, "json", language="en", every="30m"))) > 900
    assert min(lengths(cut(source, "json", language="en", every="30s"))) < 60
    # Places that a person sets nearer to each other are kept, and so is what else can be.
    near = cut(source, "json", language="en", cut_at=["30:00", "30:24"])
    assert min(lengths(near)) < 60
    assert max(lengths(near)) <= 900
    sized = cut(source, "json", language="en", finer=3.0, min_size=20, size_unit="seconds")
    assert min(lengths(sized)) < 60


DIAL = [step / 4 for step in range(-12, 13)]


def rises(counts: list[int]) -> bool:
    return all(a <= b for a, b in pairwise(counts))


@pytest.mark.parametrize("name", ["lighthouse.vtt", "melissia.srt", "topics"])
@pytest.mark.parametrize("form", ["json", "youtube", "spotify"])
def test_finer_never_means_fewer_chapters(name, form):
    if name == "topics":
        source = topics(35)
    else:
        source = parse_text((ROOT / "docs" / "transcripts" / name).read_text(encoding="utf-8"))
    prepared = tmima.Segmenter().prepare(source)
    for told in ({}, {"every": "3m"}, {"n_segments": (1, 12)}):
        counts = [len(cut(prepared, form, finer=finer, **told)) for finer in DIAL]
        assert rises(counts), (told, counts)
        # Within a range the number that the talk has by itself may be the only one believed.
        assert name != "topics" or "n_segments" in told or counts[-1] > counts[0]
