"""Work on many things in several processes that end when this one does, however it ends.

Each process has a pipe of its own and does one thing at a time. Nothing is shared and no thread
stands between: whatever interrupts this process, the others can be ended in the middle of anything,
and nobody waits for the rest of what they were about to say.
"""

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pickle import PicklingError
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
# What a process tells: the step that begins, what it has made, what went wrong.
_STEP, _MADE, _FAILED = range(3)


@dataclass(frozen=True, slots=True)
class StepGuard:
    """What becomes of a thing whose steps take too long or end their process.

    The function that works on it tells with `at_step` which step begins. A step that takes longer
    than allowed is left out at once. A thing whose process ended is tried again while nothing else
    is under way, so that no other takes its memory; if that process ends too, its step is left out.

    Attributes:
        without: gives the thing without a step, by its number and what is to be said of it.
        seconds: that a step may take; without them it takes as long as it takes.
    """

    without: Callable[[Any, int, str], Any]
    seconds: float | None = None


def in_processes(
    work: Callable[[Item], Found],
    items: Iterable[Item],
    *,
    jobs: int,
    guard: StepGuard | None = None,
) -> Iterator[Found]:
    """Yield what a function makes of each thing, in the order of the things.

    The function is sent to each process once. The result does not depend on the number of jobs.

    Args:
        work: the function.
        items: the things; some more than there are jobs are asked for ahead.
        jobs: how many processes; one job is done here, where a guard has no limit to watch over.
        guard: what becomes of things that end their process; without it they end all.
    """
    if _check_jobs(jobs) == 1 and (guard is None or guard.seconds is None):
        yield from map(work, items)
        return
    with _Crew[int](work, jobs, guard) as crew:
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
    if _check_jobs(jobs) == 1:
        yield from ((item, work(item)) for item in items)
        return
    with _Crew[Item](work, jobs) as crew:
        for item in items:
            if crew.full:
                yield crew.finished()
            crew.begin(item, item)
        while crew.busy:
            yield crew.finished()


def _check_jobs(jobs: int) -> int:
    return whole_number("jobs", jobs, least=1, most=1000, why="each is a process of its own")


def at_step(number: int | None) -> None:
    """Tell who watches over this process that a step of its work begins, or that all are done.

    Where the work is done in the process that asked for it, nobody is told.
    """
    for each in _watching:
        each.send((_STEP, number))


# In a process that was started here, its end of the pipe.
_watching: "list[Connection]" = []


@dataclass(slots=True)
class _Task(Generic[Name]):
    """A thing that is worked on: whether alone, at which step, and since when."""

    name: Name
    item: Any
    alone: bool = False
    step: int | None = None
    since: float = 0.0


class _Crew(Generic[Name]):
    """Processes that work on one thing each, started when there is something to do.

    Args:
        work: what is done with each thing.
        jobs: how many processes there may be.
        guard: what becomes of things that end their process.
    """

    def __init__(
        self, work: Callable[[Any], Any], jobs: int, guard: StepGuard | None = None
    ) -> None:
        self._work = work
        self._jobs = jobs
        self._guard = guard
        self._processes: dict[Connection, SpawnProcess] = {}
        self._free: list[Connection] = []
        self._tasks: dict[Connection, _Task[Name]] = {}
        self._again: list[_Task[Name]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        # What they are at is of no use to anybody any more.
        for process in self._processes.values():
            process.kill()
        for process in self._processes.values():
            process.join()
        for end in self._processes:
            end.close()

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._tasks or self._again)

    @property
    def full(self) -> bool:
        """Whether nothing more may be begun: all have something to do, or one must be alone."""
        alone = any(task.alone for task in self._tasks.values())
        return len(self._tasks) == self._jobs or bool(self._again) or alone

    def begin(self, name: Name, item: Any) -> None:
        """Have a thing worked on, by a process that has nothing to do."""
        self._begin(_Task(name, item))

    def _begin(self, task: _Task[Name]) -> None:
        end = self._free.pop() if self._free else self._start_process()
        self._tasks[end] = task
        try:
            end.send(task.item)
        except OSError:
            self._handle_end(end)

    def finished(self) -> tuple[Name, Any]:
        """Wait for any of the things under way; return its name and what was made of it."""
        from multiprocessing.connection import wait

        while True:
            if self._again and not self._tasks:
                self._begin(self._again.pop())
            ready = wait(self._tasks, self._patience())
            for end, task in list(self._tasks.items()):
                if end not in ready:
                    self._stop_if_late(end)
                    continue
                try:
                    what, said = end.recv()
                except (EOFError, OSError):
                    self._handle_end(end)
                    continue
                if what == _FAILED:
                    raise said
                if what == _MADE:
                    del self._tasks[end]
                    self._free.append(end)
                    return task.name, said
                task.step, task.since = said, time.monotonic()

    def _patience(self) -> float | None:
        """Return the seconds until the first step has taken too long."""
        if self._guard is None or self._guard.seconds is None:
            return None
        begun = [task.since for task in self._tasks.values() if task.step is not None]
        last = min(begun, default=None)
        return None if last is None else max(0.0, last + self._guard.seconds - time.monotonic())

    def _stop_if_late(self, end: "Connection") -> None:
        """Go on without a step that has taken too long."""
        task, guard = self._tasks[end], self._guard
        if guard is None or guard.seconds is None or task.step is None:
            return
        if time.monotonic() - task.since >= guard.seconds:
            self._dismiss(end)
            item = guard.without(task.item, task.step, f"took more than {guard.seconds:g} seconds")
            self._begin(replace(task, item=item, step=None))

    def _handle_end(self, end: "Connection") -> None:
        """Have a thing whose process has ended tried again, and then without the step it was at."""
        task, guard = self._tasks[end], self._guard
        self._dismiss(end)
        if guard is None or (task.alone and task.step is None):
            raise _ended_from_outside()
        item = task.item
        if task.alone and task.step is not None:
            why = "ended its process, as the system does when memory is short"
            item = guard.without(item, task.step, why)
        self._again.append(replace(task, item=item, alone=True, step=None))

    def _dismiss(self, end: "Connection") -> None:
        process = self._processes.pop(end)
        process.kill()
        process.join()
        end.close()
        del self._tasks[end]

    def _start_process(self) -> "Connection":
        from multiprocessing import get_context

        # Spawned, not forked: the same on every system, and safe whatever threads are about.
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(self._work, there), daemon=True)
        with _surroundings(), _main_if_needed(self._work):
            process.start()
        self._processes[here] = process
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


@contextmanager
def _main_if_needed(work: Callable[[Any], Any]) -> Iterator[None]:
    """Have a process that is started import the user's program only where the work is made of it.

    A program that does its work when it is imported would begin it again there, and one that comes
    from standard input or a notebook cannot be imported.
    """
    main = sys.modules["__main__"]
    names = {name: getattr(main, name, None) for name in ("__spec__", "__file__")}
    if _is_made_of_main(work):
        path = names["__file__"]
        if names["__spec__"] is None and (path is None or not os.path.exists(path)):
            raise TmimaError(
                "a function or class of a notebook or of standard input cannot be sent to another "
                "process: put it into a file that is imported, or use `jobs=1`"
            )
        yield
        return
    there = dict(vars(main))
    vars(main).update(dict.fromkeys(names))
    try:
        yield
    finally:
        for name in names:
            del vars(main)[name]
        vars(main).update({name: there[name] for name in names if name in there})


def _is_made_of_main(work: Callable[[Any], Any]) -> bool:
    from multiprocessing.reduction import ForkingPickler

    try:
        return b"__main__" in bytes(ForkingPickler.dumps(work))
    except (PicklingError, AttributeError, TypeError) as error:
        raise TmimaError(
            f"what cannot be sent to another process needs `jobs=1`: {error}"
        ) from None


def _ended_from_outside() -> TmimaError:
    return TmimaError(
        "a process was ended from outside, as the system does when memory is short (try fewer "
        "`jobs=`), unless it said above why it could not begin"
    )


def _serve(work: Callable[[Any], Any], end: "Connection") -> None:
    """Do one thing after the other."""
    _watching.append(end)
    # Ctrl-C in a terminal reaches all processes; this one has nothing to say about it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # nobody is there any more
        while True:
            end.send_bytes(_answer(work, end.recv_bytes()))


def _answer(work: Callable[[Any], Any], asked: bytes) -> Any:
    from multiprocessing.reduction import ForkingPickler

    try:
        return ForkingPickler.dumps((_MADE, work(ForkingPickler.loads(asked))))
    except Exception as error:
        error.add_note(f"In a process of its own:\n{traceback.format_exc()}")
        return ForkingPickler.dumps((_FAILED, error))


def _end_with_parent() -> None:
    """Wait until the process that started this one has ended, and end too."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
