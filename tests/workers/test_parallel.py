"""Processes that work for another one: in order, and never left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from tests.command import PATIENCE
from tmima.errors import TmimaError
from tmima.workers.child import EVENT
from tmima.workers.parallel import (
    StepGuard,
    _forward_messages,
    map_ordered,
    map_unordered,
    report_step,
)

HERE = Path(__file__).parents[2]
# A process of its own does this with a folder, where it tells what the test waits for.
PROGRAM = """
import signal
import sys
from tests.workers import test_parallel
from tmima.workers.parallel import {way}
if __name__ == "__main__":
    # What a shell starts in the background does not hear of Ctrl-C, nor does what that starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for _ in {way}(test_parallel.{work}, [sys.argv[1]] * {items}, jobs=2):
        pass
"""
on_linux = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="as Linux tells of processes"
)


def told_and_asleep(folder: str) -> None:
    Path(folder, str(os.getpid())).touch()
    time.sleep(3600)


def told_and_long(folder: str) -> bytes:
    Path(folder, str(os.getpid())).touch()
    return bytes(20_000_000)


def doubled(number: int) -> int:
    return 2 * number


def five_refused(number: int) -> int:
    if number == 5:
        raise ValueError("five")
    return number


def killed(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def state(process: int) -> str:
    """Return the letter that the system has for what a process is doing; Z if it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def is_running(process: int) -> bool:
    return state(process) != "Z"


def comes_to_hold(condition: Callable[[], bool]) -> bool:
    """Wait for a condition, but not for ever; return whether it has come to hold."""
    last = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < last:
        time.sleep(0.02)
    return condition()


def test_the_order_is_that_of_the_things():
    assert list(map_ordered(doubled, range(40), jobs=2)) == [2 * n for n in range(40)]
    assert sorted(map_unordered(doubled, range(9), jobs=2)) == [(n, 2 * n) for n in range(9)]
    assert list(map_unordered(doubled, range(9), jobs=1)) == [(n, 2 * n) for n in range(9)]


def test_no_more_is_begun_than_can_be_held_until_its_turn():
    taken = []

    def items() -> Iterator[int]:
        for number in range(10**9):
            taken.append(number)
            yield number

    found: Any = map_ordered(doubled, items(), jobs=2)
    assert [next(found) for _ in range(3)] == [0, 2, 4]
    found.close()
    assert len(taken) < 20


def test_an_error_comes_as_it_is_and_tells_where_it_was_raised():
    with pytest.raises(ValueError, match="five") as raised:
        list(map_ordered(five_refused, range(9), jobs=2))
    assert "in five_refused" in raised.value.__notes__[0]


def threads(_: int) -> tuple[str | None, ...]:
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return tuple(map(os.environ.get, names))


def test_a_process_has_one_thread_of_linear_algebra(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("MKL_NUM_THREADS", "3")
    assert next(map_ordered(threads, [1], jobs=2)) == ("1", "1", "3")
    # Nothing is changed here.
    assert threads(1) == (None, None, "3")


def test_a_worker_that_is_killed_is_told_in_a_line():
    with pytest.raises(TmimaError, match="a process was ended from outside"):
        list(map_ordered(killed, [1, 2], jobs=2))


# Of a thing, which is a list of words, each is a step.
def stepwise(words: list[str]) -> list[str]:
    for number, word in enumerate(words):
        if word in ("late", "deadly"):
            report_step(number)
        if word == "late":
            time.sleep(600)
        if word == "deadly":
            os.kill(os.getpid(), signal.SIGKILL)
    report_step(None)
    if "odd" in words:
        os.kill(os.getpid(), signal.SIGKILL)
    return words


def without(words: list[str], step: int, why: str) -> list[str]:
    return [*words[:step], f"{words[step]} {why}", *words[step + 1 :]]


LATE = "late took more than 0.2 seconds"
DEADLY = "deadly ended its process, as the system does when memory is short"


@on_linux
def test_a_step_that_is_late_is_left_out():
    things = [["a"], ["b", "late", "c", "late"], ["d"]]
    found = map_ordered(stepwise, things, jobs=1, guard=StepGuard(without, seconds=0.2))
    assert list(found) == [["a"], ["b", LATE, "c", LATE], ["d"]]


@on_linux
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_step_that_ends_its_process_is_left_out(jobs):
    things = [["a"], ["b", "deadly", "deadly"], ["c"], ["deadly"]]
    found = map_ordered(stepwise, things, jobs=jobs, guard=StepGuard(without, seconds=600))
    assert list(found) == [["a"], ["b", DEADLY, DEADLY], ["c"], [DEADLY]]


@on_linux
def test_a_process_that_ends_for_no_step_is_told_in_a_line():
    with pytest.raises(TmimaError, match="a process was ended from outside"):
        list(map_ordered(stepwise, [["odd"], ["b"]], jobs=2, guard=StepGuard(without)))


def test_the_end_is_told_of_a_worker_whose_message_cannot_be_read():
    """Whoever waits for it would wait for ever."""

    class Garbled:
        def receive(self):
            raise MemoryError("its size is said to be 2^60 bytes")

    messages = SimpleQueue()
    worker = Garbled()
    with pytest.raises(MemoryError):
        _forward_messages(worker, messages)
    assert messages.get(timeout=PATIENCE) == (worker, EVENT, None)


def killed_once(path: str) -> str:
    """End the process the first time: it was another that took the memory."""
    report_step(0)
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path


@on_linux
def test_what_was_ended_once_is_tried_again(tmp_path):
    things = [str(tmp_path / name) for name in "abcd"]
    assert list(map_ordered(killed_once, things, jobs=2, guard=StepGuard(without))) == things


@contextmanager
def program(folder: Path, **texts: object) -> Iterator[tuple[subprocess.Popen, list[int]]]:
    """Start a program; give it with its two workers, and leave nothing of it behind."""
    path, told = folder / "program.py", folder / "told"
    path.write_text(PROGRAM.format(**texts))
    told.mkdir()
    paths = os.pathsep.join([str(HERE), str(HERE / "src")])
    with (folder / "said").open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, path, told], env={**os.environ, "PYTHONPATH": paths}, stderr=errors
        )
    workers: list[int] = []
    try:
        assert comes_to_hold(lambda: len(list(told.iterdir())) == 2)
        workers += [int(path.name) for path in told.iterdir()]
        yield process, workers
    finally:
        for each in (process.pid, *workers):
            if is_running(each):
                os.kill(each, signal.SIGKILL)
        process.wait()


@on_linux
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_the_process_that_started_it(tmp_path, how):
    texts = {"way": "map_unordered", "work": "told_and_asleep", "items": 2}
    with program(tmp_path, **texts) as (process, workers):
        assert all(map(is_running, workers))
        process.send_signal(how)
        assert comes_to_hold(lambda: not any(map(is_running, (process.pid, *workers))))
    # The worker has nothing to say; the process itself at most that it was interrupted.
    assert (tmp_path / "said").read_text().count("Traceback") <= (how == signal.SIGINT)


@on_linux
def test_what_a_worker_was_about_to_say_is_not_waited_for(tmp_path):
    # Most of the time is spent on the way between processes, so that is where they are stopped.
    texts = {"way": "map_ordered", "work": "told_and_long", "items": 100_000}
    with program(tmp_path, **texts) as (process, workers):
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        assert comes_to_hold(lambda: all(state(worker) == "T" for worker in workers))
        process.send_signal(signal.SIGINT)
        assert comes_to_hold(lambda: not any(map(is_running, (process.pid, *workers))))


# A program without a guard: imported again, it would begin again.
UNGUARDED = """
import tmima
class Own(str):
    pass
before = sorted(globals())
texts = [Own("Cats purr. A cat sleeps. Ships sail. Every ship sails.")] * 3
settings = dict(language="en", n_segments=2{more})
found = list(tmima.Segmenter(**settings).segment_many(texts, jobs=2))
print(*(len(each) for each in found), "__file__" in globals(), "__file__" in before)
"""


def ran(program: str, how: str, folder: Path) -> subprocess.CompletedProcess:
    if how == "script":
        (folder / "program.py").write_text(program)
        given, text = ["program.py"], None
    else:
        given, text = (["-"], program) if how == "standard input" else (["-c", program], None)
    return subprocess.run(
        [sys.executable, *given], input=text, text=True, cwd=folder, capture_output=True
    )


@pytest.mark.parametrize("how", ["script", "standard input", "-c"])
def test_a_program_needs_no_guard(how, tmp_path):
    done = ran(UNGUARDED.format(more=""), how, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    assert line.split()[:3] == ["2", "2", "2"]
    assert line.split()[3] == line.split()[4]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("script", "unless it said above why it could not begin"),
        ("standard input", "of a notebook or of standard input cannot be sent to another process"),
        ("-c", "of a notebook or of standard input cannot be sent to another process"),
    ],
)
def test_what_only_the_program_knows_is_told(how, message, tmp_path):
    program = UNGUARDED.replace("before =", "def named(segments):\n    return []\nbefore =")
    done = ran(program.format(more=", titles=named"), how, tmp_path)
    assert done.returncode == 1
    assert message in done.stderr.splitlines()[-1]
    if how == "script":
        assert "if __name__ == '__main__'" in done.stderr


def test_what_cannot_be_sent_is_told():
    with pytest.raises(TmimaError, match="what cannot be sent to another process needs jobs=1: "):
        list(map_ordered(lambda number: number, [1, 2], jobs=2))


def test_what_is_not_waited_for_does_not_stand_in_the_way_of_the_end(tmp_path):
    program = """
from tmima.workers.parallel import map_ordered
found = map_ordered(str.upper, ["a"] * 9, jobs=2)
print(next(found))
"""
    done = ran(program, "-c", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "A\n", "")
