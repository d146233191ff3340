"""How long a piece of work takes."""

import time
from collections.abc import Callable


def seconds(run: Callable[[], object], *, repeats: int = 3) -> float:
    """Return the shortest of a few runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)
