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
    f'xmlns:text="{NAMES}text:1.0" xmlns:table="{NAMES}table:1.0"><office:body><office:text>'
)
TAIL = "</office:text></office:body></office:document-content>"


def odt(inside: str, head: str = HEAD) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", head + inside + TAIL, zipfile.ZIP_DEFLATED)
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


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (odt("", HEAD[:21] + '<!DOCTYPE a [<!ENTITY b "c">]>' + HEAD[21:]), "defines entities"),
        (odt("<text:section>" * 300 + "</text:section>" * 300), "elements inside each other"),
        (odt("<text:p>" + "x " * 35_000_000 + "</text:p>"), "unpacks to more than 64000000"),
        (odt("<text:p>"), "mismatched tag"),
    ],
    ids=["entities", "deep", "bomb", "broken"],
)  # fmt: skip
def test_files_that_mean_harm_are_refused_in_a_line(tmp_path, content, message):
    with pytest.raises(TmimaError, match=f"cannot be read as ODT: .*{message}"):
        opened(tmp_path, content)
