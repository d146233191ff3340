"""Replay the command lines of runs.py in this process, and write golden.json.

    python record.py          # writes golden.json beside this file

What is kept of a run: exit status, standard output and standard error, and the files that it wrote,
changed (their content) or took away (null). JSON is kept as values, a segment's text as a digest.
"""

import hashlib
import importlib
import io
import json
import os
import runpy
import shutil
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

HERE = Path(__file__).parent
GOLDEN = HERE / "golden.json"
TEXTS = HERE / "texts"
RUNS: list[dict[str, Any]] = runpy.run_path(str(HERE / "runs.py"))["RUNS"]

# Text above so many characters is kept as a digest, and so is JSON above so many.
_LONG = 4000
_LONG_JSON = 100_000
_TIME_COLUMN = "ms a text"
_TIME_KEY = "seconds_per_text"


def execute(run: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Run a command line, and those that come before it, in a folder that is made for it."""
    _copy_texts([run, *run["before"]], folder)
    before = [_call(step, folder)[0] for step in run["before"]]
    at_first = _files(folder)
    code, out, err = _call(run, folder)
    at_last = _files(folder)
    written = {name: data for name, data in at_last.items() if at_first.get(name) != data}
    removed = dict.fromkeys(at_first.keys() - at_last.keys())
    return {
        "args": run["args"],
        "stdin": run["stdin"],
        "before": [
            {**step, "exit_code": status}
            for step, status in zip(run["before"], before, strict=True)
        ],
        "exit_code": code,
        "stdout": _kept(out),
        "stderr": err,
        "files": {name: _kept_file(name, data) for name, data in written.items()} | removed,
    }


def _copy_texts(steps: list[dict[str, Any]], folder: Path) -> None:
    """Copy the texts and folders that command lines name, and the modules."""
    words = [word for step in steps for word in [*step["args"], step["stdin"] or ""]]
    named = {word.rpartition("=")[2].partition("/")[0] for word in words}
    folder.mkdir()
    for path in TEXTS.iterdir():
        if path.is_file() and path.name in named:
            shutil.copyfile(path, folder / path.name)
        elif path.is_dir() and path.name in named | {"modules"}:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(path, folder / path.name, ignore=ignored)


def _call(step: dict[str, Any], folder: Path) -> tuple[int, str, str]:
    """Do what the command `tmima` does with these arguments, as in a process of its own."""
    main = importlib.import_module("tmima.cli").main
    out, err = _stream(), _stream()
    code = 0
    with ExitStack() as stack:
        stack.enter_context(chdir(folder))
        stack.enter_context(_importable(folder / "modules"))
        stack.enter_context(_as_main_program())
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        # A real file: `tmima stream` reads from the descriptor.
        stdin = stack.enter_context(open(step["stdin"] or os.devnull, encoding="utf-8"))
        stack.enter_context(patch.object(sys, "stdin", stdin))
        stack.enter_context(patch.object(sys, "argv", ["tmima", *step["args"]]))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        except Exception as error:
            # Python's own status; of the traceback only the last line stays the same.
            code = 1
            err.write(traceback.format_exception_only(error)[-1])
    return code, _written(out), _written(err)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    content: bytes = stream.buffer.getvalue()  # type: ignore[attr-defined]
    return content.decode("utf-8")


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let modules of a folder be imported, and forget them afterwards."""
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for path in folder.glob("*.py"):
            sys.modules.pop(path.stem, None)


@contextmanager
def _as_main_program() -> Iterator[None]:
    """Let click find the program's name in sys.argv, whatever program this is."""
    program = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = program


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def _kept_file(name: str, data: bytes) -> Any:
    if name.endswith((".png", ".svg")):
        return {"picture": name}
    return _kept(data.decode("utf-8"))


def _kept(text: str) -> Any:
    """Return a text as JSON values where it is JSON, one or a line each, or as it is."""
    if len(text) > _LONG_JSON:
        return _summary(text)
    try:
        return _reduced(json.loads(text))
    except json.JSONDecodeError:
        pass
    try:
        return [_reduced(json.loads(line)) for line in text.splitlines()] if text else text
    except json.JSONDecodeError:
        pass
    text = _untimed(_untimed(text, "|"), ",")
    return _summary(text) if len(text) > _LONG else text


def _summary(text: str) -> dict[str, Any]:
    return {"characters": len(text), "lines": text.count("\n"), "digest": _digest(text)}


def _reduced(value: Any) -> Any:
    """Put digests in place of segments' texts, and nothing in place of times."""
    if isinstance(value, list):
        return [_reduced(one) for one in value]
    if not isinstance(value, dict):
        return value
    found = {key: _reduced(one) for key, one in value.items() if key != _TIME_KEY}
    if {"start", "first", "text"} <= found.keys():
        found["text"] = _digest(found["text"])
    return found


def _untimed(text: str, separator: str) -> str:
    """Blank the column of times in the table of `tmima compare`."""
    column = None
    lines = []
    for line in text.split("\n"):
        cells = line.split(separator)
        named = [number for number, cell in enumerate(cells) if cell.strip() == _TIME_COLUMN]
        column = named[0] if named else column
        if column is not None and column < len(cells) and not named:
            cells[column] = ""
        lines.append(separator.join(cells))
    return "\n".join(lines)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def record() -> dict[str, Any]:
    """Replay all runs."""
    found = {}
    for run in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            found[run["name"]] = execute(run, Path(folder) / "run")
    return found


if __name__ == "__main__":
    content = json.dumps(record(), ensure_ascii=False, indent=0, sort_keys=True)
    GOLDEN.write_text(content + "\n", encoding="utf-8")
