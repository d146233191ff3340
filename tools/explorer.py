"""A running explorer for tests, measurements and pictures: the command itself, on a free port."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# Seconds for what the explorer is asked, and for its end, also where much else is running.
PATIENCE = 300
# Seconds after which it is asked to end once more.
_HEARD = 30


@contextmanager
def explorer(*arguments: object) -> Iterator[str]:
    """Start `tmima explore` in a process of its own, give its address, and end it as Ctrl-C does."""
    command = [sys.executable, "-c", "from tmima.cli import main; main()", "explore"]
    limit = ["--timeout", str(PATIENCE)]
    options = [*limit, *map(str, arguments), "--port", "0", "--no-browser"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        try:
            found = re.search(r"http://\S+", process.stdout.readline() if process.stdout else "")
            if found is None:
                raise RuntimeError("the explorer did not start")
            yield found[0]
        finally:
            _interrupt(process)


def _interrupt(process: "subprocess.Popen[str]") -> None:
    """End the explorer as Ctrl-C does, again if it had not begun to listen for that.

    A job in the background of a shell does not hear Ctrl-C until the server does.
    """
    for _ in range(PATIENCE // _HEARD):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_HEARD)
            return
    process.kill()
    raise RuntimeError(f"the explorer did not end within {PATIENCE} seconds")
