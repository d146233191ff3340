"""Where a segment stands in its document: path, page, id, and whether a limit made its cut."""

import csv
import json
import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.command import output
from tests.texts import made_up
from tmima import Segmenter
from tmima.result import Segment
from tmima.segmentation import Constraints
from tmima.segmentation.sizes import size_of
from tmima.segments import columns_of, forced_cuts
from tmima.text import Block, Origin, Segmentation, Source, Units

KINDS = st.lists(st.integers(0, 4), min_size=1, max_size=9)
TOPICS = ["The cats purr.", "A ship sails.", "Bread bakes slowly.", "Old coins rust."]


def markdown_of(kinds: list[int]) -> str:
    """Return headings of some levels, and text where the level is 0."""
    return "\n\n".join(
        f"{'#' * level} Part {number}" if level else f"{TOPICS[number % 4]} It is so."
        for number, level in enumerate(kinds)
    )


def chain(kinds: list[int], held: set[int]) -> list[str]:
    """Return the headings of a segment by what they stand above: the definition.

    A section holds a segment if it holds all its text. Of several neighbouring sections none does,
    and the highest of those that begin with the segment names it.
    """
    body = {place for place in held if not kinds[place]}
    found: list[str] = []
    for place, level in enumerate(kinds):
        if not level:
            continue
        end = next(
            (other for other in range(place + 1, len(kinds)) if 0 < kinds[other] <= level),
            len(kinds),
        )
        inside = {other for other in range(place, end) if not kinds[other]}
        begins = place in held and min(body) in inside
        if body <= inside or begins:
            found.append(f"Part {place}")
        if begins and not body <= inside:
            break
    return found


@settings(max_examples=120, deadline=None)
@given(KINDS, st.integers(1, 5))
def test_the_path_is_the_chain_of_sections(kinds, number):
    kinds = [*kinds, 0]
    segmenter = Segmenter(language="en", format="markdown", unit="paragraphs", titles="none")
    text = markdown_of(kinds)
    result = segmenter.segment(text, n_segments=min(number, len(kinds)))
    for segment in result:
        held = set(range(segment.first, segment.last))
        if all(kinds[place] for place in held):
            continue
        expected = chain(kinds, held) if any(kinds) else None
        assert (None if segment.path is None else list(segment.path)) == expected


def test_prose_has_no_path_and_what_stands_before_all_headings_an_empty_one():
    assert tmima.segment("A cat. A ship.", language="en")[0].path is None
    found = tmima.segment(
        "\n\nBefore.\n\n# One\n\nA cat.", language="en", format="markdown", cut_at="headings"
    )
    assert [segment.path for segment in found] == [(), ("One",)]


def test_white_space_before_the_first_heading_hides_no_path():
    text = "\n\n# One\n\nA cat.\n\n# Two\n\nA ship."
    found = tmima.segment(text, format="markdown", language="en", n_segments=1)
    assert found[0].path == ("One",)


def test_headings_that_are_not_sure_are_in_no_path():
    from dataclasses import replace

    from tmima.text import Heading, Outline

    text = "One\n\nA cat sleeps."
    document = Segmenter(language="en").read(text)
    for confidence, path in ((0.3, None), (0.95, ("One",))):
        outline = Outline.of(text, [Heading(0, 3, 1, confidence)])
        given = replace(document, outline=outline)
        assert Segmenter(language="en").segment(given)[0].path == path


SECTIONS = [f"## {name}\n\n{body} It goes on. It ends.\n\n" for name, body in
            zip(("Cats", "Ships", "Bread", "Coins"), TOPICS, strict=True)]  # fmt: skip


def headed(sections: list[str]) -> tmima.SegmentedText:
    return tmima.segment(
        "# All\n\n" + "".join(sections), format="markdown", language="en", cut_at="headings:2"
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 3), st.sampled_from(["", "Another sentence.", "# is no heading here", "Ώ."]))
def test_an_edit_of_one_section_leaves_the_ids_of_the_others(edited, added):
    before = headed(SECTIONS)
    changed = [*SECTIONS]
    changed[edited] = changed[edited].rstrip() + f" {added}\n\n\n"
    after = headed(changed)
    assert len(before) == len(after) == 4
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        assert (one.id == other.id) == (number != edited or not added)


def test_ids_differ_in_a_document_though_its_segments_are_equal():
    result = tmima.segment("A cat sleeps. " * 40, language="en", max_size=5)
    ids = [segment.id for segment in result]
    assert len(set(ids)) == len(ids) >= 8
    assert all(re.fullmatch(r"[0-9a-f]{16}(-[0-9]+)?", one) for one in ids)
    # The first of equal ones does not know that there are more.
    assert tmima.segment(result[0].text, language="en")[0].id == ids[0]


def test_an_id_tells_documents_and_paths_apart(tmp_path):
    same = "# One\n\nA cat sleeps.\n"
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(same, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.md").write_text(same, encoding="utf-8")
    ids = {
        name: tmima.segment(tmp_path / name, language="en")[0].id
        for name in ("a.md", "b.md", "deep/a.md")
    }
    assert ids["a.md"] != ids["b.md"]
    assert ids["a.md"] == ids["deep/a.md"]
    # The format that is told for prose changes nothing of where it comes from.
    (tmp_path / "a.txt").write_text("A cat sleeps.", encoding="utf-8")
    (tmp_path / "b.txt").write_text("A cat sleeps.", encoding="utf-8")
    told = [tmima.segment(tmp_path / name, format="lines")[0].id for name in ("a.txt", "b.txt")]
    assert told[0] != told[1]
    opened = [tmima.open_file(tmp_path / name) for name in ("a.txt", "b.txt")]
    again = [tmima.segment(one, format="lines")[0].id for one in opened]
    assert again == told
    one = tmima.segment("# One\n\n## X\n\nA cat.", format="markdown", cut_at="headings")
    two = tmima.segment("# Two\n\n## X\n\nA cat.", format="markdown", cut_at="headings")
    assert one[-1].id != two[-1].id


def test_a_half_character_has_an_id_too():
    assert tmima.segment("A cat \ud800 sleeps.", language="en")[0].id


@settings(max_examples=25, deadline=None)
@given(KINDS, st.sampled_from(["learnt", "density"]))
def test_without_a_limit_nothing_is_forced(kinds, method):
    result = tmima.segment(
        markdown_of(kinds), format="markdown", language="en", method=method, titles="none"
    )
    assert [segment.forced for segment in result] == [False] * len(result)


_MOST = 4


@pytest.mark.parametrize("method", ["learnt", "density"])
@pytest.mark.parametrize("unit", ["sentences", "paragraphs"])
def test_a_limit_forces_what_it_alone_has_cut(method, unit):
    lines = made_up()
    paragraphs = [lines[place : place + 3] for place in range(0, len(lines), 3)]
    text = "\n\n".join(map(" ".join, paragraphs))
    settings = {"language": "en", "method": method, "unit": unit, "max_size": _MOST}
    if method == "learnt":
        settings["cut_costs"] = True
    result = tmima.segment(text, **settings)
    begins = {first for first, _ in result.document.paragraphs}
    assert result[0].forced is False
    seen = set()
    for before, segment in pairwise(result):
        together = size_of(result.units, "sentences", None, before.first, segment.last)
        if method == "learnt":
            topic = result.answers.odds[segment.first - 1] >= 0
        else:
            topic = result.units.runs[segment.first][0] in begins
        assert segment.forced == (together > _MOST and not topic)
        seen.add(segment.forced)
    assert seen == ({False} if (method, unit) == ("density", "paragraphs") else {False, True})


def test_neither_a_heading_nor_a_place_that_was_told_is_forced():
    text = "# One\n\n" + "A cat sleeps. " * 12 + "\n\n# Two\n\n" + "A cat sleeps. " * 12
    common = {"language": "en", "format": "markdown", "max_size": 8, "titles": "none"}
    headings = tmima.segment(text, **common)
    assert any(segment.forced for segment in headings)
    assert not any(segment.forced for segment in headings if segment.text.startswith("#"))
    cuts = headings.segmentation.cuts
    told = tmima.segment(text, **common, cut_at=cuts)
    assert not any(segment.forced for segment in told)


def test_the_page_is_the_first_of_the_pages():
    text = "Cats purr.\fA cat sleeps.\fShips sail."
    pages = Origin("pages", text, [Block(0, 10), Block(11, 24), Block(25, 36)])
    found = tmima.segment(Source.of(pages), language="en", cut_at=(2,))
    assert {"page": 3, "pages": [3, 3]}.items() <= found[-1].as_dict().items()
    assert [segment.page for segment in found] == [segment.pages[0] for segment in found]


def test_tables_join_paths_and_call_the_id_by_a_name_of_its_own(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from tmima.arrow import segment_table

    text = "# One\n\n## Cats\n\nA cat.\n\n## Ships\n\nA ship."
    file = tmp_path / "a.md"
    file.write_text(text, encoding="utf-8")
    asked = ("segment", file, "--input-format", "markdown", "--cut-at", "headings")
    printed = output(*asked, "--format", "csv")
    rows = list(csv.DictReader(printed.splitlines(keepends=True)))
    assert [row["path"] for row in rows] == ["One > Cats", "One > Ships"]
    assert [row["forced"] for row in rows] == ["false", "false"]
    as_json = json.loads(output(*asked, "--format", "json"))
    found = as_json["segments"]
    assert [one["path"] for one in found] == [["One", "Cats"], ["One", "Ships"]]
    assert [one["id"] for one in found] == [row["segment_id"] for row in rows]
    assert [one["forced"] for one in found] == [False, False]
    names = [each.column for each in columns_of(Segment)]
    assert "id" not in names
    table = pa.table({"text": [text], "id": [7]})
    segmenter = Segmenter(format="markdown", cut_at="headings")
    cut = segment_table(table, segmenter=segmenter).to_pylist()
    assert [row["path"] for row in cut] == [["One", "Cats"], ["One", "Ships"]]
    assert [(row["id"], row["forced"]) for row in cut] == [(7, False), (7, False)]
    assert cut[0]["segment_id"] == segmenter.segment(text)[0].id


def test_a_cut_at_a_heading_is_not_forced_whatever_the_odds():
    text = "# Salt\n\nIt is white. It is old.\n\n# Bread\n\nIt is brown."
    units = Units.of(tmima.Segmenter(language="en", format="markdown").read(text))
    odds = np.full(len(units) - 1, -1.0)
    found = forced_cuts(units, Segmentation((2, 3, 5)), Constraints(max_size=2), odds)
    assert found == [False, True, False]
