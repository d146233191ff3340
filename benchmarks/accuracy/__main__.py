"""python -m benchmarks.accuracy -o OUT: every similarity and its rivals, and docs/accuracy.md.

Reads TMIMA_DATA. A second run with the same OUT goes on where the first one stopped.
"""

import os
from pathlib import Path

import click

from benchmarks.accuracy.page import page
from benchmarks.accuracy.stand import CONTENDERS, MOST, plan
from benchmarks.accuracy.texts import HALVES
from tmima.cli.show.output import progress
from tmima.experiments import run
from tmima.files import made_folder, write_whole


@click.command()
@click.option("--half", type=click.Choice(HALVES), default="reporting", show_default=True)
@click.option("--most", type=int, default=MOST, show_default=True, help="Texts of each kind.")
@click.option("--only", type=click.Choice(CONTENDERS), multiple=True, help="These contenders.")
@click.option("--jobs", type=int, default=os.cpu_count() or 1, show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="OUT")
def main(half: str, most: int, only: tuple[str, ...], jobs: int, output: Path) -> None:
    """Compare similarities and methods on the texts in TMIMA_DATA; write OUT/accuracy.md."""
    cells = plan(Path(os.environ["TMIMA_DATA"]), half=half, most=most, only=only)
    made_folder(output)
    with progress("cells", len(cells.cells)) as advance:
        results = run(cells, output, jobs=jobs, on_cell=lambda _: advance())
    write_whole(output / "accuracy.md", page(results))
    click.echo(f"The page is {output / 'accuracy.md'}")


main()
