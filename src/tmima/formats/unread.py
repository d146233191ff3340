"""Files that hold no text that we read: what each is, by its first bytes.

Whoever gives a presentation or a picture is told so, and not that its bytes are no UTF-8.
"""

from io import BytesIO

_PACKED = "a ZIP archive"
_AUDIO, _VIDEO, _PICTURE = "a recording", "a video", "a picture"
# By how a file begins. What could also begin a text counts only if a zero byte follows.
_SIGNS = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document of before 2007, or locked"),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF87a", _PICTURE),
    (b"GIF89a", _PICTURE),
    (b"II*\0", _PICTURE),
    (b"MM\0*", _PICTURE),
    (b"BM", _PICTURE),
    (b"AT&TFORM", "DjVu"),
    (b"ID3", _AUDIO),
    (b"\xff\xfb", _AUDIO),
    (b"\xff\xf3", _AUDIO),
    (b"OggS", _AUDIO),
    (b"fLaC", _AUDIO),
    (b"\x1aE\xdf\xa3", _VIDEO),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!\x1a", "a RAR archive"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1", "Parquet"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
)
# The same further in.
_INNER_SIGNS = (
    (4, b"ftyp", _VIDEO),
    (8, b"WEBP", _PICTURE),
    (8, b"WAVE", _AUDIO),
    (8, b"AVI ", _VIDEO),
    (60, b"BOOKMOBI", "a Kindle book"),
    (257, b"ustar", "a tar archive"),
)
_HEAD = 4096
# By a member that only such an archive holds.
_MEMBERS = {
    "xl/workbook.xml": "Excel",
    "xl/workbook.bin": "Excel",
    "Index/Document.iwa": "Pages, Numbers or Keynote",
    "AndroidManifest.xml": "an Android program",
    "META-INF/MANIFEST.MF": "a Java archive",
}
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument."
_OPEN_DOCUMENTS = {
    b"presentation": "a presentation of OpenDocument",
    b"spreadsheet": "a spreadsheet of OpenDocument",
    b"graphics": "a drawing of OpenDocument",
}


def describe_unreadable(content: bytes) -> str | None:
    """Return what a file is, in words, if it is of a kind that is not read; else nothing.

    >>> describe_unreadable(b"{\\\\rtf1 A ship.}"), describe_unreadable(b"BM is a mark")
    ('Rich Text Format', None)
    """
    head = content[:_HEAD]
    if head.startswith(b"{\\rtf"):
        return "Rich Text Format"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _find_archive(content)
    for sign, name in _SIGNS:
        if head.startswith(sign) and (b"\0" in head or not sign.isascii()):
            return name
    for place, sign, name in _INNER_SIGNS:
        if head.startswith(sign, place) and b"\0" in head:
            return name
    return None


def _find_archive(content: bytes) -> str:
    from zipfile import BadZipFile, ZipFile

    try:
        members = set(ZipFile(BytesIO(content)).namelist())
    except (BadZipFile, NotImplementedError, ValueError, OSError):  # as its bytes will have it
        return f"{_PACKED} that is broken"
    told = content[:200].partition(_OPEN_DOCUMENT)[2]
    for kind, name in _OPEN_DOCUMENTS.items():
        if told.startswith(kind):
            return name
    return next((name for member, name in _MEMBERS.items() if member in members), _PACKED)
