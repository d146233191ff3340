"""A function mapped over many things in several worker processes, in order or as they are made.

Whatever interrupts this process, the workers can be ended in the middle of anything, and nobody
waits for the rest of what they were about to say.
"""

import os
import pickle
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, Self, TypeVar

from tmima.errors import TmimaError, whole_number
from tmima.workers.child import EVENT, Send
from tmima.workers.process import WorkerProcess

Item = TypeVar("Item")
Result = TypeVar("Result")
Name = TypeVar("Name")

# So many things for each worker may be done before their turn: none waits for a slow one.
_AHEAD = 4
# Set for a worker, unless they are set already. Linear algebra uses one thread: each worker has a
# core of its own, and threads beside it would only wait for each other. Python imports nothing from
# the current folder.
_ENVIRONMENT = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "PYTHONSAFEPATH")


@dataclass(frozen=True, slots=True)
class StepGuard:
    """How items are retried, and their steps left out, that take too long or end their process.

    The function that works on it calls `report_step` when a step begins. A step that takes longer
    than allowed is left out at once. An item whose process ended is tried again while no other is
    worked on, so that no other takes its memory; if that process ends too, its step is left out.

    Attributes:
        without: returns the item without a step, given its number and the reason.
        seconds: that a step may take; without them it takes as long as it takes.
    """

    without: Callable[[Any, int, str], Any]
    seconds: float | None = None


def map_ordered(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    jobs: int,
    guard: StepGuard | None = None,
) -> Iterator[Result]:
    """Yield what a function makes of each item, in the order of the items.

    The function is sent to each worker once. The result does not depend on the number of jobs.

    Args:
        work: the function.
        items: its arguments; some more than there are jobs are asked for ahead.
        jobs: how many processes; one job is done here, where a guard has no limit to watch over.
        guard: what becomes of items that end their process; without it they end the whole run.
    """
    if _check_jobs(jobs) == 1 and (guard is None or guard.seconds is None):
        yield from map(work, items)
        return
    with _Workers[int](work, jobs, guard) as workers:
        results: dict[int, Result] = {}
        turn = 0
        for number, item in enumerate(items):
            while workers.full or number >= turn + _AHEAD * jobs:
                if turn in results:
                    yield results.pop(turn)
                    turn += 1
                else:
                    results.update([workers.next_result()])
            workers.begin(number, item)
        while results or workers.busy:
            if turn in results:
                yield results.pop(turn)
                turn += 1
            else:
                results.update([workers.next_result()])


def map_unordered(
    work: Callable[[Item], Result], items: Iterable[Item], *, jobs: int
) -> Iterator[tuple[Item, Result]]:
    """Yield each item with what a function makes of it, as soon as it is made."""
    if _check_jobs(jobs) == 1:
        yield from ((item, work(item)) for item in items)
        return
    with _Workers[Item](work, jobs) as workers:
        for item in items:
            if workers.full:
                yield workers.next_result()
            workers.begin(item, item)
        while workers.busy:
            yield workers.next_result()


def _check_jobs(jobs: int) -> int:
    return whole_number("jobs", jobs, least=1, most=1000, why="each is a process of its own")


def report_step(number: int | None) -> None:
    """Report, in a worker, that a step of the work begins, or with `None` that all are done.

    Where the work is done in the process that asked for it, nothing is reported.
    """
    if _send_event is not None:
        _send_event(pickle.dumps(number))


# In a worker, what sends an event to the process that started it.
_send_event: Send | None = None


@dataclass(slots=True)
class _Task(Generic[Name]):
    """An item that is worked on: whether alone, at which step, and since when."""

    name: Name
    item: Any
    alone: bool = False
    step: int | None = None
    since: float = 0.0


class _Workers(Generic[Name]):
    """Processes that work on one item each, started when there is something to do.

    Args:
        work: the function that is called with each item.
        jobs: how many processes there may be.
        guard: what becomes of items that end their process.
    """

    def __init__(
        self, work: Callable[[Any], Any], jobs: int, guard: StepGuard | None = None
    ) -> None:
        self._work = work
        self._jobs = jobs
        self._guard = guard
        self._workers: list[WorkerProcess] = []
        self._idle: list[WorkerProcess] = []
        self._tasks: dict[WorkerProcess, _Task[Name]] = {}
        self._again: list[_Task[Name]] = []
        # What workers say, and nothing for the end of one.
        self._messages: SimpleQueue[tuple[WorkerProcess, int, bytes | None]] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        # What they are at is of no use to anybody any more.
        for worker in self._workers:
            worker.kill()

    @property
    def busy(self) -> bool:
        """Whether anything is being worked on."""
        return bool(self._tasks or self._again)

    @property
    def full(self) -> bool:
        """Whether nothing more may be begun: all workers are busy, or one must be alone."""
        alone = any(task.alone for task in self._tasks.values())
        return len(self._tasks) == self._jobs or bool(self._again) or alone

    def begin(self, name: Name, item: Any) -> None:
        """Have an idle worker work on an item."""
        self._begin(_Task(name, item))

    def _begin(self, task: _Task[Name]) -> None:
        worker = self._idle.pop() if self._idle else self._start()
        self._tasks[worker] = task
        # If the worker has ended, that is or will be among the messages.
        with suppress(OSError):
            worker.send(pickle.dumps(task.item))

    def next_result(self) -> tuple[Name, Any]:
        """Wait for any of the items under way; return its name and what was made of it."""
        while True:
            if self._again and not self._tasks:
                self._begin(self._again.pop())
            try:
                worker, kind, data = self._messages.get(timeout=self._seconds_until_late())
            except Empty:
                self._end_late_steps()
                continue
            task = self._tasks.get(worker)
            if data is None:
                self._handle_end(worker, task)
            elif task is not None and kind == EVENT:
                task.step, task.since = pickle.loads(data), time.monotonic()  # noqa: S301
            elif task is not None:
                del self._tasks[worker]
                self._idle.append(worker)
                failed, result = pickle.loads(data)  # noqa: S301 - the answer of `_FunctionHandler`
                if failed:
                    raise result
                return task.name, result

    def _seconds_until_late(self) -> float | None:
        """Return the seconds until the first step has taken too long."""
        if self._guard is None or self._guard.seconds is None:
            return None
        begun = [task.since for task in self._tasks.values() if task.step is not None]
        first = min(begun, default=None)
        return None if first is None else max(0.0, first + self._guard.seconds - time.monotonic())

    def _end_late_steps(self) -> None:
        """Go on without the steps that have taken too long."""
        guard = self._guard
        for worker, task in list(self._tasks.items()):
            if guard is None or guard.seconds is None or task.step is None:
                continue
            if time.monotonic() - task.since >= guard.seconds:
                self._end_worker(worker)
                why = f"took more than {guard.seconds:g} seconds"
                self._begin(replace(task, item=guard.without(task.item, task.step, why), step=None))

    def _handle_end(self, worker: WorkerProcess, task: _Task[Name] | None) -> None:
        """Have an item whose process has ended tried again, then without the step it was at."""
        if worker not in self._workers:
            return  # it was ended here
        self._end_worker(worker)
        if task is None:
            return  # it had nothing to do
        guard = self._guard
        if guard is None or (task.alone and task.step is None):
            raise _killed_worker_error()
        item = task.item
        if task.alone and task.step is not None:
            why = "ended its process, as the system does when memory is short"
            item = guard.without(item, task.step, why)
        self._again.append(replace(task, item=item, alone=True, step=None))

    def _end_worker(self, worker: WorkerProcess) -> None:
        self._workers.remove(worker)
        self._tasks.pop(worker, None)
        if worker in self._idle:
            self._idle.remove(worker)
        worker.kill()

    def _start(self) -> WorkerProcess:
        worker = WorkerProcess(
            partial(_FunctionHandler, self._work),
            preparation=_process_state(self._work),
            environment=_worker_environment(),
        )
        self._workers.append(worker)
        Thread(target=_forward_messages, args=(worker, self._messages), daemon=True).start()
        return worker


def _forward_messages(
    worker: WorkerProcess, messages: SimpleQueue[tuple[WorkerProcess, int, bytes | None]]
) -> None:
    """Pass on what a worker says until it has ended."""
    try:
        with suppress(EOFError):
            while True:
                messages.put((worker, *worker.receive()))
    finally:
        # Also where its message could not be read: nobody may wait for another one.
        messages.put((worker, EVENT, None))


def _worker_environment() -> dict[str, str]:
    unset = [name for name in _ENVIRONMENT if not os.environ.get(name)]
    return os.environ | dict.fromkeys(unset, "1")


def _process_state(work: Callable[[Any], Any]) -> dict[str, Any]:
    """Return what makes a worker like this process.

    The user's program is imported only where the work is made of it: a program that does its work
    when it is imported would begin it again there, and one that comes from standard input or a
    notebook cannot be imported.
    """
    from multiprocessing.spawn import get_preparation_data

    prepared = get_preparation_data("tmima worker")
    prepared.pop("authkey", None)  # of no use here, and it is not pickled
    main = ("init_main_from_name", "init_main_from_path")
    if not _comes_from_main_module(work):
        return {name: value for name, value in prepared.items() if name not in main}
    if main[0] not in prepared and not os.path.exists(prepared.get(main[1], "")):
        raise TmimaError(
            "a function or class of a notebook or of standard input cannot be sent to another "
            "process: put it into a file that is imported, or use `jobs=1`"
        )
    return prepared


def _comes_from_main_module(work: Callable[[Any], Any]) -> bool:
    try:
        return b"__main__" in pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise TmimaError(
            f"what cannot be sent to another process needs `jobs=1`: {error}"
        ) from None


def _killed_worker_error() -> TmimaError:
    return TmimaError(
        "a process was ended from outside, as the system does when memory is short (try fewer "
        "`jobs=`), unless it said above why it could not begin"
    )


@dataclass(frozen=True, slots=True)
class _FunctionHandler:
    """The handler of a worker: calls the function with the item that a request is."""

    work: Callable[[Any], Any]

    def __call__(self, request: bytes, send: Send) -> bytes:
        global _send_event  # noqa: PLW0603 - there is one pipe in a process
        _send_event = send
        try:
            return pickle.dumps((False, self.work(pickle.loads(request))))  # noqa: S301
        except Exception as error:
            error.add_note(f"In a process of its own:\n{traceback.format_exc()}")
            return pickle.dumps((True, error))
