"""The command line, run here, in a process that can be limited and killed, or as a person would."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.torture.chance import FoundError, require

COMMAND = (sys.executable, "-c", "from tmima.cli import main; main()")
_SECONDS = 300.0
_PROGRESS = re.compile(r"[\d,]+ texts?(?: checked)?, [\d,.]+ a second(?:, \d+%)?")


@dataclass(frozen=True, slots=True)
class Said:
    """What a command has said, and its exit status."""

    status: int
    out: bytes
    err: str

    def required_clean(self, arguments: Sequence[object]) -> "Said":
        """Require what is promised: done, or one clear line and status 2."""
        said = f"tmima {' '.join(map(str, arguments))}: status {self.status}, {self.err[-600:]!r}"
        require("Traceback" not in self.err and "Warning" not in self.err, said)
        require(self.status in (0, 2), said)
        # How far a command has come is told after some seconds, so on a busy machine.
        lines = [line for line in self.err.splitlines() if not _PROGRESS.fullmatch(line)]
        require(all(line.startswith("tmima: ") for line in lines), said)
        # Of several files, each that cannot be cut has its line.
        require(self.status == 0 or len(lines) == 1 or lines[-1].endswith(" files could not be cut"), said)
        return self


def here(arguments: Sequence[object], *, stdin: bytes = b"", folder: Path) -> Said:
    """Run a command in this process: fast, and all else as it is from outside."""
    from tmima.cli import main

    typed = folder / "stdin"
    typed.write_bytes(stdin)
    out, err = io.BytesIO(), io.BytesIO()
    # Held here: a wrapper that nobody holds closes what it wraps.
    shown, told = io.TextIOWrapper(out), io.TextIOWrapper(err)
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr
    status: object = None
    with typed.open(encoding="utf-8") as source, warnings.catch_warnings():
        warnings.simplefilter("always")
        sys.argv = ["tmima", *map(str, arguments)]
        sys.stdin, sys.stdout, sys.stderr = source, shown, told
        try:
            main()
        except SystemExit as end:
            status = end.code
        except Exception as error:
            raise FoundError(f"tmima {' '.join(map(str, arguments))}: {type(error).__name__}: {error}") from error
        finally:
            sys.argv, sys.stdin, sys.stdout, sys.stderr = kept
    shown.flush()
    told.flush()
    return Said(status if isinstance(status, int) else 1, out.getvalue(), err.getvalue().decode(errors="replace"))


class Child:
    """A command in a process of its own, forked: it begins at once, and can be limited and killed.

    Its standard input is a pipe that `feed` writes to, or a file; output and errors go to files.
    """

    def __init__(
        self,
        arguments: Sequence[object],
        *,
        folder: Path,
        stdin: Path | None = None,
        out: Path | str | None = None,
        before: Callable[[], None] | None = None,
    ) -> None:
        self.arguments = arguments
        self._out, self._err = Path(out or folder / "stdout"), folder / "stderr"
        reading, self._input = os.pipe()
        if stdin is not None:
            os.close(reading)
            reading = os.open(stdin, os.O_RDONLY)
        self.status: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            self._be(reading, before)
        os.close(reading)

    def _be(self, reading: int, before: Callable[[], None] | None) -> None:
        """Be the child: never return."""
        try:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            os.close(self._input)
            os.dup2(reading, 0)
            for number, path in ((1, self._out), (2, self._err)):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
            sys.argv = ["tmima", *map(str, self.arguments)]
            sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
            from tmima.cli import main

            if before is not None:
                before()
            _at_exit(main)
        finally:
            os._exit(70)

    def feed(self, content: bytes) -> bool:
        """Give it more to read; return whether it still reads."""
        try:
            os.write(self._input, content)
        except BrokenPipeError:
            return False
        return True

    def end_of_input(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._input)

    def running(self) -> bool:
        if self.status is None:
            found, status = os.waitpid(self.pid, os.WNOHANG)
            if found:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is None

    def kill(self) -> bool:
        """End it as a power cut would; return whether it was still at work."""
        running = self.running()
        if running:
            os.kill(self.pid, signal.SIGKILL)
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self.end_of_input()
        return running

    def said(self, seconds: float = _SECONDS) -> Said:
        """Wait for its end and return what it has said."""
        self.end_of_input()
        last = time.monotonic() + seconds
        while self.running():
            if time.monotonic() > last:
                self.kill()
                raise FoundError(f"tmima {' '.join(map(str, self.arguments))}: no end after {seconds:g} s")
            time.sleep(0.002)
        out = self._out.read_bytes() if self._out.is_file() else b""
        return Said(self.status or 0, out, self._err.read_text(encoding="utf-8", errors="replace"))


def _at_exit(main: Callable[[], object]) -> None:
    """Run the command as Python runs a program: what is not caught is told, what is not written is flushed."""
    status = 1
    try:
        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        with contextlib.suppress(BaseException):
            sys.excepthook(*sys.exc_info())
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            status = 120  # as Python itself ends where the last of its output cannot be written
    os._exit(status)


def installed(folder: Path) -> list[str]:
    """Return a command as it is installed: Python puts the folder of its script on the path, and no other."""
    script = folder / "bin" / "tmima"
    script.parent.mkdir(exist_ok=True)
    script.write_text("from tmima.cli import main\n\nif __name__ == '__main__':\n    main()\n", encoding="utf-8")
    return [sys.executable, str(script)]


# A process is said to have had what the one had that started it: so one that has little starts it.
_LAUNCHER = """
import json, resource, subprocess, sys
cost, room, *command = sys.argv[1:]
limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (int(room), int(room)))
status = subprocess.call(command, preexec_fn=limit)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(cost, "w") as file:
    json.dump([status, used.ru_maxrss * 1024, used.ru_utime + used.ru_stime], file)
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took: the most memory that it had at any time, and its seconds of computing."""

    peak: int
    seconds: float


def measured(arguments: Sequence[object], *, stdin: Path | None, folder: Path, room: int) -> tuple[Said, Cost]:
    """Run a command that may ask for so many bytes of addresses at the most, and tell what it took."""
    out, err, cost = folder / "stdout", folder / "stderr", folder / "cost"
    with open(stdin or os.devnull, "rb") as source, out.open("wb") as shown, err.open("wb") as told:
        process = subprocess.Popen(
            [sys.executable, "-c", _LAUNCHER, str(cost), str(room), *installed(folder), *map(str, arguments)],
            stdin=source,
            stdout=shown,
            stderr=told,
            cwd=folder,
            start_new_session=True,
            # One thread: each further one reserves addresses that it never uses.
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
        try:
            process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise FoundError(f"tmima {' '.join(map(str, arguments))}: no end after {_SECONDS:g} s") from None
    status, peak, seconds = json.loads(cost.read_text(encoding="utf-8"))
    said = Said(status, out.read_bytes(), err.read_text(encoding="utf-8", errors="replace"))
    return said, Cost(peak, seconds)


def apart(arguments: Sequence[object], *, stdin: bytes = b"", folder: Path) -> Said:
    """Run a command as a person would."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], input=stdin, capture_output=True, cwd=folder, timeout=_SECONDS, check=False
    )
    return Said(done.returncode, done.stdout, done.stderr.decode(errors="replace"))
