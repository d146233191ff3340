"""The tables of the experiments beside the published ones, for Markdown and CSV."""

from collections.abc import Callable

from tmima.collection import RANGES, Collection
from tmima.experiments.cells import CellResult
from tmima.experiments.published import CHOI, TABLE_1, TABLE_2, TABLE_3, TABLE_4
from tmima.tables import Table, percent

Results = dict[str, CellResult]


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
    measures = (("Precision", "precision"), ("Recall", "recall"), ("Pk", "pk"))
    rows = []
    for number, published in enumerate(TABLE_3):
        for (label, key), values in zip(measures, published, strict=True):
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
    for (label, key), value in zip(
        (("Precision", "precision"), ("Recall", "recall"), ("Pk", "pk")), TABLE_4, strict=True
    ):
        found = [percent(results[name]["scores"][key]) for name in ("sentences", "paragraphs")]
        rows.append((label, *found, f"{value:.2f}"))
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
