"""Texts that mean harm, in a real browser: nothing of them runs, all of it is shown as written."""

import json
import re
from xml.etree import ElementTree

import pytest

pytest.importorskip("fastapi", reason="the server needs the extra: pip install 'tmima[explore]'")
pytest.importorskip("playwright", reason="these tests need Playwright")

from playwright.sync_api import expect
from tools.explorer import explorer

import tmima
from tests.viewer.test_static import (
    address,
    downloaded,
    drop,
    hover_cell,
    new_page,
)
from tmima.formats import parse_choi, render_choi

__all__ = ["address", "new_page"]
# Each would set `window.caught`, open a dialog, ask another machine, or end what it stands in.
RUNS = (
    "</script><script>window.caught = 1</script>",
    "<img src=x onerror='window.caught = 2; alert(2)'>",
    '"><svg onload="window.caught = 3">',
    "<a href='javascript:window.caught = 4'>link</a> javascript:window.caught = 5",
    "</textarea></title></style><!-- ]]> <iframe srcdoc='<script>top.caught = 6</script>'>",
    "<link rel=stylesheet href=http://192.0.2.1/a.css><style>@import 'http://192.0.2.1/b'</style>",
    "{data} {script} {0} ${window.caught = 7} $& $' %s &lt;b&gt; &#60;",
)
# Each has no picture, another direction, no end, half a character, or a name that objects have.
ODD = (
    "line\u2028separator and paragraph\u2029separator",
    "half a character \ud800 and \udfff the other",
    "\u202eright to left\u202c and \u2066isolated\u2069",
    "NUL \x00 and bell \x07 and escape \x1b[31m and unit \x1f and next line \x85 here",
    "white" + "space".join(map(chr, filter(lambda code: chr(code).isspace(), range(0x10000)))),
    "long" * 3000,
    "__proto__ constructor toString hasOwnProperty __proto__ constructor valueOf",
    "quotes \" ' ` \\ and \\u003c and \ufeff and \U000e0041",
)
HOSTILE = (*RUNS, *ODD)
TITLES = [f"{each[:200]} {number}" for number, each in enumerate(HOSTILE)]


def hostile_text() -> str:
    """Return a text of two sentences for each, the words of which recur."""
    return "\n\n".join(f"The ship {each} sails. The ship waits {each}." for each in HOSTILE)


def called(segments: list) -> list[str]:
    """Give segments titles that mean harm."""
    return [TITLES[number % len(TITLES)] for number, _ in enumerate(segments)]


def shown(page, selector: str, pieces: list[str]) -> None:
    """See that elements have these texts, to the last half of a character."""
    missing = page.evaluate(
        f"""selector => {{
            const held = [...document.querySelectorAll(selector)].map((one) => one.textContent);
            return {json.dumps(pieces)}
                .map((piece, index) => held.some((text) => text.includes(piece)) ? -1 : index)
                .filter((index) => index >= 0);
        }}""",
        selector,
    )
    assert [pieces[index] for index in missing] == []


def nothing_ran(page) -> None:
    assert page.evaluate("window.caught") is None
    made = "#viewer :is(img, script, iframe, object, embed, link, style, a[href^='javascript'])"
    assert page.locator(made).count() == 0
    assert page.evaluate("Object.keys(Object.prototype).length + Object.keys({}).length") == 0


def watched(page) -> list[str]:
    """Return where dialogs and other windows will be told."""
    seen: list[str] = []
    page.on("dialog", lambda dialog: (seen.append(dialog.message), dialog.dismiss()))
    page.context.on("page", lambda other: seen.append(other.url))
    return seen


def used(page) -> None:
    """Point at the plot, unfold the details, choose a segment."""
    hover_cell(page, 0, 1, page.locator(".unit").count())
    page.locator(".details > summary").click()
    page.locator(".contents button").first.click()
    page.locator(".text h3 button").first.click()


def test_a_report_runs_nothing_of_its_text_titles_and_words(new_page, tmp_path):
    text = hostile_text()
    own = {"language": "en", "format": "text", "titles": called, "questions": {"posteriors": True}}
    result = tmima.segment(text, n_segments=len(HOSTILE), **own)
    report = tmp_path / "report.html"
    report.write_text(result.as_html(), encoding="utf-8")
    page = new_page(report.as_uri())
    seen = watched(page)
    used(page)
    nothing_ran(page)
    titles = [segment.title for segment in result]
    assert len(titles) > 10
    shown(page, ".text h3 .title", titles)
    shown(page, ".contents .title", titles)
    spans = result.document.columns.spans
    shown(page, ".unit", [text[start:end] for start, end in spans])
    told = json.loads(downloaded(page, "json"))
    assert [one["title"] for one in told["segments"]] == titles
    assert "".join(one["text"] for one in told["segments"]) == text
    ElementTree.fromstring(downloaded(page, "svg"))
    sentences = [
        [text[start:end] for start, end in spans[first:last]]
        for first, last in result.segmentation.segments
    ]
    written = downloaded(page, "choi").decode()
    # Half a character has no form in UTF-8.
    assert written == re.sub("[\ud800-\udfff]", "\ufffd", render_choi(sentences))
    assert list(parse_choi(written).boundaries) == list(result.segmentation.boundaries)
    page.get_by_role("button", name="Ελληνικά").click()
    nothing_ran(page)
    assert seen == []


def give(page, text: str) -> None:
    """Write a text into the page's own field, halves of characters too, and have it shown."""
    page.get_by_text("Your own text").click()
    page.evaluate(f"document.querySelector('#own').value = {json.dumps(text)}")
    page.get_by_role("button", name="Show its topics").click()
    last = page.locator(".unit").last
    expect(last).to_contain_text(text[-12:])


def test_the_page_runs_nothing_of_a_text_and_what_is_downloaded_of_it_neither(
    new_page, address, tmp_path
):
    page = new_page(f"{address}#n_segments=5")
    seen = watched(page)
    give(page, hostile_text())
    # A field of a page has one kind of line breaks, and half a character is none that can be sent.
    text = re.sub("[\ud800-\udfff]", "\ufffd", hostile_text().replace("\r", "\n"))
    used(page)
    nothing_ran(page)
    spans = tmima.Segmenter().read(text).columns.spans
    shown(page, ".unit", [text[start:end] for start, end in spans])
    told = json.loads(downloaded(page, "json"))
    assert "".join(one["text"] for one in told["segments"]) == text
    titles = [one["title"] for one in told["segments"]]
    shown(page, ".text h3 .title", titles)
    ElementTree.fromstring(downloaded(page, "svg"))
    assert len(parse_choi(downloaded(page, "choi").decode()).boundaries) == 5
    # A title that is written by hand is a text too.
    page.locator(".contents button").nth(1).focus()
    page.keyboard.press("F2")
    page.locator(".title-input").fill(RUNS[1])
    page.keyboard.press("Enter")
    expect(page.locator(".contents .title").nth(1)).to_have_text(RUNS[1])
    report = tmp_path / "report.html"
    report.write_bytes(downloaded(page, "html"))
    nothing_ran(page)
    other = new_page(report.as_uri())
    seen += watched(other)
    used(other)
    nothing_ran(other)
    shown(other, ".contents .title", [RUNS[1]])
    shown(other, ".unit", [text[start:end] for start, end in spans])
    assert seen == []


def test_the_page_runs_nothing_of_speakers_and_names_of_files(new_page, address):
    rows = [
        {
            "start": 30.0 * number,
            "end": 30.0 * number + 29,
            "speaker": each,
            "text": each,
        }
        for number, each in enumerate(HOSTILE)
        if "\ud800" not in each and len(each) < 1000
    ]
    page = new_page(f"{address}#n_segments=4", refused="422")
    seen = watched(page)
    name = "</script><img src=x onerror='window.caught = 8'>\u202e\"'.json"
    drop(page, json.dumps({"segments": rows}).encode(), names=(name,))
    expect(page.locator(".unit").first).to_contain_text("window.caught")
    used(page)
    nothing_ran(page)
    held = json.loads(downloaded(page, "json"))["segments"]
    speakers = [who for one in held for who in one["speakers"]]
    assert {RUNS[0], RUNS[1], RUNS[2]} <= set(speakers)
    shown(page, ".text .spoken b", speakers)
    shown(page, ".text h3 .speakers", [RUNS[1], RUNS[2]])
    for form in ("podlove", "matroska"):
        page.locator("#form").select_option(form)
        ElementTree.fromstring(downloaded(page, "chapters"))
    nothing_ran(page)
    # A name that cannot be read is told as it is written.
    drop(page, b"\xff\xfe\x00", names=(name.replace(".json", ".pdf"),))
    expect(page.locator("#status")).not_to_have_text("")
    nothing_ran(page)
    assert seen == []


def test_a_file_with_a_name_that_means_harm_is_shown(browser, new_page, tmp_path):
    path = tmp_path / "<img src=x onerror='window.caught = 9'>\u202e\"&.txt"
    path.write_text("The ships sail. A ship waits.", encoding="utf-8")
    with explorer(path) as running:
        page = new_page(running)
        seen = watched(page)
        expect(page.locator(".unit").first).to_have_text("The ships sail.")
        nothing_ran(page)
        assert seen == []


ELEMENTS = frozenset(
    "blockquote br button details div h3 h4 h5 h6 li p pre section span summary table tbody td th "
    "tr ul".split()
)


def hostile_document() -> str:
    """Return Markdown with harm in headings, items, tables, code, links, comments and settings."""
    lines = [each for each in HOSTILE if not re.search(r"[\n\r\ud800-\udfff]", each)]
    parts = [f"---\ntitle: {RUNS[0]}\n---"]
    for number, each in enumerate(lines):
        cell = each.replace("|", "/")[:300]
        parts += [
            f"{'#' * (1 + number % 6)} Heading {each}",
            f"The ship {each} sails. The ship waits {each}.",
            f"- item {each}\n  - deeper [{each}](javascript:window.caught=8 'x')\n1. {each}",
            f"> quoted {each}",
            f"| a {cell} | b |\n|---|---|\n| {cell} | [x](javascript:alert(9)) |",
            f"~~~{'html' if number % 2 else each[:40]}\n{each}\n~~~",
            f"<div onclick='window.caught = 10'>{each}</div>\n\n<!-- {each} -->",
            f"**{each}** `{each}` ![{each}](http://192.0.2.1/a.png) <http://192.0.2.1/>",
        ]
    return "\n\n".join([*parts, "The ship waits at last."])


def test_a_document_that_means_harm_is_shown_and_runs_nothing(new_page, address, tmp_path):
    text = hostile_document()
    found = tmima.segment(text, format="markdown", language="en", n_segments=12)
    report = tmp_path / "report.html"
    report.write_text(found.as_html(), encoding="utf-8")
    pages = [new_page(report.as_uri()), new_page(f"{address}#n_segments=12")]
    drop(pages[1], text.encode(), names=("harm.md",))
    spans = found.document.columns.spans
    for page in pages:
        seen = watched(page)
        expect(page.locator(".unit").last).to_contain_text("The ship waits at last.")
        used(page)
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        nothing_ran(page)
        shown(page, ".unit", [text[start:end] for start, end in spans])
        assert page.locator("#viewer :is(a, form)[href], #viewer [onclick]").count() == 0
        made = page.locator(".text *").evaluate_all("all => all.map((one) => one.localName)")
        assert set(made) <= ELEMENTS
        assert seen == []
