"""Everything an experiment leaves in its folder: results, tables, figures, the report."""

import base64
import json
from collections.abc import Sequence
from html import escape
from os import PathLike

from tmima import languages
from tmima.folders import ResultsFolder
from tmima.paper.cells import Cell, CellResult, Plan, generated_texts
from tmima.paper.collection import read_collection
from tmima.paper.published import TABLES, Results, collection_tables
from tmima.paper.suites import RANGES
from tmima.plots import Picture, curves, draw, render
from tmima.segmentation import Parameters, Prepared, Problem
from tmima.similarity import SharedWords
from tmima.tables import Table
from tmima.training import GAMMAS, POWERS
from tmima.version import __version__

# The paper shows Set 5: its 9-11 in Figure 1, each of its ranges in Figures 2 to 5.
_SHOWN_SET = 5
_SHOWN_RANGE = (9, 11)


def figures(plan: Plan, results: Results) -> list[Picture]:
    """Return the figures of an experiment, each as PNG and SVG."""
    if plan.experiment == "suite1":
        cells = {(cell.members, cell.lengths): cell for cell in plan.cells}
        return [
            _dotplot(cells[_SHOWN_SET, _SHOWN_RANGE], results),
            *(
                _curves(f"figure{number}", f"'{a}-{b}' of Set{_SHOWN_SET}", cell.name, results)
                for number, (a, b) in enumerate(RANGES, start=2)
                for cell in [cells[_SHOWN_SET, (a, b)]]
            ),
        ]
    return [
        _curves(
            f"{plan.experiment}-{cell.name}", f"{plan.experiment}, {cell.name}", cell.name, results
        )
        for cell in plan.cells
    ]


def _curves(name: str, what: str, cell: str, results: Results) -> Picture:
    title = f"Pk for {what}, on the training halves"
    errors = results[cell]["pk_by_r_and_gamma"]
    return render(name, title, curves(errors, GAMMAS, POWERS, title=title))


def _dotplot(cell: Cell, results: Results) -> Picture:
    """Figure 1: a text that was not trained on, with the parameters of the first repetition."""
    repetition = results[cell.name]["repetitions"][0]
    text = generated_texts(cell)[repetition["testing"][0]]
    prepared = Prepared.of(text.document)
    parameters = Parameters(**repetition["parameters"])
    similarity = SharedWords(prepared.units)
    found = Problem.of(prepared, similarity, parameters).programme().optimum().segmentation
    figure = draw(similarity, found, "sentences", truth=text.truth)
    title = f"The matrix D of a text of Set{cell.members}, with the true and the found cuts"
    return render("figure1", title, figure)


_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #8884; text-align: right; }
th:first-child, td:first-child, .words { text-align: left; }
figure { margin: 1rem 0; display: inline-block; vertical-align: top; }
img { max-width: 100%; background: white; }
figcaption, .note { color: #777; font-size: .9rem; }
"""


def report(
    title: str, notes: Sequence[str], tables: Sequence[Table], pictures: Sequence[Picture]
) -> str:
    """Return the page."""
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        *(f'<p class="note">{escape(note)}</p>' for note in notes),
        *map(_table, tables),
        *map(_picture, pictures),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    body = "\n".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in table.rows)
    return (
        f'<h2>{escape(table.title)}</h2><div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(value: str) -> str:
    kind = "" if value[:1].isdigit() or value[:1] in "-" else ' class="words"'
    return f"<td{kind}>{escape(value)}</td>"


def _picture(picture: Picture) -> str:
    data = base64.b64encode(picture.png).decode("ascii")
    return (
        f'<figure><img alt="{escape(picture.title)}" width="520" '
        f'src="data:image/png;base64,{data}"><figcaption>{escape(picture.title)}</figcaption>'
        "</figure>"
    )


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
