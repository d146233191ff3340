"""`tmima experiment`: the paper's evaluation, end to end."""

import os
from pathlib import Path

import click

from tmima.cli import options
from tmima.cli.paths import InputPath, OutputPath, note_inputs, results_folder
from tmima.cli.show.output import prepare_matplotlib, progress
from tmima.cli.show.output import write as print_or_write
from tmima.cli.ui_language import wording
from tmima.errors import TmimaError
from tmima.files.whole import make_folder
from tmima.paper import (
    BUNDLED,
    EXPERIMENTS,
    REPORT,
    RESULTS,
    CellResult,
    ExperimentPlan,
    collection_language,
    plan,
    run_plan,
    write_results,
)

_DATA = "TMIMA_DATA"


@click.command()
@click.argument(
    "name",
    metavar="suite1|suite2|choi|all",
    type=click.Choice([*EXPERIMENTS, "all"]),
)
@click.option(
    "--collection",
    type=InputPath(),
    metavar="DIR",
    help="The collection, or the folder of Choi's texts. "
    f"[default: the bundled collection; for choi the folder choi in {_DATA}]",
)
@click.option(
    "--language",
    metavar="CODE",
    help="Language of the texts. [default: the collection's; for choi en]",
)
@options.setting("normalise")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed gives the same draws."
)
@options.jobs
@click.option("--quick", is_flag=True, help="Few texts and repetitions, to see it work.")
@click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="OUT",
    required=True,
    help="The folder for results, tables, figures and report.html.",
)
def experiment(
    name: str,
    collection: Path | None,
    language: str | None,
    normalise: str | None,
    seed: int,
    jobs: int,
    quick: bool,
    output: Path,
) -> None:
    """Run Fragkou's experiments and write results, tables, figures and a report to OUT.

    `all` runs both suites on the collection. A second run with the same OUT goes on where the first
    one stopped.
    """
    prepare_matplotlib()
    names = ("suite1", "suite2") if name == "all" else (name,)
    folders = {each: _collection_folder(each, collection) for each in names}
    plans = [
        plan(
            each,
            folder,
            language=language or _default_language(each, folder),
            normalise=normalise,
            seed=seed,
            quick=quick,
        )
        for each, folder in folders.items()
    ]
    # These are always written; other names depend on the cells, which are kept if one is refused.
    note_inputs(*folders.values())
    results_folder(output, (RESULTS, REPORT))
    make_folder(output)
    done = _run_with_progress(plans, output, jobs)
    for table in write_results(output, done):
        print_or_write(table.markdown() + "\n", None)
    click.echo(wording().say("cli.everything", folder=output))


def _collection_folder(experiment: str, collection: Path | None) -> Path:
    if collection is not None:
        return collection
    if experiment != "choi":
        return BUNDLED
    if _DATA not in os.environ:
        raise TmimaError(f"Choi's texts are not bundled: give --collection, or set {_DATA}")
    return Path(os.environ[_DATA]) / "choi"


def _default_language(experiment: str, folder: Path) -> str:
    return "en" if experiment == "choi" else collection_language(folder)


def _run_with_progress(
    plans: list[ExperimentPlan], output: Path, jobs: int
) -> list[tuple[ExperimentPlan, dict[str, CellResult]]]:
    with progress(
        wording().say("cli.progress.cells"), sum(len(each.cells) for each in plans)
    ) as advance:
        return [
            (each, run_plan(each, output, jobs=jobs, on_cell=lambda _: advance())) for each in plans
        ]
