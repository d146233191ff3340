"""The command line as a person meets it: every command in a process of its own."""

import subprocess
import sys
from pathlib import Path

COMMAND = (sys.executable, "-c", "from tmima.cli import main; main()")


def tmima(
    *arguments, stdin: str | bytes = b"", folder: Path | None = None
) -> subprocess.CompletedProcess:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], input=data, capture_output=True, timeout=60, cwd=folder
    )


def output(*arguments, stdin: str | bytes = b"", folder: Path | None = None) -> str:
    done = tmima(*arguments, stdin=stdin, folder=folder)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode()


def refusal(*arguments, stdin: str | bytes = b"", folder: Path | None = None) -> str:
    done = tmima(*arguments, stdin=stdin, folder=folder)
    assert done.returncode == 2
    assert done.stdout == b""
    message = done.stderr.decode()
    assert message.startswith("tmima: ")
    assert message.count("\n") == 1
    return message
