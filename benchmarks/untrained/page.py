"""The page that the experiment without training writes: docs/accuracy.md."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks.untrained.halves import GROUPS, Group
from benchmarks.untrained.plan import MODES
from benchmarks.untrained.rivals import LITERATURE, PENALTIES
from tmima.similarity import DEFAULT_SIMILARITY, similarities
from tmima.tables import Table, percent
from tmima.version import __version__

Results = dict[str, dict[str, Any]]

_MODE_NAMES = {
    "trained": "trained by the paper's procedure",
    "text": "untrained, each text on its own",
    "folder": "untrained, lengths learnt from all texts together",
    "told": "untrained, told the number of segments",
}
# Pk in words on Choi's texts, 3-11, 3-5, 6-8, 9-11, as published.
_PUBLISHED = {
    "trained": (("Fragkou, Petridis and Kehagias 2004", (7.0, 5.5, 3.0, 1.3)),),
    "text": (
        ("U00, Utiyama and Isahara 2001", (10.8, 13.0, 6.4, 5.7)),
        ("Embed-KCPD 2026, sentence vectors", (5.0, 3.6, 2.5, 3.1)),
    ),
}
_PAGE = """\
# How good it is, trained and not

This page measures equation (1) with lengths learnt from the text (`--no-excess`), the default of
0.1.0. What is done with nothing set today is measured in [real-texts.md](real-texts.md).

    TMIMA_DATA=DIR python -m benchmarks.untrained -o OUT     # writes this page to OUT/accuracy.md

This page is what the command wrote (tmima {version}, seed {seed}). DIR holds Choi's texts and the
Greek articles; rows with sentence vectors need the dependency group `vectors`, those of KernelCPD
the group `bench`.

## Which texts

Texts that choose and texts that report are kept apart (`benchmarks/untrained/halves.py`). Of Choi's
texts those with even numbers chose and the odd ones report; of the 27 Greek authors every other
one. Greek texts are glued by the generators of the paper's suites, from articles of ten authors
(suite 1, by range of lengths) or of all of the half's authors (suite 2, long segments). Pk and
WindowDiff count words in English and sentences in Greek; 95 % bootstrap intervals over texts.

No word statistics and no vectors come from texts that are scored. Choi's texts repeat the same
passages of the Brown corpus, so what learns words on some of them has seen the others: published
figures near 1 % come from that. `lsa` learns from the articles of the other half's authors; for
English there is no such collection.

Two limits of this. Nearly every sentence of one English half stands in the other too, in other
company: the numbers were chosen on the sentences that are reported, and only the Greek half is of
unseen texts. And the reporting half was looked at twice. The first look showed lengths learnt from
a folder, and segmentations told their number, to be weak; two rules of `fitting/lengths.py`
(how far lengths are drawn to the usual spread, the deviations begun from) were then changed by
what the choosing half said, and all was run again. `lsa` was looked at a third time: its words
were then given their frequencies in the language, which trained texts of the choosing half gain by.

## The similarities

{similarities}

Untrained, the mean and the deviation of lengths come from the text itself: it is segmented from
ten mean lengths between 3 and 37 sentences, the lengths found are put in, three times over, and
of the ten results the one is kept with the most similarity inside its segments beyond what the
sentences' own similarities lead one to expect (`fitting/lengths.py`, `fitting/excess.py`).

## Results

{tables}
## How the numbers were chosen

On the choosing half alone, {texts} texts of each kind, each on its own; mean Pk over the kinds. The
pair in use may differ from the best one, since it was to be good in every range and not only on
the mean.

{chosen}"""


def page(results: Results) -> str:
    """Return the page, given the results of all cells by name."""
    settings = next(iter(results.values()))["settings"]
    english = tuple(group for group in GROUPS if group.language == "en")
    greek = tuple(group for group in GROUPS if group.language == "el")
    tables = [
        table.markdown()
        for groups, title, published in (
            (english, "English: Choi's texts, in words", _PUBLISHED),
            (greek, "Greek: newspaper articles, in sentences", {}),
        )
        for table in (
            _table(results, groups, title, published),
            _table(results, groups, title, {}, measure="window_diff"),
        )
    ]
    described = [
        f"- `{name}`{' (the default)' if name == DEFAULT_SIMILARITY else ''}: {each.summary}; "
        f"gamma {each.gamma:g}, r {each.r:g}"
        for name, each in ((name, similarities[name]) for name in similarities.own())
    ]
    return _PAGE.format(
        version=__version__,
        seed=settings["seed"],
        similarities="\n".join(described),
        tables="\n".join(tables),
        texts=settings["texts"],
        chosen="\n".join(table.markdown() for table in _chosen(results)),
    )


def _table(
    results: Results,
    groups: Sequence[Group],
    title: str,
    published: Mapping[str, Sequence[tuple[str, Sequence[float]]]],
    *,
    measure: str = "pk",
) -> Table:
    """Return the scores of all subjects, mode by mode, a column a kind of text."""
    by_subject: dict[tuple[str, str], dict[str, dict[str, Any]]] = defaultdict(dict)
    for cell in results.values():
        settings = cell["settings"]
        key = settings["task"], settings["subject"]
        by_subject[key][Group(**settings["group"]).name] = cell

    def shown(cell: dict[str, Any] | None, mode: str) -> str:
        if cell is None or mode not in cell:
            return ""
        low, high = cell[mode][f"{measure}_interval"]
        return f"{percent(cell[mode]['scores'][measure])} ({percent(low)} to {percent(high)})"

    rows = []
    for mode in MODES:
        for (task, subject), cells in by_subject.items():
            values = [shown(cells.get(group.name), mode) for group in groups]
            if task in ("similarity", "rival") and any(values):
                label = subject if task == "similarity" else _rival(subject)
                rows.append((_MODE_NAMES[mode], label, *values))
        for label, figures in published.get(mode, ()):
            rows.append((_MODE_NAMES[mode], label, *(f"{figure:g}" for figure in figures)))
    name = "Pk" if measure == "pk" else "WindowDiff"
    columns = [group.name.partition("-")[2] for group in groups]
    return Table(measure, f"{title}: {name} (%)", ("", "", *columns), tuple(rows))


def _rival(subject: str) -> str:
    return LITERATURE.get(subject, f"KernelCPD on {subject}")


def _chosen(results: Results) -> list[Table]:
    """Return what was tried on the choosing half: the numbers in use beside the best."""

    def key_of_pair(tried: dict[str, float]) -> tuple[float, ...]:
        return tried["gamma"], tried["r"]

    def in_use(subject: str) -> tuple[float, ...]:
        entry = similarities[subject.partition("/")[0]]
        return entry.gamma, entry.r

    def key_of_penalty(tried: dict[str, float]) -> tuple[float, ...]:
        return (tried["penalty"],)

    return [
        _tried(results, "weights", "gamma and r", key_of_pair, in_use),
        _tried(
            results,
            "penalty",
            "the penalty of KernelCPD",
            key_of_penalty,
            lambda subject: (PENALTIES[subject],),
        ),
    ]


def _tried(
    results: Results,
    task: str,
    title: str,
    key: Callable[[dict[str, float]], tuple[float, ...]],
    in_use: Callable[[str], tuple[float, ...]],
) -> Table:
    errors: dict[str, dict[tuple[float, ...], list[float]]] = defaultdict(lambda: defaultdict(list))
    for cell in results.values():
        if cell["settings"]["task"] == task:
            for tried in cell["tried"]:
                errors[cell["settings"]["subject"]][key(tried)].append(tried["pk"])
    rows = []
    for subject, by_key in errors.items():
        means = {each: sum(pks) / len(pks) for each, pks in by_key.items()}
        best = min(means, key=lambda each: means[each])
        row = [subject]
        for each in (in_use(subject), best):
            row += [", ".join(f"{number:g}" for number in each), percent(means[each])]
        rows.append(tuple(row))
    return Table(task, f"Choosing {title}", ("", "in use", "Pk", "best", "Pk"), tuple(rows))
