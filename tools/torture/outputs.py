"""Outputs that are inputs, and outputs that others write to: nothing of what was there is lost."""

import json
import os
import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from tools.torture.chance import Chance, a_feed, require, write_inputs
from tools.torture.child import Child, Said

_LANGUAGE = ("--language", "en")
# Where the place of the output is in a command line.
_OUT = "OUT"
_NEW = "new"
Tree = dict[str, bytes]


def tree(folder: Path) -> Tree:
    """Return all files below a folder, hidden ones too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def inputs(chance: Chance) -> None:
    """Give as an output what is an input of the same run: nothing that was there changes."""
    folder = chance.folder / "work"
    folder.mkdir()
    write_inputs(chance.rng, folder)
    tried = _named(chance, folder) if chance.maybe(0.7) else _in_folders(chance, folder)
    chance.counts[f"outputs that are inputs {tried}"] += 1


def _named(chance: Chance, folder: Path) -> str:
    """Name an input as the output, somehow spelt: refused."""
    rng = chance.rng
    line, stdin, read = rng.choice(_lines())
    target = folder / rng.choice(read)
    spelt = rng.choice(_SPELLINGS)(target, folder)
    before = tree(folder)
    if chance.maybe(0.2) and _OUT in line:
        # It is the output that is refused, and nothing else.
        said = _run(chance, [_filled(part, folder, chance.folder / "other.png") for part in line], stdin)
        require(said.status == 0, f"a good output was refused: {said.err!r}")
        (folder / _NEW).unlink(missing_ok=True)
    arguments = [_filled(part, folder, spelt) for part in line]
    said = _run(chance, arguments, stdin)
    require(said.status == 2, f"tmima {' '.join(map(str, arguments))} took an input for its output")
    _same(tree(folder), before, arguments)
    return "refused"


def _run(chance: Chance, arguments: list[object], stdin: str) -> Said:
    child = Child(arguments, folder=chance.folder, stdin=chance.folder / "work" / stdin if stdin else None)
    return child.said().required_clean(arguments)


def _filled(part: str, folder: Path, out: Path | str) -> object:
    name, equals, value = part.partition("=")
    if equals:
        return f"{name}={_filled(value, folder, out)}"
    if part == _OUT:
        return out
    return folder / part if part == _NEW or (folder / part).exists() else part


def _lines() -> list[tuple[list[str], str, tuple[str, ...]]]:
    """Return command lines with the place of their output, their standard input, and what they read."""
    segment = ["segment", "text.txt", *_LANGUAGE]
    stopwords = ["--set", "stopwords=stop.txt"]
    given = ["--params", "params.json", *stopwords]
    stream = ["stream", *_LANGUAGE]
    found: list[tuple[list[str], str, tuple[str, ...]]] = [
        ([*segment, "-o", _OUT], "", ("text.txt",)),
        ([*segment, "--format", "html", "-o", _OUT], "", ("text.txt",)),
        ([*segment, *given, "--format", "json", "-o", _OUT], "", ("text.txt", "params.json", "stop.txt")),
        (["chapters", "talk.vtt", *_LANGUAGE, "--format", "json", "-o", _OUT], "", ("talk.vtt",)),
        (["analyze", "text.txt", *_LANGUAGE, "-o", _OUT], "", ("text.txt",)),
        ([*stream, "-o", _OUT], "text.txt", ("text.txt",)),
        ([*stream, *stopwords, "-o", _OUT], "text.txt", ("text.txt", "stop.txt")),
        ([*stream, "--state", _OUT], "text.txt", ("text.txt",)),
        ([*stream, *stopwords, "--state", _OUT, "-o", _NEW], "text.txt", ("text.txt", "stop.txt")),
        ([*stream, "--state", _NEW, "-o", _NEW], "text.txt", ("text.txt",)),
        (["train", "labelled", *_LANGUAGE, "-o", _OUT], "", ("labelled/1.ref", "labelled/2.ref")),
        (["tagger", "train", "t.conllu", "-o", _OUT], "", ("t.conllu",)),
    ]
    if find_spec("matplotlib"):
        found += [
            ([*segment, "--plot", _OUT], "", ("text.txt",)),
            ([*segment, "--set", "path=3", "--set", f"path_plot={_OUT}"], "", ("text.txt",)),
        ]
    return found


def _linked(target: Path, folder: Path) -> Path:
    link = folder / "link.png"
    link.symlink_to(target)
    return link


def _linked_twice(target: Path, folder: Path) -> Path:
    (folder / "link").symlink_to(target)
    (folder / "again.png").symlink_to("link")
    return folder / "again.png"


def _hard(target: Path, folder: Path) -> Path:
    link = folder / "hard.png"
    os.link(target, link)
    return link


def _other_folder(target: Path, folder: Path) -> Path:
    (folder / "alias").symlink_to(target.parent)
    return folder / "alias" / target.name


_SPELLINGS: tuple[Callable[[Path, Path], Path | str], ...] = (
    lambda target, folder: target,
    lambda target, folder: f"{target.parent}/./{target.name}",
    lambda target, folder: f"{folder}/labelled/../{target.relative_to(folder)}",
    lambda target, folder: f"{folder}//{target.relative_to(folder)}",
    lambda target, folder: os.path.relpath(target),
    _linked,
    _linked_twice,
    _hard,
    _other_folder,
)


def _in_folders(chance: Chance, folder: Path) -> str:
    """Write into a folder that is read, where files are called as outputs are: none is replaced."""
    rng = chance.rng
    texts = folder / "texts"
    texts.mkdir()
    kind = rng.choice(("segment", "segment", "corpus", "dolma", "compare", "generate"))
    if kind in ("corpus", "dolma") and find_spec("pyarrow") is None:
        kind = "segment"
    line: list[object]
    if kind == "segment":
        names = ("ch1", "ch1.txt", "ch1.txt.txt", "a.json", "a", "a.html", "a.json.json", "b.csv", "b", "b.choi")
        for name in rng.sample(names, rng.randint(2, 6)):
            (texts / name).write_text(a_feed(rng, 6), encoding="utf-8")
        read: list[Path] = [texts] if chance.maybe(0.6) else sorted(texts.iterdir())
        line = ["segment", *read, *_LANGUAGE, "--format", rng.choice(("text", "json", "html", "csv", "choi"))]
        line += ["-o", _spelt_folder(rng, texts, folder)]
    elif kind in ("corpus", "dolma"):
        line = _over_a_corpus(rng, texts, folder, kind)
    elif kind == "compare":
        for name in ("comparison.json", "comparison.md", "1.ref"):
            (texts / name).write_bytes((folder / "labelled" / "1.ref").read_bytes())
        line = ["compare", texts, *_LANGUAGE, "--methods", "uniform,none", "--jobs", 1, "-o"]
        line += [_spelt_folder(rng, texts, folder)]
    else:
        # A text of a collection may be a link to what is written.
        for author in ("one", "two", "three", "four", "five"):
            (texts / author).mkdir()
            for name in ("1.txt", "2.txt"):
                (texts / author / name).write_text(a_feed(rng, 40), encoding="utf-8")
        (folder / "out").mkdir()
        linked = folder / "out" / rng.choice(("001.ref", "sources.json"))
        (texts / "one" / "1.txt").rename(linked)
        (texts / "one" / "1.txt").symlink_to(linked)
        line = ["generate", "suite2", "--collection", texts, *_LANGUAGE, "--texts", 2]
        line += ["-o", _spelt_folder(rng, folder / "out", folder)]
    before = tree(folder)
    said = Child(line, folder=chance.folder).said()
    _clean(said, line)
    after = tree(folder)
    if said.status == 2 and "could not be cut" not in said.err:
        _same(after, before, line)
        return "refused"
    _same({name: after.get(name, b"") for name in before}, before, line)
    return "left alone"


def _clean(said: Said, line: list[object]) -> None:
    # What a comparison or a generator tells on its way is no error.
    if said.status == 0 and "Traceback" not in said.err:
        return
    said.required_clean(line)


def _over_a_corpus(rng: random.Random, texts: Path, folder: Path, kind: str) -> list[object]:
    """Put rows where a run will write its own."""
    rows = "\n".join(json.dumps({"id": place, "text": a_feed(rng, 5)}) for place in range(3))
    if kind == "dolma":
        below = texts / "attributes" / "tmima"
        below.mkdir(parents=True)
        for place in (texts / "x.jsonl", below / "x.jsonl"):
            place.write_text(rows, encoding="utf-8")
        read: list[Path] = [texts / "x.jsonl"] if rng.random() < 0.5 else [below / "x.jsonl"]
        return ["corpus", *read, _spelt_folder(rng, texts, folder), "--format", "dolma", "--jobs", 1, *_LANGUAGE]
    for name in rng.sample(("part-000000-0000.jsonl", "part-000001-0000.jsonl", "a.jsonl", "_tmima.json"), 3):
        (texts / name).write_text(rows, encoding="utf-8")
    read = [texts / "*.jsonl"] if rng.random() < 0.5 else sorted(texts.glob("*.jsonl"))
    return ["corpus", *read, _spelt_folder(rng, texts, folder), "--format", "jsonl", "--jobs", 1, *_LANGUAGE]


def _spelt_folder(rng: random.Random, texts: Path, folder: Path) -> Path | str:
    if rng.random() < 0.3:
        (folder / "alias").symlink_to(texts)
        return folder / "alias"
    return rng.choice((texts, f"{texts}/", f"{folder}/labelled/../{texts.relative_to(folder)}"))


def _same(found: Tree, expected: Tree, line: list[object]) -> None:
    differ = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
    require(not differ, f"tmima {' '.join(map(str, line))} changed what was there: {differ}")


def appended(chance: Chance) -> None:
    """Append to the output of a stream between its runs, killed or not: what others wrote stays there."""
    rng, folder = chance.rng, chance.folder
    text = a_feed(rng, rng.randint(160, 260))
    out, state = folder / "segments", folder / "state"
    line: list[object] = ["stream", *_LANGUAGE, "--state", state, "-o", out]
    if chance.maybe(0.5):
        line += ["--max-size", 7, "--set", "similarity=shared"]
    line += ["--max-delay", rng.choice((5, 50))]
    foreign: list[bytes] = []
    place = 0
    for number in range(rng.randint(2, 6)):
        place = rng.randint(place, len(text)) if chance.maybe(0.7) else len(text)
        other = number > 0 and chance.maybe(0.2)
        fed = ("Another text. " if other else "") + text[:place]
        (folder / "fed").write_text(fed, encoding="utf-8")
        before = _content(out), _content(state)
        child = Child(line, folder=folder, stdin=folder / "fed")
        if chance.maybe(0.3):
            _killed_soon(child, rng)
        else:
            said = child.said().required_clean(line)
            if said.status == 2:
                touched = [path.name for path, was in zip((out, state), before, strict=True) if _content(path) != was]
                require(not touched, f"what was refused was touched, {touched}: {said.err!r}")
                chance.counts["appended outputs refused"] += 1
        _require_all(foreign, out)
        # Before there is a state a run begins anew, and replaces its output as every command does.
        if out.exists() and state.exists() and chance.maybe(0.7):
            foreign.append(_foreign_line(rng, out.read_bytes()))
            with out.open("ab") as file:
                file.write(foreign[-1])
    chance.counts["lines appended by others that stayed"] += len(foreign)


def _require_all(foreign: list[bytes], out: Path) -> None:
    lost = [each for each in foreign if each not in (_content(out) or b"")]
    require(not lost, f"lines of others were cut off from the output of a stream: {lost}")


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _killed_soon(child: Child, rng: random.Random) -> None:
    last = time.monotonic() + rng.choice((0.02, 0.1, 0.5)) * rng.random()
    while child.running() and time.monotonic() < last:
        time.sleep(0.001)
    child.kill()


def _foreign_line(rng: random.Random, content: bytes) -> bytes:
    """Return a line of somebody else's: a note, half a line, or one that looks as ours do."""
    mark = f"{rng.getrandbits(64):016x}"
    kind = rng.randrange(4)
    if kind == 0:
        return f"a note {mark}\n".encode()
    if kind == 1:
        return f'{{"note": "{mark}'.encode()
    if kind == 2:
        return f'\n\n{{"mark": "{mark}"}}\r\n'.encode()
    *_, last = [{}, *(line for line in map(_read, content.splitlines()) if line)]
    return (json.dumps({**last, "text": mark}) + "\n").encode()


def _read(line: bytes) -> dict[str, object]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
