"""python -m benchmarks.accuracy -o OUT: what is shipped and its rivals, and docs/accuracy.md.

Reads TMIMA_DATA. A second run with the same OUT goes on where the first one stopped, and measures
again whatever the learnt weights decide if these have changed.
"""

import os
from pathlib import Path

import click

from benchmarks.accuracy.found import Found
from benchmarks.accuracy.page import corpora_table, means_table, page
from benchmarks.accuracy.reliability import draw, reliability_table
from benchmarks.accuracy.stand import CONTENDERS, MOST, plan, run
from benchmarks.accuracy.texts import HALVES
from benchmarks.accuracy.wanted import wanted_table
from tmima.files.whole import write_whole


@click.command()
@click.option("--half", type=click.Choice(HALVES), default="reporting", show_default=True)
@click.option("--most", type=int, default=MOST, show_default=True, help="Texts of each kind.")
@click.option("--only", type=click.Choice(CONTENDERS), multiple=True, help="Measure these only.")
@click.option("--again", is_flag=True, help="Measure them again.")
@click.option("--jobs", type=int, default=os.cpu_count() or 1, show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="OUT")
def main(half: str, most: int, only: tuple[str, ...], again: bool, jobs: int, output: Path) -> None:
    """Compare what is shipped with its rivals on the texts in TMIMA_DATA; write OUT/accuracy.md.

    The page has all that was ever measured with this OUT.
    """
    results = run(
        plan(Path(os.environ["TMIMA_DATA"]), half=half, most=most),
        output,
        only=only,
        again=again,
        jobs=jobs,
        on_cell=lambda cell: click.echo(cell.name, err=True),
    )
    write_whole(output / "accuracy.md", page(results))
    found = Found(results)
    write_whole(output / "accuracy.csv", corpora_table(found).csv())
    write_whole(output / "accuracy-means.csv", means_table(found).csv())
    write_whole(output / "accuracy-wanted.csv", wanted_table(found).csv())
    write_whole(output / "accuracy-reliability.csv", reliability_table(found).csv())
    draw(found, output / "reliability.png")
    click.echo(f"The page is {output / 'accuracy.md'}")


main()
