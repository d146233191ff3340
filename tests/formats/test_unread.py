"""What is not read is called by its name, on every front."""

import base64
import gzip
import tarfile
import zipfile
from io import BytesIO

import pytest

import tmima
from tests.command import refusal
from tests.formats.test_office import packed
from tmima import TmimaError
from tmima.explore.session import OpenText, Upload
from tmima.formats.unread import describe_unreadable


def archive_of_tar() -> bytes:
    content = BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"), BytesIO())
    return content.getvalue()


FILES = {
    "a.xlsx": (packed(**{"xl/workbook.xml": "<a/>"}), "Excel"),
    "a.odp": (
        packed(mimetype="application/vnd.oasis.opendocument.presentation"),
        "a presentation of OpenDocument",
    ),
    "a.ods": (
        packed(mimetype="application/vnd.oasis.opendocument.spreadsheet"),
        "a spreadsheet of OpenDocument",
    ),
    "a.zip": (packed(some="text"), "a ZIP archive"),
    "empty.zip": (packed(), "a ZIP archive"),
    "broken.docx": (b"PK\x03\x04 broken", "a ZIP archive that is broken"),
    "a.ppt": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "an Office document of before 2007"),
    "a.doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "an Office document of before 2007"),
    "a.rtf": (rb"{\rtf1\ansi A ship waits.}", "Rich Text Format"),
    "a.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
    "a.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
    "a.gif": (b"GIF89a\1\0\1\0", "a picture"),
    "a.webp": (b"RIFF\x24\0\0\0WEBPVP8 ", "a picture"),
    "a.mp3": (b"ID3\3\0\0\0\0", "a recording"),
    "a.mp4": (b"\0\0\0\x18ftypmp42", "a video"),
    "a.txt.gz": (gzip.compress(b"A ship waits."), "a gzip archive"),
    "a.tar": (archive_of_tar(), "a tar archive"),
    "a.db": (b"SQLite format 3\0", "an SQLite database"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_read_is_called_by_its_name(tmp_path, name):
    content, kind = FILES[name]
    path = tmp_path / name
    path.write_bytes(content)
    said = rf"{name} is {kind}.*, which is not read: convert it to text, PDF or DOCX first$"
    with pytest.raises(TmimaError, match=said):
        tmima.open_file(path)
    with pytest.raises(TmimaError, match=said):
        OpenText(Upload(content, name=name))


def test_the_command_line_and_the_server_say_the_same(tmp_path):
    content, kind = FILES["a.xlsx"]
    path = tmp_path / "a.xlsx"
    path.write_bytes(content)
    said = f"is {kind}, which is not read: convert it to text, PDF or DOCX first"
    assert refusal("segment", path).rstrip().endswith(f"a.xlsx {said}")
    assert refusal("segment", "-", stdin=content) == f"tmima: standard input {said}\n"
    pytest.importorskip("fastapi", reason="the explorer is not installed")
    from fastapi.testclient import TestClient

    from tmima.explore.server import create_app
    from tmima.explore.settings import ServerSettings

    with TestClient(create_app(ServerSettings()), base_url="http://127.0.0.1") as server:
        file = {"name": path.name, "content": base64.b64encode(content).decode()}
        refused = server.post("/api/files", json=file)
    assert refused.status_code == 422
    assert f"a.xlsx {said}" in refused.text


@pytest.mark.parametrize(
    "text",
    ["GIF89a is a format.", "PK is a prefix.", "BM and MZ begin programs.", "RIFF, then WAVE.", ""],
)
def test_a_text_about_them_is_a_text(text):
    assert describe_unreadable(text.encode()) is None
    assert describe_unreadable(text.encode("utf-16")) is None


def test_who_names_the_format_is_believed(tmp_path):
    path = tmp_path / "a.rtf"
    path.write_bytes(FILES["a.rtf"][0])
    assert tmima.open_file(path, format="text").text.startswith("{")


def test_an_archive_that_cannot_be_opened_is_no_document(tmp_path):
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "A ship.")
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 6] = 104  # the version that is needed to read it
    path.write_bytes(content)
    with pytest.raises(TmimaError, match="is a ZIP archive that is broken, which is not read"):
        tmima.open_file(path)
