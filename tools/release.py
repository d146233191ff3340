"""Whether the package is fit to be released, tried as its users will meet it.

    python -m tools.release [--only STEP ...]        (make release-check)

Builds the source distribution and, from it alone, the wheel; checks metadata, licences and the
stable interface; installs the wheel in a clean environment for each Python at hand, with the lowest
versions that pyproject.toml allows, and once built without a compiler; and runs the tests below
there, from the unpacked source distribution. All of them must cut some texts alike. All tests are
run on older processors, as far as NumPy and OpenBLAS can be told to take this one for such. What
cannot be tried here is said, not passed over.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.processors import older

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
# What the README and the tutorials show, the notebooks, the kernel against its twin, the front door.
TESTS = (
    "test_readme.py", "test_docs.py", "kernel/test_twin.py", "test_segmenter.py", "segmentation/test_programme.py",
    "plots/test_dotplot.py", "test_arrow.py", "test_processors.py",
)  # fmt: skip
EXTRAS = ("plot", "methods", "corpus", "explore")
NEEDED = ("hypothesis", "pytest", "nltk")
CUTS = """
import json
from tests.test_processors import found
print([each["boundaries"] for each in json.loads(found())])
"""


def run(*command: object, folder: Path | None = None, **environment: str) -> str:
    """Run a command; if it fails, say what it said and stop."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, **environment},
        check=False,
    )
    if done.returncode:
        shown = " ".join(str(word) for word in command)
        sys.exit(f"{shown}\n{done.stdout}{done.stderr}\nfailed with status {done.returncode}")
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
    """The steps, in a folder that is gone afterwards."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built = folder / "dist"
        self.source = folder / "source"
        self.cuts: dict[str, str] = {}

    def build(self) -> None:
        """Build both distributions, the wheel from the source distribution alone."""
        run(sys.executable, "-m", "build", "-o", self.built, ROOT)
        shutil.unpack_archive(next(self.built.glob("*.tar.gz")), self.folder / "unpacked")
        next((self.folder / "unpacked").iterdir()).rename(self.source)

    def metadata(self) -> None:
        """Check metadata, contents, licences and the stable interface."""
        files = sorted(self.built.iterdir())
        run(sys.executable, "-m", "twine", "check", "--strict", *files)
        run(sys.executable, "-m", "check_wheel_contents", *self.built.glob("*.whl"))
        run(sys.executable, "-m", "abi3audit", "--strict", *self.built.glob("*.whl"))
        run(sys.executable, "-m", "reuse", "--root", ROOT, "lint")

    def versions(self) -> None:
        """Install the wheel for each Python at hand and run the tests outside the clone."""
        for version, python in pythons():
            if python is None:
                print(f"    Python {version}: not at hand, not tried", flush=True)
                continue
            wheel = next(self.built.glob("*.whl"))
            made = environment(python, self.folder / version, with_extras(wheel), *NEEDED)
            self._try(made, f"Python {version}", "compiled")

    def lowest(self) -> None:
        """Try the lowest versions of the dependencies."""
        packages = (next(self.built.glob("*.whl")), *lowest(), *NEEDED)
        made = environment(python_now(), self.folder / "lowest", *packages, pinned=False)
        # Old packages warn of what is new in others.
        self._try(made, "the lowest dependencies", "compiled", "-W", "default")

    def plain(self) -> None:
        """Build without a compiler: the twins take over."""
        wheels = self.folder / "plain-wheel"
        run(
            sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, self.source,
            CC="/bin/false", CXX="/bin/false",
        )  # fmt: skip
        wheel = next(wheels.glob("*.whl"))
        made = environment(python_now(), self.folder / "plain", with_extras(wheel), *NEEDED)
        self._try(made, "no compiler", "numpy")

    def processors(self) -> None:
        """Run all tests on older processors."""
        kinds = older()
        for kind, variables in kinds.items():
            pytest = (sys.executable, "-m", "pytest", "-q", "-n", "2")
            done = run(*pytest, folder=ROOT, **variables)
            print(f"    {kind}: {done.strip().splitlines()[-1]}", flush=True)
        if not kinds:
            print("    not an x86 processor, not tried", flush=True)

    def pages(self) -> None:
        """Build the documentation, strictly."""
        run("make", "docs", folder=ROOT)

    def _try(self, python: Path, name: str, kernel: str, *options: str) -> None:
        told = run(python.parent / "tmima", "info", folder=self.source)
        if not re.search(rf"^kernel +{kernel}\b", told, re.MULTILINE):
            sys.exit(f"{name}: the kernel should be {kernel}:\n{told}")
        tests = [f"tests/{test}" for test in TESTS]
        pytest = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options)
        done = run(*pytest, *tests, folder=self.source)
        print(f"    {name}: {done.strip().splitlines()[-1]}", flush=True)
        self.cuts[name] = run(python, "-c", CUTS, folder=self.source)
        if len(set(self.cuts.values())) > 1:
            sys.exit(f"other cuts with {name} than with {next(iter(self.cuts))}: {self.cuts}")


def python_now() -> str:
    """Return the interpreter that environments are made of where any will do."""
    return next(path for _, path in pythons() if path is not None)


def main() -> None:
    """Run the steps in order."""
    names = ("build", "metadata", "versions", "lowest", "plain", "processors", "pages")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--only", nargs="+", choices=names[1:], default=names[1:])
    chosen = parser.parse_args().only
    with tempfile.TemporaryDirectory() as folder:
        check = Check(Path(folder))
        for name in ("build", *chosen):
            step: Callable[[], None] = getattr(check, name)
            print((step.__doc__ or name).split("\n")[0], flush=True)
            step()
    print("fit to be released")


if __name__ == "__main__":
    main()
