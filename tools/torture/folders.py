"""Folders full of hostile Python: no command executes or imports what lies beside a text."""

import json
import os
import random
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from tools.torture.chance import Chance, a_feed, require, write_inputs
from tools.torture.child import Said, installed
from tools.torture.server import Server

_SECONDS = 300.0
# What is imported by whoever starts, by us, by what we use, and by no one but who looks into the folder.
_NAMES = (
    "tmima", "numpy", "regex", "click", "rich", "snowballstemmer", "pyarrow", "matplotlib", "uvicorn", "starlette",
    "fastapi", "pydantic", "multiprocessing", "random", "json", "re", "os", "site", "sitecustomize", "usercustomize",
    "encodings", "codecs", "types", "typing", "enum", "socket", "selectors", "logging", "tempfile", "pickle", "struct",
    "hashlib", "importlib", "subprocess", "threading", "queue", "signal", "runpy", "tomllib", "zipfile", "html", "csv",
    "conftest", "setup", "__main__", "__init__", "_parts", "texts",
)  # fmt: skip


def folders(chance: Chance) -> None:
    """Run commands in a folder of hostile modules, and on texts that lie in one."""
    rng = chance.rng
    hostile = chance.folder / "hostile"
    hostile.mkdir()
    ran = chance.folder / "ran"
    ran.mkdir()
    write_inputs(rng, hostile)
    for name in _NAMES if chance.maybe(0.7) else rng.sample(_NAMES, 12):
        _trap(rng, hostile, name, ran)
    inside = hostile if chance.maybe(0.8) else chance.folder
    for _ in range(2):
        said, line = _run(chance, hostile, inside)
        found = sorted(path.name for path in ran.iterdir())
        require(not found, f"tmima {' '.join(map(str, line))} executed what lay in the folder: {found}")
        said.required_clean(line)
        require(said.status == 0, f"tmima {' '.join(map(str, line))} beside hostile files: {said.err[-300:]!r}")
        chance.counts["commands in hostile folders"] += 1


def _trap(rng: random.Random, folder: Path, name: str, ran: Path) -> None:
    """Write a module that tells when it is executed, and harms."""
    code = f"open({str(ran / name)!r}, 'w').close()\nraise SystemExit('executed')\n"
    if rng.random() < 0.2 and name not in ("__init__", "__main__"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(code, encoding="utf-8")
    else:
        (folder / f"{name}.py").write_text(code, encoding="utf-8")


def _run(chance: Chance, hostile: Path, inside: Path) -> tuple[Said, list[object]]:
    """Run a command as it is installed, in a folder; return what it said."""
    rng = chance.rng
    there = os.path.relpath(hostile, inside) if chance.maybe(0.5) else str(hostile)
    out = chance.folder / f"out{rng.getrandbits(40):x}"
    if find_spec("fastapi") and chance.maybe(0.25):
        return _explored(chance, inside), ["explore"]
    line = list(rng.choice(_LINES)(there, str(out)))
    done = subprocess.run(
        [*installed(chance.folder), *line],
        input=a_feed(rng, 20).encode(),
        capture_output=True,
        cwd=inside,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | _path(),
        timeout=_SECONDS,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr.decode(errors="replace")), [*line]


def _path() -> dict[str, str]:
    """Return where the package is found that is tried, without a place that depends on the current folder."""
    given = os.environ.get("PYTHONPATH", "")
    places = [str(Path(place).resolve()) for place in given.split(os.pathsep) if place]
    return {"PYTHONPATH": os.pathsep.join(places)} if places else {}


def _explored(chance: Chance, inside: Path) -> Said:
    """Start the explorer in the folder, open a text and cut it."""
    server = Server(installed(chance.folder), folder=inside)
    try:
        for _ in range(3):
            status, answer = server.asked("POST", "/api/texts", json.dumps({"text": a_feed(chance.rng, 20)}).encode())
            require(status == 201, f"beside hostile files the explorer answered {status} {answer[:120]!r}")
            key = json.loads(answer)["key"]
            status, answer = server.asked("POST", f"/api/texts/{key}/cuts", b"{}")
            require(status == 200, f"beside hostile files the explorer answered {status} {answer[:120]!r}")
    finally:
        server.end()
    return Said(0, b"", "")


_LINES: list[Callable[[str, str], tuple[str, ...]]] = [
    lambda there, out: ("segment", f"{there}/text.txt", "--language", "en"),
    lambda there, out: ("segment", f"{there}/page.md", "--format", "html", "-o", out),
    lambda there, out: ("segment", f"{there}/text.txt", f"{there}/page.md", "-o", out),
    lambda there, out: ("chapters", f"{there}/talk.vtt", "--format", "json"),
    lambda there, out: ("stream", "--language", "en", "--state", f"{out}.state", "-o", out),
    lambda there, out: ("analyze", f"{there}/text.txt", "-o", out),
    lambda there, out: ("evaluate", f"{there}/labelled/1.ref", f"{there}/labelled/1.ref"),
    lambda there, out: ("train", f"{there}/labelled", "--language", "en", "-o", out),
    lambda there, out: ("methods",),
    lambda there, out: ("info",),
    lambda there, out: ("compare", f"{there}/labelled", "--methods", "uniform,none", "--jobs", "2", "-o", out),
    lambda there, out: ("generate", "suite1", "--texts", "2", "-o", out),
]  # fmt: skip
if find_spec("pyarrow"):
    _LINES += [
        lambda there, out: ("corpus", f"{there}/1.jsonl", f"{there}/2.jsonl", out, "--jobs", "2", "--language", "en"),
        lambda there, out: ("corpus", f"{there}/*.jsonl", out, "--jobs", "1", "--format", "jsonl", "--language", "en"),
    ]
if find_spec("matplotlib"):
    _LINES += [lambda there, out: ("segment", f"{there}/text.txt", "--plot", f"{out}.png")]
