"""Whether the package is fit to be released, tried as its users will meet it.

    python -m tools.release [--only STEP ...]        (make release-check)

Builds the source distribution and, from it alone, the wheel; checks metadata, licences and the
stable interface; installs the wheel in a clean environment for each Python at hand, with the lowest
versions that pyproject.toml allows, with the newest that there are, and once built without a
compiler; checks each against the conformance set, and runs the tests below there, from the unpacked
source distribution. All of them must cut some texts alike. All tests are run on older processors,
as far as NumPy and OpenBLAS can be told to take this one for such. A table at the end tells of each
what it took and what came of it; what cannot be tried here is said, not passed over.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from tmima.plots.tables import Table
from tools.processors import older

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
# What the README and the tutorials show, the notebooks, the kernel against its twin, the front door.
TESTS = (
    "test_readme.py", "test_docs.py", "kernel/test_twin.py", "test_segmenter.py", "segmentation/test_engine.py",
    "plots/test_dotplot.py", "arrow/test_arrow.py", "test_processors.py",
)  # fmt: skip
EXTRAS = ("plot", "methods", "corpus", "explore")
NEEDED = ("hypothesis", "pytest", "nltk")
CONFORMANCE = (sys.executable, "-m", "tmima.conformance")
FAILED = "FAILED"
CUTS = """
import json
from tests.test_processors import found
print([each["boundaries"] for each in json.loads(found())])
"""


# What was tried, and what came of it.
Tried = Iterator[tuple[str, str]]


class StepError(Exception):
    """A step that failed: what was run and what it said."""


def run(*command: object, folder: Path | None = None, **environment: str) -> str:
    """Run a command and return what it printed; if it fails, raise what it said."""
    # Else what lies there would be tried in place of what is installed.
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**own, **environment},
        check=False,
    )
    if done.returncode:
        shown = " ".join(str(word) for word in command)
        raise StepError(f"{shown}\n{done.stdout}{done.stderr}\nstatus {done.returncode}")
    return done.stdout


def pythons() -> Iterator[tuple[str, str | None]]:
    """Yield each version that we claim, with an interpreter of it if there is one."""
    # A shim of pyenv is on the path even where pyenv would not run it; the version itself is beside.
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    folders = [*map(Path, os.get_exec_path()), *sorted(versions.glob("*/bin"))]
    for version in VERSIONS:
        paths = (str(folder / f"python{version}") for folder in folders)
        yield version, next(filter(_works, paths), None)


def _works(python: str) -> bool:
    try:
        done = subprocess.run([python, "-m", "venv", "-h"], capture_output=True, check=False)
    except OSError:
        return False
    return not done.returncode


def environment(python: str, folder: Path, *packages: object, pinned: bool = True) -> Path:
    """Return the interpreter of a new environment with some packages, as the project pins them."""
    run(python, "-m", "venv", folder)
    installed = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (installed, "-m", "pip", "--disable-pip-version-check", "-q", "install")
    run(*pip, *packages, PIP_CONSTRAINT=str(ROOT / "constraints.txt") if pinned else "")
    return installed


def with_extras(wheel: Path) -> str:
    """Return what pip installs: the wheel and the extras that are tried."""
    return f"{wheel}[{','.join(EXTRAS)}]"


def lowest() -> list[str]:
    """Return the dependencies in the lowest versions that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *(each for extra in EXTRAS for each in extras[extra])]
    return [re.sub(r"\s*>=\s*([\w.]+)(;.*)?", r"==\1", each).split(";")[0] for each in asked]


class Check:
    """The steps, in a folder that is gone afterwards; each yields what it tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built = folder / "dist"
        self.source = folder / "source"
        self.cuts: dict[str, str] = {}

    def build(self) -> Tried:
        """Build both distributions, the wheel from the source distribution alone."""
        run(sys.executable, "-m", "build", "-o", self.built, ROOT)
        shutil.unpack_archive(next(self.built.glob("*.tar.gz")), self.folder / "unpacked")
        next((self.folder / "unpacked").iterdir()).rename(self.source)
        for path in sorted(self.built.iterdir()):
            yield path.name, f"{path.stat().st_size / 1e6:.1f} MB"

    def metadata(self) -> Tried:
        """Check metadata, contents, licences and the stable interface."""
        files = sorted(self.built.iterdir())
        for name, *arguments in (
            ("twine", "check", "--strict", *files),
            ("check_wheel_contents", *self.built.glob("*.whl")),
            ("abi3audit", "--strict", *self.built.glob("*.whl")),
            ("reuse", "--root", ROOT, "lint", "-q"),
        ):
            run(sys.executable, "-m", name, *arguments)
            yield str(name), "passed"

    def versions(self) -> Tried:
        """Install the wheel for each Python at hand and run the tests outside the clone."""
        for version, python in pythons():
            if python is None:
                yield f"Python {version}", "not at hand, not tried"
                continue
            wheel = next(self.built.glob("*.whl"))
            made = environment(python, self.folder / version, with_extras(wheel), *NEEDED)
            yield from self._try(made, f"Python {version}", "compiled")

    def lowest(self) -> Tried:
        """Try the lowest versions of the dependencies."""
        packages = (next(self.built.glob("*.whl")), *lowest(), *NEEDED)
        made = environment(python_now(), self.folder / "lowest", *packages, pinned=False)
        # Old packages warn of what is new in others.
        yield from self._try(made, "lowest dependencies", "compiled", "-W", "default")

    def newest(self) -> Tried:
        """Try the newest versions of the dependencies, whatever is pinned."""
        packages = (with_extras(next(self.built.glob("*.whl"))), *NEEDED)
        made = environment(python_now(), self.folder / "newest", *packages, pinned=False)
        yield from self._try(made, "newest dependencies", "compiled", "-W", "default")

    def plain(self) -> Tried:
        """Build without a compiler: the twins take over."""
        wheels = self.folder / "plain-wheel"
        run(
            sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, self.source,
            CC="/bin/false", CXX="/bin/false",
        )  # fmt: skip
        wheel = next(wheels.glob("*.whl"))
        made = environment(python_now(), self.folder / "plain", with_extras(wheel), *NEEDED)
        yield from self._try(made, "no compiler", "numpy")

    def processors(self) -> Tried:
        """Run all tests on older processors."""
        kinds = older()
        for kind, variables in kinds.items():
            yield kind, _last_line(run(*CONFORMANCE, folder=ROOT, **variables))
            pytest = (sys.executable, "-m", "pytest", "-q", "-n", "2")
            yield f"{kind}, all tests", _last_line(run(*pytest, folder=ROOT, **variables))
        if not kinds:
            yield "older ones", "not an x86 processor, not tried"

    def pages(self) -> Tried:
        """Build the documentation, strictly, and look at it in a browser."""
        run("make", "docs", folder=ROOT)
        yield "make docs", "passed"
        pytest = (sys.executable, "-m", "pytest", "-q", "tests/test_site.py")
        yield "in a browser", _last_line(run(*pytest, folder=ROOT))

    def _try(self, python: Path, name: str, kernel: str, *options: str) -> Tried:
        told = run(python.parent / "tmima", "info", folder=self.source)
        if not re.search(rf"^kernel +{kernel}\b", told, re.MULTILINE):
            raise StepError(f"{name}: the kernel should be {kernel}:\n{told}")
        # From a folder without sources: what is checked is what is installed.
        yield name, _last_line(run(python, *CONFORMANCE[1:], folder=self.built))
        tests = [f"tests/{test}" for test in TESTS]
        pytest = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options)
        yield f"{name}, tests", _last_line(run(*pytest, *tests, folder=self.source))
        self.cuts[name] = run(python, "-c", CUTS, folder=self.source)
        if len(set(self.cuts.values())) > 1:
            raise StepError(f"other cuts with {name} than with {next(iter(self.cuts))}")


def _last_line(printed: str) -> str:
    return printed.strip().splitlines()[-1]


def python_now() -> str:
    """Return the interpreter that environments are made of where any will do."""
    return next(path for _, path in pythons() if path is not None)


def tried(name: str, step: Callable[[], Tried]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of a step: its name, what was tried, the seconds, what came of it."""
    start = time.monotonic()
    try:
        for what, result in step():
            yield name, what, f"{time.monotonic() - start:.0f}", result
            start = time.monotonic()
    except StepError as error:
        print(error, file=sys.stderr, flush=True)
        yield name, (step.__doc__ or name).split("\n")[0], f"{time.monotonic() - start:.0f}", FAILED


def main() -> None:
    """Run the steps in order; one that fails does not keep the others from being tried."""
    names = ("metadata", "versions", "lowest", "newest", "plain", "processors", "pages")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    chosen = parser.parse_args().only
    rows: list[tuple[str, str, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        check = Check(Path(folder))
        for name in ("build", *chosen):
            for row in tried(name, getattr(check, name)):
                print(f"{name}: {row[1]}: {row[3]}", flush=True)
                rows.append(row)
            if name == "build" and rows[-1][-1] == FAILED:
                break
    print(Table("release", "Release check", ("step", "what", "s", "result"), tuple(rows)).markdown())
    if any(result == FAILED for *_, result in rows):
        sys.exit("not fit to be released")
    print("fit to be released")


if __name__ == "__main__":
    main()
