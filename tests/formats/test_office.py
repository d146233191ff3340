"""PDF and packed documents: read by a process of their own, within limits."""

import json
import os
import zipfile
from io import BytesIO

import pytest
from tools.torture.packed import pdf_file

import tmima
from tests.command import output
from tests.formats.test_documents import blocks
from tmima import TmimaError, open_file
from tmima.formats import office
from tmima.formats.archive import unpack
from tmima.formats.format import Limits
from tmima.formats.office import CONVERTER


def pdf(*pages: str) -> bytes:
    """Write a small PDF with a line on each page."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    kids = []
    for line in pages:
        kids.append(f"{len(objects) + 1} 0 R")
        shown = f"BT /F1 12 Tf 72 720 Td ({line}) Tj ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Contents {len(objects) + 2} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    return pdf_file(objects)


def packed(**files: str | bytes) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


XML = '<?xml version="1.0"?>'
SCHEMAS = "http://schemas.openxmlformats.org"
DOCX = {
    "[Content_Types].xml": f'{XML}<Types xmlns="{SCHEMAS}/package/2006/content-types"/>',
    "_rels/.rels": f'{XML}<Relationships xmlns="{SCHEMAS}/package/2006/relationships">'
    f'<Relationship Id="a" Type="{SCHEMAS}/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>',
    "word/document.xml": f'{XML}<w:document xmlns:w="{SCHEMAS}/wordprocessingml/2006/main"><w:body>'
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>The tide</w:t></w:r></w:p>'
    "<w:p><w:r><w:t>A ship waits.</w:t></w:r></w:p></w:body></w:document>",
}
EPUB = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": f"{XML}<container><rootfiles>"
    '<rootfile full-path="a.opf"/></rootfiles></container>',
    "a.opf": f'{XML}<package><manifest><item id="a" href="a.xhtml" '
    'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    "a.xhtml": "<html><body><h1>The tide</h1><p>A ship waits.</p></body></html>",
}
FILES = {
    "a.pdf": pdf("A ship waits for the tide.", "Bakers rise early."),
    "a.docx": packed(**DOCX),
    "a.epub": packed(**EPUB),
}


@pytest.fixture
def converter(tmp_path, monkeypatch):
    """Return what runs lines of ours in the converter's process before it begins."""

    def put(*lines: str, name: str = "sitecustomize") -> None:
        folder = tmp_path / "own"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.py").write_text("\n".join(lines), encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", str(folder))
        CONVERTER.end()

    yield put
    CONVERTER.end()


def converting(does: str) -> tuple[str, ...]:
    """Return the lines that put a reader of DOCX into the place of ours, which makes a `text`."""
    return (
        "import os, time",
        "import tmima.formats.docx",
        "def read(members):",
        f"    {does}",
        "    return {'text': text, 'blocks': [[0, len(text)]], 'ignored': [], 'title': ''}",
        "tmima.formats.docx.read_docx = read",
    )


def test_a_pdf_needs_an_extra_and_the_line_names_it(tmp_path, converter):
    converter("import sys", "sys.modules['pypdfium2'] = None")
    path = tmp_path / "file-of-any-name"
    path.write_bytes(FILES["a.pdf"])
    with pytest.raises(TmimaError, match=r"need pypdfium2: pip install 'tmima\[documents\]'$"):
        open_file(path)


@pytest.mark.parametrize("name", FILES)
def test_what_a_converter_reads(tmp_path, name):
    if name == "a.pdf":
        pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed")
    path = tmp_path / name
    path.write_bytes(FILES[name])
    source = open_file(path)
    assert source.format == source.origin.kind == path.suffix[1:]
    assert "A ship waits" in source.text
    result = tmima.segment(source, language="en", n_segments=2 if name == "a.pdf" else 1)
    assert result.as_dict()["format"] == source.format
    if name == "a.pdf":
        assert [one.pages for one in result] == [(1, 1), (2, 2)]
    else:
        assert blocks(source.origin) == [("heading", "The tide"), ("prose", "A ship waits.")]
    assert result.segments[0].origin_start is None


def test_a_broken_file_is_refused_in_a_line(tmp_path, converter):
    converter(*converting("raise ValueError('no\\nroot')"))
    path = tmp_path / "a.docx"
    path.write_bytes(FILES["a.docx"])
    with pytest.raises(TmimaError, match=r"a.docx cannot be read as DOCX: no root$"):
        open_file(path)
    for content in (b"PK\x03\x04 broken", packed(some="zip")):
        path.write_bytes(content + b"\xff")
        with pytest.raises(TmimaError, match="is a ZIP archive"):
            open_file(path)


def test_a_converter_may_fail_and_the_next_document_is_read(tmp_path, converter, monkeypatch):
    path = tmp_path / "a.docx"
    path.write_bytes(FILES["a.docx"])
    converter(*converting("os._exit(1)"))
    with pytest.raises(TmimaError, match=r"as DOCX: what converts it ended without a word$"):
        open_file(path)
    converter(*converting("text = str(os.getpid())"))
    # Nothing of the folder in which the documents lie is run.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise SystemExit", encoding="utf-8")
    first = open_file(path).text
    assert open_file(path).text == first != str(os.getpid())
    monkeypatch.setattr(office, "_DOCUMENTS", 2)
    assert open_file(path).text != first


@pytest.mark.parametrize(
    ("does", "limits", "message"),
    [
        ("time.sleep(600)", {"seconds": 0.2}, "it takes more than 0.2 seconds: convert it to text"),
        ("text = ' ' * 10**12", {"memory": 10**9}, "more than 1000000000 bytes of memory"),
        ("raise RecursionError", {}, "lies too deep inside each other"),
    ],
)
def test_a_document_is_given_so_much_time_and_memory(tmp_path, converter, does, limits, message):
    converter(*converting(does))
    path = tmp_path / "a.docx"
    path.write_bytes(FILES["a.docx"])
    with pytest.raises(TmimaError, match=message):
        open_file(path, limits=limits)
    with pytest.raises(TmimaError, match="unknown limit 'hours': known are unpacked, depth"):
        open_file(path, limits={"hours": 1})


def test_a_packed_document_is_given_so_many_bytes_and_so_much_depth():
    limits = Limits(unpacked=5000, depth=50)
    kept = packed(**EPUB, **{"a.png": "x" * 9000, "b/c.PNG": "y" * 9000})
    found = {name: text.decode() for name, text in unpack(kept, limits).items()}
    # Pictures are not unpacked.
    assert found == EPUB
    with pytest.raises(TmimaError, match=r"^it unpacks to more than 5000 bytes: .* of unpacked$"):
        unpack(packed(**EPUB, **{"b.xhtml": "x" * 5000}), limits)
    deep = packed(**{"b.xml": "<w:a>" * 51 + "</w:a>" * 51})
    with pytest.raises(TmimaError, match=r"^b.xml has 51 elements inside each other, more than 50"):
        unpack(deep, limits)
    assert unpack(deep, Limits(depth=51))


def test_a_text_that_repeats_itself_without_end_is_refused():
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", "<w:p/>" * 200_000)
        archive.writestr("word/styles.xml", "<w:s/>" * 20_000)
    said = r"^word/document.xml unpacks to \d+ times its size, more than 100 times: .* of ratio$"
    with pytest.raises(TmimaError, match=said):
        unpack(content.getvalue(), Limits())
    assert unpack(content.getvalue(), Limits(ratio=2000))
    # A picture may be as repetitive as it likes: it is not unpacked.
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.bmp", bytes(2_000_000))
    assert unpack(content.getvalue(), Limits()) == {}


def test_an_archive_whose_directory_lies_is_not_believed():
    content = bytearray(packed(**{"b.xml": "x" * 5000}))
    for sign, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = content.index(sign) + offset
        content[place : place + 4] = (10).to_bytes(4, "little")
    with pytest.raises(zipfile.BadZipFile, match="Bad CRC-32"):
        unpack(bytes(content), Limits(unpacked=1000))


def test_a_packed_bomb_is_an_error_of_its_row(tmp_path, converter):
    converter(*converting("text = 'A ship.'"))
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in EPUB.items():
            archive.writestr(name, text)
        archive.writestr("b.xhtml", "<p>" + "x " * 35_000_000)
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "bomb.epub").write_bytes(content.getvalue())
    (folder / "ship.txt").write_text("A ship waits. The tide is late.", encoding="utf-8")
    said = output("corpus", folder, tmp_path / "out", "--format", "jsonl", "--jobs", 1)
    assert "2 texts, 1 segment, 1 error" in said
    (part,) = (tmp_path / "out").glob("*.jsonl")
    bomb, ship = map(json.loads, part.read_text(encoding="utf-8").splitlines())
    assert ship["error"] is None
    assert "bomb.epub cannot be read as EPUB: it unpacks to more than 64000000" in bomb["error"]


def test_what_converts_imports_nothing_from_the_current_folder(tmp_path, monkeypatch):
    path = tmp_path / "a.docx"
    path.write_bytes(FILES["a.docx"])
    for name in ("zipfile", "docx", "json"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    CONVERTER.end()
    assert "A ship waits" in open_file(path).text
    assert not (tmp_path / "ran").exists()
    CONVERTER.end()
