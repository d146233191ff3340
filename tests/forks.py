"""A process that has imported the command line, and becomes every command that is asked for.

A command in a process of its own spends most of its time on imports, the same for all of them.
This one does them once, then forks for each command: its arguments come as JSON through a socket,
with the three standard streams; back go the number of the process and, when it has ended, its exit
status. Nothing but imports is shared, so a command finds what it would find if it were started.
"""

import gc
import json
import os
import socket
import sys
from importlib import import_module

# What most commands come to import while they work.
_LATER = (
    "numpy.random", "snowballstemmer", "stopwordsiso", "tmima.languages.el.analysis",
    "tmima.languages.en", "tmima.titles",
)  # fmt: skip
_LONGEST = 1 << 20


def serve(connection: socket.socket) -> None:
    from tmima.cli import main, tmima

    for name in tmima.names:
        import_module(f"tmima.cli.commands.{name}")
    for module in _LATER:
        import_module(module)
    gc.freeze()
    while True:
        request, streams, _, _ = socket.recv_fds(connection, _LONGEST, 3)
        if not request:
            return
        process = os.fork()
        if not process:
            connection.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            folder, *sys.argv = json.loads(request)
            os.chdir(folder)
            try:
                main()
            except SystemExit as end:
                # Without taking apart what was imported, which is most of what is left to do.
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(end.code)
        for stream in streams:
            os.close(stream)
        connection.send(b"%d\n" % process)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        connection.send(b"%d\n" % status)


if __name__ == "__main__":
    sys.path[0] = ""  # not the folder of the tests
    serve(socket.socket(fileno=int(sys.argv[1])))
