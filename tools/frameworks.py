"""Runs the tests of adapters and documents against the newest version of each framework.

    python -m tools.frameworks [NAME ...] [--folder FOLDER]

Each framework has a dependency group in pyproject.toml and gets an environment of its own, for they
do not get along with each other. Environments that a folder holds already are brought up to date.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FRAMEWORKS = (
    "langchain", "llama-index", "haystack", "spacy", "sklearn", "chonkie", "docling", "unstructured",
    "documents",
)  # fmt: skip
_TESTS = (
    "integrations/test_integrations.py",
    "test_pages.py",
    "formats/test_documents.py",
    "formats/test_office.py",
    "segmentation/test_oversize.py",
)


def environment(folder: Path, name: str) -> Path:
    """Make an environment with this package and a framework, the newest; return its Python."""
    venv.EnvBuilder(with_pip=True).create(folder / name)
    python = folder / name / ("Scripts" if os.name == "nt" else "bin") / "python"
    # What the project pins would not be the newest.
    free = {key: value for key, value in os.environ.items() if key != "PIP_CONSTRAINT"}
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--upgrade"]
    subprocess.run([*pip, "pip"], check=True, env=free)
    subprocess.run([*pip, "--editable", ".", "--group", name], check=True, env=free, cwd=ROOT)
    return python


def tested(python: Path) -> int:
    """Run the tests in an environment; return the exit status."""
    tests = [str(ROOT / "tests" / name) for name in _TESTS]
    command = [str(python), "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, check=False, cwd=ROOT, stdin=subprocess.DEVNULL).returncode


def main() -> int:
    """Test the frameworks that are named, or all; return how many failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FRAMEWORKS))
    parser.add_argument("--folder", type=Path, help="where environments are kept")
    given = parser.parse_args()
    unknown = set(given.names) - set(FRAMEWORKS)
    if unknown:
        parser.error(f"unknown framework {', '.join(sorted(unknown))}")
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        for name in given.names or FRAMEWORKS:
            print(f"== {name}", flush=True)
            try:
                status = tested(environment(given.folder or Path(temporary), name))
            except subprocess.CalledProcessError as error:
                print(error, file=sys.stderr)
                status = error.returncode
            if status:
                failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all passed")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
