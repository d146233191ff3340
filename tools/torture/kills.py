"""kill -9 at any moment of a stream, an experiment or a corpus: in the end all is as an unbroken run leaves it."""

import gzip
import json
import os
import random
import signal
import subprocess
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tools.running import all_processes
from tools.torture.chance import Chance, FoundError, SkippedError, a_feed, require
from tools.torture.child import COMMAND, Child, here

_SUBJECTS = {
    "sea": "ship sail harbour tide anchor".split(),
    "bread": "baker dough flour oven loaf".split(),
    "sky": "star planet moon orbit comet".split(),
}
_PATIENCE = 60.0


def stream(chance: Chance) -> None:
    """Kill a stream again and again, and start it again with its state; then let it end."""
    rng, folder = chance.rng, chance.folder
    text = a_feed(rng, rng.randint(155, 320)).encode()
    options: list[object] = ["--language", "en"]
    if chance.maybe(0.5):
        options += ["--max-size", 7, "--set", "similarity=shared"]
    options += ["--max-delay", rng.choice((3, 10, 50))]
    expected = here(["stream", *options], stdin=text, folder=folder).required_clean(options).out
    options += ["--state", folder / "state"]
    to_file = chance.maybe(0.7) and _writes_files()
    if to_file:
        options += ["-o", folder / "segments"]
    runs: list[bytes] = []
    kills = 0
    for _ in range(rng.randint(1, 8)):
        kills += _interrupted(chance, options, text, runs)
    if _has_read(folder / "state") and chance.maybe(0.3):
        _refused_another(chance, options, text)
    last = Child(["stream", *options], folder=folder)
    _fed(last, text, rng, pieces=1)
    runs.append(last.said().required_clean(last.arguments).out)
    if to_file:
        _once((folder / "segments").read_bytes(), expected)
        again = Child(["stream", *options], folder=folder)
        _fed(again, text, rng, pieces=1)
        again.said().required_clean(again.arguments)
        _once((folder / "segments").read_bytes(), expected)
        chance.counts["kills of a stream, each segment once"] += kills
    else:
        _at_least_once(runs, expected)
        chance.counts["kills of a stream, each segment at least once"] += kills


def _has_read(state: Path) -> bool:
    """Tell whether a stream was killed after it had read something: before that every text is the right one."""
    *marks, _torn = state.read_text(encoding="ascii").split("\n") if state.exists() else [""]
    return bool(marks) and json.loads(marks[-1])["mark"]["characters"] > 0


def _refused_another(chance: Chance, options: list[object], text: bytes) -> None:
    """Go on with another text, which must be refused and change nothing."""
    other = Child(["stream", *options], folder=chance.folder)
    _fed(other, b"X" + text[1:], chance.rng, pieces=1)
    said = other.said().required_clean(other.arguments)
    require(said.status == 2 and not said.out, "a stream went on with another text than it had read")
    chance.counts["other texts refused by a stream"] += 1


@cache
def _writes_files() -> bool:
    """Tell whether a stream can write to a file, each segment once."""
    done = subprocess.run([*COMMAND, "stream", "--help"], capture_output=True, text=True, check=False)
    return "--output" in done.stdout


def _interrupted(chance: Chance, options: list[object], text: bytes, runs: list[bytes]) -> bool:
    """Run a stream and kill it somewhere; return whether it was still at work."""
    rng = chance.rng
    child = Child(["stream", *options], folder=chance.folder)
    pieces = rng.randint(1, 30)
    if chance.maybe(0.3):
        # At the end, where the last segments go out and the state says so.
        _fed(child, text, rng, pieces=pieces)
        child.end_of_input()
    else:
        _fed(child, text[: rng.randint(0, len(text))], rng, pieces=pieces)
    time.sleep(rng.choice((0.0, 0.003, 0.03)) * rng.random())
    killed = child.kill()
    if child.status not in (0, -signal.SIGKILL):
        raise FoundError(f"a stream that was started again ended by itself: {child.said().err[-300:]}")
    out = chance.folder / "stdout"
    runs.append(out.read_bytes() if out.exists() else b"")
    return killed


def _fed(child: Child, text: bytes, rng: random.Random, *, pieces: int) -> None:
    """Feed a text in pieces, which a stream sees one by one if it is as fast."""
    size = max(1, len(text) // pieces)
    for place in range(0, len(text), size):
        if not child.feed(text[place : place + size]):
            return
        if pieces > 1:
            time.sleep(0.004 * rng.random())


def _once(found: bytes, expected: bytes) -> None:
    lines, wanted = found.splitlines(), expected.splitlines()
    doubled = len(lines) - len(set(lines))
    lost = len(set(wanted) - set(lines))
    require(_texts(found) == _texts(expected), f"{doubled} segments doubled, {lost} lost, of {len(wanted)}")


def _texts(lines: bytes) -> list[tuple[object, ...]]:
    found = [json.loads(line) for line in lines.splitlines()]
    return [(one["start"], one["end"], one["text"]) for one in found]


def _at_least_once(runs: list[bytes], expected: bytes) -> None:
    """Require every segment, doubled ones alike, torn lines only where a run was killed."""
    seen: dict[int, bytes] = {}
    for run in runs:
        *lines, torn = run.split(b"\n")
        for line in lines:
            place = json.loads(line)["first"]
            require(seen.setdefault(place, line) == line, f"segment {place} came again as another: {line[:80]!r}")
    require(not torn, "the last run ended in the middle of a line")
    wanted = {json.loads(line)["first"]: line for line in expected.splitlines()}
    require(seen == wanted, f"{len(wanted.keys() - seen.keys())} segments lost of {len(wanted)}")


def experiment(chance: Chance) -> None:
    """Kill an experiment again and again, then let it end: its folder is that of an unbroken run."""
    rng, folder = chance.rng, chance.folder
    collection = a_collection(folder / "collection")
    options: list[object] = ["suite2", "--collection", collection, "--language", "en", "--quick"]
    expected = _unbroken(collection)
    out = folder / "out"
    together = chance.maybe(0.15)
    for _ in range(rng.randint(1, 4)):
        line = ["experiment", *options, "--jobs", 1 + together, "-o", out]
        killed = _killed_with_workers(chance, line) if together else _killed(chance, line)
        chance.counts["kills of an experiment"] += killed
    last = Child(["experiment", *options, "--jobs", 1, "-o", out], folder=folder)
    last.said().required_clean(last.arguments)
    _same_tree(_tree(out), expected)


def _same_tree(found: dict[str, bytes], expected: dict[str, bytes]) -> None:
    differ = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
    require(not differ, f"after kills these files differ from an unbroken run: {differ}")


def corpus(chance: Chance) -> None:
    """Kill a run over a corpus again and again, then let it end: its folder is that of an unbroken run."""
    if find_spec("pyarrow") is None:
        raise SkippedError("pyarrow is not installed")
    rng, folder = chance.rng, chance.folder
    documents = folder / "documents"
    documents.mkdir()
    for number in range(rng.randint(6, 16)):
        lines = [json.dumps({"id": row, "text": a_feed(rng, rng.randint(1, 12))}) for row in range(rng.randint(1, 9))]
        (documents / f"{number:02d}.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
    options: list[object] = ["--language", "en", "--format", rng.choice(("parquet", "jsonl", "dolma"))]
    whole = Child(["corpus", documents, folder / "unbroken", *options, "--jobs", 1], folder=folder)
    require(whole.said().required_clean(whole.arguments).status == 0, "the unbroken run was refused")
    out = folder / "out"
    for _ in range(rng.randint(1, 5)):
        if chance.maybe(0.15):
            killed = _killed_with_workers(chance, ["corpus", documents, out, *options, "--jobs", 2])
        else:
            killed = _killed(chance, ["corpus", documents, out, *options, "--jobs", 1], watch=out)
        chance.counts["kills of a corpus"] += killed
    last = Child(["corpus", documents, out, *options, "--jobs", 1], folder=folder)
    last.said().required_clean(last.arguments)
    _same_tree(_tree(out), _tree(folder / "unbroken"))
    left = [path.name for path in out.rglob(".*")]
    require(not left, f"left behind by runs that were killed: {left}")


def a_collection(folder: Path) -> Path:
    """Write three authors with three texts each, always the same."""
    rng = random.Random(4)
    for author, words in _SUBJECTS.items():
        (folder / author).mkdir(parents=True)
        for number in range(3):
            lines = []
            for _ in range(4):
                pairs = [rng.sample(words, 2) for _ in range(3)]
                lines.append(" ".join(f"The {one} and the {two} were there." for one, two in pairs))
            (folder / author / f"{number}.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


_trees: list[dict[str, bytes]] = []


def _unbroken(collection: Path) -> dict[str, bytes]:
    """Return what an unbroken run writes, run once."""
    if not _trees:
        out = collection.parent / "unbroken"
        whole = Child(
            ["experiment", "suite2", "--collection", collection, "--language", "en", "--quick", "--jobs", 1, "-o", out],
            folder=collection.parent,
        )
        require(whole.said().required_clean(whole.arguments).status == 0, "the unbroken run was refused")
        _trees.append(_tree(out))
    return _trees[0]


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }


def _killed(chance: Chance, line: list[object], *, watch: Path | None = None) -> bool:
    """Kill a command some time after its beginning, or after a file more is in a folder."""
    child = Child(line, folder=chance.folder)
    if watch is not None and chance.maybe(0.8):
        enough = len(list(watch.rglob("*.*"))) + chance.rng.randint(1, 6)
        while child.running() and len(list(watch.rglob("*.*"))) < enough:
            time.sleep(0.001)
    last = time.monotonic() + chance.rng.choice((0.1, 0.5, 3.0)) * chance.rng.random()
    while child.running() and time.monotonic() < last:
        time.sleep(0.001)
    return child.kill()


def _killed_with_workers(chance: Chance, line: list[object]) -> bool:
    """Kill the parent of workers as a person would meet it; they must end too."""
    process = subprocess.Popen(
        [*COMMAND, *map(str, line)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        time.sleep(0.5 + 4 * chance.rng.random())
        running = process.poll() is None
        process.kill()
        process.wait()
        last = time.monotonic() + _PATIENCE
        while _session(process.pid) and time.monotonic() < last:
            time.sleep(0.05)
        left = _session(process.pid)
        require(not left, f"{len(left)} workers are still there {_PATIENCE:g} s after their parent was killed")
    finally:
        for pid in _session(process.pid):
            os.kill(pid, signal.SIGKILL)
    chance.counts["parents killed whose workers ended"] += 1
    return running


def _session(leader: int) -> list[int]:
    """Return the processes of the session that a process of ours began."""
    return [one.pid for one in all_processes() if one.session == leader and not one.is_zombie]
