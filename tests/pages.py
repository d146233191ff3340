"""Pages as a reader meets them: files to save, commands and programs to run, what they print."""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from difflib import SequenceMatcher
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
_LEFT_OUT = "...\n"
_COMMAND = re.compile(r"(?:cat (?P<file>\S+) \| )?tmima (?P<arguments>.*)")


def page(name: str) -> str:
    """Return a page by its path in the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def follow(text: str, folder: Path, names: dict[str, Any] | None = None) -> dict[str, int]:
    """Do in a folder what a page says, in its order; return what there was.

    A text with a title is a file to save. In a console, a line after $ is a command, what follows
    is what it prints, and a line ... stands for any lines. A text after a program is what that
    prints. With TMIMA_RENEW in the environment what is printed now is written into the page.
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
    pattern = re.escape(printed).replace(re.escape(_LEFT_OUT), "(?:.*\n)*?")
    if os.environ.get("TMIMA_RENEW") and not re.fullmatch(pattern, found):
        _renew(found, printed, what)
        return
    assert re.fullmatch(pattern, found), f"{what}\nprints\n{found}\nand not\n{printed}"


def _renew(found: str, printed: str, what: str) -> None:
    """Write what is printed now into the pages; where lines were left out, the like ones stay."""
    shown = found
    if _LEFT_OUT in printed:
        lines, kept = found.splitlines(keepends=True), []
        for line in printed.splitlines(keepends=True):
            if line != _LEFT_OUT:
                if not lines:
                    break
                alike = [SequenceMatcher(None, line, other).ratio() for other in lines]
                place = alike.index(max(alike))
                line, lines = lines[place], lines[place + 1 :]  # noqa: PLW2901
            kept.append(line)
        shown = "".join(kept)
    for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for before in (f"$ {what}\n", f"{what}```\n\n```text\n"):
            if before + printed in text:
                path.write_text(text.replace(before + printed, before + shown), encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        follow(sys.stdin.read(), Path(empty))
