"""One worker process: asked in bytes, held to its time, ended with the process that started it."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.command import PATIENCE
from tests.workers.test_parallel import comes_to_hold, is_running, on_linux
from tmima.workers.child import EVENT, MESSAGE, read_message
from tmima.workers.process import WorkerProcess

ROOT = Path(__file__).parents[2]


def make_echo():
    """Return what prints where an answer would be, and answers with the request reversed."""

    def handle(request: bytes, send) -> bytes:
        print("printed")
        os.write(1, b"written")
        send(b"on the way")
        if request == b"late":
            time.sleep(3600)
        if request == b"end":
            os._exit(3)
        if request == b"raise":
            raise ValueError("of the handler")
        return request[::-1]

    return handle


@pytest.fixture
def worker():
    made = WorkerProcess(make_echo, environment={**os.environ, "PYTHONPATH": str(ROOT)}, quiet=True)
    yield made
    made.kill()


@pytest.mark.parametrize("size", [0, 1, 100, 3_000_000])
def test_bytes_come_back_whatever_is_printed_meanwhile(worker, size):
    request = os.urandom(size)
    for _ in range(2):
        worker.send(request)
        assert worker.receive() == (EVENT, b"on the way")
        assert worker.receive() == (MESSAGE, request[::-1])


@pytest.mark.parametrize("request_", [b"end", b"raise"])
def test_the_end_of_a_worker_is_told(worker, request_):
    worker.send(request_)
    assert worker.receive()[0] == EVENT
    with pytest.raises(EOFError):
        worker.receive()
    assert comes_to_hold(lambda: worker.status == (3 if request_ == b"end" else 1))
    with pytest.raises(EOFError):
        worker.ask(b"more", PATIENCE)


def test_a_worker_that_is_late_is_ended(worker):
    worker.send(b"late")
    assert worker.receive()[0] == EVENT
    with pytest.raises(TimeoutError):
        worker.ask(b"more", 0.1)
    assert worker.status is None or worker.status < 0
    worker.kill()
    assert worker.status is not None


def test_a_pipe_is_not_closed_while_a_thread_is_about_to_read_it(worker, monkeypatch):
    """Its number would be that of the next worker's pipe, whose answer the thread would take."""
    about_to_read, may_read = threading.Event(), threading.Event()

    def read_late(pipe):
        about_to_read.set()
        assert may_read.wait(PATIENCE)
        return read_message(pipe)

    monkeypatch.setattr("tmima.workers.process.read_message", read_late)
    ended = []

    def read():
        try:
            worker.receive()
        except EOFError:
            ended.append(worker._answers.closed)

    thread = threading.Thread(target=read)
    thread.start()
    try:
        assert about_to_read.wait(PATIENCE)
        worker.kill()
        assert not worker._answers.closed
    finally:
        may_read.set()
    thread.join(PATIENCE)
    assert ended == [True]


@on_linux
def test_a_worker_ends_with_the_process_that_started_it(tmp_path):
    program = """
import os, sys
from tests.workers.test_process import make_echo
from tmima.workers.process import WorkerProcess
worker = WorkerProcess(make_echo)
worker.send(b"late")
worker.receive()
print(worker._process.pid, flush=True)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        timeout=PATIENCE,
    )
    assert comes_to_hold(lambda: not is_running(int(done.stdout)))
