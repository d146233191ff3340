"""Pages as a reader meets them: files to save, commands and programs to run, what they print."""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import tmima
from tests.command import output
from tmima.cli import tmima as command_line

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(
    r'^```(console|python|text)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE
)
_COMMAND = re.compile(r"(?:cat (?P<file>\S+) \| )?tmima (?P<arguments>.*)")


def page(name: str) -> str:
    """Return a page by its path in the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def follow(text: str, folder: Path, names: dict[str, Any] | None = None) -> dict[str, int]:
    """Do in a folder what a page says, in its order; return what there was.

    A text with a title is a file to save. In a console, a line after $ is a command, what follows
    is what it prints, and a line ... stands for any lines. A text after a program is what that
    prints.
    """
    blocks = BLOCK.findall(text)
    names = {} if names is None else names
    counts = {"files": 0, "commands": 0, "programs": 0, "outputs": 0}
    with contextlib.chdir(folder):
        for (kind, title, block), after in zip(blocks, [*blocks[1:], ("", "", "")], strict=True):
            if title:
                Path(title).write_text(block, encoding="utf-8")
                counts["files"] += 1
            elif kind == "console":
                for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                    command, _, printed = shown.partition("\n")
                    _compare(_run(command), printed, command)
                    counts["commands"] += 1
            elif kind == "python":
                out = io.StringIO()
                with contextlib.redirect_stdout(out):
                    exec(block, names)
                printed = after[2] if after[0] == "text" and not after[1] else ""
                _compare(out.getvalue(), printed, block)
                counts["programs"] += 1
                counts["outputs"] += bool(printed)
    return counts


def follow_apart(text: str) -> None:
    """Follow a page in a process of its own, for what it registers stays."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.pages"],
        input=text.encode(),
        capture_output=True,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(Path(tmima.__file__).parents[1]),
            "PYTHONUTF8": "1",
        },
    )
    assert done.returncode == 0, done.stderr.decode()


def _run(command: str) -> str:
    found = _COMMAND.fullmatch(command)
    assert found is not None, f"only tmima can be run, not {command!r}"
    if found["file"]:  # what is read from a pipe needs one, and so a process of its own
        return output(*shlex.split(found["arguments"]), stdin=Path(found["file"]).read_bytes())
    done = CliRunner().invoke(command_line, shlex.split(found["arguments"]), prog_name="tmima")
    assert done.exit_code == 0, f"{command}: {done.output} {done.exception!r}"
    return done.output


def _compare(found: str, printed: str, what: str) -> None:
    pattern = re.escape(printed).replace(re.escape("...\n"), "(?:.*\n)*?")
    assert re.fullmatch(pattern, found), f"{what}\nprints\n{found}\nand not\n{printed}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        follow(sys.stdin.read(), Path(empty))
