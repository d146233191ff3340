"""The worker that converts documents.

It is a process of its own, since what converts documents is made by others and may take any time
and memory for a hostile one: it can be stopped, and it can be held to its memory. A request is a
line of JSON with the kind and the limits, and behind it the document; the answer is JSON.
"""

import json
from typing import Any

from tmima.errors import TmimaError
from tmima.files import encode_json
from tmima.formats.archive import over_limit, unpack
from tmima.formats.docx import read_docx
from tmima.formats.epub import read_epub
from tmima.formats.format import Limits
from tmima.formats.odt import read_odt
from tmima.formats.pdf import read_pdf
from tmima.formats.pptx import read_pptx
from tmima.workers.child import Send, limit_memory

# What is read of the texts of an archive, by the name of its format.
_READERS = {"docx": read_docx, "epub": read_epub, "odt": read_odt, "pptx": read_pptx}


def convert(content: bytes, kind: str, limits: Limits) -> dict[str, Any]:
    """Return the text of a document, with its blocks and its title."""
    try:
        if kind == "pdf":
            return read_pdf(content)._asdict()
        return _READERS[kind](unpack(content, limits))
    except MemoryError:
        said = f"it takes more than {limits.memory} bytes of memory"
        raise over_limit("memory", said) from None
    except RecursionError:
        raise TmimaError("what is in it lies too deep inside each other") from None


def convert_request(request: bytes, _send: Send) -> bytes:
    """Return the text of a document, or why there is none."""
    header, _, content = request.partition(b"\n")
    fields = json.loads(header)
    limits = Limits(**fields["limits"])
    try:
        limit_memory(limits.memory)
        result = convert(content, fields["kind"], limits)
    except TmimaError as error:
        result = {"refused": str(error)}
    except Exception as error:  # whatever a broken file makes of its readers
        result = {"refused": " ".join(str(error).split())[:200] or type(error).__name__}
    return encode_json(result).encode()
