"""What of a document is shown, and as what: blocks and marks by themselves, without a browser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tmima
from tmima.text import Document
from tmima.viewer.markup import markup_of
from tmima.viewer.view import sections_view


def opened(text: str, format: str = "markdown") -> Document:
    return tmima.Segmenter(language="en", format=format).read(text)


def visible(text: str, format: str = "markdown") -> list[tuple[str, int, str]]:
    """Return the kind, the level and the words of each block, as they are shown."""
    document = opened(text, format)
    blocks, marks = markup_of(document)
    hidden = {at for mark in marks if mark.name in ("hidden", "break") for at in range(*mark[:2])}
    return [
        (kind, level, "".join(text[at] for at in range(start, end) if at not in hidden))
        for start, end, kind, level in blocks
        for text in [document.text]
    ]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("# Salt", ("heading", 1, "Salt")),
        ("## Salt *pans* ##", ("heading", 2, "Salt pans")),
        ("Salt\n====", ("heading", 1, "Salt\n")),
        ("### C# {#sharp}", ("heading", 3, "C# ")),
        ("Made of **sea** water, ***slowly***.", ("prose", 0, "Made of sea water, slowly.")),
        ("**Bold with *italic***", ("prose", 0, "Bold with italic")),
        ("Take 5 * 3 or snake_case_name.", ("prose", 0, "Take 5 * 3 or snake_case_name.")),
        ("Not _a b_c.", ("prose", 0, "Not _a b_c.")),
        ("See [the sea](http://x.y/z_a_b \"t\").", ("prose", 0, "See the sea.")),
        ("![A rake](rake.png) [there][1]", ("prose", 0, "A rake there")),
        ("At <https://a.b/_c_> and http://d.e/_f_", ("prose", 0, "At https://a.b/_c_ and http://d.e/_f_")),
        ("A `**` mark and ``a ` b``.", ("prose", 0, "A ** mark and a ` b.")),
        (r"Not \*so\*.", ("prose", 0, "Not *so*.")),
        ("A <b>bold</b> word[^1].", ("prose", 0, "A bold word1.")),
        ("> A quoted line.\n> It goes on.", ("quote", 0, "A quoted line.\nIt goes on.")),
        ("- a rake", ("item", 1, "a rake")),
        ("2. a rake", ("item", 1, "2. a rake")),
        ("> - a rake", ("item", 1, "a rake")),
        ("```python\nx = '*a*'\n```", ("code", 0, "x = '*a*'")),
        ("```\n```", ("code", 0, "")),
        ("    indented *code*", ("code", 0, "indented *code*")),
        ("<div class='x'>Read me</div>", ("aside", 0, "Read me")),
        ("<!-- a note -->", ("program", 0, "<!-- a note -->")),
        ("---\ntitle: x\n---", ("program", 0, "---\ntitle: x\n---")),
        ("[ref]: http://a.b", ("program", 0, "[ref]: http://a.b")),
    ],
)  # fmt: skip
def test_markdown_is_shown_as_its_reader_knows_it(written, shown):
    assert visible(f"{written}\n")[0] == shown


def test_items_lie_as_deep_as_they_are_indented():
    text = "- a\n- b\n  - c\n\n    more of c\n  - d\n- e\n\nProse.\n"
    told = [(kind, level) for kind, level, _ in visible(text)]
    items = [("item", 1), ("item", 1), ("item", 2), ("prose", 2), ("item", 2), ("item", 1)]
    assert told == [*items, ("prose", 0)]


def test_other_formats_have_headings_and_no_marks():
    page = "<html><h2>Salt *</h2><p>Of **sea** water.</p><pre>x = 1</pre></html>"
    assert visible(page, "html") == [
        ("heading", 2, "Salt *"),
        ("prose", 0, "Of **sea** water."),
        ("code", 0, "x = 1"),
    ]
    written = "Salt\n====\n\n.. note to self\n\nOf **sea** :ref:`water`.\n"
    assert visible(written, "rst") == [
        ("heading", 1, "Salt\n"),
        ("program", 0, ".. note to self"),
        ("prose", 0, "Of sea water."),
    ]


def test_prose_without_headings_is_shown_as_it_is():
    assert markup_of(opened("A *cat* sleeps. It purrs.", "text")) == ([], [])


@given(st.text(alphabet="ab \n*_`~[]()<>!#->|1.\\:/{}^", max_size=200))
def test_marks_come_in_order_apart_and_inside_of_blocks(text):
    document = opened(f"a {text}")
    blocks, marks = markup_of(document)
    assert [block[:2] for block in blocks] == [one[:2] for one in document.origin.blocks]
    before = 0
    for start, end, name in marks:
        assert before <= start < end <= len(document.text)
        assert name
        assert any(block.start <= start and end <= block.end for block in blocks)
        before = end


@pytest.mark.parametrize("sign", ["*", "_", "`", "[", "]", "![", "<", "~~", "\\", "> ", "[^"])
def test_signs_without_end_are_looked_at_once(sign, monkeypatch):
    from tmima.viewer import markup

    calls = []
    real = markup._emphasis
    monkeypatch.setattr(markup, "_emphasis", lambda *given: calls.append(1) or real(*given))
    text = "a " + f"{sign}a " * 2000
    markup_of(opened(text))
    assert len(calls) <= 2 * 2000 + 2


def test_sections_are_told_as_units():
    text = "# Book\n\n## One\n\nThe sea. The salt.\n\n## Two\n\nThe sun.\n"
    document = opened(text)
    units = tmima.Segmenter(language="en").prepare(document).units
    rows = [one.values() for one in sections_view(document, units)]
    told = [(heading, unit, first, last) for heading, _, unit, first, last in rows]
    assert told == [("Book", 0, 0, 6), ("One", 1, 0, 4), ("Two", 4, 4, 6)]
