"""Word documents, books and presentations: headings with their levels, titles, and broken files."""

import pytest

import tmima
from tests.formats.test_documents import blocks
from tests.formats.test_odt import HEAD, NAMES, TAIL
from tests.formats.test_office import DOCX, EPUB, SCHEMAS, XML, packed
from tmima import TmimaError
from tmima.formats import open_bytes

WORDS = f"{SCHEMAS}/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"


def outline(source: tmima.Source) -> list[tuple[int, str]]:
    origin = source.origin
    assert origin is not None
    return [(one.level, source.text[one.start : one.end]) for one in origin.headings]


# --- Word


def paragraph(text: str, style: str = "", more: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{more}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def docx(body: str, names: str = WORDS, **members: str) -> tmima.Source:
    document = f'{XML}<w:document xmlns:w="{names}"><w:body>{body}</w:body></w:document>'
    return open_bytes("a.docx", packed(**{**DOCX, "word/document.xml": document, **members}))


def styles(*rows: str) -> dict[str, str]:
    return {"word/styles.xml": f'{XML}<w:styles xmlns:w="{WORDS}">{"".join(rows)}</w:styles>'}


def style(key: str, name: str, *, parent: str = "", level: int | None = None) -> str:
    based = f'<w:basedOn w:val="{parent}"/>' if parent else ""
    outlined = "" if level is None else f'<w:pPr><w:outlineLvl w:val="{level}"/></w:pPr>'
    return (
        f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/>'
        f"{based}{outlined}</w:style>"
    )


def test_the_headings_of_a_word_document_are_those_of_its_styles():
    told = styles(
        style("berschrift1", "heading 1"),
        style("Rubrik2", "Rubrik 2"),
        style("Own", "My chapter", level=2),
        style("Child", "Chapter of appendices", parent="Own"),
        style("Plain", "Plain", parent="berschrift1", level=9),
        style("Loop", "Loop", parent="Loop"),
    )
    body = "".join(
        paragraph(f"{name or 'None'} says it", name)
        for name in ("berschrift1", "Rubrik2", "Own", "Child", "Plain", "Loop", "Heading6", "")
    )
    direct = paragraph("By itself", "", '<w:outlineLvl w:val="4"/>')
    assert outline(docx(body + direct, **told)) == [
        (1, "berschrift1 says it"),
        (2, "Rubrik2 says it"),
        (3, "Own says it"),
        (3, "Child says it"),
        (6, "Heading6 says it"),
        (5, "By itself"),
    ]
    assert outline(docx(paragraph("The tide", "Heading2"), STRICT)) == [(2, "The tide")]


def test_the_title_of_a_word_document_is_no_level_above_its_headings():
    title, chapter = paragraph("The  Sea", "Title"), paragraph("The tide", "Heading1")
    found = docx(title + chapter + paragraph("A ship waits.") + paragraph("Bread", "Title"))
    assert found.origin is not None
    assert found.origin.title == "The Sea"
    assert outline(found) == [(1, "The tide"), (1, "Bread")]
    # No segment consists of the title alone, and it is not compared.
    assert [found.text[start:end] for start, end in found.origin.ignored] == ["The  Sea"]
    first, second = tmima.segment(found, language="en", cut_at="headings:1")
    assert (first.text.split()[:2], second.text) == (["The", "Sea"], "Bread")
    core = '<p xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Salt</dc:title></p>'
    told = docx(chapter, **{"docProps/core.xml": core})
    assert told.origin is not None
    assert told.origin.title == "Salt"
    assert docx(title, **{"docProps/core.xml": "<!DOCTYPE a><a/>"}).origin.title == "The Sea"  # type: ignore[union-attr]


def test_what_is_read_of_a_word_document():
    cell = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
    row = f"<w:tr>{cell.format('a')}{cell.format('b')}</w:tr>"
    contents = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/>'
        "</w:docPartObj></w:sdtPr><w:sdtContent>"
        + paragraph("Contents", "Heading1")
        + paragraph("The tide 1", "TOC1")
        + "</w:sdtContent></w:sdt>"
    )
    body = (
        contents
        + paragraph("The tide", "Heading1")
        + "<w:p><w:r><w:t>A</w:t><w:tab/><w:t>ship</w:t>"
        '<w:footnoteReference w:id="2"/></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>'
        "<w:ins><w:r><w:t> waits</w:t></w:r></w:ins>"
        "<w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:br/><w:t>here.</w:t></w:r></w:p>"
        + f"<w:tbl>{row}{row}</w:tbl>"
        + paragraph("x = 1", "SourceCode")
        + paragraph("y = 2", "SourceCode")
        + "<w:p/><w:p><w:r><w:drawing><w:docPr w:descr='A gull'/><w:txbxContent>"
        + paragraph("In a box.")
        + "</w:txbxContent></w:drawing></w:r></w:p>"
    )
    note = f'<w:footnotes xmlns:w="{WORDS}"><w:footnote w:id="2">{paragraph("Or two.")}'
    found = docx(body, **{"word/footnotes.xml": f"{note}</w:footnote></w:footnotes>"})
    assert found.origin is not None
    assert blocks(found.origin) == [
        ("aside", "Contents"),
        ("aside", "The tide 1"),
        ("heading", "The tide"),
        ("prose", "A\tship waits\nhere."),
        ("aside", "Or two."),
        ("table", "a | b\na | b"),
        ("code", "x = 1\ny = 2"),
        ("aside", "A gull"),
        ("prose", "In a box."),
    ]


def test_a_table_with_headings_is_a_page_of_its_own():
    cells = paragraph("The tide", "Heading1") + paragraph("A ship waits.")
    found = docx(f"<w:tbl><w:tr><w:tc>{cells}</w:tc></w:tr></w:tbl>")
    assert found.origin is not None
    assert blocks(found.origin) == [("heading", "The tide"), ("prose", "A ship waits.")]


# --- OpenDocument


def test_the_title_and_the_code_of_an_open_document_are_known_by_their_styles():
    made = (
        f'<office:automatic-styles xmlns:style="{NAMES}style:1.0"><style:style style:name="P1" '
        'style:parent-style-name="Title"/></office:automatic-styles><office:body>'
    )
    inside = (
        '<text:p text:style-name="P1">The Sea</text:p>'
        '<text:p text:style-name="Heading_20_2">The tide</text:p>'
        '<text:p text:style-name="Preformatted_20_Text">x = 1</text:p>'
        '<text:p text:style-name="Preformatted_20_Text">y = 2</text:p>'
    )
    content = HEAD.replace("<office:body>", made) + inside + TAIL
    kind = "application/vnd.oasis.opendocument.text"
    found = open_bytes("a.odt", packed(mimetype=kind, **{"content.xml": content}))
    assert found.origin is not None
    assert found.origin.title == "The Sea"
    assert blocks(found.origin) == [
        ("heading", "The tide"),
        ("code", "x = 1\ny = 2"),
    ]
    assert outline(found) == [(2, "The tide")]


# --- Books


def book(
    chapters: dict[str, str], *, nav: str = "", ncx: str = "", spine: str = "", more: str = ""
) -> tmima.Source:
    items = [f'<item id="{name}" href="{name}.xhtml"/>' for name in chapters]
    items += ['<item id="nav" href="nav.xhtml" properties="nav"/>'] if nav else []
    items += ['<item id="ncx" href="a.ncx" media-type="application/x-dtbncx+xml"/>'] if ncx else []
    order = spine or "".join(f'<itemref idref="{name}"/>' for name in chapters)
    package = (
        f"{XML}<package><metadata><dc:title>The Sea &amp; its Ships</dc:title>"
        f"<dc:language>en</dc:language></metadata><manifest>{''.join(items)}</manifest>"
        f"<spine>{order}</spine>{more}</package>"
    )
    members = {
        f"OEBPS/{name}.xhtml": f"<html><body>{text}</body></html>"
        for name, text in chapters.items()
    }
    container = EPUB["META-INF/container.xml"].replace("a.opf", "OEBPS/a.opf")
    named = {"mimetype": EPUB["mimetype"], "META-INF/container.xml": container}
    listed = {"OEBPS/nav.xhtml": nav, "OEBPS/a.ncx": ncx}
    return open_bytes("a.epub", packed(**named, **members, **listed, **{"OEBPS/a.opf": package}))


def test_a_book_is_its_chapters_in_the_order_of_the_spine():
    chapters = {
        "one": "<h1>Bread</h1><p>Bakers rise early.</p>",
        "two": "<h1>The tide</h1><p>A ship waits.</p>",
        "title": '<section epub:type="titlepage"><h1>The Sea</h1><p>by Ann</p></section>',
        "cover": "<p>A cover.</p>",
        "list": '<section epub:type="toc"><h1>Contents</h1><a href="one.xhtml">Bread</a></section>',
    }
    order = ("cover", "title", "list", "two", "none", "one", "two")
    found = book(
        chapters,
        spine="".join(f'<itemref idref="{name}"/>' for name in order),
        more='<guide><reference type="cover" href="cover.xhtml"/></guide>',
    )
    assert found.text == "The tide\n\nA ship waits.\n\nBread\n\nBakers rise early."
    assert found.origin is not None
    assert found.origin.title == "The Sea & its Ships"
    assert outline(found) == [(1, "The tide"), (1, "Bread")]


def test_a_chapter_is_read_once_however_often_the_book_names_it():
    spine = '<itemref idref="a"/><itemref idref="none"/>' * 100_000
    assert book({"a": "<p>A ship waits.</p>"}, spine=spine).text == "A ship waits."


CHAPTERS = {
    "part": "<h1>Part I: Land</h1>",
    "one": "<h1>1. Bread</h1><p>Bakers rise early.</p><h2>Salt</h2><p>It is white.</p>",
    "two": "<p class='title'>The tide</p><p>A ship waits.</p><p id='b'>Gulls</p><p>They cry.</p>",
    "three": "<p>No heading here.</p>",
}
NAV = (
    '<html><nav epub:type="landmarks"><ol><li><a href="three.xhtml">No heading here.</a></li></ol>'
    '</nav><nav epub:type="toc"><ol><li><a href="part.xhtml">Land</a><ol>'
    '<li><a href="one.xhtml#none"><b>Bread</b></a></li><li><a href="two.xhtml">2 The tide</a><ol>'
    '<li><a href="two.xhtml#b">Gulls</a></li></ol></li></ol></li>'
    '<li><a href="three.xhtml">Not in the text</a></li></ol></nav></html>'
)
NCX = (
    "<!DOCTYPE ncx><ncx><navMap><navPoint><navLabel><text>Land</text></navLabel>"
    '<content src="part.xhtml"/><navPoint><navLabel><text>Bread</text></navLabel>'
    '<content src="one.xhtml"/></navPoint><navPoint><navLabel><text>The tide</text></navLabel>'
    '<content src="two.xhtml"/><navPoint><navLabel><text>Gulls</text></navLabel>'
    '<content src="two.xhtml#b"></content></navPoint></navPoint></navPoint></navMap></ncx>'
)


@pytest.mark.parametrize("told", [{"nav": NAV}, {"ncx": NCX}])
def test_the_navigation_tells_levels_and_the_headings_that_are_no_headings_by_their_tags(told):
    assert outline(book(CHAPTERS, **told)) == [
        (1, "Part I: Land"),
        (2, "1. Bread"),
        (3, "Salt"),
        (2, "The tide"),
        (3, "Gulls"),
    ]
    # No text is made of a label: what is read is the same without the navigation.
    assert book(CHAPTERS, **told).text == book(CHAPTERS).text
    assert outline(book(CHAPTERS)) == [(1, "Part I: Land"), (1, "1. Bread"), (2, "Salt")]


def test_the_text_of_a_book_is_in_the_encoding_that_it_tells():
    page = '<?xml version="1.0" encoding="{}"?><html><body><p>Ο πλούς αρχίζει.</p></body></html>'
    for encoding in ("iso-8859-7", "utf-16", "utf-8"):
        members = {**EPUB, "a.xhtml": page.format(encoding).encode(encoding)}
        assert open_bytes("a.epub", packed(**members)).text == "Ο πλούς αρχίζει."


# --- Presentations


DRAWING, RELATIONS = (
    f"{SCHEMAS}/drawingml/2006/main",
    f"{SCHEMAS}/officeDocument/2006/relationships",
)
NAMESPACES = (
    f'xmlns:p="{SCHEMAS}/presentationml/2006/main" xmlns:a="{DRAWING}" xmlns:r="{RELATIONS}"'
)


def shape(*lines: str, kind: str = "") -> str:
    given = f'<p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>' if kind else ""
    texts = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    return f"<p:sp>{given}<p:txBody>{texts}</p:txBody></p:sp>"


def relations(**targets: str) -> str:
    rows = "".join(
        f'<Relationship Id="{key}" Type="{RELATIONS}/{key.rstrip("0123456789")}" Target="{name}"/>'
        for key, name in targets.items()
    )
    return f'<Relationships xmlns="{SCHEMAS}/package/2006/relationships">{rows}</Relationships>'


def slides(*shapes: str, notes: dict[int, str] | None = None, order: tuple[int, ...] = ()) -> bytes:
    numbers = range(1, len(shapes) + 1)
    listed = "".join(f'<p:sldId id="{255 + n}" r:id="slide{n}"/>' for n in (order or numbers))
    root = f"<p:presentation {NAMESPACES}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>"
    members = {
        "ppt/presentation.xml": root,
        "ppt/_rels/presentation.xml.rels": relations(
            **{f"slide{n}": f"slides/slide{n}.xml" for n in numbers}
        ),
    }
    for number, inside in enumerate(shapes, start=1):
        members[f"ppt/slides/slide{number}.xml"] = f"<p:sld {NAMESPACES}>{inside}</p:sld>"
    for number, text in (notes or {}).items():
        members[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(
            notesSlide=f"../notesSlides/n{number}.xml"
        )
        inside = shape("1", kind="sldNum") + shape(text, kind="body")
        members[f"ppt/notesSlides/n{number}.xml"] = f"<p:notes {NAMESPACES}>{inside}</p:notes>"
    return packed(**members)


def test_slides_are_read_in_their_order_with_titles_and_notes():
    table = (
        "<p:graphicFrame><a:tbl><a:tr><a:tc><a:p><a:t>a</a:t></a:p></a:tc><a:tc><a:p><a:t>b</a:t>"
        "</a:p></a:tc></a:tr></a:tbl></p:graphicFrame>"
    )
    content = slides(
        shape("Bread", kind="title") + shape("Bakers rise early.", "Salt is white.") + table,
        shape("A ship waits.", kind="body")
        + shape("The", "tide", kind="ctrTitle")
        + f"<p:grpSp>{shape('Gulls cry.')}</p:grpSp>"
        + shape("p. 3", kind="sldNum"),
        notes={2: "Speak slowly."},
        order=(2, 1),
    )
    found = open_bytes("talk.pptx", content)
    assert found.format == "pptx"
    assert found.origin is not None
    assert blocks(found.origin) == [
        ("heading", "The tide"),
        ("prose", "A ship waits."),
        ("prose", "Gulls cry."),
        ("prose", "Speak slowly."),
        ("heading", "Bread"),
        ("prose", "Bakers rise early."),
        ("prose", "Salt is white."),
        ("table", "a | b"),
    ]
    result = tmima.segment(found, language="en", cut_at="headings:1")
    assert [(one.text.strip().split("\n")[0], one.pages) for one in result] == [
        ("The tide", (1, 1)),
        ("Bread", (2, 2)),
    ]


# --- What is broken


ODT = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": HEAD + TAIL}
BROKEN = {
    "a.docx": ({**DOCX, "word/document.xml": "<w:p>"}, "word/document.xml is no XML: "),
    "b.docx": ({**DOCX, "word/document.xml": "<!DOCTYPE a><a/>"}, "defines entities"),
    "a.epub": ({**EPUB, "a.opf": "<package/>"}, "its spine names no chapter that is there"),
    "b.epub": (
        {name: text for name, text in EPUB.items() if name != "a.opf"},
        "META-INF/container.xml names no list of chapters that is there",
    ),
    "c.epub": (
        {**EPUB, "META-INF/encryption.xml": '<enc:CipherReference URI="a.xhtml"/>'},
        "it is locked: its chapters are encrypted",
    ),
    "a.pptx": ({"ppt/presentation.xml": "<a/>"}, "it has no slides"),
    "b.pptx": ({"ppt/presentation.xml": ""}, "ppt/presentation.xml is no XML: "),
    "a.odt": ({**ODT, "content.xml": "<a"}, "content.xml is no XML: "),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_document_is_refused_in_a_line_that_says_why(name):
    members, why = BROKEN[name]
    with pytest.raises(TmimaError, match=rf"^{name} cannot be read as [A-Z]+: .*{why}[^\n]*$"):
        open_bytes(name, packed(**members))


@pytest.mark.parametrize("name", ["a.docx", "a.epub", "a.odt", "a.pptx"])
def test_an_archive_that_is_cut_off_is_refused_in_a_line(name):
    whole = {
        "a.docx": packed(**DOCX),
        "a.epub": packed(**EPUB),
        "a.odt": packed(**ODT),
        "a.pptx": slides(shape("A ship.")),
    }[name]
    for length in range(4, len(whole), 37):
        with pytest.raises(TmimaError, match=r"^[^\n]+$"):
            open_bytes(name, whole[:length])
    # What says it is a text of OpenDocument and has none is not taken for one.
    with pytest.raises(TmimaError, match="is a ZIP archive, which is not read"):
        open_bytes("a.odt", packed(mimetype=ODT["mimetype"]))
