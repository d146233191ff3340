"""Everything an experiment leaves in its folder: results, tables, figures, the report."""

import json
from collections.abc import Sequence
from os import PathLike

from tmima import languages
from tmima.collection import read_collection
from tmima.experiments.cells import CellResult
from tmima.experiments.figures import figures
from tmima.experiments.plan import Plan
from tmima.experiments.report import report
from tmima.experiments.tables import TABLES, collection_tables
from tmima.folders import ResultsFolder
from tmima.plots import Picture
from tmima.tables import Table
from tmima.version import __version__

RESULTS, REPORT = "results.json", "report.html"


def write(
    out: str | PathLike[str], done: Sequence[tuple[Plan, dict[str, CellResult]]]
) -> list[Table]:
    """Write the results of some experiments into a folder and return their tables."""
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
    contents: dict[str, str | bytes] = {RESULTS: json.dumps(everything, indent=1) + "\n"}
    for table in tables:
        contents[f"{table.name}.md"] = table.markdown()
        contents[f"{table.name}.csv"] = table.csv()
    for picture in pictures:
        contents[f"{picture.name}.png"] = picture.png
        contents[f"{picture.name}.svg"] = picture.svg
    names = " and ".join(plan.experiment for plan, _ in done)
    contents[REPORT] = report(f"tmima: {names}", notes, tables, pictures)
    read = {cell.folder for plan, _ in done for cell in plan.cells}
    folder = ResultsFolder(out, contents, inputs=read)
    for name, content in contents.items():
        folder.write(name, content)
    return tables
