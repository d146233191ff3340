"""Methods side by side on the same texts: scores, how sure they are, and what they cost."""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tmima import languages
from tmima.errors import TmimaError
from tmima.formats import labelled_texts
from tmima.methods.method import Collected, Method, Trained
from tmima.methods.registry import entry, make
from tmima.methods.text import MethodText
from tmima.scores import Scores, average, score
from tmima.scores.interval import interval
from tmima.values import Segmentation

MEASURES = ("pk", "window_diff", "precision", "recall", "f1")
_PERMUTATIONS = 2000


@dataclass(frozen=True, slots=True)
class Setup:
    """What a comparison is run on: the same for every method and every process."""

    folder: Path
    training: Path | None
    language: str
    words: str | None
    unit: str


@dataclass(frozen=True, slots=True)
class Contender:
    """A method as it takes part: told the number of segments or not, with its options."""

    name: str
    told: bool
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def label(self) -> str:
        """The name to print."""
        return f"{self.name} (number given)" if self.told else self.name


@dataclass(frozen=True, slots=True)
class Row:
    """What came out for a contender: the scores of each text, or why there are none."""

    contender: Contender
    trained: bool
    seconds: float
    scores: dict[str, Scores]
    failures: dict[str, str]

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
            "failures": self.failures,
            "scores": asdict(self.mean) if self.scores else None,
            "intervals": {name: self.interval(name) for name in MEASURES} if self.scores else None,
            "pk_by_text": {name: scores.pk for name, scores in self.scores.items()},
        }

    def interval(self, measure: str) -> tuple[float, float]:
        """Return the 95 % bootstrap interval of a mean."""
        values = [getattr(scores, measure) for scores in self.scores.values()]
        return interval(values, seed=f"{self.contender.label}/{measure}")


def contenders(names: Iterable[str], options: Mapping[str, Mapping[str, Any]]) -> list[Contender]:
    """Return the methods, those that can be told the number of segments both told and not."""
    found = []
    for name in names:
        count = entry(name).count
        given = tuple(sorted(options.get(name, {}).items()))
        if count != "required":
            found.append(Contender(name, told=False, options=given))
        if count != "ignored":
            found.append(Contender(name, told=True, options=given))
    return found


def compare(
    setup: Setup,
    wanted: Sequence[Contender],
    *,
    jobs: int = 1,
    on_row: Callable[[Row], None] | None = None,
) -> list[Row]:
    """Run every contender on every text; the rows in the order asked for, whatever the jobs."""
    _texts(setup, setup.folder)  # what is wrong with the texts is said once, not by each method
    rows = []
    for row in _rows(setup, wanted, jobs):
        rows.append(row)
        if on_row:
            on_row(row)
    return rows


def _rows(setup: Setup, wanted: Sequence[Contender], jobs: int) -> Iterator[Row]:
    if jobs == 1:
        yield from (run(setup, contender) for contender in wanted)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(run, setup, contender) for contender in wanted]
        try:
            yield from (future.result() for future in futures)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def run(setup: Setup, contender: Contender) -> Row:
    """Run a contender on all texts. What fails is named, and the rest goes on."""
    texts = _texts(setup, setup.folder)
    try:
        method, trained = _prepared(setup, contender)
    except TmimaError as error:
        return Row(contender, False, 0.0, {}, dict.fromkeys(texts, str(error)))
    scores, failures = {}, {}
    start = time.perf_counter()
    for name, (text, truth, words) in texts.items():
        try:
            found = method.segment(text, segments=len(truth) if contender.told else None)
            scores[name] = score(truth, found, words=words if setup.unit == "words" else None)
        except Exception as error:
            # One method's fault on one text is a line of the report, not the end of the rest.
            kind = "" if isinstance(error, TmimaError) else f"{type(error).__name__}: "
            failures[name] = f"{kind}{error}"
    seconds = (time.perf_counter() - start) / len(texts)
    return Row(contender, trained, seconds, scores, failures)


def _prepared(setup: Setup, contender: Contender) -> tuple[Method, bool]:
    method = make(contender.name, dict(contender.options))
    needs = entry(contender.name).needs
    if setup.training is None:
        if needs in ("training", "collection"):
            raise TmimaError(f"{contender.name} needs texts to learn from: give --train FOLDER")
        return method, False
    learning = isinstance(method, Trained | Collected)
    if learning:
        texts = _texts(setup, setup.training)
        if isinstance(method, Collected):
            method.learn([text for text, _, _ in texts.values()])
        if isinstance(method, Trained):
            method.train([(text, truth) for text, truth, _ in texts.values()])
    return method, learning


Texts = dict[str, tuple[MethodText, Segmentation, list[int]]]
_read: dict[tuple[Setup, Path], Texts] = {}


def _texts(setup: Setup, folder: Path) -> Texts:
    """Read the texts of a folder, once in each process."""
    if (setup, folder) not in _read:
        analyzer = languages.analyzer(setup.language, words=setup.words)
        texts: Texts = {}
        for name, document in labelled_texts(folder, analyzer):
            if document.truth is not None:
                text = MethodText.of(document)
                texts[name] = text, document.truth, text.spoken
        _read[setup, folder] = texts
    return _read[setup, folder]


def significance(one: Row, other: Row) -> float:
    """Return the chance that a difference in mean Pk this large comes from luck alone.

    A paired permutation test: which of the two had which Pk on a text is shuffled 2,000 times.
    """
    names = one.scores.keys() & other.scores.keys()
    differences = [one.scores[name].pk - other.scores[name].pk for name in sorted(names)]
    seen = abs(sum(differences))
    chance = random.Random(f"{one.contender.label}/{other.contender.label}")
    as_large = sum(
        abs(sum(d if chance.random() < 0.5 else -d for d in differences)) >= seen - 1e-12
        for _ in range(_PERMUTATIONS)
    )
    return (as_large + 1) / (_PERMUTATIONS + 1)
