"""The process in which documents are converted, one after the other, until its input ends.

It is a process of its own, since what converts documents is made by others and may take any time
and memory for a hostile one: it can be stopped, and it can be held to its memory.
A request and its answer are a line of JSON each.
"""

import json
import os
import sys
from base64 import b64decode
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from tmima.errors import TmimaError
from tmima.formats.archive import over_limit, unpack
from tmima.formats.docx import read_docx
from tmima.formats.epub import read_epub
from tmima.formats.format import Limits
from tmima.formats.odt import read_odt
from tmima.formats.pdf import read_pdf
from tmima.formats.pptx import read_pptx
from tmima.records import encode_json

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


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the text of a document, or why there is none."""
    limits = Limits(**request["limits"])
    try:
        _keep_memory(limits.memory)
        return convert(b64decode(request["content"]), request["kind"], limits)
    except TmimaError as error:
        return {"refused": str(error)}
    except Exception as error:  # whatever a broken file makes of its readers
        return {"refused": " ".join(str(error).split())[:200] or type(error).__name__}


def _keep_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # not on every system
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests; whoever asked may go at any time, and nobody waits for the answer then."""
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def receive() -> None:
        for line in requests:
            waiting.put(line)
        os._exit(0)

    Thread(target=receive, daemon=True).start()
    while True:
        answers.write(encode_json(answer(json.loads(waiting.get()))).encode() + b"\n")
        answers.flush()


def main() -> None:
    """Serve the process's own pipes; nothing else may write into them."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
