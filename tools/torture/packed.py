"""Small whole files of the formats that are packed, around a body of one's own."""

import zipfile
from io import BytesIO

_SCHEMAS = "http://schemas.openxmlformats.org"
_OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns"


def docx(body: str) -> bytes:
    """Return a Word document of paragraphs."""
    office = f"{_SCHEMAS}/officeDocument/2006/relationships/officeDocument"
    return _archive(
        ("[Content_Types].xml", f'<Types xmlns="{_SCHEMAS}/package/2006/content-types"/>'),
        (
            "_rels/.rels",
            f'<Relationships xmlns="{_SCHEMAS}/package/2006/relationships">'
            f'<Relationship Id="a" Type="{office}" Target="word/document.xml"/></Relationships>',
        ),
        (
            "word/document.xml",
            f'<w:document xmlns:w="{_SCHEMAS}/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>',
        ),
    )


def epub(body: str) -> bytes:
    """Return a book of one chapter."""
    return _archive(
        ("mimetype", "application/epub+zip"),
        (
            "META-INF/container.xml",
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
            '<rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        ),
        (
            "a.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>'
            '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
            '<spine><itemref idref="a"/></spine></package>',
        ),
        ("a.xhtml", f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{body}</body></html>'),
    )


def odt(body: str) -> bytes:
    """Return a text of OpenDocument."""
    names = " ".join(f'xmlns:{name}="{_OPEN_DOCUMENT}:{name}:1.0"' for name in ("office", "text", "table"))
    return _archive(
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        (
            "content.xml",
            f"<office:document-content {names}><office:body><office:text>{body}</office:text></office:body>"
            "</office:document-content>",
        ),
    )


def pdf(text: str) -> bytes:
    """Return a PDF with the lines of a text on pages, fifty on each."""
    lines = text.split("\n")
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for first in range(0, len(lines), 50):
        kids.append(f"{len(objects) + 1} 0 R")
        shown = [line.translate({ord(mark): f"\\{mark}" for mark in "()\\"}) for line in lines[first : first + 50]]
        drawn = "BT /F1 10 Tf 14 TL 72 760 Td " + " ".join(f"({line}) Tj T*" for line in shown) + " ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects) + 2} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    return pdf_file(objects)


def pdf_file(objects: list[str]) -> bytes:
    """Return the PDF of some objects, the first of which is the catalogue."""
    content, places = "%PDF-1.4\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(content))
        content += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{len(content)}\n%%EOF\n"
    return f"{content}xref\n0 {size}\n0000000000 65535 f \n{table}{end}".encode("latin-1", "replace")


PACKED = {"docx": docx, "epub": epub, "odt": odt, "pdf": pdf}


def _archive(*members: tuple[str, str]) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return content.getvalue()
