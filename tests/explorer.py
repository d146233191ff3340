"""A running explorer: the command itself, in a process of its own, on a free port."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def explorer(*arguments) -> Iterator[str]:
    """Start `tmima explore`, give its address, and end it as Ctrl-C does."""
    command = [sys.executable, "-c", "from tmima.cli import main; main()", "explore"]
    options = [*map(str, arguments), "--port", "0", "--no-browser"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield re.search(r"http://\S+", process.stdout.readline())[0]
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) in (0, 130)
