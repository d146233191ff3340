"""The page and the report as people meet them, in a real browser."""

import base64
import io
import json
import re
import wave
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the server needs the extra: pip install 'tmima[explore]'")
pytest.importorskip("playwright", reason="these tests need Playwright")

from playwright.sync_api import expect
from tools.explorer import PATIENCE, explorer
from tools.texts import sentences

import tmima
from tests.command import tmima as command
from tests.formats.test_documents import NOTES, PAGE
from tests.formats.test_office import FILES
from tmima import chapters
from tmima.chapters import chapter_formats
from tmima.explore.settings import examples
from tmima.formats import open_bytes
from tmima.similarity import similarities

MILLISECONDS = 1000 * PATIENCE
expect.set_options(timeout=MILLISECONDS)
TEXT = (
    "The cats purr. A cat sleeps. The cats drink. "
    "\U0001f6a2 The ships sail. A ship sinks. The ships drift."
)
ONE_TOPIC = "Cats purr."
SETTING = {"mean_length": 3.0, "std_length": 1.0, "gamma": 0.5, "r": 0.5}
ADDRESS = "&".join(f"{name}={value}" for name, value in SETTING.items())
MEAN = (
    "<script>window.caught = 1</script> <img src=x onerror='window.caught = 2'> "
    "\"quotes\" 'single' </textarea></script> &amp; <b>bold</b>."
)
FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"
TALK = (FOLDER / "lighthouse.vtt").read_text(encoding="utf-8")
DROPPED = "dropped.txt"
READ_TALK = tmima.Segmenter().prepare(open_bytes(DROPPED, TALK.encode()))
# By these the talk is cut before its sentences 15 and 30, whatever a model has learnt.
TALK_SETTING = {"mean_length": 14.0, "std_length": 4.0}
TALK_ADDRESS = "&".join(f"{name}={value}" for name, value in TALK_SETTING.items())
RESULT = tmima.segment(TEXT, language="en", parameters=SETTING)
# What the page and the report show besides: how sure each cut is.
ASKED = {"posteriors": True}


@pytest.fixture(scope="module")
def address(browser):
    with explorer() as running:
        yield running


@pytest.fixture
def new_page(browser):
    """Open pages, and see that none complains or asks for anything that is not its own."""
    contexts, problems = [], []

    def open_page(
        address: str, *, locale: str = "en-US", refused: str = "never", folded=False, **options
    ):
        allow = ["clipboard-read", "clipboard-write"]
        context = browser.new_context(locale=locale, permissions=allow, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(MILLISECONDS)
        own = address.partition("#")[0]
        page.on(
            "console",
            lambda said: refused in said.text or problems.append(f"console: {said.text}"),
        )
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))
        page.on(
            "request",
            lambda asked: (
                asked.url.startswith((own, "blob:", "data:")) or problems.append(asked.url)
            ),
        )
        page.goto(address)
        page.wait_for_selector("html[data-ready=yes]")
        if not folded:
            page.evaluate("document.querySelector('#settings')?.setAttribute('open', '')")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def paste(page, text: str) -> None:
    page.get_by_text("Your own text").click()
    page.locator("#own").fill(text)
    page.get_by_role("button", name="Show its topics").click()
    page.wait_for_function(
        "text => document.querySelector('.text').textContent.includes(text)", arg=text[-12:]
    )


def headings(page) -> list[str]:
    return page.locator(".text h3").all_inner_texts()


def downloaded(page, kind: str) -> bytes:
    if not page.locator(".menu[open]").count():
        page.get_by_text("Copy or download").click()
    with page.expect_download() as download:
        page.locator(f"[data-kind=download-{kind}]").click()
    return Path(download.value.path()).read_bytes()


def hover_cell(page, row: int, column: int, size: int) -> tuple[float, float]:
    page.locator(".plot").scroll_into_view_if_needed()
    box = page.locator(".plot").bounding_box()
    x = box["x"] + (column + 0.5) * box["width"] / size
    y = box["y"] + (row + 0.5) * box["height"] / size
    page.mouse.move(x, y)
    return x, y


def drop(page, *contents: bytes, names: tuple[str, ...] = (DROPPED,)) -> None:
    page.evaluate(
        """files => {
            const carried = new DataTransfer();
            for (const [name, text] of files) {
                const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
                carried.items.add(new File([bytes], name));
            }
            window.dispatchEvent(new DragEvent("drop", { dataTransfer: carried }));
        }""",
        [
            (name, base64.b64encode(content).decode())
            for name, content in zip(names, contents, strict=True)
        ],
    )


def silence(seconds: int) -> bytes:
    """Return a recording in which nothing is to be heard."""
    made = io.BytesIO()
    with wave.open(made, "wb") as sound:
        sound.setparams((1, 1, 4000, 0, "NONE", ""))
        sound.writeframes(b"\x80" * 4000 * seconds)
    return made.getvalue()


def open_talk(page) -> None:
    drop(page, TALK.encode())
    expect(page.locator(".notes")).to_contain_text("42 sentences")


def begin_of(page, unit: int) -> tuple[float, float]:
    """Return where a sentence begins in the window; it may go on in other lines."""
    x, y = page.evaluate(
        """unit => {
            const { left, top } = document.querySelectorAll(".unit")[unit].getClientRects()[0];
            return [left + 5, top + 5];
        }""",
        unit,
    )
    return x, y


def double_click(page, unit: int) -> None:
    """Click twice at the beginning of a sentence, once the page around it has come to rest."""
    sentence = page.locator(".unit").nth(unit)
    x, y = sentence.evaluate(
        """unit => {
            const [{ left, top }, box] = [unit.getClientRects()[0], unit.getBoundingClientRect()];
            return [left - box.left + 5, top - box.top + 5];
        }"""
    )
    sentence.dblclick(position={"x": x, "y": y})


def begins(page) -> list[int]:
    """Return the first unit of each segment."""
    return page.evaluate(
        "[...document.querySelectorAll('.text section')]"
        ".map((section) => Number(section.querySelector('.unit').dataset.unit))"
    )


def expect_begins(page, expected: list[int]) -> None:
    page.wait_for_function(
        "expected => [...document.querySelectorAll('.text section')]"
        ".map((section) => section.querySelector('.unit').dataset.unit).join() === expected.join()",
        arg=expected,
    )


def chaptered(**settings):
    """Return the talk as the page opens it: in chapters, unless parameters are told."""
    if "parameters" in settings:
        return tmima.Segmenter(**settings).segment(READ_TALK)
    return chapters.cut(READ_TALK, **settings)


def settled_by(page, *, cut_at=(), no_cut_at=(), **settings) -> list[int]:
    """Wait for the chapters that the library makes so, and return where they begin."""
    made = {"cut_at": list(cut_at), "no_cut_at": list(no_cut_at)}
    found = chaptered(constraints=made if cut_at or no_cut_at else None, **settings)
    expected = [first for first, _ in found.segmentation.segments]
    expect_begins(page, expected)
    titles = [segment.title for segment in found]
    expect(page.locator(".text h3 .title")).to_have_text(titles)
    expect(page.locator(".contents .title")).to_have_text(titles)
    return expected


def told_by(page, begun: list[int], **settings) -> None:
    """Wait for these segments and no others, with the names that the library gives them."""
    constraints = {"cut_at": begun[1:]} if len(begun) > 1 else None
    segmenter = tmima.Segmenter(constraints=constraints, n_segments=len(begun), **settings)
    titles = [segment.title for segment in segmenter.segment(READ_TALK)]
    expect_begins(page, begun)
    expect(page.locator(".text h3 .title")).to_have_text(titles)
    expect(page.locator(".contents .title")).to_have_text(titles)
    topics = f"{len(begun)} topic{'s' if len(begun) > 1 else ''}"
    expect(page.locator(".result h2")).to_have_text(re.compile(f"^{topics}\\b"))


def test_paste_and_see_the_topics(new_page, address):
    page = new_page(f"{address}#{ADDRESS}")
    paste(page, TEXT)
    expect(page.locator(".text h3")).to_have_count(2)
    assert [line.split("\n")[1] for line in headings(page)] == [segment.title for segment in RESULT]
    shown = page.locator(".text section").nth(1).locator("p").inner_text()
    assert shown.strip() == TEXT[45:]
    assert page.locator(".result h2").inner_text() == "2 topics"
    assert "6 sentences, English." in page.locator(".notes").inner_text()


@pytest.mark.slow
def test_the_cuts_move_while_the_slider_moves(new_page, address):
    page = new_page(f"{address}#example=en-island&method=density")
    before = len(headings(page))
    slider = page.locator("#mean_length-slider")
    slider.fill("2")
    page.locator("#std_length-slider").fill("1")
    page.wait_for_function(
        "count => document.querySelectorAll('.text h3').length > count", arg=before
    )
    assert page.locator("#mean_length").input_value() == "2"
    page.wait_for_url("**mean_length=2&std_length=1&**")
    slider.press("End")
    page.wait_for_function(
        "count => document.querySelectorAll('.text h3').length < count", arg=before
    )
    # Only the words' similarity is marked in the text, the text itself never changes.
    text = re.sub(r"\s+", " ", " ".join(page.locator(".text p").all_inner_texts()))
    assert text.strip() == re.sub(r"\s+", " ", examples()["en-island"].text).strip()


def test_it_begins_with_what_the_library_does(new_page, address):
    page = new_page(f"{address}#example=el-ten-topics")
    found = tmima.segment(examples()["el-ten-topics"].text, format="choi")
    assert json.loads(downloaded(page, "json")) == found.as_dict()
    expect(page.locator(".result h2")).to_have_text(lead(found))
    expect(figure(page, "Similarity")).to_have_text("Similarity graded")
    assert page.locator("#method").input_value() == found.method
    assert page.locator("#mean_length").is_hidden()
    assert page.locator("#segments").input_value() == ""
    expect(page.locator(".dial output")).to_have_text(f"as usual: {counted(found)}")
    assert not re.search("finer|levels|similarity|n_segments", page.url)


@pytest.mark.slow
def test_the_sliders_belong_to_the_method_of_the_paper(new_page, address):
    page = new_page(f"{address}#example=en-island")
    text = examples()["en-island"].text
    begun = page.locator(".text h3").all_text_contents()
    page.locator("#method").select_option("density")
    found = tmima.segment(text, method="density")
    expect(page.locator(".text h3")).to_have_count(len(found))
    mean, gamma = page.locator("#mean_length"), page.locator("#gamma")
    suits = f"{found.settings.parameters.mean_length:.4g}"
    expect(mean).to_have_value(suits)
    expect(page.locator("#similarity-help")).to_have_text(similarities["shared"].summary)
    for gone in (".curve", ".dial"):
        assert page.locator(gone).is_hidden()
    assert "mean_length" not in page.url
    page.locator("#gamma-slider").fill("0.9")
    page.wait_for_url(f"**similarity=shared&**mean_length={suits}&**gamma=0.9**")
    page.locator("#similarity").select_option("graded")
    expect(gamma).not_to_have_value("0.9")
    page.wait_for_url("**similarity=graded**")
    mean.fill("3")
    page.wait_for_url("**mean_length=3**")
    page.get_by_role("button", name="Take what suits the similarity").click()
    expect(mean).to_have_value(suits)
    assert json.loads(downloaded(page, "json"))["similarity"] == "graded"
    # The way back: what was told of the sliders is no matter of the learnt method.
    page.locator("#method").select_option("learnt")
    expect(mean).to_be_hidden()
    expect(page.locator(".text h3")).to_have_text(begun)
    assert "mean_length" not in page.url


def counted(found) -> str:
    return f"{len(found)} topic{'s' if len(found) > 1 else ''}"


def likely(found, words=("very likely", "probably {} to {}")) -> str:
    """Return how sure the number of topics is, where nobody told it."""
    low, high = found.settings.number.interval
    return words[0] if low == high else words[1].format(low, high)


def lead(found) -> str:
    """Return the first words of the page for a text whose number nobody told."""
    return f"{counted(found)}, {likely(found)}"


def figure(page, name: str):
    """Return a figure among the details, which are unfolded for it."""
    if not page.locator(".details[open]").count():
        page.locator(".details > summary").click()
    return page.locator(".figures dt").filter(has_text=re.compile(f"^{name} "))


@pytest.mark.slow
def test_the_curve_tells_and_sets_the_number(new_page, address):
    text = examples()["el-ten-topics"].text
    found = tmima.segment(text, format="choi")
    told = len(found) + 2
    # A number is told from the start: how probable the others are is asked all the same.
    page = new_page(f"{address}#example=el-ten-topics&n_segments={told}")
    curve, said = page.get_by_role("slider", name="How probable"), page.locator(".result h2")
    expect(said).to_have_text(f"{told} topics, as asked")
    by_itself = f"By itself the text has {lead(found)}."
    expect(page.locator(".notes")).to_contain_text(by_itself)
    expect(page.locator(".text h3")).to_have_count(told)
    assert curve.get_attribute("aria-valuenow") == str(told)
    spoken = f"{told} topics: found {len(found)}, {likely(found)}"
    assert curve.get_attribute("aria-valuetext") == spoken
    curve.press("ArrowRight")
    expect(page.locator(".text h3")).to_have_count(told + 1)
    expect(page.locator("#segments")).to_have_value(str(told + 1))
    page.wait_for_url(f"**n_segments={told + 1}**")
    curve.press("Escape")
    expect(said).to_have_text(lead(found))
    expect(page.locator(".text h3")).to_have_count(len(found))
    assert "n_segments" not in page.url
    assert page.locator("#segments").input_value() == ""
    # The dot is where the number is: a click there tells it.
    dot = page.locator(".curve circle.shown").bounding_box()
    band = page.locator(".curve .likely").bounding_box()
    assert band["x"] < dot["x"] + dot["width"] / 2 < band["x"] + band["width"]
    place = (dot["x"] + dot["width"] / 2, dot["y"] + 30)
    page.mouse.move(*place)
    share = found.settings.number.share(len(found))
    expect(page.locator(".curve .foot")).to_have_text(f"{len(found)} ({100 * share:.0f}%)")
    page.mouse.click(*place)
    expect(said).to_have_text(f"{len(found)} topics, as asked")
    curve.press("Home")
    expect(page.locator(".text h3")).to_have_count(1)
    page.get_by_role("button", name="Find it from the text").click()
    expect(page.locator(".text h3")).to_have_count(len(found))
    assert page.get_by_role("button", name="Find it from the text").is_hidden()
    page.get_by_role("button", name="Ελληνικά").click()
    greek = ("πολύ πιθανώς", "πιθανώς {} έως {}")
    expect(said).to_have_text(f"{len(found)} θέματα, {likely(found, greek)}")
    # No more numbers than there are places to cut.
    page.locator("#example").select_option("en-island")
    expect(page.locator(".notes")).to_contain_text("48 προτάσεις")
    page.locator("#unit").select_option("paragraphs")
    expect(page.locator(".notes")).to_contain_text("5 παράγραφοι")
    expect(page.locator(".curve [role=slider]")).to_have_attribute("aria-valuemax", "5")
    page.locator("#method").select_option("c99")
    expect(page.locator(".curve")).to_be_hidden()


def test_the_dial_goes_from_coarser_to_finer(new_page, address):
    page = new_page(f"{address}#example=en-island&finer=1.5")
    text = examples()["en-island"].text
    dial, said = page.get_by_label("Coarser or finer"), page.locator(".dial output")

    def expect_dial(value, words):
        found = tmima.segment(text, finer=value)
        expect(said).to_have_text(f"{words}: {counted(found)}")
        assert dial.get_attribute("aria-valuetext") == said.inner_text()
        assert dial.input_value() == str(value)
        expect(page.locator(".text h3")).to_have_count(len(found))
        expect(page.locator(".result h2")).to_have_text(lead(found))

    expect_dial(1.5, "finer (+1.5)")
    for key, value, words in (
        ("ArrowRight", 1.75, "finer (+1.75)"),
        ("End", 4, "much finer (+4)"),
        ("Home", -4, "much coarser (-4)"),
    ):
        dial.press(key)
        expect_dial(value, words)
        page.wait_for_url(f"**finer={value}**")
    # A number that is told is let go where the dial is moved; the curve is that of the dial.
    page.locator("#segments").fill("3")
    expect(page.locator(".text h3")).to_have_count(3)
    expect(page.locator(".result h2")).to_have_text("3 topics, as asked")
    expect(page.locator(".notes")).to_contain_text(lead(tmima.segment(text, finer=-4)))
    dial.fill("-0.5")
    expect_dial(-0.5, "a little coarser (-0.5)")
    assert page.locator("#segments").input_value() == ""
    dial.fill("0")
    expect_dial(0, "as usual")
    expect(page).not_to_have_url(re.compile("finer|n_segments"))
    page.get_by_role("button", name="Ελληνικά").click()
    expect(page.locator(".dial")).to_contain_text("όπως συνήθως")


def test_levels_number_the_segments(new_page, address, tmp_path):
    page = new_page(f"{address}#example=en-island&finer=3")
    plain = page.locator(".text h3").count()
    page.locator("#levels").select_option("2")
    asked = ASKED | {"levels": 2}
    found = tmima.segment(examples()["en-island"].text, finer=3.0, questions=asked)
    expected = [
        f"{above}.{below}"
        for above, branch in enumerate(found.answers.levels, 1)
        for below, _ in enumerate(branch.children, 1)
    ]
    assert len(expected) == plain
    expect(page.locator(".text h3 .number")).to_have_text(expected)
    expect(page).to_have_url(re.compile("levels=2"))
    report = tmp_path / "report.html"
    report.write_bytes(downloaded(page, "html"))
    assert report.read_text(encoding="utf-8") == found.as_html()
    shown = new_page(report.as_uri())
    expect(shown.locator(".text h3 .number")).to_have_text(expected)
    # The squares of the plot are those of all levels.
    svg = downloaded(shown, "svg").decode()
    assert svg.count('class="found"') == plain + len(found.answers.levels)


def test_a_text_of_one_topic_is_told_so(new_page, address, tmp_path):
    page = new_page(f"{address}#similarity=background&example=en-island")
    expect(figure(page, "Similarity")).to_have_text("Similarity background")
    paste(page, ONE_TOPIC)
    # No language is found in so few words, so the similarity asked for cannot be had.
    expect(figure(page, "Similarity")).to_have_text("Similarity graded")
    expect(page.locator(".result h2")).to_have_text("1 topic")
    notes, said = page.locator(".notes"), "It is probably about one thing only (100%)."
    expect(notes).to_contain_text(said)
    assert json.loads(downloaded(page, "json")) == tmima.segment(ONE_TOPIC).as_dict()
    report = tmp_path / "report.html"
    report.write_bytes(downloaded(page, "html"))
    assert report.read_text(encoding="utf-8") == tmima.segment(ONE_TOPIC, questions=ASKED).as_html()
    alone = new_page(report.as_uri(), locale="el-GR")
    assert "πιθανώς ένα μόνο θέμα" in alone.locator(".notes").inner_text()
    # Who asks for it coarser, or for one segment, has that for an answer.
    for moved in ("#finer", "#segments"):
        page.locator(moved).fill("1" if moved == "#segments" else "-1")
        expect(notes).not_to_contain_text(said)
    page.locator("#example").select_option("en-five-topics")
    expect(figure(page, "recall")).to_be_visible()


@pytest.mark.slow
def test_pointing_shows_the_pair_and_a_click_its_segment(new_page, address):
    page = new_page(f"{address}#{ADDRESS}")
    paste(page, TEXT)
    expect(page.locator(".text h3")).to_have_count(2)
    x, y = hover_cell(page, 3, 5, 6)
    assert page.locator(".pair mark").all_inner_texts() == ["ships", "ships"]
    assert page.locator(".unit.lit").count() == 2
    page.mouse.click(x, y)
    expect(page.locator(".text section").nth(1)).to_have_class("selected")
    assert (
        page.locator(".text h3 button:first-child").nth(1).get_attribute("aria-pressed") == "true"
    )
    assert "segment=2" in page.url
    x, y = hover_cell(page, 0, 5, 6)
    assert "no shared word" in page.locator(".pair").inner_text()
    page.mouse.click(x, y)
    expect(page.locator(".text section.selected")).to_have_count(0)


@pytest.mark.slow
def test_a_click_on_a_block_scrolls_to_it(new_page, address):
    page = new_page(f"{address}#example=el-articles&n_segments=4")
    last = page.locator(".text section").last
    expect(last.locator("h3")).not_to_be_in_viewport()
    size = page.evaluate("document.querySelectorAll('.unit').length")
    page.mouse.click(*hover_cell(page, size - 1, size - 1, size))
    expect(last.locator("h3")).to_be_in_viewport()


@pytest.mark.slow
def test_the_strip_tells_how_probable_a_cut_is_at_every_place(new_page, address):
    page = new_page(f"{address}#{ADDRESS}")
    paste(page, TEXT)
    expect(page.locator(".text h3")).to_have_count(2)
    box = page.locator(".strip").bounding_box()
    asked = tmima.segment(TEXT, language="en", parameters=SETTING, questions=ASKED)
    share = f"{100 * asked.answers.posteriors.cuts[0]:.0f}%"
    for place, told in ((3, "Cut before sentence 4"), (1, f"A cut before sentence 2: {share}")):
        page.mouse.move(box["x"] + 5, box["y"] + place * box["height"] / 6)
        expect(page.locator(".tip")).to_contain_text(told)


def test_the_keyboard_is_enough(new_page, address):
    page = new_page(f"{address}#{ADDRESS}")
    paste(page, TEXT)
    expect(page.locator(".text h3")).to_have_count(2)
    plot = page.locator(".plot")
    plot.focus()
    plot.press("PageDown")
    plot.press("ArrowRight")
    said = page.locator(".unseen[aria-live]")
    expect(said).to_have_text("4 × 5: 1 shared: ships")
    plot.press("Enter")
    expect(page.locator(".text section.selected")).to_have_count(1)
    expect(said).to_contain_text(f"Topic 2: {RESULT.segments[1].title}")
    plot.press("+")
    plot.press("0")
    assert "2 topics" in plot.get_attribute("aria-label")
    page.get_by_text("Details: the figures behind it").click()
    cells = page.locator(".tables table").first.locator("tbody tr").first.locator("td")
    named = [RESULT.segments[0].title, ", ".join(RESULT.segments[0].keywords), "", ""]
    expect(cells).to_have_text(["1", "3", "3", "100%", *named])


def examined(page) -> None:
    """See that axe finds nothing wrong, with everything unfolded."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="this needs axe")
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    page.wait_for_selector(".figures table")
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", ["en", "el"])
@pytest.mark.parametrize("width", [1360, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_finds_its_way(browser, address, scheme, width, language):
    size = {"width": width, "height": 800}
    context = browser.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{address}#example=en-five-topics&segment=2&ui={language}")
    page.wait_for_selector("html[data-ready=yes]")
    examined(page)
    page.locator("#segments").fill("4")
    page.wait_for_selector(".number-place > button:visible")
    examined(page)
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_finds_its_way_in_a_transcript_and_after_an_edit(browser, address, scheme):
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{address}#{TALK_ADDRESS}")
    page.wait_for_selector("html[data-ready=yes]")
    drop(page, TALK.encode(), silence(1), names=("talk.vtt", "talk.wav"))
    page.wait_for_selector(".text .spoken")
    examined(page)
    page.locator(".unit").nth(4).dblclick()
    page.wait_for_selector(".text .by-hand")
    examined(page)
    page.locator(".text").press("F2")
    page.wait_for_selector(".title-input")
    examined(page)
    context.close()


@pytest.mark.slow
def test_a_screen_reader_finds_its_way_in_the_report(browser, tmp_path):
    report = tmp_path / "report.html"
    report.write_text(tmima.segment(READ_TALK, questions=ASKED).as_html(), encoding="utf-8")
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(report.as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    examined(page)
    context.close()


def box_of(page, selector: str) -> dict[str, float]:
    return page.locator(selector).first.bounding_box()


@pytest.mark.parametrize("language", ["en", "el"])
def test_nothing_lies_under_anything_at_any_width(new_page, address, language):
    page = new_page(f"{address}#example=el-ten-topics&ui={language}", folded=True)
    page.locator(".details > summary").click()
    page.wait_for_selector(".figures table")
    for width in (360, 700, 860, 1100, 1320, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        names = (".result", ".contents", ".text-column", ".plot-column", ".details")
        boxes = {name: box_of(page, name) for name in names}
        for above, below in pairwise((".result", ".contents", ".text-column", ".plot-column")):
            one, two = boxes[above], boxes[below]
            beside = one["x"] + one["width"] <= two["x"] + 1
            assert beside or one["y"] + one["height"] <= two["y"] + 1, (width, above, below)
        for name in names[:-1]:
            bottom = boxes[name]["y"] + boxes[name]["height"]
            assert bottom <= boxes[".details"]["y"] + 1, (width, name)
        for table in page.locator(".tables").all():
            assert table.bounding_box()["y"] >= boxes[".details"]["y"]
            assert table.bounding_box()["x"] + table.bounding_box()["width"] <= width


def test_it_begins_with_what_was_found_and_hides_the_jargon(new_page, address, tmp_path):
    page = new_page(f"{address}#example=en-island", folded=True)
    found = tmima.segment(examples()["en-island"].text, questions=ASKED)
    report = tmp_path / "report.html"
    report.write_text(found.as_html(), encoding="utf-8")
    for shown in (page, new_page(report.as_uri())):
        expect(shown.locator(".result h2")).to_have_text(lead(found))
        entries = shown.locator(".contents li")
        expect(entries).to_have_count(len(found))
        for entry, segment, word in zip(entries.all(), found, found.certainties, strict=True):
            said = entry.inner_text().split("\n")
            assert said[:2] == [entry.locator(".number").inner_text(), segment.title]
            assert f"{segment.last - segment.first} sentences" in entry.inner_text()
            assert entry.locator(".certainty").all_inner_texts() == [word] * bool(word)
        words = shown.locator("body").inner_text()
        assert not re.search(r"\bcost\b|dens|graded|\bμ|penalty", words), words
        # A click goes there, with the focus; the arrows go through the contents.
        entries.nth(len(found) - 1).locator("button").click()
        section = shown.locator(".text section").last
        expect(section.locator("h3")).to_be_in_viewport()
        assert section.locator("h3 button").first.evaluate("one => one === document.activeElement")
        expect(section).to_have_class("selected")
        entries.first.locator("button").focus()
        shown.keyboard.press("ArrowDown")
        shown.keyboard.press("Enter")
        expect(shown.locator(".text section").nth(1)).to_have_class("selected")
        shown.locator(".details > summary").click()
        # Each figure says what it is.
        for help_text in shown.locator(".figures dd").all_inner_texts():
            assert len(help_text) > 10


def test_on_paper_there_are_contents_and_text_and_no_controls(new_page, address):
    page = new_page(f"{address}#example=en-island", color_scheme="dark")
    page.emulate_media(media="print")
    names = (".side", ".edit", ".plot-column", ".details", ".dial", ".curve", ".strip", "#source")
    for name in names:
        assert page.locator(name).first.is_hidden(), name
    assert not page.locator("select:visible, input:visible").count()
    contents, text = box_of(page, ".contents"), box_of(page, ".text")
    assert contents["y"] + contents["height"] <= text["y"] + 1
    # All of the text is there, not only what fits into a window of it.
    assert text["height"] >= page.locator(".text").evaluate("one => one.scrollHeight") - 1
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.slow
def test_what_is_downloaded_is_what_the_command_writes(new_page, address):
    page = new_page(f"{address}#{ADDRESS}")
    paste(page, TEXT)
    expect(page.locator(".text h3")).to_have_count(2)
    assert json.loads(downloaded(page, "json")) == RESULT.as_dict()
    assert downloaded(page, "choi").decode() == RESULT.as_choi()
    shown = tmima.segment(TEXT, language="en", parameters=SETTING, questions=ASKED)
    assert downloaded(page, "html").decode() == shown.as_html()
    assert downloaded(page, "png").startswith(b"\x89PNG\r\n\x1a\n")
    svg = downloaded(page, "svg").decode()
    assert re.findall(r'class="found" x="(\d)" y="(\d)" width="(\d)"', svg) == [
        ("0", "0", "3"),
        ("3", "3", "3"),
    ]
    page.locator("[data-kind=copy-choi]").click()
    expect(page.locator("[data-kind=copy-choi]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == RESULT.as_choi()


@pytest.mark.slow
def test_a_view_can_be_shared(new_page, address):
    page = new_page(address)
    paste(page, TEXT)
    page.locator("#method").select_option("density")
    page.locator("#mean_length").fill("3")
    page.locator("#std_length").fill("1")
    expect(page.locator(".text h3")).to_have_count(2)
    page.locator(".text h3 button:first-child").nth(1).click()
    shown = headings(page)
    page.get_by_text("Copy or download").click()
    page.locator("[data-kind=copy-link]").click()
    other = new_page(page.evaluate("navigator.clipboard.readText()"))
    assert headings(other) == shown
    assert other.locator("#mean_length").input_value() == "3"
    expect(other.locator(".text section").nth(1)).to_have_class("selected")


@pytest.mark.slow
def test_an_answer_that_comes_late_is_not_shown(new_page, address):
    page = new_page(f"{address}#example=en-island")
    held = []
    page.route("**/cuts", lambda route: route.continue_() if held else held.append(route))
    page.locator("#example").select_option("en-five-topics")
    expect(page.locator(".text h3")).to_have_count(0)
    page.locator("#segments").fill("3")
    expect(page.locator(".text h3")).to_have_count(3)
    expect(page.locator(".result h2")).to_have_text("3 topics, as asked")
    with page.expect_response("**/cuts"):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    assert page.locator(".text h3").count() == 3


def test_a_number_of_segments_is_part_of_the_view(new_page, address):
    page = new_page(f"{address}#example=en-island&n_segments=5")
    expect(page.locator("#segments")).to_have_value("5")
    expect(page.locator(".text h3")).to_have_count(5)
    page.locator("#segments").fill("4")
    page.wait_for_url("**n_segments=4**")
    expect(page.locator(".text h3")).to_have_count(4)


def test_true_cuts_are_drawn_and_scored(new_page, address):
    page = new_page(f"{address}#example=en-five-topics&mean_length=9&std_length=3")
    expect(figure(page, "precision")).to_have_text("precision 100.0%")
    assert page.locator(".legend.true").is_visible()
    assert page.locator(".true-cut").count() == 4
    page.locator("#method").select_option("none")
    expect(figure(page, "recall")).to_have_text("recall 0.0%")
    assert page.locator(".unit.true").count() == 4
    assert page.locator("#similarity").is_hidden()
    expect(figure(page, "Similarity")).to_have_count(0)
    page.locator("#method").select_option("uniform")
    page.locator("#segments").fill("3")
    page.locator("#segments").press("Enter")
    expect(page.locator(".text h3")).to_have_count(3)


def test_both_languages(new_page, address):
    page = new_page(address, locale="el-GR")
    assert page.locator("html").get_attribute("lang") == "el"
    assert page.locator("#example").input_value() == "el-ten-topics"
    page.locator(".details > summary").click()
    page.wait_for_selector(".figures table")
    # The names of methods and similarities, and all figures, are Greek where Greek is chosen.
    assert page.locator("#method").evaluate("one => one.selectedOptions[0].text") == "μαθημένη"
    similarity = page.locator("#similarity").evaluate("one => one.selectedOptions[0].text")
    assert similarity == "διαβαθμισμένη"
    assert "Περιεχόμενα" in page.locator(".contents").inner_text()
    side = ", ".join(f".side {one}" for one in ("label", "small", "summary", "button"))
    own = page.locator(f"{side}, .result, .plot-bar, .pair, .edit button, .figures dl, .meta")
    known = re.compile("C99|JSON|HTML|PNG|SVG|F1|Pk|WindowDiff|B|Choi|±")
    for words in own.all_inner_texts():
        # What has a name of its own keeps it.
        assert not re.search("[a-z]{3}", known.sub("", words)), words
    page.get_by_role("button", name="English").click()
    assert "Settings" in page.locator(".side").inner_text()
    assert "ui=en" in page.url
    greek = re.compile("[α-ωά-ώ]")
    for words in own.all_inner_texts():
        assert not greek.search(re.sub("[μσγ]", "", words)), words


def test_a_dropped_file_is_read_and_a_bad_one_refused(new_page, address):
    page = new_page(address, refused="422")
    drop(page, TEXT.encode())
    expect(page.locator(".text")).to_contain_text("The ships drift.")
    drop(page, b"\xff\xfeA")
    expect(page.locator("#status")).to_contain_text("dropped.txt is not UTF-16")


@pytest.mark.slow
def test_a_dropped_file_is_opened_as_the_command_line_opens_it(new_page, address, tmp_path):
    for name, content in (("notes.md", NOTES.encode()), ("page.txt", PAGE.encode("utf-16"))):
        file = tmp_path / name
        file.write_bytes(content)
        page = new_page(address)
        drop(page, content, names=(name,))
        expect(page.locator(".text")).to_contain_text("Bakers rise early")
        expected = json.loads("".join(tmima.segment(tmima.open_file(file)).json_pieces()))
        assert json.loads(downloaded(page, "json")) == expected
        # What the server has is opened again by its address, and read in another way.
        again = new_page(page.url)
        assert json.loads(downloaded(again, "json")) == expected
        again.select_option("#unit", "paragraphs")
        expect(again.locator("#status")).to_have_text("")


@pytest.mark.parametrize("name", FILES)
def test_a_dropped_document_gives_what_the_command_line_gives(new_page, address, tmp_path, name):
    if name == "a.pdf":
        pytest.importorskip("pypdfium2", reason="this needs the extra documents")
    count = 2 if name == "a.pdf" else 1
    page = new_page(f"{address}#n_segments={count}", folded=True)
    drop(page, FILES[name], names=(name,))
    expect(page.locator(".text")).to_contain_text("A ship waits")
    file = tmp_path / name
    file.write_bytes(FILES[name])
    written = command("segment", file, "--n-segments", count, "--format", "json").stdout
    assert json.loads(downloaded(page, "json")) == json.loads(written)
    places = page.locator(".contents .place").all_inner_texts()
    assert places == (["p. 1", "p. 2"] if name == "a.pdf" else [])


# Transcripts, and editing by hand


def test_a_transcript_has_times_and_speakers(new_page, address, tmp_path):
    page = new_page(f"{address}#{TALK_ADDRESS}")
    assert page.locator("#chapters").is_hidden()
    open_talk(page)
    found = tmima.Segmenter(parameters=TALK_SETTING).segment(READ_TALK)
    assert json.loads(downloaded(page, "json")) == json.loads("".join(found.json_pieces()))
    report = tmp_path / "report.html"
    report.write_bytes(downloaded(page, "html"))
    for shown in (page, new_page(report.as_uri())):
        begun = [f"{int(each.start_time) // 60}:{int(each.start_time) % 60:02}" for each in found]
        assert shown.locator(".text h3 .place").all_text_contents() == begun
        expect(shown.locator(".text h3 .title")).to_have_text([each.title for each in found])
        spoken = shown.locator(".text .spoken")
        assert [spoken.nth(n).text_content().strip() for n in (0, 1)] == ["0:01 Host", "0:10 Ellen"]
        shown.get_by_text("Details: the figures behind it").click()
        row = shown.locator(".tables table").first.locator("tbody tr").nth(1)
        expect(row.locator("td").nth(4)).to_have_text("1:11")
        expect(row.locator("td").nth(5)).to_have_text("Host, Ellen")
    # What the page asks for again is the transcript and not what is said in it.
    again = new_page(page.url)
    again.locator("#unit").select_option("paragraphs")
    expect(again.locator(".notes")).to_contain_text("paragraphs")
    expect(again.locator(".text .spoken").first).to_have_text(re.compile("0:01 Host"))
    again.locator("#example").select_option("en-island")
    expect(again.locator("#chapters")).to_be_hidden()


@pytest.mark.slow
def test_a_page_of_html_is_read_and_told_as_the_command_tells_it(new_page, address):
    page = new_page(address)
    html = f"<!doctype html><html><body><h1>Cats &amp; ships</h1><p>{TEXT}</p></body></html>"
    drop(page, html.encode())
    expect(page.locator(".text")).to_contain_text("Cats & ships")
    opened = open_bytes(DROPPED, html.encode())
    found = json.loads("".join(tmima.segment(opened).json_pieces()))
    assert found["segments"][0]["origin_start"] > 0
    assert json.loads(downloaded(page, "json")) == found


def test_cuts_are_edited_with_the_keyboard(new_page, address):
    page = new_page(f"{address}#{TALK_ADDRESS}")
    told = partial(told_by, parameters=TALK_SETTING)
    open_talk(page)
    begun = settled_by(page, parameters=TALK_SETTING)
    text, said = page.locator(".text"), page.locator(".unseen[aria-live]")
    text.focus()
    for key in ("ArrowDown", "Shift+ArrowDown", "ArrowUp", "PageDown", "PageUp", "ArrowDown"):
        text.press(key)
    expect(said).to_contain_text("sentence 2 · 0:03 · Host: Today we visit")
    for _ in range(3):
        text.press("ArrowDown")
    text.press("Enter")
    # All other cuts stay where they are.
    told(page, [0, 4, *begun[1:]])
    expect(said).to_have_text(f"Cut before sentence 5. {len(begun) + 1} topics.")
    # A key that cuts does not remove.
    text.press("Enter")
    expect(said).to_contain_text("There is a cut here already")
    told(page, [0, 4, *begun[1:]])
    text.press("Alt+ArrowDown")
    told(page, [0, 5, *begun[1:]])
    expect(said).to_contain_text("The cut is now before sentence 6.")
    page.keyboard.press("Control+z")
    told(page, [0, 4, *begun[1:]])
    expect(said).to_have_text(f"Undone. {len(begun) + 1} topics.")
    page.keyboard.press("Control+Shift+z")
    told(page, [0, 5, *begun[1:]])
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    told(page, [0, 5, *begun[1:]])
    text.press("ArrowUp")
    text.press("ArrowDown")
    text.press("Delete")
    told(page, begun)
    expect(said).to_contain_text("No cut before sentence 6 any more.")
    # Nothing is to be moved before the first segment.
    text.press("Alt+ArrowUp")
    text.press("PageDown")
    text.press("Delete")
    told(page, [0, *begun[2:]])
    text.press("Escape")
    assert page.locator(".unit.cursor").count() == 0
    # What was set by hand is part of the view.
    page.wait_for_url(re.compile("edits="))
    told(new_page(page.url), [0, *begun[2:]])
    page.get_by_role("button", name="Undo all").click()
    assert settled_by(page, parameters=TALK_SETTING) == begun
    expect(page).not_to_have_url(re.compile("edits="))
    page.get_by_role("button", name="Undo", exact=True).click()
    told(page, [0, *begun[2:]])


def disturbing(begun: list[int]) -> int:
    """Return a place with a cut at which the library would not keep all others of the talk."""
    for place in set(range(1, len(READ_TALK))) - set(begun):
        found = chaptered(cut_at=[place])
        if set(found.segmentation.cuts) != {*begun[1:], place}:
            return place
    raise AssertionError("no cut would change the others")


def test_counts_are_right_after_an_edit_and_the_rest_is_found_anew_on_request(new_page, address):
    page = new_page(address)
    open_talk(page)
    alone = chaptered()
    begun = settled_by(page)
    dial, anew = page.locator(".dial output"), page.get_by_role("button", name="Find the rest anew")
    expect(page.locator(".result h2")).to_have_text(lead(alone))
    expect(anew).to_be_hidden()
    # Around the first of these the rest would be cut otherwise.
    places = [disturbing(begun), *(place for place in (3, 7) if place not in begun)]
    for count, place in enumerate(places, 1):
        page.locator(".unit").nth(place).click()
        cut = page.get_by_role("button", name="Cut here")
        cut.click()
        told_by(page, sorted([*begun, *places[:count]]))
        # The button has done what it says; the next key belongs to the text, and does no harm.
        assert page.evaluate("document.activeElement.id") == "text"
        page.keyboard.press("Enter")
        told_by(page, sorted([*begun, *places[:count]]))
        topics, found = f"{len(begun) + count} topics", counted(alone)
        expect(page.locator(".result h2")).to_have_text(topics)
        expect(page.locator(".notes")).to_contain_text(
            f"{found} were found, {count} added by hand."
        )
        expect(page.get_by_role("slider", name="How probable")).to_have_attribute(
            "aria-valuetext", f"{topics}: found {len(alone)}, {likely(alone)}"
        )
        expect(dial).to_have_text("as usual")
        expect(page.locator(".contents li")).to_have_count(len(begun) + count)
    # Cuts that were found are as sure as they were; those that were told are nobody's guess.
    asked = chaptered(questions=ASKED)
    sure = [word for word in asked.certainties if word]
    assert page.locator(".contents .certainty").all_inner_texts() == sure
    assert page.locator(".contents .by-hand").count() == len(places)
    anew.click()
    settled_by(page, cut_at=places)
    expect(anew).to_be_hidden()
    page.keyboard.press("Control+z")
    told_by(page, sorted([*begun, *places]))
    # Who moves the dial wants all anew that was not set by hand.
    page.locator("#finer").fill("2")
    settled_by(page, cut_at=places, finer=2.0)


def test_levels_stay_after_an_edit(new_page, address):
    page = new_page(f"{address}#example=en-island&finer=3&levels=2")
    begun = begins(page)
    before = page.locator(".contents .number").all_inner_texts()
    place = next(unit for unit in range(1, 40) if unit not in begun)
    page.locator(".unit").nth(place).click()
    page.get_by_role("button", name="Cut here").click()
    expect_begins(page, sorted([*begun, place]))
    page.wait_for_url(re.compile("edits="))
    after = page.locator(".contents .number").all_inner_texts()
    for numbers in (before, after):
        # Some segments above have several below them, and there are several above.
        assert any(number.endswith(".2") for number in numbers)
        assert any(number.startswith("2.") for number in numbers)


@pytest.mark.slow
def test_cuts_are_edited_with_the_mouse(new_page, address):
    page = new_page(f"{address}#finer=0.25")
    open_talk(page)
    begun = settled_by(page, finer=0.25)
    told = partial(told_by, finer=0.25)
    double_click(page, 4)
    told(page, [0, 4, *begun[1:]])
    # To click twice at a cut does not remove it.
    double_click(page, 4)
    told(page, [0, 4, *begun[1:]])
    section = page.locator(".text section").nth(1)
    section.locator(".grip").hover()
    page.mouse.down()
    page.mouse.move(*begin_of(page, 2))
    page.mouse.up()
    told(page, [0, 2, *begun[1:]])
    # The same with the keyboard, and the focus stays where it was.
    section.locator(".grip").focus()
    page.keyboard.press("ArrowDown")
    told(page, [0, 3, *begun[1:]])
    assert page.evaluate("document.activeElement.classList.contains('grip')")
    page.locator(".text section").nth(1).get_by_role("button", name="Remove the cut").click()
    told(page, begun)
    assert page.locator(".unit.joined").count() == 3
    # Who cannot see the text finds places to cut among the details.
    page.locator(".details > summary").click()
    other = page.locator(".tables table").nth(1).locator("tbody button").first
    place = int(other.inner_text().split()[-1]) - 1
    other.click()
    expect(page.locator(".edit .where")).to_contain_text(f"sentence {place + 1} ·")
    page.get_by_role("button", name="Cut here").click()
    told(page, sorted([*begun, place]))
    page.locator("#method").select_option("c99")
    expect(page.locator(".edit")).to_contain_text("does not heed cuts by hand")
    page.locator(".unit").nth(4).click()
    assert page.get_by_role("button", name="Cut here").is_disabled()
    assert page.locator(".grip").count() == 0


@pytest.mark.slow
def test_titles_are_written_and_every_form_is_downloaded(new_page, address):
    page = new_page(f"{address}#{TALK_ADDRESS}")
    open_talk(page)
    page.locator(".unit").nth(20).click()
    page.locator(".text").press("F2")
    page.keyboard.type("Goats & <cabbages>")
    page.keyboard.press("Enter")
    title = page.locator(".text section").nth(1).locator(".title")
    expect(title).to_have_text("Goats & <cabbages>")
    page.locator(".text section").nth(2).get_by_role("button", name="Write the name").click()
    page.keyboard.type("Dropped")
    page.keyboard.press("Escape")
    found = [
        segment.title for segment in tmima.Segmenter(parameters=TALK_SETTING).segment(READ_TALK)
    ]
    expect(page.locator(".text h3 .title").nth(2)).to_have_text(found[2])
    # Who names a segment wants it to stay.
    page.wait_for_url(re.compile(re.escape("edits=%5B%5B14%5D")))
    named = [found[0], "Goats & <cabbages>", found[2]]
    for form in chapter_formats:
        page.locator("#form").select_option(form)
        with page.expect_download() as download:
            page.locator("[data-kind=download-chapters]").click()
        made = chapters.cut(
            READ_TALK,
            form,
            constraints={"cut_at": [14]},
            parameters=TALK_SETTING,
            titles=lambda _: named,
        )
        assert Path(download.value.path()).read_text("utf-8") == chapters.render(made, form)
        assert download.value.suggested_filename == f"chapters{chapter_formats[form].suffix}"
    page.locator("#form").select_option("youtube")
    expect(page.locator("#form-help")).to_contain_text("at least 3 chapters of 10 seconds")
    page.locator("[data-kind=copy-chapters]").click()
    expect(page.locator("[data-kind=copy-chapters]")).to_have_text("Copied")
    assert "1:11 Goats & <cabbages>\n" in page.evaluate("navigator.clipboard.readText()")
    page.wait_for_url("**form=youtube**")
    # A title that is made blank is found again.
    page.locator(".text section").nth(1).get_by_role("button", name="Write the name").click()
    page.locator(".title-input").fill(" ")
    page.keyboard.press("Enter")
    expect(title).to_have_text(found[1])


@pytest.mark.slow
def test_an_edit_that_cannot_be_is_taken_back(new_page, address):
    page = new_page(f"{address}#{TALK_ADDRESS}&form=youtube", refused="422")
    open_talk(page)
    before = settled_by(page, parameters=TALK_SETTING)
    double_click(page, 6)
    expect_begins(page, sorted([*before, 6]))
    page.wait_for_url(re.compile("edits="))
    # A chapter of a platform has ten seconds or more.
    double_click(page, 1)
    expect(page.locator("#status")).to_contain_text("min_size 10 seconds")
    expect_begins(page, sorted([*before, 6]))
    expect(page.locator(".result h2")).to_have_text(f"{len(before) + 1} topics")
    assert page.get_by_role("button", name="Do again").is_disabled()
    page.keyboard.press("Control+z")
    expect_begins(page, before)
    expect(page.locator("#status")).to_have_text("")
    assert page.get_by_role("button", name="Undo", exact=True).is_disabled()


@pytest.mark.slow
def test_a_number_that_was_told_is_no_bar_to_a_cut_by_hand(new_page, address):
    page = new_page(f"{address}#n_segments=3")
    open_talk(page)
    begun = settled_by(page, n_segments=3)
    place = next(unit for unit in (4, 8) if unit not in begun)
    double_click(page, place)
    told_by(page, sorted([*begun, place]))
    expect(page.locator(".notes")).to_contain_text("3 topics were found, 1 added by hand.")
    page.get_by_role("button", name="Find the rest anew").click()
    settled_by(page, n_segments=3, cut_at=[place])
    expect(page.locator(".result h2")).to_have_text("3 topics, as asked")


@pytest.mark.slow
def test_a_recording_is_heard_and_never_leaves_the_page(new_page, address):
    page = new_page(f"{address}#{TALK_ADDRESS}")
    sent = []
    page.on("request", lambda asked: sent.append(len(asked.post_data or "")))
    drop(page, silence(180), TALK.encode(), names=("talk.wav", "talk.vtt"))
    expect(page.locator(".notes")).to_contain_text("42 sentences")
    page.locator(".text section").nth(1).get_by_role("button", name="Hear it").click()
    page.wait_for_function("document.querySelector('audio').currentTime >= 71.2")
    page.wait_for_selector(".unit.heard")
    assert 14 <= int(page.locator(".unit.heard").get_attribute("data-unit")) <= 16
    page.locator(".text").press(" ")
    page.wait_for_function("document.querySelector('audio').paused")
    page.locator(".unit").nth(29).click()
    page.locator(".text").press(" ")
    page.wait_for_function("document.querySelector('audio').currentTime >= 129")
    drop(page, b"no sound at all", names=("broken.mp3",))
    expect(page.locator("#status")).to_have_text("This browser cannot play that file.")
    assert page.get_by_role("button", name="Hear it").count() == 0
    assert max(sent) < 2 * len(TALK)


@pytest.mark.slow
def test_a_transcript_with_faults_says_so_in_both_languages(new_page, address):
    page = new_page(address, locale="el-GR")
    drop(page, "WEBVTT\n\n00:05.000 --> 00:01.000\nΟι γάτες κοιμούνται.\n".encode())
    expect(page.locator("#status")).to_contain_text("Διορθώθηκαν 1 σφάλματα")
    expect(page.locator("#status")).to_contain_text("line 3")
    assert page.get_by_role("toolbar", name="Με το χέρι").is_visible()
    assert "την περιγραφή στο YouTube" in page.locator("#form").inner_text()
    greek = "Οι γάτες κοιμούνται."
    expect(page.locator(".text .unit")).to_have_text(greek)


def test_a_text_is_never_html(new_page, address, tmp_path):
    page = new_page(f"{address}#{ADDRESS}")
    paste(page, f"{MEAN} A cat. A cat.")
    expect(page.locator(".text")).to_contain_text("<b>bold</b>")
    hover_cell(page, 0, 0, page.locator(".unit").count())
    page.get_by_text("Details: the figures behind it").click()
    report = tmp_path / "report.html"
    report.write_bytes(downloaded(page, "html"))
    for shown in (page, new_page(report.as_uri())):
        expect(shown.locator(".text")).to_contain_text(MEAN[:50])
        assert shown.locator("#viewer :is(img, script, b:not(.figures b))").count() == 0
        assert shown.evaluate("window.caught") is None


def test_the_report_needs_no_server(new_page, tmp_path):
    report = tmp_path / "report.html"
    document = replace(RESULT.document, truth=tmima.Segmentation((3, 6)))
    result = tmima.segment(document, parameters=SETTING, questions=ASKED)
    report.write_text(result.as_html(), encoding="utf-8")
    page = new_page(report.as_uri())
    assert len(headings(page)) == 2
    expect(figure(page, "precision")).to_have_text("precision 100.0%")
    page.locator(".plot").scroll_into_view_if_needed()
    page.mouse.click(*hover_cell(page, 3, 5, 6))
    assert page.locator(".pair mark").all_inner_texts() == ["ships", "ships"]
    expect(page.locator(".text section").nth(1)).to_have_class("selected")
    assert json.loads(downloaded(page, "json")) == RESULT.as_dict()
    assert b"<svg" in downloaded(page, "svg")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Ελληνικά").click()
    assert page.locator(".result h2").inner_text() == "2 θέματα"
    assert "6 προτάσεις" in page.locator(".notes").inner_text()


@pytest.mark.slow
def test_a_phone_shows_the_result_first(new_page, address):
    page = new_page(address, viewport={"width": 360, "height": 780}, folded=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator(".result h2")).to_be_in_viewport()
    expect(page.locator(".contents li").first).to_be_in_viewport()
    tops = [box_of(page, name)["y"] for name in (".result", ".contents", ".text", ".plot")]
    assert tops == sorted(tops)
    # From the contents to the text, which is further down.
    page.locator(".contents li button").nth(1).click()
    expect(page.locator(".text section").nth(1).locator("h3")).to_be_in_viewport()


@pytest.mark.slow
def test_five_thousand_sentences_do_not_freeze_the_page(browser, new_page, address):
    page = new_page(address)
    browser.start_tracing(page=page, categories=["toplevel"])
    drop(page, " ".join(sentences(5000)).encode())
    expect(page.locator(".notes")).to_contain_text("5,000 sentences")
    page.wait_for_selector(".plot:not([data-drawn=''])")
    # Of the processor, in seconds, for one piece of work without a pause: not of the clock.
    events = json.loads(browser.stop_tracing())["traceEvents"]
    assert 0 < max(event.get("tdur", 0) for event in events) / 1e6 < 0.7
    whole = page.locator(".plot").get_attribute("data-drawn")
    page.locator(".tools button").first.dblclick()
    page.wait_for_function(
        "whole => !['', whole].includes(document.querySelector('.plot').dataset.drawn)", arg=whole
    )


def test_the_report_draws_how_probable_each_number_is(new_page, tmp_path):
    text = examples()["en-island"].text
    result = tmima.segment(text, finer=1, questions=ASKED)
    report = tmp_path / "report.html"
    report.write_text(result.as_html(), encoding="utf-8")
    page = new_page(report.as_uri())
    facts = f"How probable each number of topics is: found {len(result)}, {likely(result)}"
    expect(page.get_by_role("img", name=facts)).to_be_visible()
    assert page.locator(".result h2").inner_text() == lead(result)
    expect(page.locator(".figures")).not_to_be_visible()
    expect(figure(page, "finer")).to_have_text("finer finer (+1)")
    assert "undefined" not in page.locator("body").inner_text()
    told = tmima.segment(result.document, n_segments=3)
    report.write_text(told.as_html(), encoding="utf-8")
    expect(new_page(report.as_uri()).locator(".curve")).to_be_hidden()
