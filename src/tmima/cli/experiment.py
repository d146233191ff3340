"""`tmima experiment`: the paper's evaluation, end to end."""

import os
from pathlib import Path

import click

from tmima.cli import options
from tmima.cli.output import write as print_or_write
from tmima.cli.progress import progress
from tmima.collection import BUNDLED
from tmima.document.files import write_whole
from tmima.errors import TmimaError
from tmima.experiments import EXPERIMENTS, CellResult, Plan, plan, run, write
from tmima.experiments.accuracy import page
from tmima.experiments.untrained import plan_untrained
from tmima.plots.extra import require_matplotlib

_DATA = "TMIMA_DATA"
_UNTRAINED = "untrained"


@click.command()
@click.argument(
    "name",
    metavar="suite1|suite2|choi|all|untrained",
    type=click.Choice([*EXPERIMENTS, "all", _UNTRAINED]),
)
@click.option(
    "--collection",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The collection, or the folder of Choi's texts. "
    f"[default: the bundled collection; for choi the folder choi in {_DATA}, "
    f"for untrained {_DATA} itself]",
)
@click.option("--language", metavar="CODE", help="Of the texts. [default: el, for choi en]")
@options.words
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Everything random is from it."
)
@options.jobs
@click.option("--quick", is_flag=True, help="Few texts and repetitions, to see it work.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="OUT",
    required=True,
    help="The folder for results, tables, figures and report.html.",
)
def experiment(
    name: str,
    collection: Path | None,
    language: str | None,
    words: str | None,
    seed: int,
    jobs: int,
    quick: bool,
    output: Path,
) -> None:
    """Run the paper's experiments and write results, tables, figures and a report to OUT.

    `all` runs both suites on the collection. `untrained` compares similarities and methods that
    need no training, on Choi's texts and Greek articles, and writes accuracy.md. A second run with
    the same OUT goes on where the first one stopped.
    """
    if name == _UNTRAINED:
        _untrained(collection, seed, jobs, quick, output)
        return
    require_matplotlib()
    names = ("suite1", "suite2") if name == "all" else (name,)
    plans = [
        plan(
            each,
            _folder(each, collection),
            language=language or ("en" if each == "choi" else "el"),
            words=words,
            seed=seed,
            quick=quick,
        )
        for each in names
    ]
    options.made_folder(output)
    done = _run(plans, output, jobs)
    for table in write(output, done):
        print_or_write(table.markdown() + "\n", None)
    click.echo(f"Everything is in {output}; start with report.html")


def _folder(experiment: str, collection: Path | None) -> Path:
    if collection is not None:
        return collection
    return _data() / "choi" if experiment == "choi" else BUNDLED


def _data() -> Path:
    if _DATA not in os.environ:
        raise TmimaError(f"Choi's texts are not bundled: give --collection, or set {_DATA}")
    return Path(os.environ[_DATA])


def _untrained(collection: Path | None, seed: int, jobs: int, quick: bool, output: Path) -> None:
    plan = plan_untrained(collection or _data(), seed=seed, quick=quick)
    options.made_folder(output)
    with progress("cells", len(plan.cells)) as advance:
        results = run(plan, output, jobs=jobs, on_cell=lambda _: advance())
    write_whole(output / "accuracy.md", page(results))
    click.echo(f"The page is {output / 'accuracy.md'}")


def _run(plans: list[Plan], output: Path, jobs: int) -> list[tuple[Plan, dict[str, CellResult]]]:
    with progress("cells", sum(len(each.cells) for each in plans)) as advance:
        return [(each, run(each, output, jobs=jobs, on_cell=lambda _: advance())) for each in plans]
