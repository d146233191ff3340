"""Measure again what the documentation tells, and say which figures changed.

    python -m tools.figures [--list] [NAME | GROUP ...]        (make figures ONLY="NAME ...")

Each command below is named in README or docs beside the figures that it gave. What it prints is
kept in docs/figures, with the day, the commit, the machine and how long it took; this runs it
again, shows the lines whose numbers moved by more than a twentieth, and keeps the new text. Where a
table of a page, or of the file of comma-separated values beside it, has rows and columns of the same
names, their figures are written there; what stands in sentences is for a person to renew. Groups:

- quick: what is found, in some minutes each; it does not matter what else the machine does
- long: the same, in up to some hours each
- timing: how long something takes; wants a quiet machine
- all: everything, as when nothing is named

Commands that read corpora want TMIMA_DATA, those that measure others the groups `rivals`, `vectors`
and `engines`. What is told at the end cannot be renewed so, and why.
"""

import csv
import difflib
import io
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tmima.version import __version__

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
KEPT = DOCS / "figures"
# What commands write beside what they print.
WRITTEN = "build/figures"


class Figures(NamedTuple):
    """Figures of the documentation: the commands that find them, the pages of docs that tell them."""

    group: str
    pages: str
    commands: tuple[str, ...]


_CHOI = "density,utiyama,bayesseg,c99,heinonen,mincut,dotplot,yaari,texttiling,segmenter,uniform,vmp,none"
_ARTICLES = "--collection DATA/greek-articles"
FIGURES = {
    "accuracy": Figures("long", "accuracy feeds alternatives", ("benchmarks.accuracy -o build/accuracy",)),
    "adapting": Figures("long", "adapting", ("benchmarks.adapting",)),
    "alternatives": Figures("long", "alternatives-figures alternatives", ("benchmarks.alternatives",)),
    "bundled": Figures("quick", "model-card", ("benchmarks.bundled",)),
    "certainty": Figures("quick", "explorer", ("benchmarks.certainty",)),
    "chapters": Figures("quick", "chapters-figures", ("benchmarks.chapters",)),
    "published": Figures("quick", "chapters-figures decisions", ("benchmarks.published_chapters",)),
    "choi-methods": Figures("long", "methods", ("benchmarks.choi_methods",)),
    "choi-steps": Figures("long", "experiments", ("benchmarks.choi_steps",)),
    "compare-choi": Figures(
        "long",
        "methods",
        (f"tmima compare DATA/choi --methods {_CHOI} --score-unit words --language en -o OUT",),
    ),
    "compare-greek": Figures(
        "long",
        "methods",
        (
            f"tmima generate suite1 {_ARTICLES} --range 3 11 --texts 30 --seed 1 -o OUT/TRAIN",
            f"tmima generate suite1 {_ARTICLES} --range 3 11 --texts 30 --seed 2 -o OUT/TEST",
            "tmima compare OUT/TEST --train OUT/TRAIN --language el --set density.objective=pk -o OUT/compared",
        ),
    ),
    "contrast": Figures("quick", "learning", ("benchmarks.accuracy.contrast",)),
    "corpus": Figures("timing", "corpora", ("benchmarks.corpus",)),
    "defaults": Figures("long", "decisions", ("benchmarks.defaults",)),
    "experiment-all": Figures("quick", "experiments speed", ("tmima experiment all -o OUT",)),
    "experiment-choi": Figures("long", "experiments", ("tmima experiment choi -o OUT",)),
    "experiment-greek": Figures(
        "long",
        "experiments",
        (
            f"tmima experiment suite1 {_ARTICLES} -o OUT/suite1",
            f"tmima experiment suite2 {_ARTICLES} -o OUT/suite2",
        ),
    ),
    "feeds": Figures("quick", "feeds", ("benchmarks.feeds",)),
    "greek": Figures("quick", "greek-figures", ("benchmarks.greek",)),
    "greek-steps": Figures("long", "greek-figures", ("benchmarks.greek_steps",)),
    "guessed-headings": Figures("quick", "decisions", ("benchmarks.guessed_headings",)),
    "house": Figures("timing", "speed", ("tools.house",)),
    "objectives": Figures("long", "decisions", ("benchmarks.objectives shared graded",)),
    "outlines": Figures("quick", "outlines decisions", ("benchmarks.outlines --texts 30",)),
    "reading": Figures("timing", "speed memory reliability", ("benchmarks.reading",)),
    "retrieval": Figures("long", "retrieval-figures", ("benchmarks.retrieval --tokenizer tiktoken:cl100k_base",)),
    "splitters": Figures("quick", "alternatives-figures", ("benchmarks.splitters",)),
    "streams": Figures("quick", "streams", ("benchmarks.streams",)),
    "titles": Figures("quick", "titles-figures", ("benchmarks.titles --half reporting",)),
    "token-limits": Figures("timing", "retrieval-figures", ("benchmarks.token_limits",)),
}
# What the documentation names too, and why nothing here runs it.
BY_HAND = {
    "benchmarks.accuracy.kernel_changes": "chose a rival's penalty, once",
    "benchmarks.names_read": "wants somebody who reads 200 names",
    "benchmarks.releases": "wants an environment that has another release",
    "tools.gallery_documents": "wants documents of Debian's packages",
    "tools.greek": "makes the data files of Greek",
    "tools.house": "counts what the code is made of",
    "tools.learning": "learns weights and makes the tables of learning.csv, fifteen minutes a run",
    "tools.mutants": "judges the tests: make mutants",
    "tools.torture": "looks for faults: make torture SECONDS=1800",
}
# Tables that have the names of those of other texts: pages tell their figures in sentences.
IN_SENTENCES = ("experiment-all",)
GROUPS = ("quick", "timing", "long", "all")
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


def cells(printed: str) -> dict[tuple[str, str], str]:
    """Return the cells of printed tables by the names of row and column, if these are told apart."""
    found: dict[tuple[str, str], set[str]] = {}
    for _, columns, row in _rows(printed):
        for column, cell in zip(columns[1:], row[1:], strict=False):
            found.setdefault((row[0], column), set()).add(cell)
    return {key: values.pop() for key, values in found.items() if len(values) == 1}


def _rows(text: str) -> Iterator[tuple[int, list[str], list[str]]]:
    """Yield the rows of all Markdown tables: the number of the line, the columns' names, the cells."""
    columns: list[str] | None = None
    for number, line in enumerate(text.split("\n")):
        if not line.startswith("|"):
            columns = None
            continue
        row = [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]
        if columns is None:
            columns = row
        elif set(line) - set("|-: "):
            yield number, columns, row


def in_page(text: str, found: dict[tuple[str, str], str]) -> str:
    """Return a page with the cells of its tables as they were found, where names stand once."""
    lines = text.split("\n")
    named = Counter((row[0], column) for _, columns, row in _rows(text) for column in columns[1:])
    own = {key: value for key, value in found.items() if named[key] == 1}
    for number, columns, row in _rows(text):
        new = [own.get((row[0], column), cell) for column, cell in zip(columns, row, strict=True)]
        if new != row:
            lines[number] = "| " + " | ".join(new) + " |"
    return "\n".join(lines)


def in_values(text: str, found: dict[tuple[str, str], str]) -> str:
    """Return rows of table, row, column and figures with the figures as found, where names stand once."""
    rows = list(csv.reader(io.StringIO(text)))
    if rows[0] != ["table", "row", "column", "figures"]:
        return text
    named = Counter((row, column) for _, row, column, _ in rows)
    changed = [
        (table, row, column, found.get((row, column), figures) if named[row, column] == 1 else figures)
        for table, row, column, figures in rows
    ]
    if changed == [tuple(row) for row in rows]:
        return text
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(changed)
    return file.getvalue()


def write(name: str, printed: str) -> None:
    """Write what was found into the tables of the pages that tell it."""
    if name in IN_SENTENCES:
        return
    found = cells(printed)
    for page in FIGURES[name].pages.split():
        for path, renewed in ((DOCS / f"{page}.md", in_page), (DOCS / f"{page}.csv", in_values)):
            if path.exists():
                before = path.read_text("utf-8")
                after = renewed(before, found)
                if after != before:
                    path.write_text(after, "utf-8")
                    print(f"    written into {path.name}")


def chosen(names: list[str]) -> list[str]:
    """Return the names of figures that some names of figures and groups mean, in order."""
    for name in names:
        if name not in (*FIGURES, *GROUPS):
            sys.exit(f"no figures are called {name}: choose of {', '.join((*GROUPS, *FIGURES))}")
    if not names or "all" in names:
        return list(FIGURES)
    return [name for name, figures in FIGURES.items() if name in names or figures.group in names]


def measured(name: str) -> str:
    """Return what the commands of some figures print; what one writes goes below build."""
    out = ROOT / WRITTEN / name
    shutil.rmtree(out, ignore_errors=True)
    places = {"OUT": str(out), "DATA": os.environ.get("TMIMA_DATA", "DATA")}
    printed = ""
    for command in FIGURES[name].commands:
        words = [re.sub(r"^(OUT|DATA)\b", lambda at: places[at[0]], word) for word in shlex.split(command)]
        first = [str(Path(sys.executable).with_name("tmima"))]
        called = first + words[1:] if words[0] == "tmima" else [sys.executable, "-m", *words]
        done = subprocess.run(called, capture_output=True, text=True, cwd=ROOT, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[-1:])
        printed += done.stdout
    return printed.replace(str(ROOT), ".")


def head(seconds: float) -> str:
    """Return the first line of what is kept: when, of what, where, how long."""
    commit = subprocess.run(
        [shutil.which("git") or "git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    ).stdout.strip()
    day = datetime.now(UTC).date().isoformat()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    load = f"load {os.getloadavg()[0]:.1f}"
    return f"{day}, tmima {__version__} at {commit}, {machine}, {load}, {seconds:.0f} s\n"


def listed(name: str) -> str:
    """Return a line on some figures: group, pages, commands, and what the last run took."""
    path = KEPT / f"{name}.txt"
    last = path.read_text("utf-8").partition("\n")[0].rpartition(", ")[2] if path.exists() else "?"
    figures = FIGURES[name]
    return f"{name:<17} {figures.group:<7} {last:>7}  {figures.pages:<25} {'; '.join(figures.commands)}"


def main(arguments: list[str]) -> None:
    """Run the commands and tell what changed."""
    names = chosen([each for each in arguments if each != "--list"])
    if "--list" in arguments:
        print("\n".join(map(listed, names)))
        return
    KEPT.mkdir(exist_ok=True)
    failed = []
    for name in names:
        start = time.monotonic()
        try:
            printed = measured(name)
        except RuntimeError as error:
            failed.append(name)
            print(f"{name}: failed: {error}", flush=True)
            continue
        spent = time.monotonic() - start
        path = KEPT / f"{name}.txt"
        before = path.read_text("utf-8").partition("\n")[2] if path.exists() else ""
        changed = differences(before, printed)
        print(f"{name}: {spent:.0f} s, {FIGURES[name].pages}")
        print("\n".join(f"    {line}" for line in changed) or "    unchanged", flush=True)
        path.write_text(head(spent) + printed, "utf-8")
        write(name, printed)
    print("\nNot run by this:", *(f"{name}: {why}" for name, why in BY_HAND.items()), sep="\n    ")
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main(sys.argv[1:])
