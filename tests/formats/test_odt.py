"""Texts of OpenDocument: headings, lists, tables, notes, and files that mean harm."""

import zipfile
from io import BytesIO

import pytest

import tmima
from tests.formats.test_documents import blocks
from tmima import TmimaError, open_file

NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
HEAD = (
    f'<?xml version="1.0"?><office:document-content xmlns:office="{NAMES}office:1.0" '
    f'xmlns:text="{NAMES}text:1.0" xmlns:table="{NAMES}table:1.0" '
    f'xmlns:draw="{NAMES}drawing:1.0" xmlns:svg="{NAMES}svg-compatible:1.0" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><office:body><office:text>'
)
TAIL = "</office:text></office:body></office:document-content>"


def odt(inside: str, head: str = HEAD, encoding: str = "utf-8") -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        text = (head + inside + TAIL).encode(encoding)
        archive.writestr("content.xml", text, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def opened(tmp_path, content: bytes) -> tmima.Source:
    path = tmp_path / "a.odt"
    path.write_bytes(content)
    return open_file(path)


def test_what_is_read(tmp_path):
    source = opened(
        tmp_path,
        odt(
            "<text:tracked-changes><text:p>Gone.</text:p></text:tracked-changes>"
            "<text:table-of-content><text:p>The tide 1</text:p></text:table-of-content>"
            '<text:h text:outline-level="2">The <text:span>tide</text:span></text:h>'
            '<text:p>A<text:s text:c="2"/>ship<text:note><text:note-citation>1</text:note-citation>'
            "<text:note-body><text:p>Or two.</text:p></text:note-body></text:note> waits.</text:p>"
            "<text:list><text:list-item><text:p>Bread &amp; salt</text:p></text:list-item>"
            "</text:list>"
            "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
            "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>"
        ),
    )
    assert source.format == "odt"
    assert blocks(source.origin) == [
        ("aside", "The tide 1"),
        ("heading", "The tide"),
        ("prose", "A  ship waits."),
        ("aside", "Or two."),
        ("prose", "Bread & salt"),
        ("table", "a | b"),
    ]
    assert source.origin.blocks[1].level == 2
    assert "".join(one.text for one in tmima.segment(source, language="en")) == source.text


def table(inside: str) -> str:
    """Return a table of one cell."""
    row = f"<table:table-row><table:table-cell>{inside}</table:table-cell></table:table-row>"
    return f"<table:table>{row}</table:table>"


def note(inside: str) -> str:
    body = f"<text:note-body>{inside}</text:note-body>"
    return f"<text:note><text:note-citation>1</text:note-citation>{body}</text:note>"


@pytest.mark.parametrize("depth", [1, 2, 3, 60])
def test_tables_inside_tables_are_read_once(tmp_path, depth):
    inside = ""
    for number in range(depth):
        inside = table(f"<text:p>Cell {number}.</text:p>{inside}")
    source = opened(tmp_path, odt(inside))
    assert [kind for kind, _ in blocks(source.origin)] == ["table"]
    assert source.text.split(".") == [
        *(f" Cell {n}"[n == depth - 1 :] for n in reversed(range(depth))),
        "",
    ]


@pytest.mark.parametrize("depth", [1, 2, 3, 60])
def test_notes_inside_notes_are_read_once(tmp_path, depth):
    inside = ""
    for number in range(depth):
        inside = f"<text:p>Note {number}.{inside and note(inside)}</text:p>"
    source = opened(tmp_path, odt(f"<text:p>The sea{note(inside)} is deep.</text:p>"))
    told = [("aside", f"Note {number}.") for number in reversed(range(depth))]
    assert blocks(source.origin) == [("prose", "The sea is deep."), *told]


def test_a_note_in_a_table_is_read_once_and_behind_it(tmp_path):
    cell = f"<text:p>The sea{note('<text:p>Or a lake.</text:p>')} is deep.</text:p>"
    head = "<table:table-header-rows><table:table-row><table:table-cell><text:p>Head</text:p>"
    head += "</table:table-cell></table:table-row></table:table-header-rows>"
    inside = table(cell).replace("<table:table>", "<table:table>" + head)
    assert blocks(opened(tmp_path, odt(inside)).origin) == [
        ("table", "Head\nThe sea is deep."),
        ("aside", "Or a lake."),
    ]


def test_what_reviewers_remark_is_no_text(tmp_path):
    remark = (
        "<office:annotation><dc:creator>Joe</dc:creator><dc:date>2020-01-01</dc:date>"
        "<text:p>Really?</text:p></office:annotation>"
    )
    inside = f"<text:p>The sea is{remark} deep.</text:p>{remark}<text:p>So is a lake.</text:p>"
    assert opened(tmp_path, odt(inside)).text == "The sea is deep.\n\nSo is a lake."


def test_boxes_and_alternative_texts_stand_apart(tmp_path):
    box = (
        "<draw:frame><draw:text-box><text:p>Box one.</text:p><text:p>Box two.</text:p>"
        "</draw:text-box><svg:title>A wave</svg:title><svg:desc>A wave breaks.</svg:desc>"
        "</draw:frame>"
    )
    shape = "<draw:custom-shape><text:p>In a shape.</text:p></draw:custom-shape>"
    inside = f"<text:p>The sea is<text:span>{box}</text:span> deep.</text:p>{shape}"
    assert blocks(opened(tmp_path, odt(inside)).origin) == [
        ("prose", "The sea is deep."),
        ("prose", "Box one."),
        ("prose", "Box two."),
        ("aside", "A wave"),
        ("aside", "A wave breaks."),
        ("prose", "In a shape."),
    ]


@pytest.mark.parametrize(
    ("told", "level"), [("3", 3), ("²", 1), ("x", 1), ("0", 1), ("9" * 5000, 1), ("99", 10)]
)
def test_a_level_that_is_none_does_not_refuse_the_document(tmp_path, told, level):
    heading = f'<text:h text:outline-level="{told}">The tide</text:h>'
    inside = heading + '<text:p>A<text:s text:c="²"/>b</text:p>'
    source = opened(tmp_path, odt(inside))
    assert source.origin.blocks[0].level == level
    assert source.text == "The tide\n\nA b"


ENTITIES = HEAD[:21] + '<!DOCTYPE a [<!ENTITY b "c">]>' + HEAD[21:]
WIDE = HEAD.replace("?>", ' encoding="UTF-16"?>', 1)


def test_a_document_in_utf_16_is_read(tmp_path):
    assert opened(tmp_path, odt("<text:p>Η θάλασσα.</text:p>", WIDE, "utf-16")).text == "Η θάλασσα."


@pytest.mark.parametrize(("told", "spaces"), [("", 1), ("2", 2), ("80", 80), ("999999", 80)])
def test_blanks_are_as_many_as_are_told_but_no_more_than_a_line_has(tmp_path, told, spaces):
    count = f' text:c="{told}"' if told else ""
    source = opened(tmp_path, odt(f"<text:p>A<text:s{count}/>ship.</text:p>"))
    assert source.text == "A" + " " * spaces + "ship."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (odt("", ENTITIES), "defines entities"),
        (odt("", ENTITIES.replace("?>", ' encoding="UTF-16"?>', 1), "utf-16"), "defines entities"),
        (odt("<text:section>" * 300 + "</text:section>" * 300), "elements inside each other"),
        (odt("<text:p>" + "x " * 35_000_000 + "</text:p>"), "unpacks to more than 64000000"),
        (odt("<text:p>"), "mismatched tag"),
    ],
    ids=["entities", "entities in UTF-16", "deep", "bomb", "broken"],
)  # fmt: skip
def test_files_that_mean_harm_are_refused_in_a_line(tmp_path, content, message):
    with pytest.raises(TmimaError, match=f"cannot be read as ODT: .*{message}"):
        opened(tmp_path, content)
