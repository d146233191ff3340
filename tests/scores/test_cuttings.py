"""Segmentations in files of every kind, against each other."""

import json
from itertools import product

import pytest

import tmima
from tests.command import output, refusal
from tmima import TmimaError
from tmima.scores import evaluate_files, score

TEXT = (
    "The harbour was full of ships. Every ship waited for the tide. The tide was late. "
    "Bakers rise early. The baker kneads the dough. Good dough needs flour. "
    "The judge heard a witness. A witness swore an oath. The judge gave a verdict."
)
KINDS = ("json", "csv", "choi")


@pytest.fixture
def files(tmp_path):
    """Write a text cut into two and into three, in each form."""
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    for count, kind in product((2, 3), KINDS):
        found = output("segment", path, "--n-segments", count, "--format", kind)
        (tmp_path / f"{count}.{kind}").write_text(found, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("one", "other"), [*product(KINDS, KINDS)])
def test_any_two_forms_are_scored_alike(files, one, other):
    cut = [tmima.segment(TEXT, n_segments=count).segmentation for count in (3, 2)]
    found = evaluate_files(files / f"3.{one}", files / f"2.{other}")
    assert found.mean == score(*cut)
    assert evaluate_files(files / f"3.{one}", files / f"3.{other}").mean.f1 == 1
    (place,) = found.differences
    (only,) = {*cut[0].cuts} - {*cut[1].cuts}
    assert (place.unit, place.missed) == (only + 1, True)
    before, behind = place.place.split(" | ")
    assert f"{before} {behind}" in TEXT


def test_folders_of_every_form_are_scored(files, tmp_path):
    for kind in KINDS:
        for count in (2, 3):
            folder = tmp_path / f"{kind}{count}"
            folder.mkdir()
            held = (files / f"{count}.{kind}").read_text(encoding="utf-8")
            (folder / f"a.{kind}").write_text(held, encoding="utf-8")
        one, other = tmp_path / f"{kind}3", tmp_path / f"{kind}2"
        assert (
            evaluate_files(one, other).mean
            == evaluate_files(files / f"3.{kind}", files / f"2.{kind}").mean
        )
        assert json.loads(output("evaluate", one, other, "--format", "json"))["documents"] == 1
        # What is read is not written over, and JSON that tells no segments is left out.
        written = one / f"a.{kind}"
        assert "written over the input" in refusal("evaluate", one, other, "-o", written)
        (one / "sources.json").write_text('{"a": 1}')
        assert list(evaluate_files(one, other).files) == [f"a.{kind}"]
    # One that does tell segments must have its like.
    for name, message in (("b.json", r"lacks b.json"), ("a.json", r"a.json is no JSON")):
        (tmp_path / "json2" / name).write_text("{")
        (tmp_path / "json3" / name).write_text((files / "3.json").read_text())
        if name == "b.json":
            (tmp_path / "json2" / name).unlink()
        with pytest.raises(TmimaError, match=message):
            evaluate_files(tmp_path / "json3", tmp_path / "json2")
        (tmp_path / "json3" / "b.json").unlink(missing_ok=True)


def test_places_are_shown_with_the_words_there(files):
    said = output("evaluate", files / "2.csv", files / "3.json", "--show")
    assert "\nadded  before sentence " in said
    assert " | " in said
    told = json.loads(
        output("evaluate", files / "2.csv", files / "3.json", "--show", "--format", "json")
    )
    assert [one["missed"] for one in told["differences"]] == [False]
    assert "added" not in output("evaluate", files / "2.csv", files / "3.json")


def test_where_units_differ_words_are_counted(files):
    told = json.loads((files / "3.json").read_text(encoding="utf-8"))
    for row in told["segments"]:
        del row["first"], row["last"], row["units"]
    (files / "words.json").write_text(json.dumps(told), encoding="utf-8")
    found = evaluate_files(files / "words.json", files / "3.csv")
    assert (found.mean.unit, found.mean.f1) == ("words", 1)
    # Sentences that one of them tells are taken.
    assert evaluate_files(files / "words.json", files / "3.choi").mean.unit == "sentences"


LIST = "0:00 Ships\n1:00 Bread\n2:00 Judges\n"
TRACK = "WEBVTT\n\n00:00.000 --> 01:00.000\nX\n\n00:01:00.000 --> 00:03:00.000\nY\n"
PODCAST = {
    "chapters": [{"startTime": 0, "title": "a"}, {"startTime": 60, "endTime": 180, "title": "b"}]
}
CHAPTERS = {"chapters": [{"start": 0.0, "end": 60.0}, {"start": 60.0, "end": 180.0}]}


@pytest.mark.parametrize("other", [TRACK, json.dumps(PODCAST), json.dumps(CHAPTERS)])
def test_chapters_are_compared_by_their_times(tmp_path, other):
    (tmp_path / "a").write_text(LIST, encoding="utf-8")
    (tmp_path / "b").write_text(other, encoding="utf-8")
    found = evaluate_files(tmp_path / "a", tmp_path / "b")
    assert (found.mean.unit, found.mean.precision, found.mean.recall) == ("seconds", 1.0, 0.5)
    assert [one.place for one in found.differences] == ["2:00 Judges"]
    assert output("evaluate", tmp_path / "a", tmp_path / "b", "--show").endswith(
        "missed 2:00 Judges\n"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"segments": []}', "tells neither segments nor chapters"),
        ('{"segments": [{"text": "a", "last": "b"}]}', "is no segmentation"),
        ('{"segments": [', "is no JSON"),
        ("WEBVTT\n", "tells no times"),
        (LIST, "tells only times"),
        (" ", "holds no sentence"),
        ("file,segment,text\n", "tells no segments"),
        ('{"segments": [{"text": "Other words."}]}', "the texts differ first in word 1: "),
    ],
)
def test_what_cannot_be_compared_is_refused_in_a_line(files, content, message):
    (files / "other").write_text(content, encoding="utf-8")
    for pair in ((files / "other", files / "3.json"), (files / "3.json", files / "other")):
        with pytest.raises(TmimaError, match=message):
            evaluate_files(*pair)
        assert refusal("evaluate", *pair).count("\n") == 1
