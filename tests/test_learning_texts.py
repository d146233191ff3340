"""Sectioned pages of documentation as texts with cuts: what is left out, taken out and kept."""

import json
import lzma
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from lxml import etree, html
from tools.learning import debian
from tools.learning.pages import (
    Heading,
    Layout,
    Paragraph,
    Section,
    Walker,
    documents,
    lay_out,
    tree,
)

PAGE = """
<html><head><title>no</title></head><body>
<div class="navheader"><table><tr><td>Next</td></tr></table></div>
<div class="chapter"><div class="titlepage"><h2 class="title">Chapter 7. Painting</h2></div>
<div class="toc"><p>Contents</p><dl><dt>1. Brushes</dt></dl></div>
<p>A <code class="py c">lead</code>
   of two<br>lines.</p>
<div class="sect1"><h2>1. Brushes</h2>
<p>All about <a href="x">brushes</a>.<sup class="footnote">1</sup></p>
<pre>code();</pre>
<div class="note"><table><tr><th>Note</th></tr><tr><td><p>Mind the bristles.</p></td></tr></table>
</div>
<table><tr><td>cell</td></tr></table>
<ul><li><p>First item.</p><p>More of it.</p></li><li>Second item.</li></ul>
<div class="sect2"><h3>1.1. Soft ones</h3><p>Soft brushes.</p></div>
</div>
<div class="sect1"><h2>2. Pencils</h2><dl><dt>Hard</dt><dd>Hard pencils.</dd></dl>
<p><a href="y">See also</a></p></div>
<div class="sect1"><h2>3. Pictures only</h2><div class="figure"><p>A picture</p></div></div>
</div></body></html>
"""


def walked(root: object, links: dict[str, str] | None = None) -> list[Heading | Paragraph]:
    walker = Walker("page", links)
    walker.walk(root)
    return walker.events


def painting() -> Section:
    [document] = documents(tree(walked(html.fromstring(PAGE)), "page"), 100)
    return document


def test_a_page_is_laid_out_without_what_is_no_prose() -> None:
    assert lay_out(painting(), 1).text == dedent("""\
        A lead of two lines.

        All about brushes.

        Mind the bristles.

        First item.

        More of it.

        Second item.

        Soft brushes.

        Hard

        Hard pencils.
        """)


def test_sections_headings_and_items_are_where_they_begin() -> None:
    layout = lay_out(painting(), 1)
    text = layout.text
    assert layout.titles == ["", "Brushes", "Pencils"]
    assert layout.cuts == [text.index("All about"), text.index("Hard")]
    assert layout.headings == [
        (0, 0, "Painting"),
        (text.index("All about"), 1, "Brushes"),
        (text.index("Soft"), 2, "Soft ones"),
        (text.index("Hard"), 1, "Pencils"),
    ]
    assert layout.items == [text.index(item) for item in ("First", "Second", "Hard")]


def test_a_short_lead_belongs_to_the_first_section_and_short_sections_go() -> None:
    layout = lay_out(painting(), 6)
    assert layout.titles == ["Brushes"]
    assert layout.cuts == []
    assert "Hard" not in layout.text


def test_of_several_wordings_the_last_is_kept() -> None:
    page = '<p>Press <span class="switchinline"><b hidden>Command</b><b>Ctrl</b></span>+C.</p>'
    assert walked(html.fromstring(page)) == [Paragraph("Press Ctrl+C.")]


def test_mallard() -> None:
    page = """<page xmlns="http://projectmallard.org/1.0/"><info><desc>no</desc></info><title>Files</title>
    <p>Choose <guiseq><gui>File</gui><gui>Open</gui></guiseq>; see <link xref="other"/>.</p>
    <section><title>Copy</title><steps><title>no</title>
    <item><p>Press <keyseq><key>C</key></keyseq>.</p></item></steps>
    </section><terms><item><title>Folder</title><p>It holds files.</p></item></terms></page>"""
    assert walked(etree.fromstring(page), {"other": "Other page"}) == [
        Heading(1, "Files", "page"),
        Paragraph("Choose File → Open; see Other page."),
        Heading(2, "Copy", "page#1"),
        Paragraph("Press C.", item=True),
        Paragraph("Folder", item=True),
        Paragraph("It holds files."),
    ]


def test_docbook(tmp_path: Path) -> None:
    """Files are taken in as entities and by XInclude; references get the words of their titles."""
    (tmp_path / "more.xml").write_text(
        '<sect1 id="b"><title>Two</title><para>It&rsquo;s <quote>here</quote>.</para></sect1>'
    )
    (tmp_path / "last.xml").write_text("<sect1><title>Three</title><para>The end.</para></sect1>")
    (tmp_path / "index.docbook").write_text(
        '<!DOCTYPE article [<!ENTITY app "Tool"><!ENTITY more SYSTEM "more.xml">]>'
        '<article id="index" xmlns:xi="http://www.w3.org/2001/XInclude"><title>&app;</title>'
        '<sect1 id="a"><title>One</title><para>See <xref linkend="b"/>.</para></sect1>&more;'
        '<xi:include href="last.xml"/></article>'
    )
    [root] = debian.manual(tmp_path)
    [article] = root.sections
    assert [section.heading for section in article.sections] == [
        Heading(2, "One", f"{tmp_path.name}#a"),
        Heading(2, "Two", f"{tmp_path.name}#b"),
        Heading(2, "Three", f"{tmp_path.name}#3"),
    ]
    texts = [paragraph.text for paragraph in article.everything()]
    assert texts == ["See Two.", "It’s here.", "The end."]


def test_an_item_of_terms_begins_with_its_term() -> None:
    entry = (
        "<varlistentry><term>Yield</term><listitem><para>A share.</para></listitem></varlistentry>"
    )
    assert walked(etree.fromstring(f"<variablelist>{entry}</variablelist>")) == [
        Paragraph("Yield", item=True),
        Paragraph("A share."),
    ]


def test_what_is_too_long_is_parted_into_its_sections() -> None:
    inner = [Section(Heading(2, "x", f"x{number}"), [Paragraph("word")] * 3) for number in range(4)]
    chapters = [
        Section(Heading(1, "a", "a"), sections=inner[:2]),
        Section(Heading(1, "b", "b"), sections=inner[2:]),
    ]
    book = Section(Heading(0, "book", "book"), sections=chapters)
    assert [section.heading.name for section in documents(book, 12)] == ["book"]
    assert [section.heading.name for section in documents(book, 11)] == ["a", "b"]


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("6.2.1. Initialization", "Initialization"),
        ("Κεφάλαιο 7. Ζωγράφισμα", "Ζωγράφισμα"),
        ("Part IV. Clients", "Clients"),
        ("10.1 Gateway", "Gateway"),
        ("3 ways to print", "3 ways to print"),
        ("Version 2.10", "Version 2.10"),
    ],
)
def test_numbers_of_headings_go(title: str, bare: str) -> None:
    assert walked(html.fromstring(f"<h2>{title}</h2>")) == [Heading(2, bare, "page")]


def test_menus_are_no_prose() -> None:
    sentence = "This is a sentence of nine words, is it not. "
    prose = Layout("\n\n".join([sentence * 10] * 3), [1, 2], ["", "a", "b"])
    menus = Layout(
        "\n\n".join([sentence * 10] * 3 + ["File Open Recent"] * 60), [1, 2], ["", "a", "b"]
    )
    assert debian.is_prose(prose)
    assert not debian.is_prose(menus)


def test_editions_are_balanced_and_english_paragraphs_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way: the Greek edition has a paragraph that nobody translated."""
    english = [
        "The brush paints soft strokes upon the canvas. " * 10,
        "Pencils draw hard lines without any blending. " * 10,
    ]
    greek = [
        "Το πινέλο ζωγραφίζει απαλές γραμμές στον καμβά. " * 12,
        "Τα μολύβια χαράζουν σκληρές γραμμές χωρίς ανάμιξη. " * 12,
    ]
    left = "Pencils draw hard lines."
    for language, (first, second), extra in (("en", english, ""), ("el", greek, f"<p>{left}</p>")):
        folder = tmp_path / f"tool-{language}" / "help" / language
        folder.mkdir(parents=True)
        (folder / "index.html").write_text(
            f"<h1>Tool</h1><h2>One</h2><p>{first}</p><h2>Two</h2><p>{second}</p>{extra}",
            encoding="utf-8",
        )
    (tmp_path / "tool-en" / "usr/share/doc/tool").mkdir(parents=True)
    (tmp_path / "tool-en" / "usr/share/doc/tool/copyright").write_text("License: GFDL")
    source = debian.Source("tool", "GFDL", "tool-*/help/*")
    monkeypatch.setattr(debian, "SOURCES", [source])
    monkeypatch.setattr(
        sys, "argv", ["debian", str(tmp_path), "-o", str(tmp_path / "out"), "--most", "0"]
    )
    debian.main()
    with lzma.open(tmp_path / "out" / "tool.jsonl.xz", "rt", encoding="utf-8") as file:
        [text] = map(json.loads, file)
    assert {
        key: text[key] for key in ("id", "language", "licence", "source", "lines", "titles")
    } == {
        "id": "tool/index",
        "language": "el",
        "licence": "GFDL",
        "source": "Debian, tool-el",
        "lines": False,
        "titles": ["One", "Two"],
    }
    assert left not in text["text"]
    assert text["text"][text["cuts"][0] :].startswith("Τα μολύβια")
    assert capsys.readouterr().out.startswith("tool\tel\t1\t2.0\t")


def test_a_package_without_the_licence_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "tool" / "help" / "el").mkdir(parents=True)
    (tmp_path / "tool" / "usr/share/doc/tool").mkdir(parents=True)
    (tmp_path / "tool" / "usr/share/doc/tool/copyright").write_text("License: GPL-2")
    assert debian.folders(debian.Source("tool", "GFDL", "tool/help/*"), tmp_path) == []
