"""What is small on the disk and wants much: units of a few words, archives that hold a thousand times their size."""

import json
import random
import zipfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from tools.torture.chance import Chance, a_feed, require
from tools.torture.child import measured
from tools.torture.server import Server

_MEGABYTE = 1 << 20
# What docs/reliability.md promises: so many bytes for a byte of text, above what the package itself takes.
_PER_BYTE, _FIXED = 12, 350 * _MEGABYTE
# Addresses are reserved that are never used; what asks for more than this has no bound.
_ROOM = 3000 * _MEGABYTE
# Seconds of computing in which what cannot be read is refused, on any machine.
_SECONDS = 60.0

_CHAT = "ok yes no lol ship sure what thanks hello haha bye tide nice true well wow".split()
_GREEK = "ναι όχι καλά πλοίο θάλασσα και το ψωμί γεια λιμάνι".split()
_BREAKS = ("\n", "\n", "\n\n", " ", "\r\n")
_SHORT: dict[str, Callable[[random.Random], str]] = {
    "the same word": lambda rng: "Ship.",
    "capitals": lambda rng: "CHAPTER",
    "answers": lambda rng: f"{rng.choice(('Ann', 'Bob'))}: {rng.choice(('yes', 'no', 'well, yes'))}",
    "chat": lambda rng: " ".join(rng.choice(_CHAT) for _ in range(rng.randint(1, 3))),
    "Greek": lambda rng: " ".join(rng.choice(_GREEK) for _ in range(rng.randint(1, 3))) + rng.choice((".", ";", "!")),
    "Chinese": lambda rng: "".join(rng.choice("船海港面包法官") for _ in range(rng.randint(1, 3))) + "。",
    "items": lambda rng: f"- {rng.choice(_CHAT)}",
    "headings": lambda rng: f"# {rng.choice(_CHAT)}\n",
    "cells": lambda rng: f"| {rng.choice(_CHAT)} | {rng.choice(_CHAT)} |",
    "numbers": lambda rng: str(rng.randint(0, 30)),
    "words of their own": lambda rng: f"{rng.getrandbits(40):x}",
    "letters": lambda rng: rng.choice("abc"),
    "marks": lambda rng: rng.choice(("🙂", "...", "—", "?!", "👍 ok")),
    "rare and frequent": lambda rng: f"ship {rng.getrandbits(12):x}",
}


def short(chance: Chance) -> None:
    """Cut texts of very short units: memory stays within its bound."""
    rng, folder = chance.rng, chance.folder
    kinds = rng.sample(sorted(_SHORT), rng.choice((1, 1, 2, 4)))
    gap = rng.choice(_BREAKS)
    size = rng.choice((60_000, 130_000, 260_000, 500_000))
    pieces: list[str] = []
    held = 0
    while held < size:
        pieces.append(_SHORT[kinds[held * len(kinds) // size]](rng) + gap)
        held += len(pieces[-1].encode())
    text = "".join(pieces)
    what = f"{held:,} bytes of {' and '.join(kinds)}"
    if find_spec("fastapi") and chance.maybe(0.15):
        _require_within(_explored(text), held, f"the explorer on {what}")
    else:
        line = _line(rng, folder, text)
        stdin = folder / "text.txt" if line[0] == "stream" else None
        said, cost = measured(line, stdin=stdin, folder=folder, room=_ROOM)
        _require_within(cost.peak, held, f"tmima {' '.join(map(str, line))} on {what}")
        said.required_clean(line)
    chance.counts["short units within the bound of memory"] += 1


def _line(rng: random.Random, folder: Path, text: str) -> list[object]:
    path = folder / "text.txt"
    path.write_text(text, encoding="utf-8")
    command = rng.choice(("segment", "segment", "segment", "stream", "corpus"))
    if command == "stream":
        return ["stream", "--max-delay", rng.choice((5, 50)), "-o", folder / "out"]
    if command == "corpus" and find_spec("pyarrow"):
        rows = folder / "rows.jsonl"
        rows.write_text(json.dumps({"text": text}) + "\n", encoding="utf-8")
        return ["corpus", rows, folder / "out", "--jobs", 1, "--format", "jsonl"]
    line: list[object] = ["segment", path, "--format", "json", "-o", folder / "out"]
    if rng.random() < 0.3:
        line += ["--input-format", rng.choice(("lines", "text", "markdown"))]
    return line


def _explored(text: str) -> int:
    """Open and cut a text in the explorer; return the most memory that one of its processes had."""
    server = Server()
    try:
        status, answer = server.asked("POST", "/api/texts", json.dumps({"text": text}).encode())
        require(status == 201, f"the explorer answered {status} {answer[:120]!r} to a text of short units")
        server.asked("POST", f"/api/texts/{json.loads(answer)['key']}/cuts", b"{}")
        told = [Path(f"/proc/{pid}/status").read_text() for pid in server.workers()]
    finally:
        server.end()
    return max(int(line.split()[1]) for each in told for line in each.splitlines() if line.startswith("VmHWM")) * 1024


def _require_within(peak: int, size: int, said: str, *, more: int = 0) -> None:
    most = _PER_BYTE * size + _FIXED + more
    require(peak <= most, f"{said}: {peak / _MEGABYTE:,.0f} MB at the peak, more than {most / _MEGABYTE:,.0f} MB")


def bombs(chance: Chance) -> None:
    """Give archives that hold hundreds of megabytes or are nested without end: refused in a line, at little cost."""
    rng, folder = chance.rng, chance.folder
    kind = rng.choice(tuple(_SIGNS))
    name, members = rng.choice(_BOMBS)
    path = folder / f"bomb.{kind}"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for member, written in _SIGNS[kind]:
            archive.writestr(member, written)
        for member, content in members(rng, kind):
            with archive.open(member, "w", force_zip64=True) as file:
                for piece in content:
                    file.write(piece)
    if chance.maybe(0.2):
        path = path.rename(folder / "bomb.txt")
    into_rows = chance.maybe(0.3) and find_spec("pyarrow") is not None
    line: list[object] = ["segment", path, "--format", "json", "-o", folder / "out"]
    if into_rows:
        (folder / "good.txt").write_text(a_feed(rng, 9), encoding="utf-8")
        line = ["corpus", path, folder / "good.txt", folder / "out", "--jobs", 1, "--format", "jsonl"]
    said, cost = measured(line, stdin=None, folder=folder, room=_ROOM)
    what = f"tmima {' '.join(map(str, line))} on {kind} with {name}"
    size = path.stat().st_size
    require(cost.seconds < _SECONDS, f"{what}: {cost.seconds:.0f} s of computing")
    # What is allowed to be unpacked may be held.
    _require_within(cost.peak, size, f"{what} of {size:,} bytes", more=_FIXED)
    said.required_clean(line)
    if said.status == 0:
        # Of what is harmless, as entities that nobody asked for, little comes.
        made = [each for each in (folder / "out", *(folder / "out").glob("*")) if each.is_file()]
        require(sum(each.stat().st_size for each in made) < _MEGABYTE, f"{what} was read")
    if into_rows:
        rows = [json.loads(row) for each in (folder / "out").glob("*.jsonl") for row in each.open(encoding="utf-8")]
        require(any(not row["error"] for row in rows), f"{what}: the text beside it was not cut")
    chance.counts["packed bombs met in a line"] += 1


_BODIES = {"docx": "word/document.xml", "epub": "OEBPS/a.xhtml", "odt": "content.xml"}
_SIGNS = {
    "docx": [("[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')],
    "epub": [
        ("mimetype", "application/epub+zip"),
        (
            "META-INF/container.xml",
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
            '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>'
            "</container>",
        ),
        (
            "OEBPS/content.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>'
            '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
            '<spine><itemref idref="a"/></spine></package>',
        ),
    ],
    "odt": [("mimetype", "application/vnd.oasis.opendocument.text")],
}
_PARAGRAPHS = {
    "docx": (b"<w:p><w:r><w:t>", b"</w:t></w:r></w:p>"),
    "epub": (b"<p>", b"</p>"),
    "odt": (b"<text:p>", b"</text:p>"),
}
_FRAMES = {
    "docx": (
        b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>',
        b"</w:body></w:document>",
    ),
    "epub": (b'<html xmlns="http://www.w3.org/1999/xhtml"><body>', b"</body></html>"),
    "odt": (
        b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        b'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>',
        b"</office:text></office:body></office:document-content>",
    ),
}
_ELEMENTS = {"docx": b"w:tbl", "epub": b"div", "odt": b"text:section"}


def _framed(kind: str, content: Iterator[bytes]) -> Iterator[bytes]:
    before, after = _FRAMES[kind]
    yield before
    yield from content
    yield after


Members = Iterator[tuple[str, Iterator[bytes]]]


def _large(rng: random.Random, kind: str) -> Members:
    """One member of hundreds of megabytes of prose."""
    before, after = _PARAGRAPHS[kind]
    paragraph = before + b"The ship sails on. " * rng.choice((1, 50, 5000)) + after
    times = rng.randint(200, 400) * _MEGABYTE // len(paragraph)
    step = max(1, _MEGABYTE // len(paragraph))
    yield _BODIES[kind], _framed(kind, (paragraph * step for _ in range(times // step)))


def _deep(rng: random.Random, kind: str) -> Members:
    """Fifty thousand elements, one in the other."""
    element, depth = _ELEMENTS[kind], rng.choice((50_000, 200_000))
    yield _BODIES[kind], _framed(kind, iter((b"<" + element + b">") * depth for _ in range(1)))


def _deep_and_whole(rng: random.Random, kind: str) -> Members:
    """The same, and each element ends."""
    element, depth = _ELEMENTS[kind], 50_000
    before, after = _PARAGRAPHS[kind]
    inside = [b"<%b>" % element * depth, before, b"The ship sails.", after, b"</%b>" % element * depth]
    yield _BODIES[kind], _framed(kind, iter(inside))


def _many(rng: random.Random, kind: str) -> Members:
    """A document, and pictures beside it that nobody asked for: all together hundreds of megabytes."""
    yield from _large(rng, kind)
    for number in range(20):
        yield f"media/{number}.xml", (bytes(_MEGABYTE) for _ in range(10))


def _entities(rng: random.Random, kind: str) -> Members:
    """Entities of entities, a few bytes that mean gigabytes."""
    steps = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ship ">{steps}]>'.encode()
    before, after = _PARAGRAPHS[kind]
    yield _BODIES[kind], iter([head, _FRAMES[kind][0], before, b"&e9;", after, _FRAMES[kind][1]])


_BOMBS: tuple[tuple[str, Callable[[random.Random, str], Members]], ...] = (
    ("a large member", _large),
    ("elements that never end", _deep),
    ("elements one in the other", _deep_and_whole),
    ("many large members", _many),
    ("entities of entities", _entities),
)
