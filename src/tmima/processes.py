"""Work on many things in several processes that end when this one does, however it ends.

Each process has a pipe of its own and does one thing at a time. Nothing is shared and no thread
stands between: whatever interrupts this process, the others can be ended in the middle of anything,
and nobody waits for the rest of what they were about to say.
"""

import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from tmima.errors import TmimaError, whole_number

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

Item = TypeVar("Item")
Found = TypeVar("Found")
Name = TypeVar("Name")

# So many things for each process may be done before their turn: none waits for a slow one.
_AHEAD = 4
# What is told to a process that is started, unless it is told already. Linear algebra uses one
# thread: each process has a core of its own, and threads beside it would only wait for each other.
# Python imports nothing from the current folder, where `python -c` looks first.
_SURROUNDINGS = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "PYTHONSAFEPATH"), "1"
)


def in_processes(
    work: Callable[[Item], Found], items: Iterable[Item], *, jobs: int
) -> Iterator[Found]:
    """Yield what a function makes of each thing, in the order of the things.

    The function is sent to each process once. The result does not depend on the number of jobs.
    """
    if _checked(jobs) == 1:
        yield from map(work, items)
        return
    with _Crew[int](work, jobs) as crew:
        done: dict[int, Found] = {}
        turn = 0
        for number, item in enumerate(items):
            while crew.full or number >= turn + _AHEAD * jobs:
                if turn in done:
                    yield done.pop(turn)
                    turn += 1
                else:
                    done.update([crew.finished()])
            crew.begin(number, item)
        while done or crew.busy:
            if turn in done:
                yield done.pop(turn)
                turn += 1
            else:
                done.update([crew.finished()])


def as_they_come(
    work: Callable[[Item], Found], items: Iterable[Item], *, jobs: int
) -> Iterator[tuple[Item, Found]]:
    """Yield each thing with what a function makes of it, as soon as it is made."""
    if _checked(jobs) == 1:
        yield from ((item, work(item)) for item in items)
        return
    with _Crew[Item](work, jobs) as crew:
        for item in items:
            if crew.full:
                yield crew.finished()
            crew.begin(item, item)
        while crew.busy:
            yield crew.finished()


def _checked(jobs: int) -> int:
    return whole_number("jobs", jobs, least=1, most=1000, why="each is a process of its own")


class _Crew(Generic[Name]):
    """Processes that work on one thing each, started when there is something to do.

    Args:
        work: what is done with each thing.
        jobs: how many processes there may be.
    """

    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._processes: list[SpawnProcess] = []
        self._free: list[Connection] = []
        self._names: dict[Connection, Name] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        # What they are at is of no use to anybody any more.
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        for end in (*self._free, *self._names):
            end.close()

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._names)

    @property
    def full(self) -> bool:
        """Whether every process has something to do."""
        return len(self._names) == self._jobs

    def begin(self, name: Name, item: Any) -> None:
        """Have a thing worked on, by a process that has nothing to do."""
        end = self._free.pop() if self._free else self._started()
        self._names[end] = name
        try:
            end.send(item)
        except OSError:
            raise _ended_from_outside() from None

    def finished(self) -> tuple[Name, Any]:
        """Wait for any of the things under way; return its name and what was made of it."""
        from multiprocessing.connection import wait

        ready = wait(self._names)
        end = next(each for each in self._names if each in ready)
        try:
            failed, made = end.recv()
        except (EOFError, OSError):
            raise _ended_from_outside() from None
        if failed:
            raise made
        name = self._names.pop(end)
        self._free.append(end)
        return name, made

    def _started(self) -> "Connection":
        from multiprocessing import get_context

        # Spawned, not forked: the same on every system, and safe whatever threads are about.
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(self._work, there), daemon=True)
        with _surroundings():
            process.start()
        self._processes.append(process)
        there.close()
        return here


@contextmanager
def _surroundings() -> Iterator[None]:
    """Have the surroundings of a process that is started."""
    ours = {name: value for name, value in _SURROUNDINGS.items() if not os.environ.get(name)}
    before = {name: os.environ[name] for name in ours if name in os.environ}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name in ours:
            os.environ.pop(name, None)
        os.environ.update(before)


def _ended_from_outside() -> TmimaError:
    return TmimaError(
        "a process was ended from outside, as the system does when memory is short: try fewer jobs="
    )


def _serve(work: Callable[[Any], Any], end: "Connection") -> None:
    """Do one thing after the other."""
    # Ctrl-C in a terminal reaches all processes; this one has nothing to say about it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody is there any more
        while True:
            end.send_bytes(_answer(work, end.recv_bytes()))


def _answer(work: Callable[[Any], Any], asked: bytes) -> Any:
    from multiprocessing.reduction import ForkingPickler

    try:
        return ForkingPickler.dumps((False, work(ForkingPickler.loads(asked))))
    except Exception as error:
        error.add_note(f"In a process of its own:\n{traceback.format_exc()}")
        return ForkingPickler.dumps((True, error))


def _end_with_parent() -> None:
    """Wait until the process that started this one has ended, and end too."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
