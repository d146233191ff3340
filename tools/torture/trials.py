"""The parts of the torture, and their trials, each from the seed, its part's name and its number alone."""

import random
import re
import shlex
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from types import FrameType
from typing import Any

from tools.torture import commands, kills, library, limits, server
from tools.torture.chance import Chance, FoundError, SkippedError

# Each with its share of the time.
PARTS: dict[str, tuple[float, Callable[[Chance], None]]] = {
    "texts": (4, library.texts),
    "streams": (1, library.streams),
    "lines": (4, commands.lines),
    "hostile": (1, commands.hostile),
    "stream-kills": (2, kills.stream),
    "experiment-kills": (2, kills.experiment),
    "disk": (0.5, limits.disk),
    "memory": (0.5, limits.memory),
    "requests": (0.5, server.requests),
    "workers": (0.5, server.workers),
    "slow": (0.5, server.slow),
}
# No trial takes nearly as long.
_LONGEST = 120
# Of findings that are alike so many are shown.
_SHOWN = 3


def trial(part: str, seed: str, number: int) -> tuple[Counter[str], str]:
    """Run one trial; return its counts and what was found, if anything was."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="tmima-torture-") as folder:
        chance = Chance(random.Random(f"{seed}/{part}/{number}"), Path(folder), counts)
        signal.signal(signal.SIGALRM, _too_long)
        signal.alarm(_LONGEST)
        found = ""
        try:
            PARTS[part][1](chance)
        except SkippedError as reason:
            counts[f"{part}: skipped, {reason}"] += 1
        except FoundError as error:
            found = str(error)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            found = f"{type(error).__name__}: {error} ({last.filename}:{last.lineno})"
        finally:
            signal.alarm(0)
    counts[f"trials of {part}"] += 1
    return counts, found


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise FoundError(f"a trial takes longer than {_LONGEST} s")


def repeat_line(part: str, seed: str, number: int) -> str:
    """Return the line that repeats a trial."""
    return shlex.join(["python", "-m", "tools.torture", "--parts", part, "--seed", seed, "--trial", str(number)])


def work(results: Any, parts: Sequence[str], seed: str, begin: int, step: int, last: float) -> None:
    """Run trials until the time is over, the part next that has had the least of its share."""
    spent = dict.fromkeys(parts, 0.0)
    numbers = {part: count(begin, step) for part in parts}
    while time.time() < last:
        part = min(parts, key=lambda name: spent[name] / PARTS[name][0])
        number = next(numbers[part])
        results.put(("begun", part, number, None))
        started = time.monotonic()
        counts, found = trial(part, seed, number)
        spent[part] += time.monotonic() - started
        results.put(("found" if found else "done", part, number, (counts, found)))


def run(parts: Sequence[str], seed: str, seconds: float, jobs: int) -> tuple[Counter[str], list[str]]:
    """Run trials in processes for a time; return the counts and the findings."""
    context = get_context("spawn")
    total: Counter[str] = Counter()
    findings: list[str] = []
    last = time.time() + seconds
    running = []
    for place in range(jobs):
        results = context.Queue()
        process = context.Process(target=work, args=(results, parts, seed, place, jobs, last))
        process.start()
        running.append((process, results))
    for process, results in running:
        at: tuple[str, int] | None = None
        while True:
            try:
                kind, part, number, told = results.get(timeout=1)
            except Empty:
                if process.is_alive():
                    continue
                if process.exitcode or at is not None:
                    line = repeat_line(at[0], seed, at[1]) if at else "not known"
                    _tell(findings, f"the process of the trials ended with {process.exitcode}", line)
                break
            at = (part, number) if kind == "begun" else None
            if told is not None:
                total += told[0]
                if told[1]:
                    _tell(findings, told[1], repeat_line(part, seed, number))
        process.join()
    return total, findings


def _tell(findings: list[str], what: str, line: str) -> None:
    findings.append(what)
    # Alike is what ends alike, whatever its numbers and folders: a traceback tells its error last.
    kind = [re.sub(r"\S*/\S*|\d+", "", each)[-60:] for each in findings]
    if kind.count(kind[-1]) <= _SHOWN:
        print(f"FOUND {what}\n  again: {line}", flush=True)
