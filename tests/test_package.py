"""The package as installed: light, typed, and usable without a compiler."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest

import tmima

ROOT = Path(__file__).parents[1]
HEAVY = {
    "fastapi", "uvicorn", "matplotlib", "scipy", "simplemma", "rich", "nltk", "pandas", "numpy.ma",
}  # fmt: skip
# Rooms of ours that most programs never enter.
ELSEWHERE = {
    "tmima.scores", "tmima.streaming", "tmima.training.grid", "tmima.formats.conllu",
    "tmima.settings.saving", "tmima.workers", "tmima.similarity.vectors",
}  # fmt: skip
# What only those need that learn, or compare with a truth.
LEARNING = {"tmima.training", "tmima.scores", "tmima.methods.vocabulary"}
# What only a text asks for.
NOT_YET = {
    "hashlib", "importlib.resources", "numpy.random", "regex", "stopwordsiso", "zipfile",
    "tmima.formats.captions", "tmima.languages.el",
}  # fmt: skip
TEXT = "\n\n".join(["Cats: they sleep. Ships sail."] * 20)


def modules_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import tmima", HEAVY | ELSEWHERE | NOT_YET),
        ("import tmima.cli.commands.segment", HEAVY | ELSEWHERE | NOT_YET),
        ("import tmima.viewer.report", HEAVY),
        (f"import tmima; tmima.segment({TEXT!r})", HEAVY | ELSEWHERE),
        (f"import tmima; flow = tmima.TextStream(); flow.push({TEXT!r}); flow.state()", LEARNING),
    ],
)
def test_heavy_modules_stay_off_the_common_path(statement, unwanted):
    assert not modules_after(statement) & unwanted


@pytest.mark.parametrize("door", ["formats", "scores", "similarity", "streaming", "training"])
def test_no_module_stands_where_a_name_is_looked_for(door):
    package = import_module(f"tmima.{door}")
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    modules = {name for name in package.__all__ if isinstance(getattr(package, name), ModuleType)}
    assert modules == ({"conllu"} if door == "formats" else set())


def test_names_that_are_loaded_later_are_known_at_once():
    assert set(tmima.__all__) == {name for name in tmima.__all__ if hasattr(tmima, name)}
    assert dir(tmima) == tmima.__all__
    with pytest.raises(AttributeError, match="module 'tmima' has no attribute 'Pk'"):
        tmima.Pk  # noqa: B018


def test_it_says_that_it_is_typed():
    assert (ROOT / "src/tmima/py.typed").exists()


@pytest.mark.slow
def test_it_installs_without_a_compiler(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    shutil.copytree(ROOT / "LICENSES", source / "LICENSES")
    leave = shutil.ignore_patterns("*.so", "*.c", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=leave)
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "-q",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            tmp_path,
            source,
        ],
        env={**os.environ, "CC": "/bin/false", "CXX": "/bin/false"},
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path / "installed")
    assert "tmima/kernel/twin.py" in names
    assert "tmima/paper/bundled/authors.toml" in names
    assert len([name for name in names if name.startswith("tmima/paper/bundled/")]) == 72
    assert "tmima/py.typed" in names
    assert "tmima/conformance.json" in names
    assert "tmima/viewer/static/index.html" in names
    assert "tmima/explore/examples/examples.toml" in names
    for name in (
        "lexicon/lexicon.bin",
        "lexicon/endings.json",
        "tagger/weights.bin",
        "SOURCES.md",
    ):
        assert f"tmima/languages/el/{name}" in names
    for name in ("languages/en_words.json", "titles/ranker.npz", "titles/SOURCES.md"):
        assert f"tmima/{name}" in names
    assert not [name for name in names if name.startswith(("tools/", "benchmarks/", "tests/"))]
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
    done = subprocess.run(
        [sys.executable, "-c", "from tmima.cli import main; main()", "info"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "kernel     numpy" in done.stdout
