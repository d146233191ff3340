"""Measure again what the documentation tells, and say which figures changed.

    python -m tools.figures [NAME ...]        (make figures ONLY="NAME ...")

Each command below is named in README or docs beside the figures that it gave. What it prints is
kept in docs/figures; this runs it again, shows the lines whose numbers moved by more than a
twentieth, and keeps the new text. Commands that read corpora want TMIMA_DATA.
"""

import difflib
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "docs" / "figures"
PYTHON = [sys.executable, "-m"]
COMMANDS = {
    "accuracy": [*PYTHON, "benchmarks.accuracy", "-o", "build/accuracy"],
    "bundled": [*PYTHON, "benchmarks.bundled"],
    "chapters": [*PYTHON, "benchmarks.chapters"],
    "engine": [*PYTHON, "benchmarks.engine"],
    "explore": [*PYTHON, "benchmarks.explore"],
    "greek": [*PYTHON, "benchmarks.greek"],
    "house": [*PYTHON, "tools.house"],
    "reading": [*PYTHON, "benchmarks.reading"],
    "speed": [*PYTHON, "benchmarks.speed"],
    "titles": [*PYTHON, "benchmarks.titles", "--half", "reporting"],
}
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# Times on a shared machine wander: what moves less than this is the same figure.
_MOVED = 0.05


def numbers(line: str) -> list[float]:
    """Return the numbers of a line.

    >>> numbers("1,704 times as fast, .5 s")
    [1704.0, 5.0]
    """
    return [float(found.replace(",", "")) for found in _NUMBER.findall(line)]


def moved(before: str, after: str) -> bool:
    """Tell whether a line says something else now.

    >>> moved("10.0 times", "10.2 times"), moved("10.0 times", "12.0 times")
    (False, True)
    """
    if _NUMBER.sub("0", before) != _NUMBER.sub("0", after):
        return True
    pairs = zip(numbers(before), numbers(after), strict=True)
    return any(abs(old - new) > _MOVED * max(abs(old), abs(new)) for old, new in pairs)


def differences(before: str, after: str) -> list[str]:
    """Return the lines that say something else now, as they were and as they are."""
    found: list[str] = []
    old, new = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(
        a=[_NUMBER.sub("0", line) for line in old], b=[_NUMBER.sub("0", line) for line in new]
    )
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            found += [f"- {line}" for line in old[a:b]] + [f"+ {line}" for line in new[c:d]]
            continue
        for was, now in zip(old[a:b], new[c:d], strict=True):
            if moved(was, now):
                found += [f"- {was}", f"+ {now}"]
    return found


def main(names: list[str]) -> None:
    """Run the commands and tell what changed."""
    unknown = [name for name in names if name not in COMMANDS]
    if unknown:
        sys.exit(f"no figures are called {unknown[0]}: choose of {', '.join(COMMANDS)}")
    KEPT.mkdir(exist_ok=True)
    for name in names or COMMANDS:
        command = COMMANDS[name]
        start = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        print(f"{name}: python -m {' '.join(command[2:])}, {time.monotonic() - start:.0f} s")
        if done.returncode:
            print(f"    failed: {done.stderr.strip().splitlines()[-1:]}")
            continue
        path = KEPT / f"{name}.txt"
        before = path.read_text("utf-8") if path.exists() else ""
        changed = differences(before, done.stdout)
        print("\n".join(f"    {line}" for line in changed) or "    unchanged", flush=True)
        if changed:
            path.write_text(done.stdout, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
