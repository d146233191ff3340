"""python -m benchmarks.releases PYTHON: how long nothing set takes here and in another release.

PYTHON is the interpreter of an environment that has that release. Both segment the same texts in
turn, each in a process of its own: prose of the corpora (TMIMA_DATA) where they are, else made up,
and short units, lines of four words. CPU seconds, of the shortest of a few processes, each of which
has read another text of the kind before and reads the text for the first time.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from tools.texts import sentences

from benchmarks.reading import english
from tmima.plots.tables import Table

_PROSE = (100, 1000, 10_000)
_SHORT = (1000, 10_000, 100_000, 1_000_000)
_TURNS = 5
_LONG = 100_000
# The characters of the other text that a process reads first.
_OTHER = 20_000
_SENTENCE = 130
_WORDS = 4
_RUN = """
import sys, time
from tmima import Segmenter
other, text = (open(path, encoding="utf-8").read() for path in sys.argv[1:3])
segmenter = Segmenter(language="en", format=sys.argv[3])
segmenter.segment(other)
start = time.process_time()
found = segmenter.segment(text)
print(time.process_time() - start, len(found.units), len(found))
"""


def texts() -> Iterator[tuple[str, int, str, str, str]]:
    """Yield texts: of what, how many units they have about, their format, another text, the text.

    Of lines all words are known, for they are few.
    """
    for size in _PROSE:
        prose = english(_OTHER + size * _SENTENCE)
        yield "sentences of prose", size, "text", prose[:_OTHER], prose[_OTHER:]
    words = " ".join(sentences(1000)).split()
    for size in _SHORT:
        many = words * (_WORDS * size // len(words) + 1)
        lines = [" ".join(many[_WORDS * i : _WORDS * (i + 1)]) for i in range(size)]
        text = "\n".join(lines)
        yield f"lines of {_WORDS} words", size, "lines", text[:_OTHER], text


def measured(python: str, other: Path, path: Path, form: str) -> tuple[float, int, int]:
    """Return CPU seconds, units and segments of a text in a process of its own."""
    command = [python, "-c", _RUN, str(other), str(path), form]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(told[0]), int(told[1]), int(told[2])


@click.command()
@click.argument("python", type=click.Path(exists=True, dir_okay=False))
@click.option("--most", type=int, default=max(_SHORT), show_default=True, help="Units.")
def main(python: str, most: int) -> None:
    """Print a row for each text."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path, before_it = Path(folder) / "text.txt", Path(folder) / "other.txt"
        for name, size, form, other, text in texts():
            if size > most:
                continue
            path.write_text(text, encoding="utf-8")
            before_it.write_text(other, encoding="utf-8")
            # In turn, so that whatever else the machine does befalls both.
            turns = [
                [measured(each, before_it, path, form) for each in (python, sys.executable)]
                for _ in range(_TURNS if size < _LONG else 1)
            ]
            before, after = (min(turn[which][0] for turn in turns) for which in (0, 1))
            (_, units, _), (_, _, segments) = turns[0]
            rows.append(
                (
                    f"{units:,} {name}",
                    f"{1000 * before:,.1f}",
                    f"{1000 * after:,.1f}",
                    f"{after / before:.2f}",
                    f"{1e6 * after / units:.1f}",
                    f"{segments:,}",
                )
            )
            click.echo(" | ".join(rows[-1]), err=True)
    columns = ("", "before, ms", "now, ms", "now / before", "now, µs a unit", "segments now")
    title = "CPU time with nothing set"
    print(Table("releases", title, columns, tuple(rows)).markdown())


if __name__ == "__main__":
    main()
