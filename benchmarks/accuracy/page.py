"""The page that the stand writes, docs/accuracy.md, and the files of figures beside it."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import mean

from benchmarks.accuracy.found import FEWEST, Figures, Found
from benchmarks.accuracy.stand import (
    CONTENDERS,
    DEFAULT,
    FEW,
    NOTHING,
    OLD,
    ON_VECTORS,
    OURS,
    RIVALS,
    TOLD,
    WAYS,
    Result,
)
from benchmarks.accuracy.texts import GLUED, REAL, SECTIONS, SINGLE
from benchmarks.accuracy.wanted import SCORES, three, wanted_table
from tmima.plots.tables import Table
from tmima.version import __version__

FAMILIES = {
    "real, English": [kind for kind in REAL if kind.language == "en"],
    "Greek laws": [kind for kind in REAL if kind.language == "el"],
    "sections, English": [kind for kind in SECTIONS if kind.language == "en"],
    "sections, other languages": [kind for kind in SECTIONS if kind.language != "en"],
    "glued, Choi": [kind for kind in GLUED if kind.language == "en"],
    "glued, Greek": [kind for kind in GLUED if kind.language == "el"],
}
# Variants, the weakest and what came before: in the files only. Rivals on vectors have a page.
_LEFT_OUT = {
    "uniform",
    "density, shared",
    "MinCut",
    "TextTiling",
    OLD,
    *ON_VECTORS,
    *(name for name in OURS if name != DEFAULT),
}
MEANS_COLUMNS = (
    "texts",
    "corpora",
    "way",
    "contender",
    *SCORES,
    "found_least",
    "found_greatest",
    "slivers",
    "skill",
    "skill_least",
    "skill_greatest",
)
CORPORA_COLUMNS = ("corpus", "texts", "way", "contender", *SCORES, "found")
_PAGE = """\
# How good it is

    TMIMA_DATA=DIR python -m benchmarks.accuracy -o OUT    # writes this page, its picture and files

The command wrote this page (tmima {version}); every contender's figures are in four files:
[each corpus](accuracy.csv), [means](accuracy-means.csv), [probabilities](accuracy-reliability.csv),
[what was wanted](accuracy-wanted.csv).
DIR holds the corpora; sentence vectors need the dependency groups `vectors`, `rivals` and `bench`;
0.2.0 is measured where that release is installed.

## Which texts

- **Real** texts have boundaries of their own: sections of encyclopedia articles, lectures,
  meetings, chats, chapters of laws.
- **Sections** are texts of the kinds that the weights were learnt from ([learning](learning.md)):
  other texts than those, but often other chapters of the same books.
- **Glued** texts join pieces of different texts: Choi's, and Greek newspaper articles.

Nothing was learnt from real texts, Choi's or the Greek articles. What is learnt from, what chooses
and what reports are kept apart (`benchmarks/accuracy/texts.py`); here the {half} half is measured,
at most {most} texts of a kind. Choi's texts repeat passages, so that most sentences of one half
stand in the other too. Paragraphs, where known, are read by tmima and by no rival.

## What is measured

- **Pk / WD / F1±2**: Pk, WindowDiff, and F1 of cuts found within two units, in per cent; means over
  texts, then over the corpora of at least {fewest} texts. Choi's Pk and WindowDiff are in words.
- **found / true**: the number of segments, median over texts; least and greatest corpus.
- **1-2**: the share of segments of one or two units{truth}.
- **skill**: by how much less the probabilities of cuts err (in squares) than the text's own share
  of cuts at every place would; mean over corpora, least and greatest.

*Nothing set* is `tmima segment FILE`; *trained* is `tmima train` on texts of the other half (ten
for `learnt`, twenty for others); *told the number* is `--n-segments` with the true one. `density`
is the paper's method. Rivals on sentence vectors have {few} texts of a kind
([what else there is](alternatives.md)).

## What was wanted

{wanted}
## Means

{own}
{others}
## How far its probabilities can be believed

![What share of places are true cuts, by the probability that was said](reliability.png)

## Texts of one topic

The mean number of segments found in Greek newspaper articles, and in single sections of at least
ten units.

{single}"""


def page(results: dict[str, Result]) -> str:
    """Return the page, given the results of all cells by name."""
    found = Found(results)
    return render_page(
        wanted=wanted_table(found),
        means=means_table(found),
        single=_single(found),
        most=found.most,
        half=found.half,
        truth=_truth(found),
    )


def render_page(
    *,
    wanted: Table,
    means: Table,
    single: Table,
    most: int,
    half: str,
    truth: str,
) -> str:
    """Return the page with these tables in it."""
    return _PAGE.format(
        version=__version__,
        most=most,
        half=half,
        fewest=FEWEST,
        few=FEW,
        truth=truth,
        wanted=_short(wanted).markdown(),
        own=_own(means).markdown(),
        others=_others(means).markdown(),
        single=single.markdown(),
    )


def means_table(found: Found) -> Table:
    """Return the means over the corpora of each family of texts, one row per contender and way."""
    rows = []
    for family, every in FAMILIES.items():
        kinds = found.counting(every)
        for way in WAYS:
            for contender in CONTENDERS:
                if kinds and (figures := found.all_of(contender, way, kinds)):
                    rows.append((family, str(len(kinds)), way, _named(contender), *_means(figures)))
    return Table("means", "Means over the corpora", MEANS_COLUMNS, tuple(rows))


def corpora_table(found: Found) -> Table:
    """Return the scores on each corpus, with the median of found / true numbers."""
    rows = []
    for kind in (*REAL, *SECTIONS, *GLUED):
        for way in WAYS:
            for contender in CONTENDERS:
                if each := found.of(contender, way).get(kind.name):
                    scores = [f"{100 * each[name]:.1f}" for name in SCORES]
                    first = (kind.name, str(found.texts(kind)), way, _named(contender))
                    rows.append((*first, *scores, f"{each['found']:.2f}"))
    return Table("corpora", "Each corpus", CORPORA_COLUMNS, tuple(rows))


def _short(wanted: Table) -> Table:
    """Return what is there and what falls short; what was wanted is in the file."""
    rows = tuple((row[0], row[2], row[4]) for row in wanted.rows)
    return replace(wanted, columns=(wanted.columns[0], *wanted.columns[2::2]), rows=rows)


def _own(means: Table) -> Table:
    """Return everything that was measured of the default with nothing set."""
    rows = []
    for row in means.rows:
        each = dict(zip(MEANS_COLUMNS, row, strict=True))
        if (each["contender"], each["way"]) == (DEFAULT, NOTHING):
            rows.append(
                (
                    f"{each['texts']} ({each['corpora']})",
                    " / ".join(each[name] for name in SCORES),
                    _range(each["found_least"], each["found_greatest"]),
                    f"{each['slivers']} %",
                    f"{each['skill']} ({_range(each['skill_least'], each['skill_greatest'])})",
                )
            )
    columns = ("texts (corpora)", "Pk / WD / F1±2", "found / true", "1-2", "skill")
    return Table("own", f"`{DEFAULT}`, nothing set", columns, tuple(rows))


def _others(means: Table) -> Table:
    """Return WindowDiff and F1 of contenders, families side by side."""
    # One corpus is no mean, and what is trained is compared in the file.
    families = list(dict.fromkeys(row[0] for row in means.rows if row[0] != "Greek laws"))
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for row in means.rows:
        each = dict(zip(MEANS_COLUMNS, row, strict=True))
        if each["contender"] not in _LEFT_OUT:
            shown = f"{each['window_diff']} / {each['f1_within']}"
            cells.setdefault((each["way"], each["contender"]), {})[each["texts"]] = shown
    order = [(way, name) for way in (NOTHING, TOLD) for name in map(_named, CONTENDERS)]
    rows = [
        (f"{name}, {way}", *(cells[way, name].get(family, "") for family in families))
        for way, name in order
        if (way, name) in cells
    ]
    return Table("others", "All: WD / F1±2", ("", *families), tuple(rows))


def _single(found: Found) -> Table:
    """Return how many segments are found in texts that have one."""
    rows = []
    for contender in CONTENDERS:
        figures = [found.of(contender, NOTHING).get(kind.name) for kind in SINGLE]
        if any(figures) and _named(contender) not in _LEFT_OUT - {OLD}:
            shown = [f"{each['segments']:.2f}" if each else "" for each in figures]
            rows.append((_named(contender), *shown))
    names = [f"{kind.name} ({found.texts(kind)})" for kind in SINGLE]
    return Table("single", "Segments in the mean, nothing set", ("", *names), tuple(rows))


def _named(contender: str) -> str:
    return RIVALS.get(contender, contender)


def _means(figures: Sequence[Figures]) -> list[str]:
    """Return the means of some corpora as the file of means has them, in its columns' order."""
    found = [each["found"] for each in figures]
    skill = [each["skill"] for each in figures if each["skill"] is not None]
    return [
        *three(figures).split(" / "),
        f"{min(found):.2f}",
        f"{max(found):.2f}",
        f"{100 * mean(each['slivers'] for each in figures):.0f}",
        *(f"{each:+.2f}" for each in ([mean(skill), min(skill), max(skill)] if skill else [])),
        *([] if skill else [""] * 3),
    ]


def _range(least: str, greatest: str) -> str:
    return least if least == greatest else f"{least} to {greatest}"


def _truth(found: Found) -> str:
    """Return how many slivers the truth has, in each family of texts."""
    told = [
        f"{100 * mean(shares):.0f} in {name}"
        for name, kinds in (("real texts", REAL), ("sections", SECTIONS), ("glued ones", GLUED))
        if (shares := [found.true[kind.name]["slivers"] for kind in found.counting(kinds)])
    ]
    return f"; in per cent, of the true ones {', '.join(told)}" if told else ""
