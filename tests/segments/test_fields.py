"""Fields of a segment: declared once, told by every output alike."""

import csv
import json
from dataclasses import dataclass, field, fields

import pytest

import tmima
from tests.command import output
from tmima.result import Segment
from tmima.segments import SegmentField, columns_of, computed_field, field_metadata, fields_of
from tmima.viewer import cuts_view

TEXT = "The cats purr. A cat sleeps. The cats drink.\nThe ships sail. A ship sank. Ships rust.\n"
ASKED = {"n_segments": 2, "overlap": 1, "questions": {"posteriors": True}}
NAMES = [each.name for each in fields_of(Segment)]


@dataclass(frozen=True, slots=True)
class Weighed(Segment):
    """A segment with one more field of either kind."""

    weight: float | None = field(
        default=None, kw_only=True, metadata=field_metadata("How heavy.", unit="g")
    )

    @property
    @computed_field(is_text=True)
    def loud(self) -> str:
        """The same, louder.

        What comes behind the first paragraph is no help.
        """
        return self.text.upper()


def test_a_field_is_declared_in_one_place():
    assert fields_of(Weighed) == (
        *(each for each in fields_of(Segment) if each.name in stored_names(Segment)),
        SegmentField("weight", float, True, "How heavy.", unit="g"),
        *(each for each in fields_of(Segment) if each.name not in stored_names(Segment)),
        SegmentField("loud", str, False, "The same, louder.", is_text=True),
    )
    heavy = Weighed(0, 2, 0, 1, "a.", weight=1.5)
    place = {"start": 0, "end": 2, "first": 0, "last": 1, "text": "a."}
    told = {"weight": 1.5, "units": 1, "loud": "A."}
    assert heavy.as_dict() == heavy.as_dict() | place | told
    assert heavy.about() == heavy.about() | {"weight": 1.5, "loud": "A."}
    assert not heavy.about().keys() & {*place, "units"}
    assert list(heavy.values()) == [each.name for each in fields_of(Weighed)]
    assert [each.name for each in columns_of(Weighed)][-4:] == ["text", "before", "after", "loud"]


def stored_names(kind: type) -> set[str]:
    return {each.name for each in fields(kind)}


def test_what_is_public_is_told():
    public = {name for name in stored_names(Segment) if not name.startswith("_")}
    assert public <= set(NAMES)
    assert all(each.help.endswith(".") for each in fields_of(Segment))


def test_every_output_has_the_same_fields(tmp_path):
    pytest.importorskip("pyarrow")
    from tmima.arrow import segment_fields

    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    result = tmima.segment(file, **ASKED)
    last = result.segments[-1]
    assert last.probability == result.answers.posteriors.cuts[last.first - 1]
    assert result.segments[0].probability is None
    asked = ("segment", file, "--n-segments", "2", "--overlap", "1", "--posteriors")
    # JSON leaves out what does not apply, as times.
    as_json = json.loads(output(*asked, "--format", "json"))["segments"]
    assert as_json == [each.as_dict() for each in result]
    assert set(as_json[1]) <= set(NAMES)
    rows = list(csv.DictReader(output(*asked, "--format", "csv").splitlines(keepends=True)))
    assert list(rows[0]) == ["file", "segment", *(each.column for each in columns_of(Segment))]
    assert (rows[1]["units"], rows[1]["pages"]) == ("3", "")
    assert rows[1]["keywords"] == "; ".join(last.keywords)
    assert float(rows[1]["probability"]) == last.probability
    arrow = [each.name for each in segment_fields()]
    assert arrow == ["segment", *list(rows[0])[2:], "error"]
    on_page = cuts_view(result)["segments"][1]
    assert set(NAMES) - set(on_page) == {"text", "before", "after"}
    assert on_page["probability"] == last.probability


def test_the_interface_of_the_explorer_has_the_same_fields():
    pytest.importorskip("fastapi")
    from tmima.explore.schema import SegmentAnswer

    described = SegmentAnswer.model_json_schema()["properties"]
    shown = cuts_view(tmima.segment(TEXT, **ASKED))["segments"][0]
    assert list(described) == list(shown)
    assert SegmentAnswer(**shown).model_dump() == shown
    assert described["pages"]["description"] == "Its first and its last page in a document."
