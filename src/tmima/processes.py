"""Work on many things in several processes that end when this one does, however it ends."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from tmima.errors import TmimaError, whole_number

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Found = TypeVar("Found")

# So many things are under way for each process: enough that none waits for the next.
_AHEAD = 4

_work: Callable[[Any], Any]


def in_processes(
    work: Callable[[Item], Found], items: Iterable[Item], *, jobs: int
) -> Iterator[Found]:
    """Yield what a function makes of each thing, in the order of the things.

    The function is sent to each process once. The result does not depend on the number of jobs.
    """
    if _checked(jobs) == 1:
        yield from map(work, items)
        return
    with _processes(work, jobs) as submit:
        under_way: deque[Future[Found]] = deque()
        for item in items:
            under_way.append(submit(item))
            if len(under_way) >= _AHEAD * jobs:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def as_they_come(
    work: Callable[[Item], Found], items: Iterable[Item], *, jobs: int
) -> Iterator[tuple[Item, Found]]:
    """Yield each thing with what a function makes of it, as soon as it is made."""
    if _checked(jobs) == 1:
        yield from ((item, work(item)) for item in items)
        return
    from concurrent.futures import as_completed

    with _processes(work, jobs) as submit:
        under_way = {submit(item): item for item in items}
        for future in as_completed(under_way):
            yield under_way[future], future.result()


def _checked(jobs: int) -> int:
    return whole_number("jobs", jobs, least=1, most=1000, why="each is a process of its own")


@contextmanager
def _processes(work: Callable[[Any], Any], jobs: int) -> "Iterator[Callable[[Any], Future[Any]]]":
    """Start processes and give the function that has something done in one of them."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = set(active_children())
    # Spawned, not forked: the same on every system, and safe whatever threads are about.
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(work,)
    ) as pool:
        try:
            yield lambda item: pool.submit(_do, item)
        except BaseException as error:
            # What they are at is of no use to anybody any more.
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(active_children()) - others:
                child.terminate()
            if isinstance(error, BrokenProcessPool):
                raise TmimaError(
                    "a process was ended from outside, as the system does when memory is short: "
                    "try fewer jobs="
                ) from None
            raise


def _begin(work: Callable[[Any], Any]) -> None:
    global _work  # noqa: PLW0603 - a process has one work
    _work = work
    # Ctrl-C in a terminal reaches all processes; this one has nothing to say about it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the process that started this one has ended, and end too."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(item: Any) -> Any:
    return _work(item)
