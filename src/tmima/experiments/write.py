"""Everything an experiment leaves in its folder: results, tables, figures, the report."""

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from tmima import languages
from tmima.collection import read_collection
from tmima.experiments.cells import CellResult
from tmima.experiments.figures import figures
from tmima.experiments.plan import Plan
from tmima.experiments.report import report
from tmima.experiments.tables import TABLES, collection_tables
from tmima.files import write_whole
from tmima.plots import Picture
from tmima.tables import Table
from tmima.version import __version__


def write(
    out: str | PathLike[str], done: Sequence[tuple[Plan, dict[str, CellResult]]]
) -> list[Table]:
    """Write the results of some experiments into a folder and return their tables."""
    out = Path(out)
    tables: list[Table] = []
    pictures: list[Picture] = []
    notes = []
    for plan, results in done:
        first = plan.cells[0]
        if plan.experiment != "choi" and not any(table.name == "table1" for table in tables):
            analyzer = languages.analyzer(first.language, normalise=first.normalise)
            tables += collection_tables(read_collection(first.folder, analyzer))
        tables += TABLES[plan.experiment](results)
        pictures += figures(plan, results)
        notes.append(
            f"{plan.experiment}: texts from {first.folder.name}, language {first.language}, words "
            f"{first.normalise or 'as the language has it'}, seed {first.seed}, "
            f"{first.repetitions} repetitions, tmima {__version__}"
        )
    everything = {
        "version": __version__,
        "experiments": {plan.experiment: results for plan, results in done},
    }
    write_whole(out / "results.json", json.dumps(everything, indent=1) + "\n")
    for table in tables:
        write_whole(out / f"{table.name}.md", table.markdown())
        write_whole(out / f"{table.name}.csv", table.csv())
    for picture in pictures:
        write_whole(out / f"{picture.name}.png", picture.png)
        write_whole(out / f"{picture.name}.svg", picture.svg)
    names = " and ".join(plan.experiment for plan, _ in done)
    write_whole(out / "report.html", report(f"tmima: {names}", notes, tables, pictures))
    return tables
