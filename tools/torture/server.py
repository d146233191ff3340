"""The explorer's server under random requests, dying workers and clients that are slow or never end."""

import atexit
import json
import os
import random
import re
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from tools.torture.chance import METHODS, Chance, FoundError, a_feed, a_text, require, some
from tools.torture.child import COMMAND

_SECONDS = 240.0
_CLIENTS = 40
# Requests that may be refused, and a house that is full; never an error of ours.
_STATUSES = {200, 201, 400, 403, 404, 405, 411, 413, 422, 503, 504}


class Server:
    """A server of our own, on loopback."""

    def __init__(self, command: Sequence[str] = COMMAND, folder: Path | None = None) -> None:
        self._process = subprocess.Popen(
            [*command, "explore", "--no-browser", "--port", "0", "--timeout", "60"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        told = self._process.stdout.readline() if self._process.stdout else ""
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", told)
        if address is None:
            raise FoundError(f"the server said {told!r}")
        self.port = int(address[1])
        atexit.register(self.end)
        # It listens before its workers are there; the first answer comes when they are.
        self.asked("GET", "/api/about")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def workers(self) -> list[int]:
        """Return the processes that do its work."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(pid) for pid in children.read_text().split()]

    def end(self) -> None:
        if self.alive:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def asked(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Send a request and return the status and the body of the answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=_SECONDS)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, HTTPException) as error:
            raise FoundError(f"{method} {path[:80]}: {type(error).__name__} {error}") from error
        finally:
            connection.close()


_running: list[Server] = []


def _server() -> Server:
    """Return the server of this process, started once."""
    if not _running or not _running[0].alive:
        _running[:] = [Server()]
    return _running[0]


def requests(chance: Chance) -> None:
    """Send requests good and bad."""
    server, rng = _server(), chance.rng
    key = "0" * 32
    for _ in range(20):
        method, path, body = _request(rng, key)
        status, answer = server.asked(method, path, body)
        require(status in _STATUSES, f"{method} {path} {body[:120]!r} was answered {status} {answer[:120]!r}")
        if status == 201:
            opened = json.loads(answer)
            key = opened["key"]
            require(opened["text"] == json.loads(body)["text"], "the server lost text")
        chance.counts["requests without an error"] += 1
    require(server.alive, "the server has ended")


def _request(rng: random.Random, key: str) -> tuple[str, str, bytes]:
    kind = rng.random()
    if kind < 0.4:
        return "POST", "/api/texts", _json({"text": a_text(rng), **_spoilers(rng)})
    if kind < 0.7:
        wanted = some(rng, {"method": METHODS, "n_segments": (1, 3, 0, 10**9, "x"), "similarity": ("shared", "x")}, 0.3)
        names = ("mean_length", "std_length", "gamma", "r")
        wanted["parameters"] = some(rng, dict.fromkeys(names, (0, 1, 5, 0.5, -1, 1e300, "x", None)), 0.4)
        return "POST", f"/api/texts/{key}/{rng.choice(('cuts', 'report'))}", _json(wanted)
    if kind < 0.8:
        return "POST", "/api/texts", rng.randbytes(rng.randint(0, 300))
    paths = ("/", "/api/about", "/api/examples", f"/api/texts/{key}", "/../etc/passwd", "/static/%2e%2e%2f", "/%00")
    return rng.choice(("GET", "HEAD", "PUT", "DELETE")), rng.choice(paths), b""


def _spoilers(rng: random.Random) -> dict[str, Any]:
    return some(rng, {"language": ("en", "el", "xx", 5), "unit": ("paragraphs", "x"), "format": ("lines", "x")}, 0.2)


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


def workers(chance: Chance) -> None:
    """Kill a worker, idle or at work: who asks next must not notice."""
    server, rng = _server(), chance.rng
    text = a_feed(rng, 30)
    for _ in range(3):
        killed = rng.choice(server.workers())
        os.kill(killed, signal.SIGKILL)
        for _ in range(2):
            status, answer = server.asked("POST", "/api/texts", _json({"text": text}))
            if status != 201:
                server.end()  # the next trial has one that is whole
                raise FoundError(f"after a worker was killed a request was answered {status} {answer[:80]!r}")
        chance.counts["server workers killed"] += 1


def slow(chance: Chance) -> None:
    """Hold connections open and send next to nothing: others are served meanwhile."""
    server, rng = _server(), chance.rng
    clients = [socket.create_connection(("127.0.0.1", server.port), timeout=_SECONDS) for _ in range(_CLIENTS)]
    try:
        for client in clients:
            client.sendall(_beginning(rng))
        for _ in range(3):
            begin = time.monotonic()
            status, _ = server.asked("POST", "/api/texts", _json({"text": a_feed(rng, 20)}))
            took = time.monotonic() - begin
            require(status in (201, 503), f"beside {_CLIENTS} slow clients a request was answered {status}")
            require(took < _SECONDS / 2, f"beside {_CLIENTS} slow clients a request took {took:.1f} s")
            for client in rng.sample(clients, 5):
                _sent_a_little(client)
        chance.counts["slow clients"] += len(clients)
    finally:
        for client in clients:
            client.close()


def _beginning(rng: random.Random) -> bytes:
    begun = b"POST /api/texts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    bodies = (b"Content-Length: 5000\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", b"\r\n", b"X-A: ", b"")
    return (begun + rng.choice(bodies))[: rng.choice((1, 10, 40, 1000))]


def _sent_a_little(client: socket.socket) -> None:
    try:
        client.sendall(b" ")
    except OSError:
        return  # the server has closed it, as it may
