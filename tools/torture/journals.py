"""Folders of a corpus that others have been in: journals altered, parts altered, files of the names of parts."""

import json
import os
import random
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tools.torture.chance import Chance, SkippedError, a_feed, require
from tools.torture.child import Child
from tools.torture.outputs import Tree, tree

_MANIFEST, _LINES, _SAVED = "_tmima.json", "_parts.jsonl", "_batches.bin"


def journals(chance: Chance) -> None:
    """Alter what a run has left, and start it again: refused with nothing touched, or as an unbroken run would end."""
    if find_spec("pyarrow") is None:
        raise SkippedError("pyarrow is not installed")
    import_module("tmima.corpora.run")  # once, and not in each child
    rng, folder = chance.rng, chance.folder
    texts = folder / "texts"
    texts.mkdir()
    for number in range(rng.randint(1, 4)):
        rows = [json.dumps({"id": place, "text": a_feed(rng, rng.randint(1, 8))}) for place in range(rng.randint(1, 4))]
        (texts / f"{number}.jsonl").write_text("\n".join(rows), encoding="utf-8")
    form = rng.choice(("jsonl", "parquet"))
    line: list[object] = ["corpus", texts, folder / "whole", "--language", "en", "--format", form, "--jobs", 1]
    said = Child(line, folder=folder).said().required_clean(line)
    require(said.status == 0, f"the unbroken run was refused: {said.err!r}")
    whole = tree(folder / "whole")
    for _ in range(4):
        out = folder / f"out{rng.getrandbits(40):x}"
        what = _left(rng, out, whole)
        before = tree(out)
        line[2] = out
        said = Child(line, folder=folder).said().required_clean(line)
        after = tree(out)
        if said.status == 2:
            _same(after, before, f"{what}: what was refused ({said.err.strip()[-200:]!r}) was touched")
            chance.counts["foreign journals refused, nothing touched"] += 1
        else:
            require(what != "foreign", "a file that the journal does not know was replaced")
            _same({name: after.get(name, b"") for name in whole}, whole, f"{what}: it went on to another result")
            chance.counts["foreign journals made good"] += 1


def _same(found: Tree, expected: Tree, said: str) -> None:
    differ = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
    require(not differ, f"{said}: {differ}")


def _left(rng: random.Random, out: Path, whole: Tree) -> str:
    """Make a folder as a run has left it, ended or not, and alter something; return what."""
    manifest = json.loads(whole[_MANIFEST])
    parts = manifest["parts"]
    kind = rng.choice(("journal", "journal", "manifest", "part", "foreign", "gone"))
    out.mkdir()
    ended = kind == "manifest" or (kind in ("part", "gone") and rng.random() < 0.5)
    least, most = {"journal": (0, len(parts)), "foreign": (0, len(parts) - 1)}.get(kind, (1, len(parts)))
    kept = parts if ended else parts[: rng.randint(least, most)]
    for part in kept:
        (out / part["file"]).write_bytes(whole[part["file"]])
    counted = ("texts", "segments", "errors", "nulls", "sources", "parts")
    made = {name: value for name, value in manifest.items() if name not in counted}
    lines = [json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in (made, *kept)]
    if ended:
        (out / _MANIFEST).write_bytes(whole[_MANIFEST])
    elif kind != "foreign" or rng.random() < 0.5:
        (out / _LINES).write_bytes(b"".join(lines))
    if rng.random() < 0.1:
        (out / _SAVED).write_bytes(rng.randbytes(rng.randint(0, 300)))
    if kind == "journal":
        (out / _LINES).write_bytes(_malformed(rng, lines))
    elif kind == "manifest":
        (out / _MANIFEST).write_bytes(_malformed(rng, [whole[_MANIFEST]]))
    elif kind == "part":
        _flip(rng, out / rng.choice(kept)["file"])
    elif kind == "gone":
        (out / rng.choice(kept)["file"]).unlink()
    else:
        _foreign(rng, out / rng.choice(parts[len(kept) :])["file"], whole)
    return kind


def _flip(rng: random.Random, path: Path) -> None:
    """Alter a part and leave its size, and now and then its time, as it was."""
    content = bytearray(path.read_bytes())
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(7)
    was = path.stat()
    path.write_bytes(bytes(content))
    if rng.random() < 0.5:
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


def _foreign(rng: random.Random, path: Path, whole: Tree) -> None:
    """Put a file of somebody else's where a part would go."""
    others = (b"mine\n", b"", json.dumps({"text": "mine"}).encode() + b"\n", rng.randbytes(300), whole[_MANIFEST])
    path.write_bytes(rng.choice(others))


def _malformed(rng: random.Random, lines: list[bytes]) -> bytes:
    """Return a journal or manifest that is torn, of other types, or with values of another run."""
    kind = rng.randrange(5)
    if kind == 0:
        whole = b"".join(lines)
        return whole[: rng.randint(0, len(whole))]
    if kind == 1:
        return rng.choice(
            (b"", b"[]\n", b"5\n", b"null\n", b"\xff\xfe\n", b'"x"\n', b"{}\n", b"\x00" * 50, b"[" * 9999)
        )
    place = rng.randrange(len(lines))
    if kind == 2:
        odd = (b"5\n", b"[]\n", b"null\n", b'{"file": 5}\n', b'{"file": "../x", "bytes": 1}\n', b"{}\n", b"{\n")
        return b"".join([*lines[:place], rng.choice(odd), *lines[place:]])
    values = json.loads(lines[place])
    return b"".join([*lines[:place], json.dumps(_altered(rng, values)).encode() + b"\n", *lines[place + 1 :]])


def _altered(rng: random.Random, values: dict[str, Any]) -> dict[str, Any]:
    """Return JSON in which one value is of another type, not there, or that of something else."""
    name = rng.choice(list(values))
    value = values[name]
    if rng.random() < 0.2:
        return {key: each for key, each in values.items() if key != name}
    if isinstance(value, list) and value and isinstance(value[0], dict) and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return {**values, name: [*value[:place], _altered(rng, value[place]), *value[place + 1 :]]}
    odd: tuple[Any, ...] = (None, -1, 10**30, "x", [], {}, True, "../../x", "/etc/passwd", "\ud800", 1e308)
    return {**values, name: rng.choice(odd)}
