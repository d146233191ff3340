"""The page that the stand writes: docs/accuracy.md."""

from collections.abc import Sequence
from statistics import mean

from benchmarks.accuracy.found import FEWEST, Figures, Found
from benchmarks.accuracy.reliability import reliability_table
from benchmarks.accuracy.stand import CONTENDERS, DEFAULT, FEW, NOTHING, RIVALS, WAYS, Result
from benchmarks.accuracy.texts import GLUED, REAL, SECTIONS, SINGLE, Kind
from benchmarks.accuracy.wanted import three, wanted_table
from tmima.similarity import similarities
from tmima.tables import Table
from tmima.version import __version__

_GROUPS = (
    (
        "English",
        {
            "real": [kind for kind in REAL if kind.language == "en"],
            "sections": [kind for kind in SECTIONS if kind.language == "en"],
        },
    ),
    (
        "Other languages",
        {
            "Greek laws": [kind for kind in REAL if kind.language == "el"],
            "sections": [kind for kind in SECTIONS if kind.language != "en"],
        },
    ),
    (
        "Glued texts",
        {
            "Choi": [kind for kind in GLUED if kind.language == "en"],
            "Greek": [kind for kind in GLUED if kind.language == "el"],
        },
    ),
)
_PAGE = """\
# How good it is

    TMIMA_DATA=DIR python -m benchmarks.accuracy -o OUT    # writes this page and its picture to OUT

This page is what the command wrote (tmima {version}). DIR holds the real corpora, the sections,
Choi's texts and the Greek articles. Rows with sentence vectors (all-MiniLM-L6-v2, for English only)
need the dependency groups `vectors`, `rivals` and `bench`. What was measured stays in OUT, by
contender and kind of text: `--only learnt --again` measures one contender again. The rows of 0.2.0
come from the same command where that release is installed, with the same OUT. `--half choosing`
measures the other half while something is being tried.

## Which texts

**Real** texts have boundaries of their own: sections of encyclopedia articles, lectures, meetings,
chats, chapters of laws. **Sections** are texts of the kinds that the weights were learnt from
([learning.md](learning.md)): books, pages, podcasts, meetings; other texts than those, but often
other chapters of the same books. **Glued** ones are made by joining pieces of different texts:
Choi's, and Greek articles joined by the generators of the paper's suites.
[real-texts.md](real-texts.md) says why they differ.

What is learnt from, what chooses and what reports are kept apart (`benchmarks/accuracy/texts.py`,
`tools/learning/texts.py`): of each real corpus every other file reports, of Choi's texts those with
odd numbers, of the 27 Greek authors every other one, of sections two texts of ten, by the checksum
of their names. At most {most} texts of a kind; here the {half} half is measured. Nothing was learnt
from real texts, Choi's or the Greek articles. Choi's texts repeat the same passages, so that nearly
every sentence of one half stands in the other too, in other company. Paragraphs are known in glued
Greek texts and in sections, except those of meetings, chats and laws; tmima reads them and no rival
does. A textbook's chapter and its modules are different texts here, and may stand in different
parts.

## What is measured

- **Pk / WD / F1±2**: Pk, WindowDiff, and F1 of cuts that are found within two units, in per cent,
  means over the texts, then over the corpora that have at least {fewest} texts. In units
  (sentences, turns, paragraphs), of Choi's texts Pk and WindowDiff in words.
- **found / true**: the number of segments, the median over texts; the least and the greatest over
  the corpora.
- **1-2**: the share of segments of one or two units, in per cent{truth}.
- **skill**: of the probabilities of cuts, by how much they err less (in squares) than each text's
  own share of cuts at every place would; the mean over the corpora, the least and the greatest.

*Nothing set* is `tmima segment FILE` (`learnt`, if need be with `--similarity`), *trained* is
`tmima train` on texts of the other half (ten for `learnt`, twenty for the others, fewer where there
are fewer), *told the number* is `--n-segments` with the true one. `density` is the paper's method.
For KernelCPD (Arlot, Celisse and Harchaoui, in ruptures) a penalty was chosen on the choosing
halves of the real and glued English texts (`python -m benchmarks.accuracy.kernel_changes`), or
trained on each corpus. LangChain's and Chonkie's semantic chunkers have their defaults, our units
for sentences and no limit of size, and the first {few} texts of a kind; LangChain's cuts one place
in twenty unless it is told. What is empty was not measured.

The similarities:

{similarities}

## What was wanted

{wanted}
## Means

{means}
## How far its probabilities can be believed

![What share of places are true cuts, by the probability that was said](reliability.png)

{reliability}
## Texts of one topic

The mean number of segments found: 161 Greek newspaper articles, and single sections of at least ten
units.

{single}
## Each kind of text

{kinds}"""


def page(results: dict[str, Result]) -> str:
    """Return the page, given the results of all cells by name."""
    found = Found(results)
    described = [f"- `{name}`: {similarities[name].summary}" for name in similarities.own()]
    return _PAGE.format(
        version=__version__,
        most=found.most,
        half=found.half,
        fewest=FEWEST,
        few=FEW,
        truth=_truth(found),
        similarities="\n".join(described),
        wanted=wanted_table(found).markdown(),
        means="\n".join(_means(found, title, parts).markdown() for title, parts in _GROUPS),
        reliability=reliability_table(found).markdown(),
        single=_single(found).markdown(),
        kinds="\n".join(_by_kind(found, way).markdown() for way in WAYS),
    )


def _means(found: Found, title: str, parts: dict[str, list[Kind]]) -> Table:
    """Return two families of texts side by side, means over the corpora."""
    counting = {name: found.counting(kinds) for name, kinds in parts.items()}
    rows = []
    for way in WAYS:
        for contender in CONTENDERS:
            row: list[str] = []
            for kinds in counting.values():
                figures = found.all_of(contender, way, kinds)
                row += means(figures) if figures else [""] * 4
            if any(row):
                rows.append((way, _named(contender), *row))
    columns = ["", ""]
    for name, kinds in counting.items():
        columns += [f"{name} ({len(kinds)}): Pk / WD / F1±2", "found / true", "1-2", "skill"]
    return Table("means", f"{title}: means over the corpora", tuple(columns), tuple(rows))


def _by_kind(found: Found, way: str) -> Table:
    """Return the scores on each kind of text with the median of found / true numbers."""
    some = [contender for contender in CONTENDERS if found.of(contender, way)]
    rows = []
    for kind in (*REAL, *SECTIONS, *GLUED):
        figures = [found.of(contender, way).get(kind.name) for contender in some]
        if any(figures):
            shown = [f"{three([each])}, {each['found']:.2f}" if each else "" for each in figures]
            rows.append((f"{kind.name} ({found.texts(kind)})", *shown))
    title = f"{way.capitalize()}: Pk / WD / F1±2, found / true"
    return Table("kinds", title, ("", *map(_named, some)), tuple(rows))


def _single(found: Found) -> Table:
    """Return how many segments are found in texts that have one."""
    rows = []
    for contender in CONTENDERS:
        figures = [found.of(contender, NOTHING).get(kind.name) for kind in SINGLE]
        if any(figures):
            shown = [f"{each['segments']:.2f}" if each else "" for each in figures]
            rows.append((_named(contender), *shown))
    names = [f"{kind.name} ({found.texts(kind)})" for kind in SINGLE]
    return Table("single", "Segments in the mean, nothing set", ("", *names), tuple(rows))


def _named(contender: str) -> str:
    return f"**{contender}**" if contender == DEFAULT else RIVALS.get(contender, contender)


def means(figures: Sequence[Figures]) -> list[str]:
    """Return scores, found / true, slivers and skill of some corpora, as they are printed."""
    return [
        three(figures),
        _range([each["found"] for each in figures], "{:.2f}"),
        f"{100 * mean(each['slivers'] for each in figures):.0f} %",
        _skills([each["skill"] for each in figures if each["skill"] is not None]),
    ]


def _skills(values: Sequence[float]) -> str:
    if not values:
        return ""
    middle, ends = f"{mean(values):+.2f}", _range(values, "{:+.2f}")
    return middle if middle == ends else f"{middle} ({ends})"


def _range(values: Sequence[float], form: str) -> str:
    ends = dict.fromkeys(form.format(each) for each in (min(values), max(values)))
    return " to ".join(ends)


def _truth(found: Found) -> str:
    """Return how many slivers the truth has, in each family of texts."""
    told = [
        f"{100 * mean(shares):.0f} in {name}"
        for name, kinds in (("real texts", REAL), ("sections", SECTIONS), ("glued ones", GLUED))
        if (shares := [found.true[kind.name]["slivers"] for kind in found.counting(kinds)])
    ]
    return f"; of the true ones {', '.join(told)}" if told else ""
