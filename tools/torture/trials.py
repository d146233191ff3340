"""The parts of the torture, and their trials, each from the seed, its part's name and its number alone."""

import os
import random
import re
import shlex
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from types import FrameType
from typing import Any

from tools.torture import (
    altered,
    bounds,
    commands,
    folders,
    growth,
    journals,
    kills,
    library,
    limits,
    outputs,
    server,
    spoilt,
)
from tools.torture.chance import Chance, FoundError, SkippedError

# Each with how many of its trials an hour should see: what docs/testing.md counts, and some more.
PARTS: dict[str, tuple[int, Callable[[Chance], None]]] = {
    "texts": (9500, library.texts),
    "streams": (500, library.streams),
    "strings": (300, library.strings),
    "lines": (10500, commands.lines),
    "hostile": (300, commands.hostile),
    "folders": (60, folders.folders),
    "inputs": (600, outputs.inputs),
    "appended": (150, outputs.appended),
    "journals": (100, journals.journals),
    "altered": (300, altered.altered),
    "stream-kills": (200, kills.stream),
    "experiment-kills": (60, kills.experiment),
    "corpus-kills": (50, kills.corpus),
    "disk": (150, limits.disk),
    "memory": (40, limits.memory),
    "short": (60, bounds.short),
    "bombs": (40, bounds.bombs),
    "spoilt": (300, spoilt.spoilt),
    "patterns": (400, growth.patterns),
    "readers": (400, growth.readers),
    "requests": (60, server.requests),
    "workers": (24, server.workers),
    "slow": (40, server.slow),
}
# No trial takes nearly as long, however busy the machine is.
_LONGEST = 600
# Where files need no disk, if there is such a place.
_FAST = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - each trial has its own folder there
# Of findings that are alike so many are shown.
_SHOWN = 3


def trial(part: str, seed: str, number: int) -> tuple[Counter[str], str]:
    """Run one trial; return its counts and what was found, if anything was."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="tmima-torture-", dir=_FAST) as folder:
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
    """Run trials until the time is over, next of the part that has come least far."""
    done = dict.fromkeys(parts, 0)
    while time.time() < last:
        part = min(parts, key=lambda name: (done[name] + 1) / PARTS[name][0])
        number = begin + step * done[part]
        results.put(("begun", part, number, None))
        counts, found = trial(part, seed, number)
        done[part] += 1
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
