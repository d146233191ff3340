"""What readers say of names: the table that is kept, and how their answers come into it."""

import json

import pytest
from benchmarks.names_read import Named, answered
from tools.learning import judged, sheets

TIDES = judged.Judged("guides", "a", 0, ("Tides", "Tide gates"), ("Gates",), ("Tuesday",))


@pytest.mark.parametrize(
    ("phrase", "said"),
    [("tides", 1.0), ("Tide gates", 0.85), ("Gates", 0.35), ("Tuesday", 0.0), ("Moon", -1.0)],
)
def test_a_phrase_is_worth_what_was_said_of_it(phrase, said):
    assert TIDES.said_of(phrase) == said
    assert TIDES.said_of("never shown", phrase) == said


def test_no_phrase_of_the_table_has_two_verdicts():
    rows = judged.judged()
    assert len({row[:3] for row in rows}) == len(rows) > 5000
    for row in rows:
        every = (*row.good, *row.near, *row.bad)
        assert len({*every}) == len(every) > 0


def test_answers_of_a_reader_come_into_the_table(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(judged, "TABLE", tmp_path / "judged.csv.xz")
    monkeypatch.setattr(sheets, "TABLE", tmp_path / "judged.csv.xz")
    phrases = ["Tuesday", "Tides", "Gates", "Tide gates"]
    shown = {"kind": "guides", "text": "a", "segment": 0, "phrases": phrases, "name": "Tides"}
    (tmp_path / "0.jsonl").write_text(json.dumps(shown) + "\n", encoding="utf-8")
    (tmp_path / "0.answers").write_text("1: 2 4 | 3\nwhat?\n", encoding="utf-8")
    sheets.take(tmp_path)
    assert judged.judged() == [TIDES]
    assert "not understood: what?" in capsys.readouterr().out


def test_the_verdicts_of_two_blind_readers_stand_beside_their_names():
    row = Named("Greek", "guides", "a", "1 of 3", "Gates", "Tides", before="Moon")
    assert row.names == ["Gates", "Moon", "Tides"]
    said = answered("1: a yes; b no: part only; c yes\n2: a no: form")
    assert said[2] == {"a": "no: form"}
    verdicts = dict(zip(row.names, said[1].values(), strict=True))
    read = row.with_answers([verdicts, {"Tides": "no: general"}])
    assert (read.one, read.two) == ("yes", "no: general")
    assert (read.before_one, read.before_two, read.title_one) == ("no: part only", "", "yes")
