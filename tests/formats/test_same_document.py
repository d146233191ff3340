"""One guide as Markdown, HTML, DOCX, ODT, EPUB and PDF: the same sections, the same segments.

Its chapters are documents of tests/data, their sections the second level; some sections have a
third level, a list, a table or code.
"""

from collections.abc import Iterator
from html import escape
from textwrap import wrap
from typing import Any, NamedTuple

import pytest
import regex
from tools.torture.packed import pdf_file

import tmima
from tests.documents import FOLDER, SECTION
from tests.formats.test_odt import HEAD, NAMES, TAIL
from tests.formats.test_office import DOCX, EPUB, packed
from tests.formats.test_packed import WORDS, paragraph
from tmima import TmimaError
from tmima.formats import open_bytes

CHAPTERS = {"Bicycles": "bicycle-guide", "Bread": "bread-chapter", "Towns": "town"}
CELLS = (("Tool", "Use"), ("Spanner", "Nuts and bolts"), ("Brush", "Dirt and rust"))
CODE = ("total = 0", "for part in parts:", "    total += part.price")


class Item(NamedTuple):
    """A block of the guide; of lists, tables and code each line or row is an element of `lines`."""

    kind: str
    lines: tuple[str, ...]
    level: int = 0

    @property
    def text(self) -> str:
        return " ".join(self.lines)


def guide() -> Iterator[Item]:
    for chapter, name in CHAPTERS.items():
        yield Item("heading", (chapter,), 1)
        _, *parts = SECTION.split((FOLDER / "en" / f"{name}.txt").read_text(encoding="utf-8"))
        for number, (title, text) in enumerate(zip(parts[::2], parts[1::2], strict=True)):
            yield Item("heading", (title,), 2)
            first, *rest = (" ".join(one.split()) for one in text.strip().split("\n\n"))
            yield Item("prose", (first,))
            if number % 3 == 0:
                yield Item("list", tuple(regex.split(r"(?<=\.) ", rest.pop() if rest else first)))
            if number == 1:
                yield Item("table", tuple(map(" | ".join, CELLS)))
            if number == 2:
                yield Item("code", CODE)
            if len(rest) > 1:
                yield Item("heading", (f"{title}: what else to know",), 3)
            yield from (Item("prose", (one,)) for one in rest)


GUIDE = [item._replace(lines=tuple(map(str.strip, item.lines))) for item in guide()]
HEADINGS = [(item.level, item.text) for item in GUIDE if item.kind == "heading"]


def markdown() -> bytes:
    def block(item: Item) -> str:
        rows = [f"| {line} |" for line in item.lines]
        return {
            "heading": f"{'#' * item.level} {item.text}",
            "prose": item.text,
            "list": "\n".join(f"- {line}" for line in item.lines),
            "table": "\n".join([rows[0], "|---|---|", *rows[1:]]),
            "code": "\n".join(("```", *CODE, "```")),
        }[item.kind]

    return "\n\n".join(map(block, GUIDE)).encode()


def body(items: list[Item]) -> str:
    def block(item: Item) -> str:
        lines = [escape(line) for line in item.lines]
        cells = [line.split(" | ") for line in lines]
        rows = [
            "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in row) + "</tr>"
            for row, tag in zip(cells, ("th", "td", "td"), strict=False)
        ]
        return {
            "heading": f"<h{item.level}>{' '.join(lines)}</h{item.level}>",
            "prose": f"<p>{' '.join(lines)}</p>",
            "list": "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>",
            "table": f"<table>{''.join(rows)}</table>",
            "code": f"<pre>{chr(10).join(lines)}</pre>",
        }[item.kind]

    return "\n".join(map(block, items))


def html() -> bytes:
    return f"<!DOCTYPE html>\n<html><body>{body(GUIDE)}</body></html>".encode()


def docx() -> bytes:
    def block(item: Item) -> str:
        if item.kind == "table":
            cell = "<w:tc>{}</w:tc>"
            rows = (
                "".join(cell.format(paragraph(one)) for one in line.split(" | "))
                for line in item.lines
            )
            return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>"
        style = {"heading": f"Heading{item.level}", "code": "SourceCode", "list": "ListBullet"}
        lines = (item.text,) if item.kind in ("heading", "prose") else item.lines
        return "".join(paragraph(escape(line), style.get(item.kind, "")) for line in lines)

    inside = "".join(map(block, GUIDE))
    document = f'<w:document xmlns:w="{WORDS}"><w:body>{inside}</w:body></w:document>'
    return packed(**{**DOCX, "word/document.xml": document})


def odt() -> bytes:
    def block(item: Item) -> str:
        lines = [escape(line) for line in item.lines]
        text = " ".join(lines)
        cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
        row = "<table:table-row>{}</table:table-row>"
        rows = (row.format("".join(map(cell.format, line.split(" | ")))) for line in lines)
        point = "<text:list-item><text:p>{}</text:p></text:list-item>"
        code = '<text:p text:style-name="Preformatted_20_Text">{}</text:p>'
        return {
            "heading": f'<text:h text:outline-level="{item.level}">{text}</text:h>',
            "prose": f"<text:p>{text}</text:p>",
            "list": f"<text:list>{''.join(map(point.format, lines))}</text:list>",
            "table": f"<table:table>{''.join(rows)}</table:table>",
            "code": "".join(map(code.format, lines)),
        }[item.kind]

    assert NAMES in HEAD
    content = HEAD + "".join(map(block, GUIDE)) + TAIL
    kind = "application/vnd.oasis.opendocument.text"
    return packed(mimetype=kind, **{"content.xml": content})


def epub() -> bytes:
    """Write a book with a title page and a chapter in each file."""
    begins = [place for place, item in enumerate(GUIDE) if item.level == 1]
    parts = [GUIDE[a:b] for a, b in zip(begins, [*begins[1:], len(GUIDE)], strict=True)]
    files = {f"c{number}.xhtml": body(part) for number, part in enumerate(parts)}
    files["title.xhtml"] = '<section epub:type="titlepage"><h1>A guide</h1><p>Ann</p></section>'
    names = ("title.xhtml", *(name for name in files if name[0] == "c"))
    items = "".join(f'<item id="{name}" href="{name}"/>' for name in names)
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    pages = {name: f"<html><body>{text}</body></html>" for name, text in files.items()}
    package = (
        "<package><metadata><dc:title>A guide</dc:title></metadata>"
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    members = {name: EPUB[name] for name in ("mimetype", "META-INF/container.xml")}
    return packed(**members, **pages, **{"a.opf": package})


# --- A PDF of pages with heads and numbers, written by hand


FONTS = ("Helvetica", "Helvetica-Bold", "Courier")
SIZES = {1: 20, 2: 15, 3: 12}


class PageWriter:
    """Lays lines out on pages."""

    def __init__(self) -> None:
        self.pages: list[list[str]] = []
        self.top = 0.0

    def line(self, text: str, *, size: int = 10, font: int = 0, gap: float = 0.0) -> None:
        if self.top - gap < 80 or not self.pages:
            self.pages.append([shown("A guide to three things", 760, 8)])
            self.top = 700.0
        else:
            self.top -= gap
        self.pages[-1].append(shown(text, self.top, size, font))

    def numbered(self) -> list[list[str]]:
        """Return the pages with their numbers below them."""
        return [[*page, shown(str(n), 40, 8)] for n, page in enumerate(self.pages, start=1)]


def shown(text: str, top: float, size: int, font: int = 0) -> str:
    written = text.encode("cp1252", "replace").hex()
    return f"BT /F{font} {size} Tf 1 0 0 1 72 {top:.1f} Tm <{written}> Tj ET"


def write_pdf(pages: list[list[str]], bookmarks: list[tuple[int, str, int, float]]) -> bytes:
    """Write a PDF of pages; a bookmark has its level, its title, its page and its height there."""
    objects: list[str] = ["", ""]
    objects += (
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
        for name in FONTS
    )
    fonts = " ".join(f"/F{number} {number + 3} 0 R" for number in range(len(FONTS)))
    kids: list[int] = []
    for page in pages:
        shown = "\n".join(page)
        objects.append(f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R "
            f"/Resources << /Font << {fonts} >> >> >>"
        )
        kids.append(len(objects))
    root = len(objects) + 1
    first = root + 1
    numbers = range(len(bookmarks))
    parents: list[int] = []
    for number in numbers:
        above = [n for n in range(number) if bookmarks[n][0] < bookmarks[number][0]]
        parents.append(above[-1] if above else -1)
    for number in (-1, *numbers):
        inside = [n for n in numbers if parents[n] == number]
        given = f"/First {first + inside[0]} 0 R /Last {first + inside[-1]} 0 R" if inside else ""
        if number >= 0:
            _, title, page_number, top = bookmarks[number]
            after = [n for n in numbers if n > number and parents[n] == parents[number]]
            given += f" /Next {first + after[0]} 0 R" if after else ""
            given += f" /Parent {first + parents[number] if parents[number] >= 0 else root} 0 R"
            given += f" /Title <feff{title.encode('utf-16-be').hex()}>"
            given += f" /Dest [{kids[page_number]} 0 R /XYZ 72 {top + 20:.1f} 0]"
        objects.append(f"<< {given} >>")
    objects[0] = f"<< /Type /Catalog /Pages 2 0 R /Outlines {root} 0 R >>"
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    objects[1] = f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>"
    return pdf_file(objects)


def pdf(*, bookmarked: bool = True) -> bytes:
    writer = PageWriter()
    bookmarks: list[tuple[int, str, int, float]] = []
    chapter = 0
    for item in GUIDE:
        if item.kind == "heading":
            lines, size = wrap(item.text, 50), SIZES[item.level]
            if item.level == 1:
                # A chapter begins a page and has a number above it.
                chapter += 1
                writer.top = 0
                writer.line(f"Chapter {chapter}", size=size, font=1)
            for number, line in enumerate(lines):
                writer.line(line, size=size, font=1, gap=size * (1.2 if number else 2))
                if not number:
                    bookmarks.append((item.level, item.text, len(writer.pages) - 1, writer.top))
            writer.top -= 6
        elif item.kind == "prose":
            for number, line in enumerate(wrap(item.text, 80)):
                writer.line(line, gap=12 if number else 20)
        else:
            mark, font = ("\u2022 ", 0) if item.kind == "list" else ("", 2 * (item.kind == "code"))
            for place, line in enumerate(item.lines):
                for number, part in enumerate(wrap(mark + line, 80, drop_whitespace=False)):
                    closer = number or (place and item.kind == "code")
                    writer.line(part, font=font, gap=12 if closer else 20)
    return write_pdf(writer.numbered(), bookmarks if bookmarked else [])


WRITERS = {
    "a.md": markdown,
    "a.html": html,
    "a.docx": docx,
    "a.odt": odt,
    "a.epub": epub,
    "a.pdf": pdf,
}


def read(name: str, content: bytes) -> tmima.Source:
    if name.endswith(".pdf"):
        pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")
    return open_bytes(name, content)


def words(text: str) -> list[str]:
    """Return the words of a text without marks, numbers of pages and heads."""
    text = regex.sub(r"A guide to three things|\f|^\d+$", " ", text, flags=regex.MULTILINE)
    return regex.findall(r"\p{L}+", text)


def chapterless(found: list[str]) -> list[str]:
    """Return words without the label that a PDF has above its chapters."""
    return found[1:] if found[:1] == ["Chapter"] else found


def segments(source: tmima.Source, **settings: Any) -> list[tuple[list[str], list[str]]]:
    result = tmima.segment(source, language="en", **settings)
    found = [chapterless(words(segment.text)) for segment in result]
    return [(one[:6], one[-6:]) for one in found]


@pytest.mark.parametrize("name", WRITERS)
def test_the_same_document_has_the_same_sections_and_segments(name):
    source = read(name, WRITERS[name]())
    outline = tmima.segment(source, language="en", n_segments=1).document.outline
    found = [(one.level, regex.sub(r"^Chapter \d+ ", "", one.heading)) for one in outline.sections]
    assert found == HEADINGS
    assert all(one.confidence == 1 for one in outline.sections)
    for levels in ("headings:1", "headings:2", "headings:3"):
        expected = segments(open_bytes("a.md", markdown()), cut_at=levels)
        assert segments(source, cut_at=levels) == expected
    if name != "a.pdf":  # whose pages have heads, numbers, and tables that are lines
        assert segments(source) == segments(open_bytes("a.md", markdown()))


def test_a_pdf_without_bookmarks_has_the_same_sections_by_its_looks():
    source = read("a.pdf", pdf(bookmarked=False))
    outline = tmima.segment(source, language="en", n_segments=1).document.outline
    found = [(one.level, regex.sub(r"^Chapter \d+ ", "", one.heading)) for one in outline.sections]
    assert found == HEADINGS
    assert all(0.8 <= one.confidence < 1 for one in outline.sections)
    for levels in ("headings:1", "headings:2", "headings:3"):
        expected = segments(open_bytes("a.md", markdown()), cut_at=levels)
        assert segments(source, cut_at=levels) == expected


def test_bookmarks_that_loop_jump_or_stand_alone():
    page = ["BT /F0 10 Tf 72 700 Td (A ship waits.) Tj ET"]
    whole = write_pdf([page], [(1, "A", 0, 700.0), (1, "B", 0, 700.0), (2, "C", 0, 700.0)])
    assert read("a.pdf", whole).text == "A ship waits."
    # Each is its own child and comes again behind itself.
    looped = regex.sub(rb"/(Next|First) \d+", lambda found: found[0][:-1] + b"8", whole)
    assert read("a.pdf", looped).text == "A ship waits."
    deep = write_pdf([page], [(level, "A ship", 0, 700.0) for level in range(1, 60)])
    assert read("a.pdf", deep).text == "A ship waits."
    with pytest.raises(TmimaError, match="its pages hold no text, only pictures"):
        read("a.pdf", write_pdf([[]], [(1, "A ship", 0, 700.0)]))
