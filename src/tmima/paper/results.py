"""Everything an experiment leaves in its folder: results, tables, figures, the report.

Tables stand beside the published ones, whose figures are given here in per cent.
"""

import base64
from collections.abc import Callable, Sequence
from html import escape
from os import PathLike

from tmima import languages
from tmima.files import encode_json
from tmima.files.results import ResultsFolder
from tmima.paper.cells import Cell, CellResult, ExperimentPlan, generated_texts
from tmima.paper.suites import RANGES, Collection, read_collection
from tmima.plots import Picture, draw, error_curves, render_figure
from tmima.plots.tables import Table, percent
from tmima.scores import SCORES
from tmima.segmentation import Parameters, Prepared, Problem
from tmima.similarity import SharedWords
from tmima.training import GAMMAS, POWERS
from tmima.version import __version__

# Table 1 of the paper: the authors and their thematic areas.
TABLE_1 = (
    ("Alachiotis", "Biology"),
    ("Babiniotis", "Linguistics"),
    ("Dertilis", "History, Society"),
    ("Kiosse", "Archeology"),
    ("Liakos", "History, Society"),
    ("Maronitis", "Culture, Society"),
    ("Ploritis", "Culture, History"),
    ("Tassios", "Technology, Society"),
    ("Tsukalas", "International Affairs"),
    ("Vokos", "Philosophy"),
)

# Table 2: the authors of each set and the number of their texts.
TABLE_2 = (
    (("Kiosse", "Alachiotis"), 60),
    (("Kiosse", "Maronitis"), 60),
    (("Kiosse", "Alachiotis", "Maronitis"), 90),
    (("Kiosse", "Alachiotis", "Maronitis", "Ploritis"), 120),
    (("Kiosse", "Alachiotis", "Maronitis", "Ploritis", "Vokos"), 150),
    (tuple(author for author, _ in TABLE_1), 300),
)

# Table 3, suite 1: precision, recall, Pk for each set, by range of lengths: 3-11, 3-5, 6-8, 9-11.
TABLE_3 = (
    ((70.65, 86.82, 96.44, 93.33), (71.11, 87.11, 96.44, 93.33), (14.04, 6.20, 0.82, 0.84)),
    ((63.86, 82.98, 91.11, 94.67), (67.11, 83.56, 91.11, 94.67), (15.82, 8.47, 2.81, 0.98)),
    ((71.14, 90.0, 91.11, 92.44), (60.89, 89.78, 91.11, 92.44), (14.42, 3.45, 2.15, 1.247)),
    ((59.99, 84.44, 86.22, 91.11), (58.67, 83.56, 86.22, 91.11), (17.93, 7.36, 3.28, 1.45)),
    ((57.99, 85.0, 88.89, 91.11), (51.11, 84.89, 88.89, 91.11), (17.38, 6.76, 2.65, 1.39)),
    ((65.74, 81.56, 89.33, 88.89), (61.78, 81.78, 89.33, 88.89), (14.54, 6.49, 3.57, 1.86)),
)

# Table 4, suite 2: precision, recall, Pk.
TABLE_4 = (60.60, 57.00, 11.07)

# Pk in words on Choi's texts, by range as above: system, where it is published, the values.
CHOI = (
    ("TextTiling", "Hearst 1994, as run by Choi 2000", (46, 44, 43, 48)),
    ("Segmenter", "Kan et al. 1998, as run by Choi 2000", (36, 23, 33, 43)),
    ("DotPlot", "Reynar 1998, as run by Choi 2000", (22, 21, 18, 16)),
    ("C99", "Choi 2000, number of segments found", (13, 18, 10, 10)),
    ("U00", "Utiyama and Isahara 2001, number of segments found", (11, 13, 6, 6)),
    ("C99+LSA", "Choi et al. 2001", (9, 10, 7, 5)),
    ("F04", "Fragkou, Petridis and Kehagias 2004, as quoted later", (7.0, 5.5, 3.0, 1.3)),
)

Results = dict[str, CellResult]
# The scores that the paper has, with the heads of its rows.
_MEASURES = [(SCORES[name].label.capitalize(), name) for name in ("precision", "recall", "pk")]


def collection_tables(collection: Collection) -> list[Table]:
    """Tables 1 and 2: the collection's authors and sets beside the paper's."""
    authors = [
        (author.name, author.area or "not given", str(len(author.texts)))
        for author in collection.authors.values()
    ]
    paper = [(name, area, "30") for name, area in TABLE_1]
    rows = [
        (*ours, *theirs)
        for ours, theirs in zip(
            authors + [("", "", "")] * (len(paper) - len(authors)),
            paper + [("", "", "")] * (len(authors) - len(paper)),
            strict=True,
        )
    ]
    sets = []
    for number, names in collection.sets.items():
        texts = sum(len(collection.authors[name].texts) for name in names)
        there, count = TABLE_2[number] if number < len(TABLE_2) else ((), 0)
        sets.append((f"Set{number}", ", ".join(names), str(texts), ", ".join(there), str(count)))
    return [
        Table(
            "table1",
            "Table 1: authors and thematic areas, here and in the paper",
            ("author", "area", "texts", "paper's author", "paper's area", "paper's texts"),
            tuple(rows),
        ),
        Table(
            "table2",
            "Table 2: the sets of suite 1, here and in the paper",
            ("set", "authors", "texts", "paper's authors", "paper's texts"),
            tuple(sets),
        ),
    ]


def suite1_tables(results: Results) -> list[Table]:
    """Table 3: precision, recall and Pk of each set and range, beside the paper's."""
    rows = []
    for number, published in enumerate(TABLE_3):
        for (label, key), values in zip(_MEASURES, published, strict=True):
            row = [f"Set{number} {label}"]
            for (a, b), value in zip(RANGES, values, strict=True):
                scores = results[f"set{number}-{a}-{b}"]["scores"]
                row += [percent(scores[key]), f"{value:.2f}"]
            rows.append(tuple(row))
    columns = [name for a, b in RANGES for name in (f"({a},{b})", "paper")]
    return [
        Table(
            "table3",
            "Table 3: suite 1, in per cent; Pk in sentences",
            ("", *columns),
            tuple(rows),
        )
    ]


def suite2_tables(results: Results) -> list[Table]:
    """Table 4: both readings of its unit, beside the paper's."""
    rows = []
    for (label, key), value in zip(_MEASURES, TABLE_4, strict=True):
        ours = [percent(results[name]["scores"][key]) for name in ("sentences", "paragraphs")]
        rows.append((label, *ours, f"{value:.2f}"))
    return [
        Table(
            "table4",
            "Table 4: suite 2, in per cent; Pk in sentences",
            ("", "cuts between sentences", "cuts between paragraphs", "paper"),
            tuple(rows),
        )
    ]


def choi_tables(results: Results) -> list[Table]:
    """Our Pk on Choi's texts, with 95 % intervals, beside the published figures."""
    names = [f"{a}-{b}" for a, b in RANGES]

    def ours(unit: str) -> tuple[str, ...]:
        cells = [results[f"{name}-{unit}"] for name in (*names, "all")]
        shown = [
            f"{percent(cell['scores']['pk'])} ({percent(cell['pk_interval'][0])} to "
            f"{percent(cell['pk_interval'][1])})"
            for cell in cells
        ]
        return (f"tmima density, Pk in {unit}", "this run", *shown)

    published = [
        (system, source, *(f"{value:g}" for value in values), "") for system, source, values in CHOI
    ]
    return [
        Table(
            "choi",
            "Choi's texts: Pk in per cent, in words where not said otherwise; 95 % intervals",
            ("system", "source", *names, "all"),
            (*published, ours("words"), ours("sentences")),
        )
    ]


TABLES: dict[str, Callable[[Results], list[Table]]] = {
    "suite1": suite1_tables,
    "suite2": suite2_tables,
    "choi": choi_tables,
}

# The paper shows Set 5: its 9-11 in Figure 1, each of its ranges in Figures 2 to 5.
_SHOWN_SET = 5
_SHOWN_RANGE = (9, 11)


def figures(plan: ExperimentPlan, results: Results) -> list[Picture]:
    """Return the figures of an experiment, each as PNG and SVG."""
    if plan.experiment == "suite1":
        cells = {(cell.members, cell.lengths): cell for cell in plan.cells}
        return [
            _dotplot(cells[_SHOWN_SET, _SHOWN_RANGE], results),
            *(
                _error_curves(
                    f"figure{number}", f"'{a}-{b}' of Set{_SHOWN_SET}", cell.name, results
                )
                for number, (a, b) in enumerate(RANGES, start=2)
                for cell in [cells[_SHOWN_SET, (a, b)]]
            ),
        ]
    return [
        _error_curves(
            f"{plan.experiment}-{cell.name}", f"{plan.experiment}, {cell.name}", cell.name, results
        )
        for cell in plan.cells
    ]


def _error_curves(name: str, what: str, cell: str, results: Results) -> Picture:
    title = f"Pk for {what}, on the training halves"
    errors = results[cell]["pk_by_r_and_gamma"]
    return render_figure(name, title, error_curves(errors, GAMMAS, POWERS, title=title))


def _dotplot(cell: Cell, results: Results) -> Picture:
    """Figure 1: a text that was not trained on, with the parameters of the first repetition."""
    repetition = results[cell.name]["repetitions"][0]
    text = generated_texts(cell)[repetition["testing"][0]]
    prepared = Prepared.of(text.document)
    parameters = Parameters(**repetition["parameters"])
    similarity = SharedWords(prepared.units)
    optimum = Problem.of(prepared, similarity, parameters).programme().optimum().segmentation
    figure = draw(similarity, optimum, "sentences", truth=text.truth)
    title = f"The matrix D of a text of Set{cell.members}, with the true and the found cuts"
    return render_figure("figure1", title, figure)


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
        *map(_html_table, tables),
        *map(_html_picture, pictures),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    body = "\n".join("<tr>" + "".join(map(_html_cell, row)) + "</tr>" for row in table.rows)
    return (
        f'<h2>{escape(table.title)}</h2><div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _html_cell(value: str) -> str:
    kind = "" if value[:1].isdigit() or value[:1] in "-" else ' class="words"'
    return f"<td{kind}>{escape(value)}</td>"


def _html_picture(picture: Picture) -> str:
    data = base64.b64encode(picture.png).decode("ascii")
    return (
        f'<figure><img alt="{escape(picture.title)}" width="520" '
        f'src="data:image/png;base64,{data}"><figcaption>{escape(picture.title)}</figcaption>'
        "</figure>"
    )


RESULTS, REPORT = "results.json", "report.html"


def write_results(
    out: str | PathLike[str], done: Sequence[tuple[ExperimentPlan, dict[str, CellResult]]]
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
    contents: dict[str, str | bytes] = {RESULTS: encode_json(everything, indent=1) + "\n"}
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
