"""python -m benchmarks.untrained -o OUT: every similarity and its rivals, and docs/accuracy.md.

Reads TMIMA_DATA. A second run with the same OUT goes on where the first one stopped.
"""

import os
from pathlib import Path

import click

from benchmarks.untrained.page import page
from benchmarks.untrained.plan import plan_untrained
from tmima.cli.options.common import made_folder
from tmima.cli.show.output import progress
from tmima.experiments import run
from tmima.files import write_whole


@click.command()
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jobs", type=int, default=os.cpu_count() or 1, show_default=True)
@click.option("--quick", is_flag=True, help="Few texts, to see it work.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="OUT")
def main(seed: int, jobs: int, quick: bool, output: Path) -> None:
    """Compare similarities and methods on the texts in TMIMA_DATA; write OUT/accuracy.md."""
    plan = plan_untrained(Path(os.environ["TMIMA_DATA"]), seed=seed, quick=quick)
    made_folder(output)
    with progress("cells", len(plan.cells)) as advance:
        results = run(plan, output, jobs=jobs, on_cell=lambda _: advance())
    write_whole(output / "accuracy.md", page(results))
    click.echo(f"The page is {output / 'accuracy.md'}")


main()
