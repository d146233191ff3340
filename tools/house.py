"""python -m tools.house: what the house has, beside 0.2.0 and what is wanted of it.

    python -m tools.house -v                    # also the names behind the figures
    python -m tools.house --draw 60 40          # 60 functions, drawn by the seed 40

What is drawn is shown by name and signature alone, for a reader who has not read the code and says
which of them can be guessed; docs/function-names.csv has what was said.

Modules, lines, names that stand twice, modules that each front enters, names that nobody uses, words
of the documentation, and what an import and a short text take. The words are counted as `wc -w`
does, over docs/*.md, README and CONTRIBUTING; docs/reference/, which is written from the docstrings,
is counted apart.
"""

import ast
import contextlib
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tmima"
_THIN = 40
_REPEATS = 7
_TEXT = "".join(f"The harbour number {i} was full of ships and ship {i % 7} sailed. " for i in range(100))
_TALK = ROOT / "docs" / "transcripts" / "lighthouse.vtt"
_RUN = "import sys\nsys.argv[1:] = {}\nfrom tmima.cli import main\nmain()"
_WALKS = {
    "segment()": "import tmima\ntmima.segment(open('text.txt').read()).segments",
    "tmima segment": _RUN.format(["segment", "text.txt"]),
    "tmima stream": _RUN.format(["stream"]),
    "tmima corpus": _RUN.format(["corpus", "texts.jsonl", "OUT", "--jobs", "1"]),
    "tmima chapters": _RUN.format(["chapters", str(_TALK)]),
    "a request of the page": (
        "from starlette.testclient import TestClient\n"
        "from tmima.explore.server import create_app\n"
        "with TestClient(create_app(), base_url='http://127.0.0.1:8765') as client:\n"
        "    key = client.post('/api/texts', json={'text': open('text.txt').read()}).json()['key']\n"
        "    client.post(f'/api/texts/{key}/cuts', json={}).raise_for_status()"
    ),
    "an adapter": (
        "from tmima.integrations.chunks import chunker, chunks\n"
        "list(chunks(chunker(200, settings={'language': 'en'}), open('text.txt').read()))"
    ),
}
# Tells each module of ours whose functions are called, in this process and in those it starts.
# What is called while a module is being imported is not the work itself.
_WATCH = """
import os, sys, threading
_SEEN, _OURS, _OUT = set(), os.environ["HOUSE_PACKAGE"] + os.sep, os.environ["HOUSE_OUT"]
def _watch(frame, event, _):
    code = frame.f_code
    path = code.co_filename
    if event != "call" or path in _SEEN or not path.startswith(_OURS) or not code.co_flags & 1:
        return
    above = frame.f_back
    while above is not None:
        if above.f_code.co_filename.startswith("<frozen importlib"):
            return
        above = above.f_back
    _SEEN.add(path)
    with open(_OUT, "a") as file:
        file.write(path + "\\n")
sys.setprofile(_watch)
threading.setprofile(_watch)
"""
# Of once.md: 0.2.0, and what is wanted. What was not counted then is empty.
_THEN_AND_WANTED = {
    "modules": ("300", "180"),
    "lines of Python": ("30,000", "26,500"),
    f"modules of {_THIN} lines or fewer": ("64", "15"),
    "file names used twice or more": ("36", "8"),
    "class names used twice or more": ("13", ""),
    "modules with a single importer": ("78", "30"),
    "modules entered by segment()": ("62", "40"),
    "modules entered by tmima segment": ("81", "55"),
    "modules entered by tmima stream": ("106", "65"),
    "modules entered by tmima corpus": ("98", "65"),
    "modules entered by tmima chapters": ("80", "55"),
    "modules entered by a request of the page": ("75", "55"),
    "modules entered by an adapter": ("56", "45"),
    "exported names that no other room uses": ("43", "0"),
    "names in tmima.__all__": ("59", "35"),
    "words of docs/*.md, README, CONTRIBUTING": ("47,000", ""),
    "words of docs/reference/, written by a program": ("", ""),
    "extras": ("", ""),
    "options of tmima segment": ("", "26"),
    "registry entries without Greek": ("", "0"),
    "import tmima, processor seconds": ("0.29", "0.29"),
    "tmima segment, 100 sentences, processor seconds": ("0.38", "0.38"),
}


@cache
def trees() -> dict[str, ast.Module]:
    """Return the modules of the package, parsed, by their dotted names."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def line_counts() -> list[int]:
    """Return the number of lines of each module."""
    return [len(path.read_bytes().splitlines()) for path in sorted(PACKAGE.rglob("*.py"))]


def shared_file_names() -> list[str]:
    """Return the file names that more than one room has."""
    names = Counter(path.name for path in PACKAGE.rglob("*.py"))
    return sorted(name for name, times in names.items() if times > 1 and name[0] != "_")


def shared_class_names() -> list[str]:
    """Return the names of classes that more than one module defines."""
    names = Counter(node.name for tree in trees().values() for node in tree.body if isinstance(node, ast.ClassDef))
    return sorted(name for name, times in names.items() if times > 1)


def imports(name: str) -> Iterator[tuple[str, str | None]]:
    """Return what a module imports of ours: the module, and the name taken from it if any."""
    for node in ast.walk(trees()[name]):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield each.name, None
        elif isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                yield node.module, each.name


def single_importers() -> dict[str, str]:
    """Return the modules that one other module imports, and which; packages do not count."""
    by: dict[str, set[str]] = {name: set() for name in trees()}
    for name in trees():
        for module, taken in imports(name):
            for target in (f"{module}.{taken}", module):
                if target in by and target != name:
                    by[target].add(name)
                    break
    packages = {name.rpartition(".")[0] for name in trees()}
    return {name: min(others) for name, others in by.items() if len(others) == 1 and name not in packages}


def unused_exports() -> list[str]:
    """Return what rooms export and neither another room uses nor the reference or a page describes."""
    described = "\n".join(path.read_text(encoding="utf-8") for path in pages_of_reference())
    described += "\n".join(re.findall(r"^from tmima.*", "\n".join(map(Path.read_text, pages_of_docs())), re.M))
    used = {
        (module, taken)
        for name in trees()
        for module, taken in (*imports(name), *looked_up(name))
        if name.split(".")[1:2] != module.split(".")[1:2]
    }
    found = []
    for name, tree in trees().items():
        # A room is a package right below ours.
        if name.count(".") == 1 and (PACKAGE / name.split(".")[1]).is_dir():
            found += [
                f"{name}.{each}"
                for each in exported(tree)
                if (name, each) not in used and not re.search(rf"\b{each}\b", described)
            ]
    return found


def looked_up(name: str) -> Iterator[tuple[str, str]]:
    """Return what a module takes as attributes of rooms that it has imported whole."""
    rooms = {taken: f"{module}.{taken}" for module, taken in imports(name) if module == "tmima"}
    for node in ast.walk(trees()[name]):
        match node:
            case ast.Attribute(value=ast.Name(id=room), attr=attribute) if room in rooms:
                yield rooms[room], attribute


def exported(tree: ast.Module) -> list[str]:
    """Return the names of a module's __all__."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            with contextlib.suppress(ValueError):
                return [str(each) for each in ast.literal_eval(node.value)]
    return []


def signatures() -> list[str]:
    """Return the functions and methods with their signatures, but for commands and `__names__`."""
    found = []
    for name, tree in trees().items():
        for node in tree.body:
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            found += [
                (name, f"{owner}{signature(one)}")
                for one in inside
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
                and not (owner and one.name.startswith("__"))
                and not any("command" in ast.unparse(each) for each in one.decorator_list)
            ]
    return [shown for _, shown in sorted(found)]


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the name of a function with its arguments and what it returns."""
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def pages_of_docs() -> list[Path]:
    """Return the pages whose words are counted."""
    return [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def pages_of_reference() -> list[Path]:
    """Return the pages that are written from the docstrings."""
    return sorted((ROOT / "docs" / "reference").glob("*.md"))


def words(paths: list[Path]) -> int:
    """Return the number of words of some files, as `wc -w` counts them."""
    return sum(len(path.read_text(encoding="utf-8").split()) for path in paths)


def entered(program: str) -> set[str]:
    """Return the modules of ours whose functions a program calls, in all its processes."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "text.txt").write_text(_TEXT, encoding="utf-8")
        (place / "texts.jsonl").write_text(json.dumps({"text": _TEXT}), encoding="utf-8")
        (place / "watching").mkdir()
        (place / "watching" / "sitecustomize.py").write_text(_WATCH, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=_TEXT,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join((str(place / "watching"), str(PACKAGE.parent))),
                "HOUSE_PACKAGE": str(PACKAGE),
                "HOUSE_OUT": str(place / "seen"),
            },
        )
        if done.returncode:
            raise RuntimeError(f"{program}\n{done.stderr}")
        return set((place / "seen").read_text(encoding="utf-8").split())


def least_time(*arguments: str, text: str = "") -> float:
    """Return the least processor time of several runs of Python, in seconds."""
    times = []
    for _ in range(_REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], input=text, capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def measured() -> Iterator[tuple[str, str]]:
    """Return each figure with its name, one after the other."""
    counts = line_counts()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run = "from tmima.cli import main; main()"
    yield "modules", f"{len(counts)}"
    yield "lines of Python", f"{sum(counts):,}"
    yield f"modules of {_THIN} lines or fewer", f"{sum(count <= _THIN for count in counts)}"
    yield "file names used twice or more", f"{len(shared_file_names())}"
    yield "class names used twice or more", f"{len(shared_class_names())}"
    yield "modules with a single importer", f"{len(single_importers())}"
    for name, program in _WALKS.items():
        yield f"modules entered by {name}", f"{len(entered(program))}"
    yield "exported names that no other room uses", f"{len(unused_exports())}"
    yield "names in tmima.__all__", f"{len(exported(trees()['tmima']))}"
    yield "words of docs/*.md, README, CONTRIBUTING", f"{words(pages_of_docs()):,}"
    yield "words of docs/reference/, written by a program", f"{words(pages_of_reference()):,}"
    yield "extras", f"{len(project['optional-dependencies'])}"
    yield "options of tmima segment", f"{len(shown_options())}"
    yield "registry entries without Greek", f"{len(entries_without_greek())}"
    yield "import tmima, processor seconds", f"{least_time('-c', 'import tmima'):.2f}"
    short = least_time("-c", run, "segment", "-", text=_TEXT)
    yield "tmima segment, 100 sentences, processor seconds", f"{short:.2f}"


def shown_options() -> list[str]:
    """Return the options that `tmima segment --help` shows, but for --help itself."""
    from tmima.cli.commands.segment import segment

    return [one.opts[0] for one in segment.params if isinstance(one, click.Option) and not one.hidden]


def entries_without_greek() -> list[str]:
    """Return the entries of registries that the page tells of in English where it speaks Greek."""
    from tmima.chapters import chapter_formats
    from tmima.explore.session import SIMILARITIES
    from tmima.formats import text_formats
    from tmima.methods import methods
    from tmima.scores import SCORES
    from tmima.wording import table

    named: dict[str, Iterable[str]] = {
        "form": chapter_formats,
        "format": text_formats(),
        "method": methods.own(),
        "score": SCORES,
        "similarity": SIMILARITIES,
    }
    keys = [f"{kind}.{name}" for kind, names in named.items() for name in names]
    return [key for key in keys if "el" not in table().get(key, {})]


def main(arguments: list[str]) -> None:
    """Print the table, with -v also the names behind the figures; or draw functions."""
    if "--draw" in arguments:
        number, seed = map(int, arguments[arguments.index("--draw") + 1 :][:2])
        print(*random.Random(seed).sample(signatures(), number), sep="\n")
        return
    print("| | 0.2.0 | now | wanted |")
    print("|---|---|---|---|")
    for name, now in measured():
        then, wanted = _THEN_AND_WANTED[name]
        print(f"| {name} | {then} | {now} | {wanted} |", flush=True)
    if "-v" in arguments:
        print("\nfile names:", *shared_file_names())
        print("\nclass names:", *shared_class_names())
        print("\nsingle importers:", *(f"{a} <- {b}" for a, b in single_importers().items()), sep="\n  ")
        print("\noptions of tmima segment:", *shown_options())
        print("\nwithout Greek:", *entries_without_greek())
        print("\nexported for nobody:", *unused_exports(), sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])
