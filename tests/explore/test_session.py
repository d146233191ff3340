"""What the viewer is given is what the text and the method say."""

import json
import pkgutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests import oracle
from tests.command import output
from tmima import Segmentation, chapters
from tmima.chapters import chapter_formats
from tmima.explore.session import OpenText, Upload
from tmima.explore.settings import Store, examples
from tmima.explore.worker import TextCache
from tmima.formats import render_choi
from tmima.scores import SCORES
from tmima.segmentation import WITHIN, beliefs
from tmima.similarity import SharedWords
from tmima.viewer import cuts_view, text_view
from tmima.viewer.view import block_densities

TEXT = (
    "The cats purr. A cat sleeps. The cats drink.\nThe ships sail. A ship sinks. The ships drift.\n"
)
SETTING = {"mean_length": 3, "std_length": 1, "gamma": 0.5, "r": 0.5}


def view_of(opened: OpenText) -> dict:
    return text_view(opened.prepared)


def cuts_of(opened: OpenText, **asked) -> dict:
    return cuts_view(opened.cut(**asked))


TALK = (Path(__file__).parents[2] / "docs/transcripts/lighthouse.vtt").read_text(encoding="utf-8")

word_sets = st.lists(st.sets(st.integers(0, 6), max_size=4), min_size=2, max_size=8)


@given(word_sets, st.data())
def test_a_density_is_the_mean_of_d_over_the_square(words, data):
    boundaries = data.draw(st.sampled_from(list(oracle.segmentations(len(words)))))
    d = np.array(oracle.shared_words(words))
    segmentation = Segmentation(boundaries)
    expected = [d[a:b, a:b].mean() for a, b in segmentation.segments]
    found = block_densities(SharedWords(oracle.units_of(words)), segmentation)
    assert found == pytest.approx(expected)


def test_the_view_holds_what_the_text_does():
    view = view_of(OpenText(Upload("\U0001f600 Cats purr! A cat sleeps.", "en")))
    text = view["text"]
    sentences = zip(view["sentence_starts"], view["sentence_ends"], strict=True)
    assert [text[a:b] for a, b in sentences] == ["\U0001f600 Cats purr!", "A cat sleeps."]
    words = [
        (text[a:b], view["terms"][term])
        for a, b, term in zip(
            view["word_starts"], view["word_ends"], view["word_terms"], strict=True
        )
    ]
    assert words == [("Cats", "Cats"), ("purr", "purr"), ("cat", "Cats"), ("sleeps", "sleeps")]
    assert view["edges"] == [0, 13, len(text)]
    assert view["truth"] is None
    assert json.loads(json.dumps(view)) == view


def test_cuts_are_those_of_tmima_segment():
    opened = OpenText(Upload(TEXT, "en"))
    asked = {"posteriors": True}
    expected = tmima.segment(TEXT, language="en", parameters=SETTING, questions=asked)
    assert opened.cut(parameters=SETTING) == expected
    cuts = cuts_of(opened, parameters=SETTING)
    # How probable cuts are is shown in a form of its own, and not twice.
    assert "posteriors" not in cuts["answers"]
    assert cuts["probabilities"] == pytest.approx(expected.as_dict()["posteriors"], abs=1e-6)
    assert cuts["boundaries"] == [3, 6]
    assert [one["certainty"] for one in cuts["segments"]] == expected.certainties
    assert expected.certainties[0] is None
    # Whatever lies within two places of the cut is the same change of topic.
    assert cuts["elsewhere"] == []
    assert [segment["density"] for segment in cuts["segments"]] == [1, 1]
    assert cuts["scores"] is None
    assert json.loads(json.dumps(cuts)) == cuts


def test_where_else_there_could_be_a_cut_is_told_once_for_each_change():
    text = examples()["el-ten-topics"].text
    opened = OpenText(Upload(text, "el", "choi"))
    cuts = cuts_of(opened)
    places = [one["place"] for one in cuts["elsewhere"]]
    taken = sorted([*places, *cuts["boundaries"][:-1]])
    assert len(places) > 3
    assert min(np.diff(taken)) > WITHIN
    held = beliefs(np.array(cuts["probabilities"]))
    believed = [one["belief"] for one in cuts["elsewhere"]]
    assert believed == pytest.approx([held[place - 1] for place in places], abs=1e-5)
    assert believed == sorted(believed, reverse=True)


def test_cuts_that_were_told_are_nobodys_guess():
    opened = OpenText(Upload(TEXT, "en"))
    cuts = cuts_of(opened, cut_at=[2, 4], n_segments=3)
    assert cuts["boundaries"] == [2, 4, 6]
    assert [one["certainty"] for one in cuts["segments"]] == [None] * 3


def test_a_number_of_segments_is_kept_and_heeded_by_the_probabilities():
    opened = OpenText(Upload(TEXT, "en"))
    expected = tmima.segment(TEXT, language="en", parameters=SETTING, n_segments=3)
    cuts = cuts_of(opened, parameters=SETTING, n_segments=3)
    assert cuts["boundaries"] == list(expected.boundaries)
    assert sum(cuts["probabilities"]) == pytest.approx(2)
    for method in ("learnt", "density"):
        assert cuts_of(opened, method=method, n_segments=1)["probabilities"] == [0] * 5


def test_other_methods_give_their_cuts_and_tell_of_no_cost():
    opened = OpenText(Upload(TEXT, "en"))
    cuts = cuts_of(opened, method="uniform", n_segments=2)
    assert (cuts["boundaries"], cuts["cost"], cuts["probabilities"]) == ([3, 6], None, None)
    assert cuts["parameters"] == {"n_segments": 2}
    for choice, complaint in (
        ({"method": "density", "n_segments": 7}, "7"),
        ({"method": "none", "n_segments": 2}, "does not accept n_segments"),
        ({"method": "utopia"}, "unknown method"),
    ):
        with pytest.raises(tmima.TmimaError, match=complaint):
            opened.cut(**choice)


def test_true_boundaries_come_with_their_scores():
    text = render_choi([["The cats purr.", "A cat sleeps."], ["Ships sail.", "A ship sinks."]])
    opened = OpenText(Upload(text))
    assert view_of(opened)["truth"] == [2, 4]
    choice = {"parameters": {"mean_length": 2, "std_length": 1}}
    scores = cuts_of(opened, **choice)["scores"]
    assert scores.keys() == SCORES.keys()
    assert (
        scores.items()
        >= {
            "precision": 1,
            "recall": 1,
            "f1": 1,
            "pk": 0,
            "window_diff": 0,
            "boundary_similarity": 1,
            "f1_within": 1,
        }.items()
    )
    in_paragraphs = OpenText(Upload(text, unit="paragraphs"))
    assert view_of(in_paragraphs)["unit"] == "paragraphs"


def test_what_is_not_set_is_found_as_tmima_segment_finds_it():
    text = examples()["el-ten-topics"].text
    opened = OpenText(Upload(text))
    assert opened.similarities[:3] == ["graded", "shared", "background"]
    for wish in (
        {},
        {"finer": 1.5},
        {"similarity": "shared"},
        {"similarity": "background"},
        {"n_segments": 7},
        {"method": "density"},
        {"method": "density", "n_segments": 7},
        {"parameters": {"gamma": 0.5}},
        {"parameters": {"mean_length": 7}},
        {"parameters": {"std_length": 3}, "n_segments": 7},
    ):
        expected = tmima.segment(text, format="choi", questions={"posteriors": True}, **wish)
        assert opened.cut(**wish) == expected
    # What a method does not heed is left aside, as the page leaves its sliders where they are.
    assert opened.cut(method="learnt", parameters=SETTING) == opened.cut()
    assert opened.cut(method="density", finer=2.0) == opened.cut(method="density")


def counted(monkeypatch, path: str) -> list[int]:
    """Count the calls of a function."""
    calls: list[int] = []
    real = pkgutil.resolve_name(path)
    monkeypatch.setattr(path, lambda *values, **more: calls.append(1) or real(*values, **more))
    return calls


def test_similarities_and_what_is_seen_of_a_text_are_made_once(monkeypatch):
    seen = counted(monkeypatch, "tmima.learnt.answer.seen")
    words = counted(monkeypatch, "tmima.text.units.Units.of")
    opened = OpenText(Upload(TEXT))
    similarities = set()
    for similarity in ("graded", "shared") * 2:
        results = [
            opened.cut(parameters={**SETTING, "gamma": gamma}, similarity=similarity)
            for gamma in (0.1, 0.5, 0.9)
        ]
        assert len({result.cost for result in results}) == 3
        similarities |= {id(result.similarity) for result in results}
    assert len(similarities) == 2
    assert (len(seen), len(words)) == (0, 1)
    told = [cuts_of(opened, similarity=name)["fitted"] for name in ("graded", "shared") * 2]
    assert [one["similarity"] for one in told] == ["graded", "shared"] * 2
    for count in (2, 3) * 2:
        assert len(opened.cut(n_segments=count, finer=count)) == count
    assert (len(seen), len(words)) == (2, 1)


texts = st.sampled_from([OpenText(Upload(each.text)) for each in examples().values()])
dial = st.integers(-16, 16).map(lambda step: step / 4)


@settings(max_examples=60)
@given(texts, dial, st.lists(st.integers(1, 30), max_size=2, unique=True))
def test_number_interval_and_curve_cannot_contradict_each_other(opened, finer, cut_at):
    """What the page draws is one distribution, whatever the dial says and the hand has cut."""
    cuts = cuts_of(opened, finer=finer, cut_at=cut_at)
    number = cuts["fitted"]["number"]
    low, high = number["interval"]
    assert low <= len(cuts["segments"]) == number["median"] <= high
    below = sum(number["shares"][: number["median"] - number["first"]])
    assert below < 0.5 <= below + number["shares"][number["median"] - number["first"]] + 1e-9
    inside = number["shares"][low - number["first"] : high - number["first"] + 1]
    assert sum(inside) >= 0.8 - 1e-6
    assert sum(number["shares"]) == pytest.approx(1, abs=1e-6)
    assert number["first"] >= 1 + len(cut_at)
    assert cuts["parameters"] == ({"finer": finer} if finer else {})


def test_the_dial_never_gives_fewer_segments_when_it_is_moved_to_finer():
    for example in examples().values():
        opened = OpenText(Upload(example.text))
        counts = [len(opened.cut(finer=finer)) for finer in range(-4, 5)]
        assert counts == sorted(counts)
        assert counts[0] < counts[-1]


def test_a_number_that_is_told_leaves_the_others_open():
    opened = OpenText(Upload(TEXT))
    assert "number" not in cuts_of(opened, n_segments=2)["fitted"]
    assert "number" not in cuts_of(opened, method="density")["fitted"]


def test_levels_are_told_and_the_finest_is_what_is_cut():
    opened = OpenText(Upload(examples()["el-articles"].text))
    free = cuts_of(opened, finer=3)
    cuts = cuts_of(opened, finer=3, levels=3)
    assert cuts["boundaries"] == free["boundaries"]
    level, depth = cuts["answers"]["levels"], 1
    while below := [child for branch in level for child in branch.get("children", ())]:
        assert {branch["last"] for branch in level} <= {branch["last"] for branch in below}
        level, depth = below, depth + 1
    assert ([branch["last"] for branch in level], depth) == (cuts["boundaries"], 3)
    assert "levels" not in free["answers"]


def test_a_cut_and_all_that_is_shown_of_it_is_one_run_of_the_programme(monkeypatch):
    opened = OpenText(Upload(TEXT))
    programmes = counted(monkeypatch, "tmima.segmentation.engine.Programme.__init__")
    forward = counted(monkeypatch, "tmima.segmentation.recursion.Recursion.forward")
    backward = counted(monkeypatch, "tmima.segmentation.recursion.Recursion.backward")
    result = opened.cut(parameters=SETTING)
    assert result.answers.posteriors is not None
    cuts_view(result)
    result.as_html()
    # Forward for the cheapest and for all together, backward for the probabilities.
    assert (len(programmes), len(forward), len(backward)) == (1, 2, 1)


def test_only_what_the_language_allows_is_offered():
    opened = OpenText(Upload(TEXT, "und"))
    assert opened.similarities[:2] == ["graded", "shared"]
    assert "background" not in opened.similarities
    with pytest.raises(tmima.TmimaError, match="not for 'und'"):
        opened.cut(similarity="background")


def test_a_key_names_the_text_and_its_reading():
    one = Upload(TEXT, "en")
    assert one.key == Upload(TEXT, "en").key
    others = [Upload(TEXT + "x", "en"), Upload(TEXT), Upload(TEXT, "en", unit="paragraphs")]
    assert len({one.key, *(other.key for other in others)}) == 4
    assert Upload.from_json(one.to_json()) == one


def test_the_shelf_keeps_what_was_used_last():
    sources = {name: Upload(f"{name} cat. {name} ship.", "en").to_json() for name in "abc"}
    cache = TextCache(max_bytes=2 * OpenText(Upload.from_json(sources["a"])).memory)
    first = cache.get("a", sources["a"])
    assert cache.get("b", sources["b"])
    assert cache.get("a", b"not read again") is first
    cache.get("c", sources["c"])
    assert cache.get("a", b"not read again") is first
    with pytest.raises(json.JSONDecodeError):
        cache.get("b", b"read again")


@pytest.mark.parametrize("name", examples())
def test_every_example_can_be_shown(name):
    example = examples()[name]
    opened = OpenText(Upload(example.text))
    assert opened.prepared.document.language == name[:2]
    assert set(example.title) == {"el", "en"}
    assert (view_of(opened)["truth"] is not None) == ("topics" in name)
    begun = opened.cut().as_dict()
    assert begun == tmima.segment(example.text, format="auto", posteriors=True).as_dict()
    assert begun["boundaries"] == list(tmima.segment(example.text, format="auto").boundaries)
    assert begun["similarity"] == "graded"
    assert len(begun["segments"]) == begun["number"]["median"]


def test_the_store_lets_go_of_no_more_than_it_must():
    store = Store(10)
    for key, size in (("a", 6), ("b", 4), ("c", 4)):
        store.put(key, b"x" * size)
    assert [store.get(key) is not None for key in "abc"] == [False, True, True]
    store.put("b", b"x" * 4)
    store.put("d", b"x" * 4)
    assert [store.get(key) is not None for key in "bcd"] == [True, False, True]
    store.put("e", b"x" * 99)
    assert store.get("e") == b"x" * 99


# Transcripts, and what is set by hand

OPENED_TALK = OpenText(Upload(TALK))


def test_a_transcript_is_shown_with_its_times_and_speakers():
    opened = OpenText(Upload(TALK))
    view, result = view_of(opened), chapters.cut(TALK)
    timeline = result.document.timeline
    units = list(zip(view["edges"], view["times"], strict=True))
    assert units == [(edge, round(timeline.time(edge), 3)) for edge in view["edges"]]
    assert view["speakers"] == [timeline.speaker(edge) for edge in view["edges"][:-1]]
    assert set(view["speakers"]) == {"Host", "Ellen"}
    shown = cuts_of(opened)["segments"]
    for segment, one in zip(result, shown, strict=True):
        assert (segment.start_time, segment.end_time) == (one["start_time"], one["end_time"])
        assert list(segment.speakers) == one["speakers"]
    # What was sent is told beside what is said, so that it can be sent again.
    assert opened.details()["source"] == TALK
    assert opened.details()["faults"] == []
    plain = OpenText(Upload(TEXT))
    assert (
        plain.details()["source"] is view_of(plain)["times"] is view_of(plain)["speakers"] is None
    )
    assert cuts_of(plain)["segments"][0]["speakers"] is None


def test_faults_of_a_transcript_are_told():
    broken = "WEBVTT\n\n00:05.000 --> 00:01.000\nThe cats purr.\n"
    (fault,) = OpenText(Upload(broken)).details()["faults"]
    assert "ends before it starts" in fault


@settings(max_examples=30)
@given(st.data())
def test_what_is_set_by_hand_stays_and_the_rest_is_the_cheapest_around_it(data):
    opened = OPENED_TALK
    found = opened.cut(finer=1).boundaries[:-1]
    # Of what is forbidden, some would be cut otherwise.
    no_cut_at = data.draw(st.lists(st.sampled_from(found) | st.integers(1, 41), max_size=3))
    free = st.integers(1, 41).filter(lambda place: place not in no_cut_at)
    cut_at = data.draw(st.lists(free, max_size=3))
    cuts = cuts_of(opened, finer=1, cut_at=cut_at, no_cut_at=no_cut_at)
    assert set(cut_at) <= set(cuts["boundaries"])
    assert not set(no_cut_at) & set(cuts["boundaries"])
    by_hand = {"cut_at": cut_at, "no_cut_at": no_cut_at}
    expected = chapters.cut(opened.prepared, "json", constraints=by_hand, finer=1)
    assert (cuts["boundaries"], cuts["cost"]) == (list(expected.boundaries), expected.cost)


def test_titles_by_hand_are_shown_and_written_everywhere():
    given_ = [{"first": 0, "title": " The \n lamp "}, {"first": 14, "title": " "}]
    choice = {"titles": given_, "cut_at": [14]}
    found = [segment.title for segment in tmima.segment(TALK, constraints={"cut_at": [14]})]
    result = OPENED_TALK.cut(**choice)
    assert [segment.title for segment in result] == ["The lamp", *found[1:]]
    assert cuts_view(result)["segments"][0]["title"] == "The lamp"
    assert chapters.render(result, "youtube").startswith("0:00 The lamp\n")
    # Of a segment that is not there no title is told.
    assert OPENED_TALK.cut(titles=[{"first": 3, "title": "Lost"}]).segments[0].title != "Lost"


def test_a_transcript_opens_with_the_chapters_of_the_command(tmp_path):
    file = tmp_path / "talk.srt"
    things = ["ship waits for the tide", "dough rises in the oven", "judge hears a witness"]
    said = [f"The {things[n // 35 % 3]}, part {n % 9}." for n in range(210)]
    file.write_text(
        "".join(
            f"{n + 1}\n0:{n // 6:02d}:{n % 6}0,000 --> 0:{n // 6:02d}:{n % 6}9,900\n{text}\n\n"
            for n, text in enumerate(said)
        ),
        encoding="utf-8",
    )
    command = json.loads(output("chapters", file, "--format", "json"))["chapters"]
    found = OpenText(Upload(file.read_bytes(), name=file.name)).cut()
    assert [one.start_time for one in found][1:] == [one["start"] for one in command][1:]
    assert [one.title for one in found] == [one["title"] for one in command]
    alone = tmima.segment(file, language="en")
    assert len(found) > len(alone)


@pytest.mark.parametrize("form", list(chapter_formats))
def test_chapters_keep_the_rules_of_their_form(form):
    choice = {"form": form, "cut_at": [20]}
    found = OPENED_TALK.cut(**choice).boundaries
    expected = chapters.cut(OPENED_TALK.prepared, form, constraints={"cut_at": [20]})
    assert found == expected.boundaries


def test_a_form_whose_rules_cannot_be_kept_is_refused():
    with pytest.raises(tmima.TmimaError, match="min_size 30 seconds"):
        OPENED_TALK.cut(form="spotify", cut_at=[3, 5])
    with pytest.raises(tmima.TmimaError, match="chapters need times"):
        OpenText(Upload(TEXT)).cut(form="youtube")
    with pytest.raises(tmima.TmimaError, match="takes no cut_at="):
        OPENED_TALK.cut(method="c99", cut_at=[3])
