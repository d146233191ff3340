"""A document on the page and in the report: shown as its reader knows it, offsets as they are."""

import json
import re

import pytest

pytest.importorskip("fastapi", reason="the server needs the extra: pip install 'tmima[explore]'")
pytest.importorskip("playwright", reason="these tests need Playwright")

from playwright.sync_api import expect

import tmima
from tests.viewer.test_static import (
    TALK,
    address,
    downloaded,
    drop,
    examined,
    expect_begins,
    new_page,
)
from tmima import chapters
from tmima.formats import open_bytes

__all__ = ["address", "new_page"]
NOTES = """\
---
title: Salt
layout: page
---

# Salt pans

Salt is **made** of [sea water](https://example.org/sea "t"). It takes *time* and `sun`.

> Rain is the enemy.
> It ends the year.

## Tools

- a rake with a long handle
- a barrow
  - its wheel
1. first the rake
2. then the barrow

| tool | use |
|------|-----|
| rake | **salt** |
| barrow | carrying \\| lifting |

### Care

```python
oil = "*linseed*"
```

## Selling \U0001f9c2 salt

The salt is sold by the bag. A bag holds ten kilos. The price is low.
"""
MARKS = re.compile(r"\*\*|\]\(|https|^#|^>|^- |```|title:|\|--")


def opened(name: str = "salt.md"):
    return tmima.Segmenter().prepare(open_bytes(name, NOTES.encode()))


def shown(page, address: str):
    """Open the notes on a page."""
    drop(page, NOTES.encode(), names=("salt.md",))
    expect(page.locator(".text")).to_contain_text("sold by the bag")
    return page


@pytest.fixture
def notes(new_page, address):
    return shown(new_page(address), address)


def is_shown_as_read(page, text: str, spans) -> None:
    """See that a page shows the notes without their marks, and holds every character of them."""
    held = page.locator(".unit").evaluate_all("units => units.map((one) => one.textContent)")
    assert held == [text[start:end] for start, end in spans]
    pane = page.locator(".text")
    read = pane.inner_text()
    assert not MARKS.search(read), MARKS.search(read)
    headings = pane.locator("h4, h5, h6").evaluate_all("all => all.map((one) => one.innerText)")
    expected = ["Salt pans", "Tools", "Care", "Selling \U0001f9c2 salt"]
    assert [said.strip() for said in headings] == expected
    items = pane.locator("ul > li").evaluate_all("all => all.map((one) => one.innerText.trim())")
    bullets = ["a rake with a long handle", "a barrow", "its wheel"]
    assert items == [*bullets, "1. first the rake", "2. then the barrow"]
    assert pane.locator("li.depth-2").inner_text().strip() == "its wheel"
    assert pane.locator("blockquote").inner_text().strip() == "Rain is the enemy. It ends the year."
    rows = pane.locator("table tr:visible").evaluate_all(
        "rows => rows.map((row) => [...row.children].map((cell) => cell.innerText.trim()))"
    )
    assert rows == [["tool", "use"], ["rake", "salt"], ["barrow", "carrying | lifting"]]
    assert pane.locator("table th").count() == 2
    assert pane.locator("pre:visible").inner_text().strip() == 'oil = "*linseed*"'
    assert pane.locator(".strong").first.inner_text() == "made"
    fold = pane.locator("details.program")
    assert not fold.evaluate("fold => fold.open")
    assert "layout: page" in fold.text_content()


def test_a_document_is_shown_as_its_reader_knows_it(notes):
    document = opened().document
    is_shown_as_read(notes, document.text, document.columns.spans)
    found = tmima.Segmenter().segment(opened())
    assert json.loads(downloaded(notes, "json")) == found.as_dict()
    assert downloaded(notes, "markdown").decode() == found.as_markdown()
    assert downloaded(notes, "outline").decode() == found.as_outline()
    # What is copied out of the text is what is seen of it.
    copied = notes.evaluate(
        "getSelection().selectAllChildren(document.querySelector('.text')), `${getSelection()}`"
    )
    assert not MARKS.search(copied)
    assert "Salt is made of sea water." in copied


def test_the_report_shows_a_document_in_the_same_way(new_page, tmp_path):
    report = tmp_path / "report.html"
    # What stands under "Care" is part of another segment then.
    found = tmima.Segmenter(cut_at="headings:2").segment(opened())
    report.write_text(found.as_html(), encoding="utf-8")
    page = new_page(report.as_uri())
    is_shown_as_read(page, found.document.text, found.document.columns.spans)
    assert page.locator(".contents .held, .contents .section").count() > 0
    page.get_by_role("button", name="Ελληνικά").click()
    expect(page.locator(".program summary")).to_have_text("Μόνο για προγράμματα")


def test_a_cut_by_hand_falls_where_it_is_set_in_a_list_and_in_a_table(notes):
    prepared = opened()
    text, edges = prepared.document.text, prepared.units.edges
    for words in ("its wheel", "carrying"):
        notes.locator(".text .unit").filter(has_text=words).dblclick()
    wanted = [
        next(at for at in range(len(prepared)) if begin in text[edges[at] : edges[at + 1]])
        for begin in ("its wheel", "| tool")
    ]
    begun = [first for first, _ in tmima.Segmenter().segment(prepared).segmentation.segments]
    expect_begins(notes, sorted({*begun, *wanted}))
    # Pointing with the keyboard at what is folded unfolds it.
    notes.locator(".text").press("Escape")
    notes.locator(".text").press("ArrowDown")
    expect(notes.locator(".unit.cursor")).to_be_visible()
    expect(notes.locator(".edit .where")).to_have_text("sentence 1")


def test_the_plot_and_the_details_name_sentences_without_their_marks(notes):
    notes.locator(".unit").nth(2).hover()
    expect(notes.locator(".pair")).to_contain_text("Salt is made of sea water.")
    notes.locator(".details > summary").click()
    notes.wait_for_selector(".figures table")
    for said in (".pair", ".tables", ".contents .gist"):
        for text in notes.locator(said).all_inner_texts():
            assert not MARKS.search(text)


def test_sections_and_segments_are_one_tree(new_page, address):
    page = new_page(address)
    sections = [("Book", 0, 20), ("One", 0, 6), ("Small", 3, 6), ("Two", 6, 12), ("Three", 12, 20)]

    def tree_of(*cuts: int, titles: dict[int, str] | None = None) -> list:
        bounds = list(zip((0, *cuts), (*cuts, 20), strict=True))
        named = [
            {"first": first, "last": last, "title": (titles or {}).get(first, "")}
            for first, last in bounds
        ]
        told = [{"heading": name, "first": first, "last": last} for name, first, last in sections]
        return page.evaluate(
            """async ([sections, segments]) => {
                const { contentsTree } = await import('./static/contents.js');
                const told = ({ index, section, held, children }) => [
                    index === undefined ? '' : String(index + 1), section?.heading ?? '',
                    held ? 'held' : '', children.map(told),
                ];
                return contentsTree(sections, segments).map(told);
            }""",
            [told, named],
        )

    small = ["", "Small", "held", []]
    one = ["1", "One", "", [small]]
    two, three = ["2", "Two", "", []], ["3", "Three", "", []]
    # Segments that are sections are their entries; what lies in one of them is held by it.
    assert tree_of(6, 12) == [["", "Book", "", [one, two, three]]]
    # One segment of several neighbours brackets them.
    held = [["", "Two", "held", []], ["", "Three", "held", []]]
    assert tree_of(6) == [["", "Book", "", [one, ["2", "", "", held]]]]
    # Parts of a section are below it; one that has its name is the section's own entry.
    parts = [["3", "", "", []], ["4", "", "", []]]
    assert tree_of(6, 12, 16) == [["", "Book", "", [one, two, ["", "Three", "", parts]]]]
    named = ["3", "Three", "", [["4", "", "", []]]]
    assert tree_of(6, 12, 16, titles={12: "Three"}) == [["", "Book", "", [one, two, named]]]
    # A segment that cuts across sections holds what begins in it, as far as it goes.
    crossing = tree_of(8)
    assert [entry[0] for entry in crossing[0][3]] == ["1", "2"]
    assert [part[1] for part in crossing[0][3][0][3]] == ["One", "Two"]
    # Without sections there are the segments, one after the other.
    sections.clear()
    assert tree_of(6, 12) == [["1", "", "", []], ["2", "", "", []], ["3", "", "", []]]


def test_the_contents_lead_to_sections_with_mouse_and_keyboard(notes):
    # What stands under "Care" is part of another segment then.
    notes.get_by_label("Cut at", exact=True).select_option("headings:2")
    expect(notes.locator(".contents .held")).to_have_count(1)
    care = notes.locator(".contents").get_by_role("button", name="Care")
    care.click()
    expect(notes.locator(".unit.cursor")).to_have_text("### Care")
    expect(notes.locator(".text")).to_be_focused()
    buttons = notes.locator(".contents button")
    buttons.first.focus()
    for _ in range(buttons.count()):
        notes.keyboard.press("ArrowDown")
    expect(buttons.last).to_be_focused()
    notes.keyboard.press("Home")
    expect(buttons.first).to_be_focused()
    # A section has no name that could be written; a segment has.
    care.focus()
    notes.keyboard.press("F2")
    assert notes.locator(".title-input").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1360, 360])
def test_a_screen_reader_finds_its_way_in_a_document(browser, address, scheme, width):
    size = {"width": width, "height": 800}
    context = browser.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready=yes]")
    shown(page, address)
    examined(page)
    context.close()


def test_a_document_fits_every_width_and_paper(notes):
    notes.locator(".program summary").click()
    for width in (360, 700, 860, 1100, 1320, 1440, 1920):
        notes.set_viewport_size({"width": width, "height": 800})
        assert notes.evaluate("document.documentElement.scrollWidth") <= width
        pane = notes.locator(".text")
        assert pane.evaluate("pane => pane.scrollWidth <= pane.clientWidth")
    notes.emulate_media(media="print")
    assert not notes.locator(".program").first.is_visible()
    assert notes.locator(".text table").is_visible()


def test_the_details_tell_the_path_and_what_the_limit_cut(new_page, tmp_path):
    text = f"# Salt\n\n## Pans\n\n{'The pan is flat. ' * 30}\n\n## Rakes\n\nA rake is long.\n"
    limit = {"max_size": 12, "size_unit": "sentences"}
    found = tmima.segment(text, format="markdown", language="en", constraints=limit)
    report = tmp_path / "report.html"
    report.write_text(found.as_html(), encoding="utf-8")
    page = new_page(report.as_uri())
    page.locator(".details > summary").click()
    page.wait_for_selector(".figures table")
    rows = page.locator(".tables").first.locator("tbody tr").all_inner_texts()
    assert len(rows) == len(found)
    for row, segment in zip(rows, found, strict=True):
        assert " › ".join(segment.path) in row
        assert ("cut by the limit" in row) == segment.forced
        assert segment.id not in row
    assert any(segment.forced for segment in found)
    marked = page.locator(".contents button").filter(has_text="cut by the limit")
    assert marked.count() == sum(segment.forced for segment in found)


def begun(**settings) -> list[int]:
    found = tmima.Segmenter(**settings).segment(opened())
    return [first for first, _ in found.segmentation.segments]


def test_headings_of_some_levels_are_cut_at_and_nothing_else(notes):
    choice = notes.locator("#cut_at")
    said = [f"headings of levels 1 to {level} only" for level in (2, 3)]
    expect(choice.locator("option")).to_have_text(["topics", "headings of level 1 only", *said])
    for level in (3, 1, 2):
        choice.select_option(f"headings:{level}")
        expect_begins(notes, begun(cut_at=[f"headings:{level}"]))
        notes.wait_for_url(f"**cut_at=headings%3A{level}**")
    expect(notes.locator(".dial")).to_be_hidden()
    expect(notes.locator(".curve")).to_be_hidden()
    told = json.loads(downloaded(notes, "json"))
    assert told["boundaries"] == [*begun(cut_at=["headings:2"])[1:], len(opened())]
    # The address brings them back, and a cut by hand comes to them.
    notes.reload()
    notes.wait_for_selector("html[data-ready=yes]")
    expect_begins(notes, begun(cut_at=["headings:2"]))
    notes.locator(".unit").nth(3).dblclick()
    expect_begins(notes, sorted([*begun(cut_at=["headings:2"]), 3]))
    notes.get_by_role("button", name="Find the rest anew").click()
    expect_begins(notes, begun(cut_at=["headings:2", 3]))
    notes.get_by_role("button", name="Undo all").click()
    notes.get_by_role("button", name="Ελληνικά").click()
    expect(choice.locator("option").nth(2)).to_have_text("μόνο στις επικεφαλίδες επιπέδων 1 έως 2")
    assert choice.input_value() == "headings:2"
    choice.select_option("")
    expect_begins(notes, begun())
    expect(notes).not_to_have_url(re.compile("cut_at"))


def test_the_outline_is_followed_or_ignored(notes):
    notes.evaluate("document.querySelector('#settings').open = true")
    notes.locator("#outline").select_option("ignore")
    expect_begins(notes, begun(outline="ignore"))
    notes.wait_for_url("**outline=ignore**")
    notes.locator("#method").select_option("density")
    expect(notes.locator("#outline")).to_have_value("ignore")
    expect_begins(notes, begun(method="density"))
    notes.locator("#outline").select_option("follow")
    expect_begins(notes, begun(method="density", outline="follow"))
    notes.locator("#method").select_option("c99")
    expect(notes.locator("#outline")).to_be_hidden()
    expect(notes.locator("#cut_at")).to_be_hidden()


def test_a_text_without_headings_has_no_level_to_choose(new_page, address):
    page = new_page(f"{address}#example=en-island&cut_at=headings:2")
    expect(page.locator("#cut_at")).to_be_hidden()
    expect(page.locator("#outline")).to_be_hidden()
    assert "cut_at" not in page.url


def test_a_transcript_opens_as_tmima_chapters_cuts_it(new_page, address):
    # The talk spoken twenty times as slowly: its topics are longer than chapters may be.
    slow = re.sub(
        r"00:(\d+):(\d\d\.\d{3})",
        lambda time: clock(1200 * int(time[1]) + 20 * float(time[2])),
        TALK,
    )
    found = chapters.cut(open_bytes("talk.vtt", slow.encode()))
    assert list(found.boundaries) != list(tmima.segment(slow).boundaries)
    page = new_page(address)
    drop(page, slow.encode(), names=("talk.vtt",))
    expect_begins(page, [first for first, _ in found.segmentation.segments])
    expect(page.locator("#form")).to_have_value("json")
    expect(page.locator("#form-help")).to_contain_text("1 to 15 minutes")
    assert "form=" not in page.url
    assert json.loads(downloaded(page, "chapters")) == json.loads(chapters.render(found, "json"))


def clock(seconds: float) -> str:
    return f"{int(seconds // 3600):02}:{int(seconds // 60) % 60:02}:{seconds % 60:06.3f}"
