"""A running explorer for tests, measurements and pictures: the command itself, on a free port."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Seconds for what the explorer is asked, and for its end, also where much else is running.
PATIENCE = 300


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
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
