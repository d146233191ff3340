"""The page that the stand writes: docs/accuracy.md."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import mean
from typing import Any

from benchmarks.accuracy.stand import CONTENDERS, RIVALS, WAYS
from benchmarks.accuracy.texts import GLUED, REAL, SINGLE, Kind
from tmima.similarity import similarities
from tmima.tables import Table
from tmima.version import __version__

Results = dict[str, dict[str, Any]]
Figures = dict[str, Any]

_LANGUAGES = {"en": "English", "el": "Greek"}
_PAGE = """\
# How good it is

    TMIMA_DATA=DIR python -m benchmarks.accuracy -o OUT    # writes this page to OUT/accuracy.md

This page is what the command wrote (tmima {version}). DIR holds the real corpora, Choi's texts and
the Greek articles; rows with sentence vectors (all-MiniLM-L6-v2) need the dependency group
`vectors` and that of KernelCPD the group `bench` too. `--half choosing --only graded` measures one
contender on the other half, in a minute, while something is being tried.

## Which texts

**Real** texts have boundaries of their own: sections of encyclopedia articles, lectures, meetings,
chats, chapters of laws. **Glued** ones are made by joining pieces of different texts: Choi's, and
Greek articles joined by the generators of the paper's suites. [real-texts.md](real-texts.md) says
why they differ and what is done about it.

Texts that choose and texts that report are kept apart (`benchmarks/accuracy/texts.py`): of each
real corpus every other file, of Choi's texts those with even numbers, of the 27 Greek authors every
other one. At most {most} texts of each half; here the {half} half is measured. `lsa` learns
from encyclopedia and newspaper articles of the other half; no word statistics come from texts that
are scored. Choi's texts repeat the same passages, so that nearly every sentence of one half stands
in the other too, in other company: there the numbers were chosen on the sentences that are
reported. Glued Greek texts keep the paragraphs of their articles, which tmima reads and no rival
does; Choi's texts and the real corpora have none.

## What is measured

- **Pk / WD / F1±2**: Pk, WindowDiff, and F1 of cuts that are found within two units, in per cent,
  means over the texts, then over the corpora. In units (sentences, turns, paragraphs), of Choi's
  texts Pk and WindowDiff in words.
- **found / true**: the number of segments, the median over texts; the least and the greatest over
  the corpora.
- **1-2**: the share of segments of one or two units, in per cent{truth}.
- **skill**: of the probabilities of cuts, by how much they err less (in squares) than the share of
  cuts at every place would; the least and the greatest over the corpora.

*Nothing set* is `tmima segment FILE --method`, *trained* is `tmima train --similarity` on the other
half with its default objective, *told the number* is `--n-segments` with the true one. For
KernelCPD (Arlot, Celisse and Harchaoui, in ruptures) a penalty was chosen on the choosing halves of
all English texts (`python -m benchmarks.accuracy.kernel_changes`), or trained on each corpus.

The similarities of the method density:

{similarities}

## Results

{tables}"""


def page(results: Results) -> str:
    """Return the page, given the results of all cells by name."""
    settings = next(iter(results.values()))["settings"]
    described = [
        f"- `{name}`: {each.summary}"
        for name, each in ((name, similarities[name]) for name in similarities.own())
    ]
    tables = [_side_by_side(results, language) for language in _LANGUAGES]
    tables += [_by_kind(results, title, kinds) for title, kinds in _PARTS]
    return _PAGE.format(
        version=__version__,
        most=settings["most"],
        half=settings["half"],
        truth=_truth(results),
        similarities="\n".join(described),
        tables="\n".join(table.markdown() for table in tables),
    )


_PARTS = (
    ("Real texts, English", [kind for kind in REAL if kind.language == "en"]),
    ("Glued texts, English (Choi)", [kind for kind in GLUED if kind.language == "en"]),
    ("Greek", [kind for kind in (*REAL, *GLUED, SINGLE) if kind.language == "el"]),
)


def _side_by_side(results: Results, language: str) -> Table:
    """Return both kinds of texts of a language, means over the corpora."""
    rows = []
    for way, contender, cells in _lines(results):
        row = []
        for kinds in (REAL, GLUED):
            wanted = [kind for kind in kinds if kind.language == language]
            figures = [cells[kind.name] for kind in wanted if kind.name in cells]
            row += means(figures) if len(figures) == len(wanted) else [""] * 4
        if any(row):
            rows.append((way, contender, *row))
    each = ("found / true", "1-2", "skill")
    columns = ("", "", "real: Pk / WD / F1±2", *each, "glued: Pk / WD / F1±2", *each)
    title = f"{_LANGUAGES[language]}: means over the corpora"
    return Table(f"means-{language}", title, columns, tuple(rows))


def _by_kind(results: Results, title: str, kinds: Sequence[Kind]) -> Table:
    """Return the scores on each kind of text with the median of found / true numbers."""
    rows = []
    for way, contender, cells in _lines(results):
        shown = [_shown(cells[kind.name], kind) if kind.name in cells else "" for kind in kinds]
        if any(shown):
            rows.append((way, contender, *shown))
    title = f"{title}: Pk / WD / F1±2, found / true"
    counts = {cell["settings"]["kind"]["name"]: cell["true"]["texts"] for cell in results.values()}
    names = [f"{kind.name} ({counts.get(kind.name, 0)})" for kind in kinds]
    return Table("kinds", title, ("", "", *names), tuple(rows))


def _lines(results: Results) -> Iterator[tuple[str, str, dict[str, Figures]]]:
    """Yield the ways and the contenders, with the figures by kind of text."""
    for way in WAYS:
        for contender in CONTENDERS:
            cells = {
                cell["settings"]["kind"]["name"]: cell[way]
                for cell in results.values()
                if cell["settings"]["contender"] == contender and way in cell
            }
            if cells:
                yield way, RIVALS.get(contender, contender), cells


def means(figures: Sequence[Figures]) -> list[str]:
    """Return scores, found / true, slivers and skill of some corpora, as they are printed."""
    return [
        _three({name: mean(each[name] for each in figures) for name in _SCORES}),
        _range([each["found"] for each in figures], "{:.2f}"),
        f"{100 * mean(each['slivers'] for each in figures):.0f} %",
        _range([each["skill"] for each in figures if each["skill"] is not None], "{:+.2f}"),
    ]


_SCORES = ("pk", "window_diff", "f1_within")


def _shown(figures: Figures, kind: Kind) -> str:
    if kind == SINGLE:
        return f"{figures['segments']:.1f} segments"
    return f"{_three(figures)}, {figures['found']:.2f}"


def _three(figures: Figures) -> str:
    return " / ".join(f"{100 * figures[name]:.1f}" for name in _SCORES)


def _range(values: Sequence[float], form: str) -> str:
    if not values:
        return ""
    ends = dict.fromkeys(form.format(each) for each in (min(values), max(values)))
    return " to ".join(ends)


def _truth(results: Results) -> str:
    """Return how many slivers the truth has, real and glued."""
    shares = {
        cell["settings"]["kind"]["name"]: cell["true"]["slivers"] for cell in results.values()
    }

    def share(kinds: Iterable[Kind]) -> float:
        return 100 * mean(shares[kind.name] for kind in kinds if kind.name in shares)

    return f"; of the true ones {share(REAL):.0f} in real texts, {share(GLUED):.0f} in glued ones"
