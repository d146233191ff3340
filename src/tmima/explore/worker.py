"""What a worker of the explorer does: it opens texts, cuts them and keeps those opened last.

It is a process of its own so that a request that takes too long can really be stopped. A request is
a job, a line of JSON, and behind it a source (see `Upload.to_json`); the answer is a line with its
status, and behind it a body.
"""

import json
import traceback
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tmima.chapters import render
from tmima.errors import TmimaError
from tmima.explore.session import OpenText, Upload
from tmima.files import encode_json
from tmima.viewer import cuts_view, text_view
from tmima.workers.child import Handler, Send, limit_memory

DONE, REFUSED, FAILED = b"done", b"refused", b"failed"


def encode_request(key: str, source: bytes, job: Mapping[str, Any]) -> bytes:
    """Return the request to do a job on a text."""
    return encode_json({**job, "key": key}).encode() + b"\n" + source


def decode_answer(answer: bytes) -> tuple[bytes, bytes]:
    """Return the status and the body of an answer."""
    status, _, body = answer.partition(b"\n")
    return status, body


# About how many bytes of analyzed texts a worker keeps; the latest is kept whatever its size.
_CACHE_BYTES = 500_000_000


class TextCache:
    """The analyzed texts that were used last (LRU), within a bounded number of bytes."""

    def __init__(self, max_bytes: int = _CACHE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._texts: OrderedDict[str, OpenText] = OrderedDict()

    def get(self, key: str, source: bytes) -> OpenText:
        """Return a text by its key; its source is read only if the cache has not got it."""
        if key not in self._texts:
            self._texts[key] = OpenText(Upload.from_json(source))
        self._texts.move_to_end(key)
        while (
            len(self._texts) > 1 and sum(t.memory for t in self._texts.values()) > self._max_bytes
        ):
            self._texts.popitem(last=False)
        return self._texts[key]


def answer(cache: TextCache, job: dict[str, Any], source: bytes) -> bytes:
    """Do a job: open a text, cut it, or write the report, the chapters, Markdown of a cut."""
    text = cache.get(job["key"], source)
    if job["name"] == "open":
        return _json({"key": job["key"], **text.details(), **text_view(text.prepared)})
    asked = job["asked"]
    # Chapters are what `tmima chapters` writes.
    result = text.cut(with_certainty=job["name"] != "chapters", **asked)
    match job["name"]:
        case "report":
            return result.as_html().encode()
        case "chapters":
            return render(result, asked.get("form") or "json").encode()
        case "markdown":
            return result.as_markdown().encode()
        case "outline":
            return result.as_outline().encode()
    return _json(cuts_view(result))


def _json(value: Any) -> bytes:
    return encode_json(value, ensure_ascii=False, separators=(",", ":")).encode()


def _too_large(memory: int, error: MemoryError) -> str:
    # NumPy says what it could not have: so many bytes for an array of this shape.
    seen = f" ({error})" if str(error) else ""
    return (
        f"this takes more than the {memory / 1e9:.1f} GB of memory that a request may have{seen}: "
        "take a shorter text or another method; some compare every unit with every other"
    )


def make_handler(memory: int) -> Handler:
    """Return the handler of requests; from now on the worker may allocate so many bytes."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit_memory(pages * resource.getpagesize() + memory)
    cache = TextCache()

    def handle(request: bytes, _send: Send) -> bytes:
        job, _, source = request.partition(b"\n")
        try:
            status, body = DONE, answer(cache, json.loads(job), source)
        except TmimaError as error:
            status, body = REFUSED, error.with_setting_names(str).encode()
        except MemoryError as error:
            status, body = REFUSED, _too_large(memory, error).encode()
        except Exception:
            # Whatever it is, the next request must find a worker; the server's log has the rest.
            traceback.print_exc()
            status, body = FAILED, b""
        return status + b"\n" + body

    return handle
