"""A text to hand on: as Markdown it is complete, and read again it has the same segments."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tmima
from tests.command import output, refusal
from tests.texts import made_up
from tmima.text import Cue, Outline, Source, Timeline

LINES = ["A ship sails.", "# No heading", "-----", "=====", "```", "<pre>", "~~~~", "Bread is old.",
         "## x", "The cat", "---", "\\# y", "2. Two", "* * *"]  # fmt: skip
KINDS = st.lists(st.integers(0, 4), min_size=1, max_size=9)


def letters(text: str) -> str:
    return "".join(re.findall(r"\w", text))


def without_added(written: str, result: tmima.SegmentedText) -> str:
    """Return what is written without the headings that the segments were given."""
    for segment in result:
        written = re.sub(
            rf"(?m)^#+ (\[[\d:]+\] )?{re.escape(segment.title)}$", "", written, count=1
        )
    return written


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=12), st.integers(1, 4))
def test_prose_read_again_has_the_same_segments(lines, number):
    text = "\n".join(lines)
    segmenter = tmima.Segmenter(language="en", format="text", outline="ignore")
    # Lines that look like headings are none here.
    document = replace(segmenter.read(text), outline=Outline())
    result = segmenter.segment(document, n_segments=min(number, len(document.sentences)))
    written = result.as_markdown()
    again = tmima.segment(written, format="markdown", language="en", cut_at="headings:6")
    assert len(again) == len(result)
    for one, other in zip(result, again, strict=True):
        heading, _, body = other.text.partition("\n")
        assert heading.partition(" ")[2] == " ".join(one.title.split())
        assert letters(body) == letters(one.text)


@settings(max_examples=60, deadline=None)
@given(KINDS)
def test_markdown_keeps_its_headings_and_all_its_text_in_order(kinds):
    text = "\n\n".join(
        f"{'#' * level} Part {number}" if level else f"The cat {number} sleeps. So it is."
        for number, level in enumerate(kinds)
    )
    result = tmima.segment(text, format="markdown", language="en", finer=2)
    written = result.as_markdown()
    added = [segment for segment in result if not segment.text.lstrip().startswith("#")]
    places = [written.index(line) for line in text.split("\n\n")]
    assert places == sorted(places)
    lines = [line for line in written.splitlines() if line]
    kept = text.count("\n\n") + 1
    assert len([line for line in lines if line.startswith("#")]) == len(added) + sum(
        level > 0 for level in kinds
    )
    assert len(lines) >= kept
    # What was cut once is cut again at the same places and at the headings inside.
    again = tmima.segment(written, format="markdown", language="en", cut_at="headings:6")
    begins = [letters(segment.text.lstrip("# \n"))[:12] for segment in result]
    assert len(again) >= len(result)
    assert letters(written).find(begins[-1]) >= 0


def test_a_part_of_a_section_gets_a_heading_one_below_it():
    text = (
        "# Ships\n\nOld ships float. Wet sails dry.\n\nThe tall mast leans. The tall mast falls.\n"
    )
    result = tmima.segment(text, format="markdown", language="en", cut_at=(3,), n_segments=2)
    assert result[1].title.startswith("Tall mast")
    assert result.as_markdown() == (
        f"# Ships\n\nOld ships float. Wet sails dry.\n\n## {result[1].title}\n\n"
        "The tall mast leans. The tall mast falls.\n"
    )


def test_headings_of_other_documents_are_written_as_markdown_has_them():
    page = (
        "<h1>Ships</h1><p>They float.</p><h2>Sails</h2><p>They are linen.</p>"
        "<pre># not a heading</pre><h2>Masts</h2><p>They are pine.</p>"
    )
    result = tmima.segment(page, format="html", language="en", cut_at="headings:6")
    assert result.as_markdown() == (
        "# Ships\n\nThey float.\n\n## Sails\n\nThey are linen.\n\n```\n# not a heading\n```\n\n"
        "## Masts\n\nThey are pine.\n"
    )
    assert re.sub(r"\d+-\d+", "N", result.as_outline()) == (
        "- Ships (N)\n  - Sails (N)\n  - Masts (N)\n"
    )


def test_an_outline_nests_segments_in_sections_and_sections_in_segments():
    text = (
        "# Ships\n\n## Sails\n\nThey are linen.\n\n## Masts\n\nThey are pine. Pine is light.\n\n"
        "# Bread\n\nIt is old.\n\n## Dough\n\nIt is flour.\n\n## Ovens\n\nThey are brick.\n"
    )
    cuts = [text.index("## Masts"), text.index("# Bread")]
    result = tmima.segment(
        text, format="markdown", language="en", cut_at=[f"@{cut}" for cut in cuts], n_segments=3
    )
    size = len(text)
    dough, ovens = text.index("## Dough"), text.index("## Ovens")
    assert result.as_outline() == (
        f"- Ships\n  - Sails (0-{cuts[0]})\n  - Masts ({cuts[0]}-{cuts[1]})\n"
        f"- Bread ({cuts[1]}-{size})\n  - Dough ({dough}-{ovens})\n  - Ovens ({ovens}-{size})\n"
    )


def test_a_transcript_tells_times_and_speakers():
    said = [Cue(60 * number, 60 * number + 9, line, speaker="Ann") for number, line in
            enumerate(made_up()[:18])]  # fmt: skip
    result = tmima.segment(Source.of(Timeline(said)), language="en", n_segments=2)
    written = result.as_markdown()
    assert written.startswith(f"# [0:00] {result[0].title}\n\n**Ann:** ")
    assert f"\n\n# [{int(result[1].start_time) // 60}:00] {result[1].title}\n\n" in written
    assert letters(without_added(written, result).replace("**Ann:**", "")) == letters(
        result.document.text
    )
    assert result.as_outline().splitlines()[1].endswith(f"({int(result[1].start_time) // 60}:00)")


def test_the_command_writes_both(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(" ".join(made_up()), encoding="utf-8")
    file = tmp_path / "a.txt"
    result = tmima.segment(file)
    assert output("segment", file, "--format", "markdown") == result.as_markdown()
    assert output("segment", file, "--format", "outline") == result.as_outline()
    output("segment", tmp_path / "a.txt", tmp_path / "b.txt", "--format", "markdown", "-o",
           tmp_path / "out")  # fmt: skip
    assert (tmp_path / "out" / "a.txt.md").exists() or (tmp_path / "out" / "a.md").exists()
    both = output("segment", file, tmp_path / "b.txt", "--format", "outline")
    assert both.count(result.as_outline()) == 2
    assert "output" in refusal("segment", file, tmp_path / "b.txt", "--format", "markdown")


@pytest.mark.parametrize("titles", ["none", "phrases"])
def test_without_titles_nothing_is_added(titles):
    text = " ".join(made_up())
    written = tmima.segment(text, language="en", titles=titles).as_markdown()
    assert ("#" in written) == (titles == "phrases")
