"""Whether the package is fit to be released, tried as its users will meet it.

    python -m tools.release [--only STEP ...]        (make release-check)

Builds the source distribution and, from it alone, the wheel; checks metadata, licences and the
stable interface; installs the wheel in a clean environment for each Python at hand, with the lowest
versions that pyproject.toml allows, and once built without a compiler; and runs the tests below
there, outside the clone. What cannot be tried here is said, not passed over.
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

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
# The README's programs, the kernel against its twin, the front door, the command line.
TESTS = ("test_readme.py", "test_kernel.py", "test_segmenter.py", "test_programme.py")
NEEDED = ("hypothesis", "pytest", "nltk", "scikit-learn", "scipy", "matplotlib")


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
    for version in VERSIONS:
        path = shutil.which(f"python{version}")
        works = path and not subprocess.run([path, "-V"], capture_output=True, check=False).returncode
        yield version, path if works else None


def environment(python: str, folder: Path, *packages: object) -> Path:
    """Return the interpreter of a new environment with some packages."""
    run(python, "-m", "venv", folder)
    installed = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (installed, "-m", "pip", "--disable-pip-version-check", "-q", "install")
    run(*pip, *packages)
    return installed


def lowest() -> list[str]:
    """Return the dependencies in the lowest versions that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["methods"]]
    return [re.sub(r"\s*>=\s*([\w.]+)(;.*)?", r"==\1", each).split(";")[0] for each in asked]


class Check:
    """The steps, in a folder that is gone afterwards."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built = folder / "dist"
        self.source = folder / "source"

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
            made = environment(python, self.folder / version, wheel, *NEEDED)
            self._try(made, f"Python {version}", "compiled")

    def lowest(self) -> None:
        """Try the lowest versions of the dependencies."""
        wheel = next(self.built.glob("*.whl"))
        others = ("hypothesis", "pytest", "nltk", "matplotlib")
        made = environment(python_now(), self.folder / "lowest", wheel, *lowest(), *others)
        self._try(made, "the lowest dependencies", "compiled")

    def plain(self) -> None:
        """Build without a compiler: the twins take over."""
        wheels = self.folder / "plain-wheel"
        run(
            sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, self.source,
            CC="/bin/false", CXX="/bin/false",
        )  # fmt: skip
        wheel = next(wheels.glob("*.whl"))
        made = environment(python_now(), self.folder / "plain", wheel, *NEEDED)
        self._try(made, "no compiler", "numpy")

    def pages(self) -> None:
        """Build the documentation, strictly."""
        run("make", "docs", folder=ROOT)

    def _try(self, python: Path, name: str, kernel: str) -> None:
        outside = Path(tempfile.mkdtemp(dir=self.folder))
        shutil.copytree(self.source / "tests", outside / "tests")
        for page in ("README.md", "pyproject.toml"):
            shutil.copy(self.source / page, outside)
        shutil.copytree(self.source / "docs", outside / "docs")
        told = run(python.parent / "tmima", "info", folder=outside)
        if not re.search(rf"^kernel +{kernel}$", told, re.MULTILINE):
            sys.exit(f"{name}: the kernel should be {kernel}:\n{told}")
        tests = [f"tests/{test}" for test in TESTS]
        done = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, folder=outside)
        print(f"    {name}: {done.strip().splitlines()[-1]}", flush=True)


def python_now() -> str:
    """Return the interpreter that environments are made of where any will do."""
    return next(path for _, path in pythons() if path is not None)


def main() -> None:
    """Run the steps in order."""
    names = ("build", "metadata", "versions", "lowest", "plain", "pages")
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
