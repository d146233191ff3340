"""Speakers without times: names at the heads of lines, in every format."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tmima
from tests.command import output, refusal
from tmima import languages
from tmima.chapters import chapters_of, cut, render
from tmima.formats import open_bytes, parse_text, read, speakers
from tmima.learnt.features import SIGNS, layout_signs
from tmima.text import Units

ENGLISH = languages.analyzer("en")
TURNS = [
    (
        "Anna Berg",
        "Good morning, Ben. The harbour is full of ships, and a ship waits for the tide.",
    ),
    ("Ben", "The tide is late, Anna. Ships in the harbour wait, and the pilot sleeps."),
    (
        "Anna Berg",
        "Ships wait for the tide in the harbour. The pilot brings a ship in with the tide.",
    ),
    ("Ben", "Let us talk about bread. A baker kneads the dough before dawn."),
    ("Dr. Cole", "Dough needs salt and time. The oven of the baker is hot, and bread rises."),
    ("Ben", "My oven is cold. The bread of the baker is better than mine, and so is the dough."),
]
WRITTEN = {
    "text": ("\n\n".join(f"{name}: {said}" for name, said in TURNS), "text"),
    "lines": ("\n".join(f"{name}: {said}" for name, said in TURNS), "text"),
    "one sentence per line": ("\n".join(f"{name}: {said}" for name, said in TURNS), "lines"),
    "bold": ("# A talk\n\n" + "\n\n".join(f"**{n}:** {said}" for n, said in TURNS), "markdown"),
    "bold name": ("\n\n".join(f"**{n}**: {said}" for n, said in TURNS), "markdown"),
    "quoted": ("\n\n".join(f"> __{n}:__ {said}" for n, said in TURNS), "markdown"),
    "name alone": ("\n\n".join(f"{name}:\n\n{said}" for name, said in TURNS), "markdown"),
    "page": ("".join(f"<p><b>{n}:</b> {said}</p>" for n, said in TURNS), "html"),
    "wrapped": ("\n".join(f"{n}: " + s.replace(". ", ".\nand ") for n, s in TURNS), "text"),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_names_at_the_heads_of_lines_are_speakers_in_every_format(name):
    text, format = WRITTEN[name]
    document = read(text, ENGLISH, format=format)
    assert document.turns is not None
    assert [turn.speaker for turn in document.turns.turns] == [speaker for speaker, _ in TURNS]
    # A turn begins a paragraph, and a name is no sentence by itself.
    starts = document.columns.spans.starts.tolist()
    firsts = {starts[first] for first, _ in document.paragraphs}
    assert {turn.start for turn in document.turns.turns} <= firsts
    assert all(any(token.kept for token in one.tokens) for one in document.sentences)
    # Nobody is compared by a name, at the head or where another calls it.
    kept = {token.term for one in document.sentences for token in one.tokens if token.kept}
    assert {"ship", "dough"} <= {term.removesuffix("s") for term in kept}
    assert kept.isdisjoint({"anna", "berg", "ben", "dr", "cole"})
    # The model sees the turns.
    turn = layout_signs(Units.of(document))[:, SIGNS.index("turn")]
    assert turn.sum() == len(TURNS)


@pytest.mark.parametrize("name", WRITTEN)
def test_segments_have_speakers_titles_have_no_names_and_no_text_is_lost(name):
    text, format = WRITTEN[name]
    result = tmima.segment(text, format=format, language="en", n_segments=2)
    assert "".join(segment.text for segment in result) == result.document.text
    if format != "html":
        assert result.document.text == text
    assert {who for segment in result for who in segment.speakers or ()} == {
        speaker for speaker, _ in TURNS
    }
    for segment in result:
        for word in ("Anna", "Berg", "Ben", "Cole"):
            assert word not in segment.title
            assert word not in segment.keywords


@pytest.mark.parametrize(
    "text",
    [
        "Note: a ship waits here for the tide.\n\nWarning: the tide is late and strong today.\n\n"
        * 4,
        "\n".join(f"Type: text\nName: f{n}\nSize: {n}" for n in range(9)),
        "\n\n".join(f"Word{n}: what this word means in the language of ships." for n in range(9)),
        "Anna: one long sentence about ships.\n\n" * 2 + "It rains in the harbour today.\n\n" * 20,
        "ANNA: Good morning, all of you.\nBEN: Good day to you, Anna.",
        "It was said: no ship goes out.\n\nOne thing is sure: no ship goes out. " * 5,
        "First: no ship goes out today.\n\nSecond: the tide is late and strong.\n\n" * 3,
        "Πέ\u00b5πτον: κανένα πλοίο δεν φεύγει σήμερα.\n\nΕκτον: ο καιρός δεν είναι καλός.\n\n" * 3,
    ],
    ids=["notes", "form", "glossary", "few", "once each", "prose", "points", "Greek points"],
)
def test_what_is_no_talk_has_no_speakers(text):
    document = read(text, ENGLISH)
    assert document.turns is None
    assert document.speech is None
    assert all(segment.speakers is None for segment in tmima.segment(text, language="en"))


@pytest.mark.parametrize(("others", "talk"), [(12, True), (13, False)])
def test_in_a_talk_a_quarter_of_the_paragraphs_are_turns(others, talk):
    """A report that quotes four remarks is no talk."""
    said = "Anna: The ships wait for the tide.\n\nBen: The pilot sleeps at home.\n\n" * 2
    prose = "\n\n".join(f"In the year {year} the harbour was full." for year in range(others))
    assert (read(said + prose, ENGLISH).turns is not None) == talk


def test_true_segments_keep_their_sentences():
    text = "==========\n" + WRITTEN["lines"][0] + "\n==========\n"
    assert read(text, ENGLISH, format="choi").turns is None


def test_a_talk_that_is_told_needs_one_name_and_no_times(tmp_path):
    path = tmp_path / "talk.txt"
    path.write_text("ANNA: Good morning to all. It rains.\nBEN: The ships wait.\n")
    assert "(ANNA, BEN)" in output("chapters", path, "--input-format", "turns")
    path.write_text("Good morning to all. It rains.\n")
    assert "nothing with a time" in refusal("chapters", path, "--input-format", "turns")
    text = "ANNA: Good morning to all.\nIt rains.\nANNA: The ships wait.\nBEN: They do."
    document = read(parse_text(text, "turns"), ENGLISH)
    assert document.turns is not None
    assert len(document.turns.turns) == 3
    assert document.text == text


def test_chapters_of_a_talk_without_times(tmp_path):
    path = tmp_path / "talk.md"
    path.write_text(WRITTEN["bold"][0], encoding="utf-8")
    for told in ((), ("--input-format", "turns")):
        lines = output("chapters", path, "--n-segments", 2, *told).splitlines()
        assert [line.partition(".")[0] for line in lines] == ["1", "2"]
        assert "units 1-" in lines[0]
        assert "(Anna Berg, Ben)" in lines[0]
        found = json.loads(output("chapters", path, "--n-segments", 2, "--format", "json", *told))
        first, second = found["chapters"]
        assert first["start"] is None
        assert first["units"][1] == second["units"][0]
        assert first["characters"] == [0, second["characters"][0]]
        assert first["speakers"] == ["Anna Berg", "Ben"]
        assert first["summary"]
        shown = output("chapters", path, "--n-segments", 2, "--format", "markdown", *told)
        assert f"*{first['summary']}*\n" in shown
        assert "**Dr. Cole:** Dough needs salt" in shown
        assert "**** " not in shown
        said = refusal("chapters", path, "--format", "youtube", *told)
        assert said.count("\n") == 1
        assert "written as youtube" in said
        assert "choose one of markdown, text, json" in said
    assert "a size in seconds needs" in refusal("chapters", path, "--min-size", 60)


def test_levels_are_nested_without_times():
    result = cut(WRITTEN["text"][0] * 3, "json", language="en", questions={"levels": 2})
    assert all(one.start is None for one in chapters_of(result))
    assert render(result, "text").startswith("1. ")


def test_many_names_and_long_lines_take_no_time():
    text = ("A" * 200_000 + "\n") * 3 + "Anna Ben Cole Dora Ella " * 50_000
    assert read(text, ENGLISH).turns is None


@given(
    st.lists(
        st.sampled_from(
            ["ANNA", "Ben", "Note", " ", "\n", "\r\n", ":", "：", "**", ">", "said", "\t"]
        ),
        max_size=24,
    ).map("".join)
)
@example("ANNA:\n Ben: said")
def test_names_are_found_from_the_colons_as_in_the_whole_text(text):
    expected = [
        (found.start("head"), found.end(), found["name"])
        for found in speakers._HEAD.finditer(text)
        if speakers._folded_name(found["name"]) not in speakers._LABELS
    ]
    assert speakers.speaker_lines(text) == expected


# --- Times that are written in turns

TIMED_TALK = """**Jerod:** Welcome to the show. Today we talk about ships.

**Anna Berg:** {0} Very well. Ships wait for the tide. I came by boat {1} and saw the pilot.

It was late.

**Break:** {2}

**Jerod:** And the bread? Bakers rise early.

**Anna Berg:** {3} The dough rises. The oven is hot.

**Jerod:** Thank you. Good night.
"""
WHEN = ("0:12", "1:02.5", "2:00", "1:02:31")


@pytest.mark.parametrize("brackets", ["[{}]", r"\[{}\]"])
@pytest.mark.parametrize("name", ["talk.md", "talk.txt"])
def test_times_written_in_turns_are_times(brackets, name):
    source = open_bytes(name, TIMED_TALK.format(*map(brackets.format, WHEN)).encode())
    assert source.timeline is not None
    text, line = source.text, source.timeline
    assert "[" not in text
    assert "\\" not in text
    assert "came by boat and saw" in text
    for said, time in (("Very well", 12), ("and saw", 62.5), ("And the", 120), ("The dough", 3751)):
        assert line.time(text.index(said)) == pytest.approx(time, abs=0.5)
    assert line.time(0) == 0
    times = line.times(range(len(text))).tolist()
    assert times == sorted(times)
    # A break in which nobody speaks is no turn.
    assert {cue.speaker for cue in line.cues} == {"Jerod", "Anna Berg"}
    # Every sentence may begin a chapter.
    document = tmima.Segmenter(language="en").read(source)
    assert [document.text[one.start :][:6] for one in document.sentences][3:5] == [
        "Ships ",
        "I came",
    ]
    assert line.end > 3751
    assert cut(source, "youtube", language="en").segments[1].start_time is not None


@pytest.mark.parametrize(
    "times",
    [("", "", "", ""), ("[0:12]", "", "", ""), ("[2:00]", "[1:00]", "[0:30]", "[0:10]")],
    ids=["none", "one", "falling"],
)
def test_turns_without_times_that_rise_are_turns_without_times(times):
    source = open_bytes("talk.md", TIMED_TALK.format(*times).encode())
    assert source.timeline is None
    assert source.format == "markdown"


def test_times_in_an_article_make_no_talk_of_it():
    article = (
        "Note: it rained.\n\nThe film [0:12] shows a ship.\n\nAt [1:30] it sinks.\n\nType: film.\n"
    )
    assert open_bytes("a.md", article.encode()).timeline is None


@pytest.mark.parametrize("count", [2000])
def test_many_turns_and_times_take_no_longer_than_their_length(count):
    """A bracket that does not end, and one on every turn."""
    turns = "".join(
        f"A: [{n // 60}:{n % 60:02d}] One ship.\n\nB: [1:2 two.\n\n" for n in range(count)
    )
    timeline = parse_text(turns).timeline
    assert timeline is not None
    assert len(timeline.cues) == 2 * count
