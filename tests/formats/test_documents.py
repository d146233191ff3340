"""Documents: what is read of them, what is compared, and the way back to the file."""

import json
import random
import sys
import time
from html import unescape
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tmima
from tests.command import output, refusal
from tests.command import tmima as run
from tests.documents import FOLDER, SECTION
from tmima import Origin, Segmenter, Source, TmimaError, open_file
from tmima.formats import formats, parse_text
from tmima.formats.format import find_format
from tmima.testing import check_format
from tmima.text import visible_span

NOTES = """\
---
title: The harbour
---

# The harbour

The harbour was *full* of ships. Every ship [waited](http://a.org/oak?elm=1) for the
tide. The tide was late.

Bread
-----

> Bakers rise early. The baker kneads
> the dough.

- Good dough needs flour
- Flour needs a mill

```python
flour = oak + ships
```

| grain | flour |
|---|---|
| wheat | white |

## References

- Someone, *Elms*, 1990.

[ref]: http://a.org "oak"
"""
PAGE = """\
<!DOCTYPE html>
<html><head><title>Oak</title><style>p { }</style></head>
<body><nav><ul><li><a href="/">Home</a><li><a href="/x">About us</a></ul></nav>
<main><h1>The harbour</h1>
<p>The harbour was <b>full</b> of ships &amp; boats. Every ship
  waited for the tide.<br>The tide was late &#8212; ag<i>ain</i>.
<h2>Bread</h2>
<p>Bakers rise early. The baker kneads the dough.</p>
<table><tr><th>grain</th><th>flour</th></tr>
<tr><td>wheat</td><td>white</td></tr></table>
<table><tr><td>A table for its looks is prose.</td></tr></table>
<pre>x = 1
  y = 2</pre>
<script>var elm = "<p>no</p>";</script><p hidden>Unseen.</p>
</main><footer>Copyright</footer></body></html>
"""


def parsed(text: str, format: str | None = None) -> Origin:
    origin = parse_text(text, format).origin
    assert origin is not None
    return origin


def blocks(origin: Origin) -> list[tuple[str, str]]:
    return [(block.kind, origin.text[block.start : block.end]) for block in origin.blocks]


def kept(result) -> set[str]:
    words = (token for one in result.document.sentences for token in one.tokens)
    return {token.term for token in words if token.kept}


def test_the_blocks_of_markdown():
    origin = parsed(NOTES, "markdown")
    assert origin.text == NOTES
    assert [(kind, text.split("\n")[0]) for kind, text in blocks(origin)] == [
        ("aside", "---"),
        ("heading", "# The harbour"),
        ("prose", NOTES.split("\n")[6]),
        ("heading", "Bread"),
        ("prose", "> Bakers rise early. The baker kneads"),
        ("prose", "- Good dough needs flour"),
        ("prose", "- Flour needs a mill"),
        ("code", "```python"),
        ("table", "| grain | flour |"),
        ("heading", "## References"),
        ("aside", "- Someone, *Elms*, 1990."),
        ("aside", '[ref]: http://a.org "oak"'),
    ]


def test_the_blocks_of_a_page():
    assert blocks(parsed(PAGE)) == [
        ("aside", "Home"),
        ("aside", "About us"),
        ("heading", "The harbour"),
        (
            "prose",
            "The harbour was full of ships & boats. Every ship waited for the tide.\n"
            "The tide was late — again.",
        ),
        ("heading", "Bread"),
        ("prose", "Bakers rise early. The baker kneads the dough."),
        ("table", "grain | flour\nwheat | white"),
        ("prose", "A table for its looks is prose."),
        ("code", "x = 1\n  y = 2"),
        ("aside", "Copyright"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\r\nb\r\n\r\n# c\r\n", [("prose", "a\r\nb"), ("heading", "# c")]),
        ("a\rb\r\r# c", [("prose", "a\rb"), ("heading", "# c")]),
        ("- # c\n  d", [("heading", "- # c"), ("prose", "d")]),
        ("# References\n\na\n\n## b\n\nc\n\n# d\n\ne", "heading aside aside aside heading prose"),
        ("***\n\na\n\n***\n", [("prose", "a")]),
        ("<div>\na\n</div>\n\nb", "aside prose"),
        ("\ufeff---\na: b\n---\nc", "aside prose"),
        ("    code\n\nb", "code prose"),
    ],
)
def test_odd_markdown(text, expected):
    found = blocks(parsed(text, "markdown"))
    if isinstance(expected, str):
        assert [kind for kind, _ in found] == expected.split()
    else:
        assert found == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>a<p>b", [("prose", "a"), ("prose", "b")]),
        ("<p>AT&T &lt;b&gt; &nope; &#x41;", [("prose", "AT&T <b> &nope; A")]),
        ("<div role=navigation>a<div>b</div></div>c", "aside aside prose"),
        ("<header>a</header><article><header>b</header></article>", "aside prose"),
        ("<ul><li><a href=x>One</a> <li>Two <a href=x>x</a> words", "aside prose"),
        ("<nav>a<p>b</nav><p>c", "aside aside prose"),
        ("<h2>Bibliography</h2><p>a<h2>b</h2><p>c", "heading aside heading prose"),
        ("<table><tr><th>a<td>b<tr><td>c</table>d", [("table", "a | b\nc"), ("prose", "d")]),
        ("<h1>a<h2>b</h2>c</h1>d", "heading heading heading prose"),
        ("<p a='>' b=\">\" hidden>a</p>3 < 4", [("prose", "3 < 4")]),
        ("<p>a<!-->b<!--->c<!-- > -->d<!x>e<?y>f</>g", [("prose", "abcdefg")]),
        ("<p>a<script>'<p>'</scripts></SCRIPT >b", [("prose", "ab")]),
        ("<p>a<script/>b<div/>c", [("prose", "ab"), ("prose", "c")]),
        ("<p>a&#" + "9" * 5000, [("prose", "a&#" + "9" * 5000)]),
        # What does not end goes up to the end.
        *(
            (f"<p>a{mark} b c", [("prose", "a")])
            for mark in ("<b", "<!--", "<!", "</x", "<script>")
        ),
    ],
)
def test_odd_pages(text, expected):
    found = blocks(parsed(text, "html"))
    if isinstance(expected, str):
        assert [kind for kind, _ in found] == expected.split()
    else:
        assert found == expected


def seconds(work, text) -> float:
    """Return the least time of the processor that some work takes of two times."""

    def once() -> float:
        before = time.process_time()
        work(text)
        return time.process_time() - before

    return min(once() for _ in range(2))


@pytest.mark.parametrize(
    ("name", "part", "close"),
    [
        ("html", "<div>a", "</div>"),
        ("html", "<table><tr><th>a", "</table>"),
        ("html", "<h1><h2>a", "</h2>"),
        *(("html", part, "") for part in ("<a ", "<!--", "<![CDATA[>", "&#", "<p b='>\" ", "</p>")),
        *(("markdown", part, "") for part in ("{#", "[^", "[a](")),
    ],
)
def test_what_takes_twice_the_text_takes_twice_the_time(name, part, close):
    def read(count):
        parsed(part * count + close * count, name)

    # Eight times as much; by the square it would be sixty-four.
    assert seconds(read, 4_800) < 24 * max(0.005, seconds(read, 600))


def test_a_page_is_told_at_once_whatever_comes_before_it():
    comments = "<!---->" * 5000
    assert find_format(f"{comments}<!-- -->\n<html>").name == "html"
    assert find_format(f"{comments}A ship.").name == find_format("<!--" * 5000).name == "text"


@pytest.mark.parametrize(("name", "text"), [("markdown", NOTES), ("html", PAGE)])
def test_they_keep_the_promises_of_formats(name, text):
    check_format(formats[name], [text])


MARKS = [
    *["- ", "1. ", "> ", "# ", "    ", "\t", "\n", "\n\n", "\r\n", "\r", "ship", "sails. ", "`"],
    *["```\n", "~~~\n", "---\n", "===\n", "a | b\n--|--\n", "<div>\n", "<!-- ", "-->", "<?php\n"],
    *["?>", "[x]: /u 'a\nb'\n", "[x]", "\\", "{#a}", "[^1]"],
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(MARKS), min_size=1, max_size=25).map("".join))
@example("> \t- <?php\n> ")
def test_the_blocks_of_any_markdown_are_apart_and_hold_its_letters(text):
    origin = parsed(text, "markdown")
    edges = [edge for block in origin.blocks for edge in (block.start, block.end)]
    assert edges == sorted(edges)
    outside = zip([0, *edges[1::2]], [*edges[::2], len(text)], strict=True)
    assert not any(char.isalnum() for start, end in outside for char in text[start:end])


def test_the_name_of_a_place_is_no_word_of_markdown():
    text = "## Pods {#fault-recovery}\n\nA pod {#anchor} fails.\n"
    result = tmima.segment(text, format="markdown", language="en")
    assert kept(result) == {"pod", "fail"}


def test_markdown_without_marks_is_read_as_the_same_prose():
    for file in (FOLDER / "el").glob("*.txt"):
        text = SECTION.sub(r"\n## \1\n\n", file.read_text(encoding="utf-8"))
        plain, marked = (
            Segmenter(language="el", format=name).read(text) for name in ("text", "markdown")
        )
        assert list(plain.columns.spans) == list(marked.columns.spans)
        assert [one.tokens for one in plain.sentences] == [one.tokens for one in marked.sentences]


def test_what_is_no_prose_is_in_the_segments_and_not_compared():
    result = tmima.segment(NOTES, format="markdown", language="en")
    assert "".join(one.text for one in result) == NOTES
    assert not {"oak", "elm", "http", "someon", "python"} & kept(result)
    assert {"ship", "flour", "tide", "wheat"} <= kept(result)
    result = tmima.segment(PAGE, language="en")
    assert "Copyright" in result.segments[-1].text
    assert not {"copyright", "home", "elm", "unseen"} & kept(result)


def test_headings_are_those_of_the_document_and_law_if_told():
    result = tmima.segment(
        NOTES, format="markdown", language="en", constraints={"cut_at": "headings"}
    )
    firsts = [one.text.split("\n")[0] for one in result]
    # Short items of lists are none.
    assert {"# The harbour", "Bread", "## References"} <= set(firsts)
    assert not any(first.startswith("-") and first != "---" for first in firsts)


def test_a_segment_names_its_place():
    page = tmima.segment(PAGE, language="en", constraints={"cut_at": "headings"})
    bread = next(one for one in page if one.text.startswith("Bread"))
    assert PAGE[bread.origin_start :].startswith("Bread</h2>")
    ship = next(one for one in page if "&" in one.text)
    assert "ships &amp; boats" in PAGE[ship.origin_start : ship.origin_end]
    for one in tmima.segment(NOTES, format="markdown", language="en", n_segments=4):
        assert NOTES[one.origin_start : one.origin_end] == one.text.strip()


READER = Segmenter(language="und", titles="none")
TAGS = [
    *"<p> </p> <div> </div> <li> <table> <th> <td> </table> <tr> <pre> </pre> <nav> </nav>".split(),
    *"&amp; &#65; &#x3c; &nope; & < <! <![CDATA[x]]> <script> </script> <h2> </h2> <br/>".split(),
    *"</a> <body> <![if] <?php?> </ <p <title> <b>w</b>ord é 🚢".split(),
    "A ship. ", "Two\n ships", "\r\n", "\t", "<!-- c -->", "<a href='x'>",
]  # fmt: skip
MARKS = [
    *"# > ``` | |---| [r]: [l](u) *** === --- - 1. ~~~ <div> <!-- --> é🚢 text.".split(),
    "\n", "\n\n", "\r\n", "\r", "\t", "    ", "| a | b |", "\0", "\u2028", "\f", "More. ",
]  # fmt: skip


def test_whatever_comes_every_character_has_its_place():
    chance = random.Random(18)
    for number in range(150):
        source = "".join(chance.choices(TAGS, k=chance.randrange(1, 25)))
        origin = parsed(source, "html")
        for offset, character in enumerate(origin.text):
            start, end = origin.place(offset, offset + 1)
            written = source[start:end]
            known = character in unescape(written) or (character.isspace() and not written.strip())
            assert known or character in " |\n"
        written = "".join(chance.choices(MARKS, k=chance.randrange(1, 25)))
        for one, text in ((origin, origin.text), (parsed(written, "markdown"), written)):
            if number % 5 or not visible_span(text, 0, len(text)):
                continue
            try:
                found = READER.segment(Source.of(one))
            except TmimaError as error:
                assert "empty" in str(error)  # noqa: PT017
                continue
            assert "".join(segment.text for segment in found) == text
            assert all(one.origin_start < one.origin_end for one in found)


def test_a_unit_begins_and_ends_with_what_is_seen():
    source = (
        "<h1>\u2028 One</h1><pre>\n  code\n </pre><nav>\u200b</nav><nav> Home\u200b</nav><p>Two."
    )
    result = READER.segment(source.join(("<html>", "")))
    text = result.document.text
    assert [text[slice(*span)] for span in result.document.columns.spans] == [
        *("One", "code", "Home", "Two."),
    ]
    assert "".join(one.text for one in result) == text


def test_a_table_that_is_too_large_is_cut_between_its_lines():
    table = "| a | b |\n|---|---|\n" + "| some, words | here |\n" * 9
    result = tmima.segment(
        f"A cat sleeps.\n\n{table}",
        format="markdown",
        constraints={"max_size": 80, "size_unit": "characters", "oversize": "split"},
    )
    assert all(one.text.endswith("\n") for one in result)
    assert max(len(one.text) for one in result) <= 80


def test_a_file_is_known_by_its_name_or_content(tmp_path):
    for name, text, kind in [
        ("notes.md", NOTES, "markdown"),
        ("NOTES.MARKDOWN", NOTES, "markdown"),
        ("page.htm", "<p>A cat.", "html"),
        ("notes.txt", NOTES, "text"),
    ]:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8", newline="")
        found = open_file(path)
        assert found.format == kind
        assert (found.origin.kind if found.origin else "text") == kind
        assert open_file(path, format="text") == Source(text)
    assert find_format(PAGE).name == "html"
    assert find_format(f"<!-- a -->\n{PAGE}").name == "html"
    # What is not clearly a page is prose, as ever.
    for text in ("<p>A cat.", NOTES):
        assert parse_text(text) == Source(text)


def test_the_main_content_is_told_by_an_extractor(monkeypatch):
    told = (
        "The harbour\nThe harbour was full of ships & boats. Every ship waited for the tide. The "
        "tide was late — again. Bread\n- Bakers rise early. The baker kneads the dough."
    )
    fake = SimpleNamespace(extract=lambda page, **_: told)
    monkeypatch.setitem(sys.modules, "trafilatura", fake)
    monkeypatch.setitem(sys.modules, "lxml_html_clean", fake)
    assert [text[:11] for _, text in blocks(parsed(PAGE, "html-main"))] == [
        "The harbour",
        "The harbour",
        "Bakers rise",
    ]
    fake.extract = lambda page, **_: None
    with pytest.raises(TmimaError, match="no main content was found"):
        parsed(PAGE, "html-main")


def test_the_extractor_itself():
    pytest.importorskip("trafilatura", reason="trafilatura is not installed")
    page = PAGE.replace("The tide was late", "The tide was late. " * 20)
    kinds = dict(blocks(parsed(page, "html-main")))
    assert {"heading", "prose"} <= set(kinds)
    assert "aside" not in kinds


def test_on_the_command_line(tmp_path):
    path = tmp_path / "notes.md"
    path.write_text(NOTES, encoding="utf-8")
    done = run("segment", path, "--format", "json")
    assert done.stderr.decode() == f"tmima: {path}: read as markdown, 4 of 12 blocks not compared\n"
    found = json.loads(done.stdout)
    assert found["format"] == "markdown"
    assert found["segments"][-1]["origin_end"] == len(NOTES.rstrip())
    told = json.loads(output("segment", path, "--input-format", "text", "--format", "json"))
    assert "format" not in told
    page = run("segment", "-", stdin=PAGE)
    assert b"read as html" in page.stderr
    assert "Is a directory" in refusal("segment", "-", "-o", tmp_path, stdin=PAGE)
    binary = tmp_path / "a.png"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert "is a picture, which is not read" in refusal("segment", binary)


def headings(text: str, format: str) -> list[tuple[int, str]]:
    """Return the levels and words of the sections of a document."""
    outline = tmima.segment(text, format=format, language="en").document.outline
    return [(section.level, section.heading) for section in outline.sections]


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("## The mill {#mill}", "The mill"),
        ("## The mill {#mill .old}", "The mill"),
        ("## The mill {/*the-mill*/}", "The mill"),
        ("## The {{< tide 3 >}} mill {{% old %}}", "The mill"),
        ("## The [mill](mill.md) ![wheel](wheel.png)", "The mill wheel"),
        ("## The Vec<T> mill", "The Vec<T> mill"),
        ("The mill\n--------", "The mill"),
        ('<h2 align="center">The <em>mill</em></h2>', "The mill"),
        ('<div align="center">\n<img src="a.png">\n<h2>The mill</h2>\n</div>', "The mill"),
    ],
)
def test_what_a_heading_of_markdown_says(written, words):
    text = f"# Tides\n\nThe tide is late.\n\n{written}\n\nIt stands still.\n"
    assert headings(text, "markdown") == [(1, "Tides"), (2, words)]
    result = tmima.segment(text, format="markdown", language="en", cut_at="headings:2")
    assert [segment.text.strip().startswith(written[:5]) for segment in result] == [False, True]


def test_a_heading_in_a_list_or_a_quotation_opens_no_section():
    text = "# Tides\n\n> ## Note\n>\n> Late.\n\n- ## First\n\n  Early.\n\n> <h2>Old</h2>\n\nLow.\n"
    assert headings(text, "markdown") == [(1, "Tides")]
    # It is a heading of what it stands in all the same.
    assert [kind for kind, _ in blocks(parsed(text, "markdown"))].count("heading") == 4


@pytest.mark.parametrize(
    ("settings", "title"),
    [
        ("---\nlang: en\ntitle: The tide\n---", "The tide"),
        ('---\ntitle: "The tide: a tale"\n---', "The tide: a tale"),
        ("---\nTitle: 'Tide'\n...", "Tide"),
        ('+++\ntitle = "The tide"\n+++', "The tide"),
        ("---\nsubtitle: none\n---", ""),
        ("---\ntitle:\n---", ""),
    ],
)
def test_settings_at_the_head_of_markdown_give_the_title(settings, title):
    text = f"{settings}\n\n# Ships\n\ntitle: no\n"
    origin = parsed(text, "markdown")
    assert origin.title == title
    assert blocks(origin)[0] == ("aside", settings)
    assert tmima.segment(text, format="markdown").document.outline.title == title


def test_the_headings_of_a_page_are_those_that_are_seen_in_its_content():
    page = """<!DOCTYPE html><html><head><title>
      The tide &amp;
      the mill</title></head><body>
    <nav><h2>Menu</h2></nav><aside><h2>Also</h2></aside>
    <h2 hidden>Hidden</h2><h2 style="color: red; display : none">Gone</h2>
    <main><h1>Tides</h1><p>Late.</p><div role="heading" aria-level="3">Low</div><p>Ebb.</p>
    <div role="heading">High</div><p>Flood.</p><h2></h2>
    <svg><title>Picture</title></svg></main><footer><h4>Contact</h4></footer></body></html>"""
    assert headings(page, "html") == [(1, "Tides"), (3, "Low"), (2, "High")]
    assert parsed(page, "html").title == "The tide & the mill"


@pytest.mark.parametrize("format", ["markdown", "html", "rst", "text"])
@pytest.mark.parametrize("kind", ["many", "only", "jumping", "empty", "long", "one"])
def test_odd_outlines_give_a_result(format, kind):
    write = {
        "markdown": lambda level, words: f"{'#' * level} {words}",
        "html": lambda level, words: f"<h{level}>{words}</h{level}>",
        "rst": lambda level, words: f"{words}\n{'=-~^.:'[level - 1] * max(3, len(words))}",
        "text": lambda level, words: f"{words}\n{'=-~^=-'[level - 1] * max(3, len(words))}",
    }[format]
    said = "The tide is late, and every ship in the harbour waits for it."
    body = f"<p>{said}</p>" if format == "html" else said
    parts = {
        "many": [part for n in range(2000) for part in (write(n % 3 + 1, f"Ship {n}"), body)],
        "only": [write(n % 3 + 1, f"Ship {n}") for n in range(50)],
        "jumping": [part for n in (1, 6, 2, 5, 1, 4) for part in (write(n, f"Ship {n}"), body)],
        "empty": [write(1, ""), body, write(2, ""), write(2, "Ships"), body],
        "long": [write(1, "Ships and tides " * 3000), body, write(2, "Ships"), body],
        "one": [write(3, "Ships")],
    }[kind]
    text = "\n\n".join(parts)
    result = tmima.segment(text, format=format, language="en")
    assert "".join(segment.text for segment in result) == result.document.text
    outline = result.document.outline
    if kind in ("many", "jumping"):
        assert len(outline.above(0.8).sections) == len(parts) // 2
