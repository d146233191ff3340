"""python -m benchmarks.alternatives: what else there is, on the same texts; docs/alternatives.csv.

Chunkers, told a limit in characters, overlap none, all else their defaults:

- *promises*: the thousand texts of `benchmarks.splitters`, 400 characters. How often a chunk is
  larger than told, the chunks joined are not the text, or one does not stand where its offset says.
  Whether a promise is kept is not up to a model: vectors are counts of words.
- *headings*: Markdown made of English texts of `sections` that report, 1,000 characters. At how
  many of the headings a chunk begins, how long the chunks are, and the processor's seconds. Vectors
  are those of MiniLM, whose time counts.

*Accuracy* is that of `benchmarks.accuracy` on the reporting halves of the English real texts, at
most eight of a corpus; who is trained has its threshold, penalty or weights from texts of the other
half. Reads TMIMA_DATA; needs the dependency groups `rivals`, `vectors` and `bench`. What was
measured of the accuracy is kept in build/alternatives and not measured again.
"""

import os
import random
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any

import click
from tools.learning.texts import REPORT, CutText, cropped, headed, sections

from benchmarks.accuracy import encoders
from benchmarks.accuracy.found import Found
from benchmarks.accuracy.stand import DEFAULT, FEW, ON_VECTORS, RIVALS, WAYS, Cell, run
from benchmarks.accuracy.texts import REAL
from benchmarks.accuracy.wanted import three
from benchmarks.retrieval import placed
from benchmarks.splitters import IN_WORDS, Splitter, faults, splitters, texts
from tmima.files.whole import write_whole
from tmima.plots.tables import Table

_ROOT = Path(__file__).parents[1]
_LIMIT = 1000
_BOOKS = ("textbooks", "encyclopedia", "technical-github", "technical-kubernetes")
_OF_EACH, _MOST_CHARACTERS = 8, 15_000
_CONTENDERS = (DEFAULT, "none", "texttiling", "c99", "utiyama", "bayesseg", *ON_VECTORS)
_MILLION = 1_000_000

Row = tuple[str, ...]


def documents(data: Path) -> Iterator[tuple[str, list[int]]]:
    """Yield texts in Markdown, each with the places of its headings."""
    for name in _BOOKS:
        known = sections(data / "sections" / f"{name}.jsonl.xz")
        own = [text for text in known if text.part == REPORT and len(text.headings) > 1]
        for text in own[:_OF_EACH]:
            yield in_markdown(cropped(text, _MOST_CHARACTERS, random.Random(text.name)))


def in_markdown(text: CutText) -> tuple[str, list[int]]:
    """Return a text with its headings in it, marked, and where they begin; not at its head."""
    marked = [(at, level, f"{'#' * level} {title}") for at, level, title in text.headings if title]
    shown = headed(replace(text, headings=tuple(marked), items=())).text
    starts, moved = [], 0
    for at, _, title in sorted(marked):
        starts.append(at + moved)
        moved += len(title) + 2
    return shown, [start for start in starts if start]


def promises(split: Splitter) -> tuple[str, str, str]:
    """Return on how many texts a chunk is larger, the text is not whole, an offset is wrong."""
    broken = []
    for text in (text for kind in texts().values() for text in kind):
        found = split(text)
        whole = "".join(chunk for _, chunk in found) == text
        broken.append(faults(text, found, in_words=False) | (set() if whole else {"lost"}))
    larger, lost, misplaced = (
        str(sum(promise in one for one in broken)) for promise in ("larger", "lost", "misplaced")
    )
    return larger, lost, misplaced


def at_headings(split: Splitter, given: Sequence[tuple[str, list[int]]]) -> tuple[str, str, str]:
    """Return at how many headings a chunk begins, the mean chunk, seconds a million characters."""
    begun, lengths, spent = [], [], 0.0
    for text, headings in given:
        before = process_time()
        chunks = [chunk for _, chunk in split(text)]
        spent += process_time() - before
        starts = {span.start for span in placed(text, chunks)}
        begun += [heading in starts for heading in headings]
        lengths += [len(chunk) for chunk in chunks]
    size = sum(len(text) for text, _ in given)
    return f"{100 * mean(begun):.0f} %", f"{mean(lengths):.0f}", f"{spent / size * _MILLION:.2f}"


def chunkers(data: Path) -> Table:
    """Measure every chunker that is installed."""
    given = list(documents(data))
    model: Any = encoders._model()
    model(["Warm."])
    read = dict(splitters(_LIMIT, model, form="markdown"))
    rows: list[Row] = []
    for name, split in splitters():
        if not name.endswith(IN_WORDS):
            click.echo(name, err=True)
            read[name](given[0][0][:2000])
            rows.append((name, *promises(split), *at_headings(read[name], given)))
    columns = ("", "larger", "not the text", "misplaced", "at a heading", "mean chunk", "seconds")
    headings = sum(len(starts) for _, starts in given)
    title = f"Of 1,000 texts; of {headings} headings in {len(given)} documents"
    return Table("chunkers", title, columns, tuple(rows))


def accuracy(data: Path, kept: Path) -> Table:
    """Measure everybody on the same real texts, or take what was measured before."""
    kinds = [kind for kind in REAL if kind.language == "en"]
    cells = [Cell(name, kind, "reporting", data, FEW) for kind in kinds for name in _CONTENDERS]
    found = Found(run(cells, kept, on_cell=lambda cell: click.echo(cell.name, err=True)))
    rows = [
        (RIVALS.get(name, "tmima"), *(three(figures) if figures else "" for figures in ways))
        for name in _CONTENDERS
        if any(ways := [found.all_of(name, way, kinds) for way in WAYS])
    ]
    texts_there = sum(found.texts(kind) for kind in kinds)
    title = f"Pk / WD / F1±2, {texts_there} real texts of {len(kinds)} corpora"
    return Table("accuracy", title, ("", *WAYS), tuple(rows))


def long_rows(tables: Sequence[Table]) -> Table:
    """Return all figures of some tables, one a row."""
    rows = [
        (table.name, row[0], column, figure)
        for table in tables
        for row in table.rows
        for column, figure in zip(table.columns[1:], row[1:], strict=True)
    ]
    return Table("alternatives", "", ("table", "row", "column", "figures"), tuple(rows))


def main() -> None:
    """Print the tables of the page and write its file."""
    warnings.simplefilter("ignore")
    data = Path(os.environ["TMIMA_DATA"])
    tables = [chunkers(data), accuracy(data, _ROOT / "build" / "alternatives")]
    for table in tables:
        print(table.markdown())
    write_whole(_ROOT / "docs" / "alternatives.csv", long_rows(tables).csv())


if __name__ == "__main__":
    main()
