"""No command runs a Python file only because it lies in the current folder or beside the text."""

import json
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import BuiltinImporter, PathFinder
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("matplotlib")
pytest.importorskip("pyarrow")

TMIMA = shutil.which("tmima", path=sysconfig.get_path("scripts"))
TEXT = "The cats purr. A cat sleeps. The cats eat.\n\nThe ships sail. A ship sinks. Ships rust.\n"
LABELLED = "==========\nThe cats purr .\nA cat sleeps .\n==========\nThe ships sail .\n==========\n"
TURNS = "[00:00:01] Ann: The cats purr.\n[00:00:31] Ben: A ship sails.\n"
COMMANDS = (
    "segment a.txt -o out.txt --plot out.png",
    "segment texts -o cut",
    "chapters talk.txt --format vtt",
    "stream -o out.jsonl --state state",
    "corpus texts corpus --jobs 2",
    "train labelled -o params.json --language en",
    "compare labelled --jobs 2 --methods uniform --language en",
    "generate suite1 --texts 1 -o generated",
)
needs_script = pytest.mark.skipif(TMIMA is None, reason="the console script is not installed")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> Path:
    """Make a folder of texts, with a file for every module that anybody might import."""
    tmp_path = tmp_path_factory.mktemp("hostile")
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "talk.txt").write_text(TURNS)
    for folder, name, content in (("texts", "a.txt", TEXT), ("labelled", "a.ref", LABELLED)):
        (tmp_path / folder).mkdir()
        for number in range(3):
            (tmp_path / folder / f"{number}{name}").write_text(content)
    program = f"open({str(tmp_path / 'executed')!r}, 'a').write(__name__ + ' ')\n"
    names = {*sys.stdlib_module_names, *packages_distributions(), "sitecustomize", "usercustomize"}
    for name in filter(str.isidentifier, names):
        (tmp_path / f"{name}.py").write_text(program)
    for name in ("random", "regex", "tmima"):
        (tmp_path / "texts" / f"{name}.py").write_text(program)
    # Matplotlib reads it, and would start TeX.
    (tmp_path / "matplotlibrc").write_text("text.usetex: True\n")
    return tmp_path


def executed(folder: Path) -> str:
    mark = folder / "executed"
    return mark.read_text() if mark.exists() else ""


def run(folder: Path, line: str) -> None:
    done = subprocess.run(
        [TMIMA, *line.split()], cwd=folder, input=TEXT.encode(), capture_output=True, check=False
    )
    assert (executed(folder), done.returncode) == ("", 0), f"{line}: {done.stderr.decode()}"


def found(name: str) -> bool:
    return any(finder.find_spec(name) for finder in (BuiltinImporter, PathFinder))


@needs_script
def test_no_command_runs_what_lies_in_the_folder(hostile):
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda line: run(hostile, line), COMMANDS))


@needs_script
def test_the_explorer_runs_nothing_that_lies_in_the_folder(hostile):
    command = [TMIMA, "explore", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=hostile, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = re.search(r"http://\S+", process.stdout.readline())[0]
            request = urllib.request.Request(
                address + "api/texts",
                json.dumps({"text": TEXT, "language": "en"}).encode(),
                {"Content-Type": "application/json"},
            )
            with urllib.request.urlopen(request) as answer:
                assert answer.status == 201
        finally:
            process.terminate()
    assert executed(hostile) == ""


@needs_script
def test_what_is_named_is_run_and_nothing_that_lies_beside_it(hostile):
    (hostile / "my_titles.py").write_text(
        "import my_words\ndef title(segments):\n    return [my_words.WORD for _ in segments]\n"
    )
    (hostile / "my_words.py").write_text("WORD = 'named'\n")
    run(hostile, "segment a.txt --format json --titles my_titles:title -o out.json")
    titles = [one["title"] for one in json.loads((hostile / "out.json").read_text())["segments"]]
    assert set(titles) == {"named"}
    # The folder is the last of those that modules are looked for in; some are nowhere else.
    for path in hostile.glob("*.py"):
        if path.stem not in ("my_titles", "my_words") and not found(path.stem):
            path.unlink()
    run(hostile, "corpus texts named --jobs 2 --titles my_titles:title")
