"""Methods side by side on the same texts: scores, how sure they are, and what they cost."""

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from tmima import languages
from tmima.errors import TmimaError, shortened
from tmima.files import files_below, read_text
from tmima.formats import labelled_texts
from tmima.kernel.arrays import total
from tmima.methods import Method, MethodEntry, methods
from tmima.methods import methods as all_methods
from tmima.plots.tables import Table
from tmima.scores import SCORES, Scores, average, interval, score
from tmima.segmentation import Prepared
from tmima.segmenter import Segmenter
from tmima.text import COUNTED_UNITS, Segmentation, plural
from tmima.wording import Wording
from tmima.workers.parallel import map_ordered

# The scores in the order of the table: first those that the other columns are about.
_FIRST = ("pk", "window_diff", "boundary_similarity")
METRICS = sorted(SCORES, key=lambda name: name not in _FIRST)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a comparison is run on: the same for every method and every process."""

    folder: Path
    training: Path | None
    language: str
    normalise: str | None
    unit: str


@dataclass(frozen=True, slots=True)
class Contender:
    """A method as it takes part: told the number of segments or not, with its options."""

    name: str
    told: bool
    options: tuple[tuple[str, Any], ...] = ()
    # Of a method of one's own, which another process cannot find by its name.
    entry: MethodEntry | None = None

    @property
    def label(self) -> str:
        """The name, by which files and draws know it."""
        return self.in_words(Wording())

    def in_words(self, words: Wording) -> str:
        """Return the name to print."""
        return words.say("cli.numberGiven", method=self.name) if self.told else self.name


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """What came out for a contender: the scores of each text, or why there are none."""

    contender: Contender
    trained: bool
    seconds: float
    scores: dict[str, Scores]
    failures: dict[str, TmimaError]

    @property
    def mean(self) -> Scores:
        """The mean over the texts."""
        return average(list(self.scores.values()))

    def as_dict(self) -> dict[str, Any]:
        """Return the row for JSON."""
        return {
            "method": self.contender.name,
            "told": self.contender.told,
            "trained": self.trained,
            "options": dict(self.contender.options),
            "seconds_per_text": self.seconds,
            "failures": {name: str(error) for name, error in self.failures.items()},
            "scores": asdict(self.mean) if self.scores else None,
            "intervals": {name: self.interval(name) for name in METRICS} if self.scores else None,
            "pk_by_text": {name: scores.pk for name, scores in self.scores.items()},
        }

    def interval(self, metric: str) -> tuple[float, float]:
        """Return the 95 % bootstrap interval of a mean."""
        values = [getattr(scores, metric) for scores in self.scores.values()]
        return interval(values, seed=f"{self.contender.label}/{metric}")


OneMethod = str | MethodEntry | type[Method]
"""A method that takes part in a comparison: its name, its entry, or a class of one's own."""


def contenders(
    wanted: Iterable[OneMethod], options: Mapping[str, Mapping[str, Any]]
) -> list[Contender]:
    """Return the methods, those that can be told the number of segments both told and not."""
    listed = []
    for one in wanted:
        entry = methods[one] if isinstance(one, str) else own_method(one)
        own = None if isinstance(one, str) else entry
        given = tuple(sorted(options.get(entry.name, {}).items()))
        if entry.count != "required":
            listed.append(Contender(entry.name, told=False, options=given, entry=own))
        if entry.count != "ignored":
            listed.append(Contender(entry.name, told=True, options=given, entry=own))
    return listed


def own_method(made: MethodEntry | type[Method], name: str = "") -> MethodEntry:
    """Return the entry of a method of one's own, by default called as its class is."""
    if isinstance(made, MethodEntry):
        return made
    if not isinstance(made, type) or not callable(getattr(made, "segment", None)):
        raise TmimaError(
            "a method is a name, an entry or a class with `segment`, not " + shortened(made)
        )
    said = "a method of one's own"
    return MethodEntry(name or made.__name__, "", said, "", make=made, count="optional")


def compare(
    folder: str | PathLike[str],
    methods: Iterable[OneMethod] | None = None,
    *,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    train: str | PathLike[str] | None = None,
    language: str | None = None,
    normalise: str | None = None,
    unit: str = "sentences",
    jobs: int = 1,
) -> list[ComparisonRow]:
    """Compare methods on labelled texts, as `tmima compare` does; a row for each of them.

    A method that accepts a number of segments takes part twice, told the true number and not.

    Args:
        folder: of texts in Choi's format.
        methods: names, entries (`MethodEntry`) or classes of one's own; all that have names if none
            is given.
        options: of methods, by the name of the method.
        train: a folder of texts to learn from, for methods that learn.
        language: of the texts; found from the first of them if not given.
        normalise: how words are normalised; the language's own way if not given.
        unit: what Pk and WindowDiff are counted in, sentences or words.
        jobs: how many processes.
    """
    if isinstance(methods, str):
        raise TmimaError(f"`methods` must be a list of methods, not {shortened(methods)}")
    setup = comparison_setup(folder, train=train, language=language, normalise=normalise, unit=unit)
    wanted = contenders(all_methods if methods is None else methods, options or {})
    return run_contenders(setup, wanted, jobs=jobs)


def comparison_setup(
    folder: str | PathLike[str],
    *,
    train: str | PathLike[str] | None,
    language: str | None,
    normalise: str | None,
    unit: str,
) -> Setup:
    """Return what a comparison is run on; without a language it is that of the first text."""
    first = next(iter(files_below(folder).values()), None)
    if first is None:
        raise TmimaError(f"{folder} holds no text")
    if plural(unit) not in COUNTED_UNITS:
        raise TmimaError(f"unknown unit {unit!r}: choose one of {', '.join(COUNTED_UNITS)}")
    code = language or languages.detect_language(read_text(first))
    return Setup(
        Path(folder), None if train is None else Path(train), code, normalise, plural(unit)
    )


def run_contenders(
    setup: Setup,
    wanted: Sequence[Contender],
    *,
    jobs: int = 1,
    on_row: Callable[[ComparisonRow], None] | None = None,
) -> list[ComparisonRow]:
    """Run every contender on every text; the rows in the order asked for, whatever the jobs."""
    _read_texts_once(
        setup, setup.folder
    )  # what is wrong with the texts is said once, not by each method
    rows = []
    for row in map_ordered(partial(run_contender, setup), wanted, jobs=jobs):
        rows.append(row)
        if on_row:
            on_row(row)
    return rows


def run_contender(setup: Setup, contender: Contender) -> ComparisonRow:
    """Run a contender on all texts. What fails is named, and the rest goes on."""
    texts = _read_texts_once(setup, setup.folder)
    segmenter = Segmenter(
        method=contender.entry or contender.name,
        language=setup.language,
        options=dict(contender.options) or None,
    )
    try:
        trained = _train_if_possible(setup, segmenter)
    except TmimaError as error:
        return ComparisonRow(contender, False, 0.0, {}, dict.fromkeys(texts, error))
    scores, failures = {}, {}
    start = time.perf_counter()
    for name, (text, truth) in texts.items():
        try:
            result = segmenter.segment(text, n_segments=len(truth) if contender.told else None)
            words = text.whitespace_word_counts if setup.unit == "words" else None
            scores[name] = score(truth, result.segmentation, words=words)
        except Exception as error:
            # One method's fault on one text is a line of the report, not the end of the rest.
            if not isinstance(error, TmimaError):
                error = TmimaError(f"{type(error).__name__}: {error}")
            failures[name] = error
    seconds = (time.perf_counter() - start) / len(texts)
    return ComparisonRow(contender, trained, seconds, scores, failures)


def _train_if_possible(setup: Setup, segmenter: Segmenter) -> bool:
    """Train the segmenter if it can be and there are texts to train from; return whether."""
    entry = segmenter.entry
    if setup.training is None:
        if entry.needs in ("training", "collection"):
            raise TmimaError(f"{entry.name} needs texts to learn from: use `train` first")
        return False
    if not segmenter.learns:
        return False
    texts = _read_texts_once(setup, setup.training)
    segmenter.train([(text.document, truth) for text, truth in texts.values()])
    return True


Texts = dict[str, tuple[Prepared, Segmentation]]
_read: dict[tuple[Setup, Path], Texts] = {}


def _read_texts_once(setup: Setup, folder: Path) -> Texts:
    """Read the texts of a folder, once in each process."""
    if (setup, folder) not in _read:
        analyzer = languages.analyzer(setup.language, normalise=setup.normalise)
        _read[setup, folder] = {
            name: (Prepared.of(document), document.truth)
            for name, document in labelled_texts(folder, analyzer)
            if document.truth is not None
        }
    return _read[setup, folder]


_PERMUTATIONS = 2000
_FURTHER = ("against", "time", "learnt")


def tabulate(rows: list[ComparisonRow], unit: str, words: Wording | None = None) -> Table:
    """Return the table of a comparison, in English or in the words given."""
    words = words or Wording()
    scored = [row for row in rows if row.scores]
    best = min(scored, key=lambda row: row.mean.pk, default=None)
    lines = []
    for row in rows:
        if not row.scores:
            lines.append((row.contender.in_words(words), *"-" * len((*METRICS, *_FURTHER))))
            continue
        shown = []
        for metric in METRICS:
            low, high = row.interval(metric)
            shares = {"value": getattr(row.mean, metric), "low": low, "high": high}
            shares = {name: words.number(100 * share, ".2f") for name, share in shares.items()}
            shown.append(words.say("cli.interval", **shares))
        against = words.say("cli.bestMethod")
        if best is not None and row is not best:
            against = _show_p_value(significance(row, best), words)
        learnt = words.say("cli.trained") if row.trained else ""
        time = words.number(1000 * row.seconds, ".1f")
        lines.append((row.contender.in_words(words), *shown, against, time, learnt))
    texts = max((len(row.scores) for row in rows), default=0)
    return Table(
        "comparison",
        words.say("cli.comparison", texts=words.count("texts", texts), unit=words.unit(unit)),
        (
            words.say("cli.column.method"),
            *(words.say_or(f"score.{metric}", SCORES[metric].label) for metric in METRICS),
            *(words.say(f"cli.column.{name}") for name in _FURTHER),
        ),
        tuple(lines),
    )


def _show_p_value(p_value: float, words: Wording) -> str:
    least = 0.001
    return f"<{words.number(least, 'g')}" if p_value < least else words.number(p_value, ".3f")


def significance(one: ComparisonRow, other: ComparisonRow) -> float:
    """Return how likely a difference in mean Pk this large comes from luck alone.

    A paired permutation test: which of the two had which Pk on a text is shuffled 2,000 times.
    """
    names = one.scores.keys() & other.scores.keys()
    differences = [one.scores[name].pk - other.scores[name].pk for name in sorted(names)]
    seen = abs(total(differences))
    rng = random.Random(f"{one.contender.label}/{other.contender.label}")
    as_large = sum(
        abs(total(d if rng.random() < 0.5 else -d for d in differences)) >= seen - 1e-12
        for _ in range(_PERMUTATIONS)
    )
    return (as_large + 1) / (_PERMUTATIONS + 1)
