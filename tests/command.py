"""The command line as a person meets it: every command in a process of its own."""

import json
import os
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

# What a command that takes long says every few seconds: on a slow machine any corpus does.
_PROGRESS = re.compile(rb"[\d,]+ texts?( checked)?, [\d,]+ a second, \d+%\n")
COMMAND = (sys.executable, "-c", "from tmima.cli import main; main()")
# Seconds in which what must come has come, also where much else is running.
PATIENCE = 300


class _Forks:
    """The process that becomes every command (`forks`), where a process can do that safely."""

    def __init__(self) -> None:
        self.connection, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
        self.connection.settimeout(PATIENCE)
        program = [sys.executable, str(Path(__file__).with_name("forks.py")), str(theirs.fileno())]
        with theirs:
            self.process = subprocess.Popen(
                program,
                pass_fds=[theirs.fileno()],
                # Pipes, as those of the commands will be: Python has looked at them by then.
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )

    def run(
        self, arguments: list[str], data: bytes, folder: Path | None
    ) -> subprocess.CompletedProcess:
        request = json.dumps([str(folder or Path.cwd()), "tmima", *arguments]).encode()
        stdin, ours = os.pipe()
        outputs = [os.pipe(), os.pipe()]
        theirs = [stdin, *(write for _, write in outputs)]
        socket.send_fds(self.connection, [request], theirs)
        for each in theirs:
            os.close(each)
        with ThreadPoolExecutor(3) as pool:
            pool.submit(_write, ours, data)
            stdout, stderr = (pool.submit(_read, read) for read, _ in outputs)
            process = int(self.connection.recv(32))
            try:
                status = int(self.connection.recv(32))
            except TimeoutError:
                os.kill(process, 9)
                raise
        return subprocess.CompletedProcess(
            [*COMMAND, *arguments], status, stdout.result(), stderr.result()
        )

    def end(self) -> None:
        self.connection.close()
        self.process.communicate()


def _write(pipe: int, data: bytes) -> None:
    try:
        with open(pipe, "wb") as stream:
            stream.write(data)
    except BrokenPipeError:
        pass  # the command did not want all of it


def _read(pipe: int) -> bytes:
    with open(pipe, "rb") as stream:
        return stream.read()


def _environment() -> frozenset[tuple[str, str]]:
    return frozenset(each for each in os.environ.items() if each[0] != "PYTEST_CURRENT_TEST")


# By environment, the one asked last at the end. Each imports everything, which takes a second; so
# tests that go to and fro between two environments need both.
_forks: dict[frozenset[tuple[str, str]], _Forks] = {}
_MOST_FORKS = 3


def tmima(
    *arguments, stdin: str | bytes = b"", folder: Path | None = None
) -> subprocess.CompletedProcess:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    given = list(map(str, arguments))
    if sys.platform != "linux":
        return subprocess.run(
            [*COMMAND, *given], input=data, capture_output=True, timeout=PATIENCE, cwd=folder
        )
    environment = _environment()
    forks = _forks[environment] = _forks.pop(environment, None) or _Forks()
    if len(_forks) > _MOST_FORKS:
        _forks.pop(next(iter(_forks))).end()
    return forks.run(given, data, folder)


def end() -> None:
    """End the processes that become commands."""
    while _forks:
        _forks.popitem()[1].end()


def output(*arguments, stdin: str | bytes = b"", folder: Path | None = None) -> str:
    done = tmima(*arguments, stdin=stdin, folder=folder)
    assert done.returncode == 0, done.stderr.decode()
    said = _PROGRESS.sub(b"", done.stderr)
    assert said == b"", said.decode()
    return done.stdout.decode()


def refusal(*arguments, stdin: str | bytes = b"", folder: Path | None = None) -> str:
    done = tmima(*arguments, stdin=stdin, folder=folder)
    assert done.returncode == 2
    assert done.stdout == b""
    message = done.stderr.decode()
    assert message.startswith("tmima: ")
    assert message.count("\n") == 1
    return message


def strict_json(content: str | bytes) -> Any:
    """Read JSON as a browser does, to which NaN and Infinity mean nothing."""

    def refuse(constant: str) -> Any:
        raise ValueError(f"{constant} is no JSON")

    return json.loads(content, parse_constant=refuse)
