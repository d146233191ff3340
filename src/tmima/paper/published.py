"""The figures that others have published, in per cent, beside which ours are printed."""

from collections.abc import Callable

from tmima.paper.cells import CellResult
from tmima.paper.collection import Collection
from tmima.paper.suites import RANGES
from tmima.scores import SCORES
from tmima.tables import Table, percent

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
