"""python -m tools.mutants: would the tests notice? One wrong change at a time, and the tests that should fail.

The changes are in mutants.toml beside this file. Each is made in a copy of the sources, the tests that it names are
run, and it is killed if one of them fails, or does not end; else it has survived, and a test is missing. A change that
changes no answer says so as `equivalent`, and must survive. The result is in docs/testing.md.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from queue import Empty
from typing import Any

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("mutants.toml")
# What the tests read of the repository; the rest stays where it is.
_COPIED = (
    *("src", "tests", "tools", "benchmarks", "docs", "examples", "LICENSES"),
    *("setup.py", "pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "LICENSE"),
)
_PROCESSES = 2
_SECONDS = 60.0
KILLED, SURVIVED, ENDLESS, BROKEN = "killed", "SURVIVED", "killed (no end)", "BROKEN"
EQUIVALENT, NOTICED = "equivalent", "NOTICED, though said to be equivalent"
_GOOD = (KILLED, ENDLESS, EQUIVALENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A change that makes the package wrong, and who should notice."""

    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    why: str
    equivalent: str = ""

    def changed(self, text: str) -> str:
        """Return the text with the change; refuse one whose place is not there exactly once."""
        found = text.count(self.old)
        if found != 1 or self.old == self.new:
            raise ValueError(f"{self.file}: the old text is there {found} times, not once: {self.old!r}")
        return text.replace(self.old, self.new)


def mutants(path: Path = LIST) -> list[Mutant]:
    """Read the list."""
    listed: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["change"]
    return [Mutant(**{**one, "tests": tuple(one["tests"])}) for one in listed]


class Copy:
    """A copy of the repository to change and to test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name)
            elif source.exists():
                shutil.copy2(source, folder / name)

    @contextmanager
    def with_change(self, mutant: Mutant) -> Iterator[None]:
        """Make a change, and undo it at the end; the compiled modules are built anew where it is in one."""
        path = self.folder / mutant.file
        kept = path.with_name(path.name + ".kept")
        built = list(path.parent.glob("*.so")) if path.suffix == ".pyx" else []
        shutil.copy2(path, kept)
        for each in built:
            shutil.copy2(each, each.with_suffix(".kept"))
        path.write_text(mutant.changed(path.read_text(encoding="utf-8")), encoding="utf-8")
        # Compiled Python is known by the time and the size of its source: no change may share both with another.
        later = time.time() + 10
        os.utime(path, (later, later))
        try:
            if built:
                self._run("setup.py", "-q", "build_ext", "--inplace")
            yield
        finally:
            shutil.move(kept, path)
            for each in built:
                shutil.move(each.with_suffix(".kept"), each)

    def tested(self, tests: Sequence[str], seconds: float) -> str:
        """Run tests and return what came of them."""
        try:
            options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
            # To make a failing example smaller takes minutes, and tells nothing here.
            profile = "--hypothesis-profile=unshrunk"
            done = self._run("-m", "pytest", *options, profile, *tests, seconds=seconds)
        except subprocess.TimeoutExpired:
            return ENDLESS
        if done.returncode > 1:
            print(done.stdout[-2000:], done.stderr[-2000:])
        return {0: SURVIVED, 1: KILLED}.get(done.returncode, BROKEN)

    def _run(self, *arguments: str, seconds: float = _SECONDS) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTHONHASHSEED": "0"}
        # The corpora lie beside the checkout, not beside the copy.
        environment.setdefault("TMIMA_DATA", str(ROOT.parent / "shared" / "data"))
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )


def judged(copy: Copy, mutant: Mutant, seconds: float) -> str:
    """Return what became of a change."""
    with copy.with_change(mutant):
        result = copy.tested(mutant.tests, seconds)
    if mutant.equivalent:
        return {SURVIVED: EQUIVALENT}.get(result, NOTICED)
    return result


def work(queue: Any, results: Any, seconds: float) -> None:
    """Judge changes from a queue in a copy of one's own."""
    with tempfile.TemporaryDirectory(prefix="tmima-mutants-") as folder:
        copy = Copy(Path(folder))
        while (item := queue.get()) is not None:
            number, mutant = item
            begin = time.monotonic()
            results.put((number, judged(copy, mutant, seconds), time.monotonic() - begin))


def refused(wanted: Sequence[Mutant]) -> list[str]:
    """Return what is wrong with the list: places that are not there once, tests that are not there."""
    faults = []
    for mutant in wanted:
        try:
            mutant.changed((ROOT / mutant.file).read_text(encoding="utf-8"))
        except (ValueError, OSError) as error:
            faults.append(str(error))
        faults += [f"{test}: no such test" for test in mutant.tests if not _is_there(test)]
    return faults


def _is_there(test: str) -> bool:
    """Return whether a file or folder of tests exists, and has the function that is named, if one is."""
    name, _, function = test.partition("::")
    path = ROOT / name
    if not function:
        return path.exists()
    return path.is_file() and f"def {function.partition('[')[0]}(" in path.read_text(encoding="utf-8")


def baseline(wanted: Sequence[Mutant], seconds: float) -> str:
    """Run all tests that are named, on what is unchanged: only where they pass does a failure tell anything."""
    with tempfile.TemporaryDirectory(prefix="tmima-mutants-") as folder:
        return Copy(Path(folder)).tested(sorted({test for each in wanted for test in each.tests}), 8 * seconds)


def run(wanted: Sequence[Mutant], *, seconds: float, jobs: int) -> Counter[str]:
    """Judge all changes, two at a time, and print what became of each."""
    context = get_context("spawn")
    queue, results = context.Queue(), context.Queue()
    for item in enumerate(wanted):
        queue.put(item)
    processes = [context.Process(target=work, args=(queue, results, seconds)) for _ in range(jobs)]
    for process in processes:
        queue.put(None)
        process.start()
    counts: Counter[str] = Counter()
    while counts.total() < len(wanted):
        try:
            number, result, took = results.get(timeout=5)
        except Empty:
            if not any(process.is_alive() for process in processes):
                break
            continue
        counts[result] += 1
        mutant = wanted[number]
        print(f"{result:<10} {took:5.1f} s  {mutant.file.removeprefix('src/tmima/')}: {mutant.why}", flush=True)
    for process in processes:
        process.join()
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="words that the file or the reason of a change must have one of")
    parser.add_argument("--check", action="store_true", help="only look whether every change can be made")
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="for the tests of one change")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=_PROCESSES)
    given = parser.parse_args()
    wanted = [each for each in mutants() if not given.only or any(word in each.file + each.why for word in given.only)]
    faults = refused(wanted)
    if faults:
        sys.exit("\n".join(faults))
    if given.check:
        print(f"{len(wanted)} changes can be made")
        return
    unchanged = baseline(wanted, given.seconds)
    if unchanged != SURVIVED:
        sys.exit(f"the tests do not pass on what is unchanged ({unchanged}): nothing can be told")
    counts = run(wanted, seconds=given.seconds, jobs=given.jobs)
    shown = ", ".join(f"{count} {result}" for result, count in counts.most_common())
    print(f"{len(wanted)} changes in {len({each.file for each in wanted})} files: {shown}")
    if sum(counts[result] for result in _GOOD) < len(wanted):
        sys.exit(1)


if __name__ == "__main__":
    main()
