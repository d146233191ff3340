"""Packed and binary files with altered bytes: what can be read is read, the rest is one clear line."""

import random
import zipfile
from importlib.util import find_spec
from io import BytesIO

import tmima
from tmima.formats import open_bytes
from tools.torture.chance import Chance, a_feed, a_text, require
from tools.torture.child import here
from tools.torture.packed import PACKED

_FILES = 12
# Small files as these take a moment; what takes so long does not end.
_LIMITS = {"seconds": 60}
_PARAGRAPHS = {
    "docx": "<w:p><w:r><w:t>{}</w:t></w:r></w:p>",
    "epub": "<p>{}</p>",
    "odt": "<text:p>{}</text:p>",
    "pdf": "{}\n",
}
_EXTRAS = {"pdf": "pypdfium2"}


def spoilt(chance: Chance) -> None:
    """Open files some of whose bytes, or of whose unpacked members, were altered."""
    rng = chance.rng
    kinds = [kind for kind in PACKED if kind not in _EXTRAS or find_spec(_EXTRAS[kind])]
    if find_spec("pyarrow") and chance.maybe(0.2):
        _parquet(chance)
        return
    kind = rng.choice(kinds)
    lines = [line.translate({ord(mark): " " for mark in "<>&"}) for line in a_feed(rng, 9).splitlines() if line]
    whole = PACKED[kind]("".join(_PARAGRAPHS[kind].format(line) for line in lines))
    for _ in range(_FILES):
        inside = kind != "pdf" and chance.maybe(0.5)
        content = _with_altered_member(rng, whole) if inside else _with_altered_bytes(rng, whole)
        try:
            source = open_bytes(f"a.{kind}", content, limits=_LIMITS)
        except tmima.TmimaError as error:
            said = str(error)
            require("\n" not in said and len(said) < 500, f"a message of several lines: {said}")
            require("seconds" not in said and "without a word" not in said, f"{kind}: {said}")
            chance.counts["spoilt files refused in a line"] += 1
            continue
        require(isinstance(source.text, str), f"{kind} has no text")
        chance.counts["spoilt files read"] += 1


def _with_altered_bytes(rng: random.Random, whole: bytes) -> bytes:
    """Return bytes of which some are others, are left out, come twice or are cut off."""
    content = bytearray(whole)
    for _ in range(rng.choice((1, 1, 2, 5, 30))):
        if not content:
            break
        start = rng.randrange(len(content))
        end = min(len(content), start + rng.choice((1, 1, 2, 4, 50)))
        draw = rng.random()
        if draw < 0.6:
            content[start:end] = rng.randbytes(end - start)
        elif draw < 0.7:
            content[start:end] = rng.choice((bytes(end - start), b"\xff" * (end - start)))
        elif draw < 0.8:
            del content[start:end]
        elif draw < 0.9:
            content[start:start] = content[start:end] * rng.choice((1, 3))
        elif draw < 0.93:
            del content[start:]
        else:  # a number among digits, as those of a table of places
            digits = [place for place, one in enumerate(content) if 48 <= one <= 57]
            if digits:
                content[rng.choice(digits)] = rng.randrange(48, 58)
    return bytes(content)


def _with_altered_member(rng: random.Random, whole: bytes) -> bytes:
    """Return an archive that is whole, with a member whose bytes were altered."""
    content = BytesIO()
    with zipfile.ZipFile(BytesIO(whole)) as archive, zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made:
        chosen = rng.choice(archive.namelist())
        for name in archive.namelist():
            text = archive.read(name)
            made.writestr(name, _with_altered_bytes(rng, text) if name == chosen else text)
    return content.getvalue()


def _parquet(chance: Chance) -> None:
    """Run over a corpus of one altered file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng, folder = chance.rng, chance.folder
    content = BytesIO()
    pq.write_table(pa.table({"text": [a_text(rng, most=40) for _ in range(9)], "number": list(range(9))}), content)
    path = folder / "rows.parquet"
    for number in range(_FILES):
        path.write_bytes(_with_altered_bytes(rng, content.getvalue()))
        line: list[object] = ["corpus", path, folder / f"out{number}", "--format", "jsonl", "--jobs", 1]
        said = here(line, folder=folder).required_clean(line)
        outcome = "read" if said.status == 0 else "refused in a line"
        chance.counts[f"spoilt files {outcome}"] += 1
