"""Work on many things in several processes, in order and with a bounded number under way."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from tmima.errors import whole_number

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
    jobs = whole_number("jobs", jobs, least=1)
    if jobs == 1:
        yield from map(work, items)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # Spawned, not forked: the same on every system, and safe whatever threads are about.
    with ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(work,)
    ) as pool:
        under_way: deque[Future[Found]] = deque()
        try:
            for item in items:
                under_way.append(pool.submit(_do, item))
                if len(under_way) >= _AHEAD * jobs:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin(work: Callable[[Any], Any]) -> None:
    global _work  # noqa: PLW0603 - a process has one work
    _work = work


def _do(item: Any) -> Any:
    return _work(item)
