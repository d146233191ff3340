"""The package as installed: light, typed, and usable without a compiler."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("fastapi", "uvicorn", "matplotlib", "scipy", "simplemma", "rich", "nltk", "pandas")


def modules_after(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize(
    "statement",
    [
        "import tmima",
        "import tmima.cli",
        "import tmima.viewer.report",
        "import tmima; tmima.segment('The cats sleep. The ships sail.')",
    ],
)
def test_heavy_packages_stay_off_the_common_path(statement):
    assert modules_after(statement).isdisjoint(HEAVY)


def test_it_says_that_it_is_typed():
    assert (ROOT / "src/tmima/py.typed").exists()


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
    assert "tmima/collection/bundled/authors.toml" in names
    assert len([name for name in names if name.startswith("tmima/collection/bundled/")]) == 72
    assert "tmima/py.typed" in names
    assert "tmima/viewer/static/index.html" in names
    assert "tmima/explore/examples/examples.toml" in names
    for name in (
        "lexicon/lexicon.bin",
        "lexicon/endings.json",
        "tagger/weights.json",
        "SOURCES.md",
    ):
        assert f"tmima/languages/el/{name}" in names
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
