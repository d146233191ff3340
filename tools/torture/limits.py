"""Disks that are full and memory that is short: one clear line, and nothing ruined."""

import json
import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from tools.torture.chance import Chance, SkippedError, a_feed, require
from tools.torture.child import Child, here

_MEGABYTE = 1 << 20


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[Path]:
    """Mount a disk of so many bytes, where we may."""
    if os.geteuid() != 0:
        raise SkippedError("only root mounts a small disk")
    disk = folder / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        raise SkippedError("there is no mount") from None
    if done.returncode:
        raise SkippedError("no disk can be mounted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S607 - wherever it is, as mount


def disk(chance: Chance) -> None:
    """Write results and states to a disk that has no room for them, and to /dev/full."""
    rng, folder = chance.rng, chance.folder
    text = a_feed(rng, rng.randint(160, 400))
    (folder / "text").write_text(text, encoding="utf-8")
    if chance.maybe(0.2):
        line: list[object] = ["segment", folder / "text", "--language", "en", "--format", "json"]
        child = Child(line, folder=folder, out="/dev/full")
        said = child.said().required_clean(line)
        require(said.status == 2, "what could not be written was taken for written")
        chance.counts["full disks met in a line"] += 1
        return
    if chance.maybe(0.25) and find_spec("pyarrow"):
        _corpus(chance, text)
        return
    with small_disk(folder, 4096 * rng.randint(3, 24)) as small:
        out = small / "out"
        out.write_text("as it was", encoding="utf-8")
        if chance.maybe(0.5):
            line = ["segment", folder / "text", "--language", "en", "--format", rng.choice(("json", "html")), "-o", out]
        else:
            line = ["stream", "--language", "en", "--max-delay", 5, "--state", small / "state"]
        child = Child(line, folder=folder)
        if line[0] == "stream":
            child.feed(text.encode()[: 1 << 16])
        said = child.said().required_clean(line)
        chance.counts["full disks met in a line"] += said.status == 2
        if said.status == 2:
            require(out.read_text(encoding="utf-8") == "as it was", "the file that was there is ruined")
            left = [path.name for path in small.iterdir() if path.name not in ("out", "state")]
            require(not left, f"left behind on the full disk: {left}")


def _corpus(chance: Chance, text: str) -> None:
    """Run over a corpus whose segments have no room: what is finished is whole, and goes on elsewhere."""
    rng, folder = chance.rng, chance.folder
    texts = folder / "texts"
    texts.mkdir()
    for number in range(8):
        lines = [json.dumps({"text": text[: rng.randint(1, 4000)]}) for _ in range(9)]
        (texts / f"{number}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    line: list[object] = ["corpus", texts, "", "--language", "en", "--format", "jsonl", "--jobs", 1]
    line[2] = folder / "whole"
    Child(line, folder=folder).said().required_clean(line)
    with small_disk(folder, 4096 * rng.randint(3, 100)) as small:
        line[2] = small
        said = Child(line, folder=folder).said().required_clean(line)
        chance.counts["full disks met in a line"] += said.status == 2
        for path in small.iterdir():
            name = path.name
            require(not name.startswith("."), f"left behind on the full disk: {name}")
            if name.startswith("part-"):
                require(path.read_bytes() == (folder / "whole" / name).read_bytes(), f"{name} is not whole")
                chance.counts["files that were whole on a full disk"] += 1


def memory(chance: Chance) -> None:
    """Give a command less memory than it wants."""
    rng, folder = chance.rng, chance.folder
    text = folder / "text"
    feed = a_feed(rng, 400)
    style = rng.choice(("json", "text", "choi", "html"))
    line: list[object] = ["segment", text, "--language", "en", "--format", style]
    if chance.maybe(0.3):
        line += rng.choice((["--posteriors"], ["--best", 40], ["--set", "path=20"], ["--levels", 3]))
    # Modules are there by then: where Python has no room for those, it is Python that speaks.
    text.write_text(feed, encoding="utf-8")
    here(line, folder=folder).required_clean(line)
    text.write_text(feed * rng.choice((1, 30, 120)), encoding="utf-8")
    room = int(rng.random() * rng.choice((2, 10, 40)) * _MEGABYTE)

    def limit() -> None:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + room, used + room))

    said = Child(line, folder=folder, before=limit).said().required_clean(line)
    chance.counts[f"memory limits {'kept to' if said.status == 0 else 'met in a line'}"] += 1
