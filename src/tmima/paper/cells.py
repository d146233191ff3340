"""The cells of the tables: which an experiment has, and how each is validated.

Parameters are learnt on one random half of a cell's texts, scores are taken on the other.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima import languages
from tmima.errors import TmimaError
from tmima.files import files_below, read_text
from tmima.formats import read
from tmima.kernel.arrays import total
from tmima.paper.suites import (
    RANGES,
    Collection,
    GeneratedText,
    read_collection,
    seeded_generator,
    suite1,
    suite2,
)
from tmima.scores import Scores, average, interval
from tmima.segmentation import Parameters, Prepared, Problem
from tmima.similarity import SharedWords
from tmima.text import UNITS, Document
from tmima.training import grid_search, scores_of_cuts, solve

REPETITIONS = 5


@dataclass(frozen=True, slots=True)
class Repetition:
    """One random half: what was learnt on it, and the scores of each text of the other half."""

    training: tuple[int, ...]
    testing: tuple[int, ...]
    parameters: Parameters
    training_pk: float
    scores: tuple[Scores, ...]
    errors: NDArray[np.float64]

    def as_dict(self) -> dict[str, Any]:
        """Return the repetition for JSON."""
        return {
            "training": list(self.training),
            "testing": list(self.testing),
            "parameters": self.parameters.as_dict(),
            "training_pk": self.training_pk,
            "scores": asdict(average(self.scores)),
            "pk_by_text": [scores.pk for scores in self.scores],
        }


def validate(
    problems: Sequence[Problem],
    *,
    seed: str,
    repetitions: int = REPETITIONS,
    score_unit: str = "sentences",
) -> list[Repetition]:
    """Repeat the validation with random halves; the same seed gives the same halves."""
    everything = range(len(problems))
    results = []
    for number in range(repetitions):
        chance = random.Random(f"{seed}/half {number}")
        training = sorted(chance.sample(everything, len(problems) // 2))
        testing = sorted(set(everything) - set(training))
        grid = grid_search([problems[index] for index in training], score_unit=score_unit)
        scores = [
            scores_of_cuts(problems[index], solve(problems[index], grid.parameters), score_unit)
            for index in testing
        ]
        results.append(
            Repetition(
                tuple(training),
                tuple(testing),
                grid.parameters,
                grid.error,
                tuple(scores),
                grid.errors,
            )
        )
    return results


@dataclass(frozen=True, slots=True)
class Cell:
    """What is needed to compute one cell of a table, small enough to send to another process.

    Attributes:
        experiment: "suite1", "suite2" or "choi".
        name: names the cell within the experiment, and its file.
        folder: of the collection, or of Choi's texts.
        language: of the texts.
        normalise: how words are normalised; the language's own way if not given.
        seed: everything random comes from it and from the cell's name.
        texts: how many texts are generated; of Choi's, how many are taken at the most.
        repetitions: of the validation.
        unit: cuts fall between these.
        score_unit: what Pk and WindowDiff are counted in.
        members: the number of the set (suite 1).
        lengths: the range of lengths (suite 1), or the name of Choi's folders.
    """

    experiment: str
    name: str
    folder: Path
    language: str
    normalise: str | None
    seed: int
    texts: int
    repetitions: int
    unit: str = "sentences"
    score_unit: str = "sentences"
    members: int = 5
    lengths: tuple[int, int] | None = None

    def settings(self) -> dict[str, Any]:
        """Return what the result depends on, for JSON; the folder by name only."""
        return {**asdict(self), "folder": self.folder.name}

    def compute(self) -> "CellResult":
        """Make the texts, validate, and return everything for JSON."""
        problems, sources = _PROBLEMS[self.experiment](self)
        if len(problems) < 4:
            raise TmimaError(f"{self.name}: {len(problems)} texts are too few to be halved")
        seed = f"{self.seed}/{self.experiment}/{self.name}"
        repetitions = validate(
            problems, seed=seed, repetitions=self.repetitions, score_unit=self.score_unit
        )
        by_text: dict[int, list[float]] = defaultdict(list)
        for repetition in repetitions:
            for index, scores in zip(repetition.testing, repetition.scores, strict=True):
                by_text[index].append(scores.pk)
        means = [total(by_text[index]) / len(by_text[index]) for index in sorted(by_text)]
        return {
            "settings": self.settings(),
            "sources": sources,
            "repetitions": [repetition.as_dict() for repetition in repetitions],
            "scores": asdict(average([average(repetition.scores) for repetition in repetitions])),
            "pk_interval": list(interval(means, seed=seed)),
            "pk_by_r_and_gamma": np.mean([r.errors for r in repetitions], axis=0).tolist(),
        }


CellResult = dict[str, Any]


def generated_texts(cell: Cell) -> list[GeneratedText]:
    """Return the texts of a cell of suite 1 or 2."""
    collection = _collection(cell.folder, cell.language, cell.normalise)
    # Both readings of suite 2 have the same texts.
    chance = seeded_generator(
        cell.seed, cell.experiment, members=cell.members, lengths=cell.lengths
    )
    if cell.lengths is not None:
        return suite1(collection.members(cell.members), cell.lengths, cell.texts, chance)
    return suite2(list(collection.authors.values()), cell.texts, chance)


def _generate_problems(cell: Cell) -> tuple[list[Problem], list[Any]]:
    texts = generated_texts(cell)
    problems = [
        compare_document(replace(text.document, truth=text.truth), unit=cell.unit) for text in texts
    ]
    return problems, [[passage.as_dict() for passage in text.passages] for text in texts]


def _read_choi(cell: Cell) -> tuple[list[Problem], list[Any]]:
    analyzer = languages.analyzer(cell.language, normalise=cell.normalise)
    wanted = None if cell.lengths is None else "{}-{}".format(*cell.lengths)
    files = {
        name: path
        for name, path in files_below(cell.folder).items()
        if path.suffix == ".ref" and wanted in (None, path.parent.name)
    }
    problems = []
    names = sorted(files)[:: max(1, len(files) // cell.texts)]
    for name in names:
        text = read_text(files[name])
        document = read(text, analyzer, format="choi")
        if document.truth is not None:
            problems.append(compare_document(document))
    return problems, names


def compare_document(document: Document, unit: str = "sentences") -> Problem:
    """Return a text with the paper's D."""
    text = Prepared.of(document, unit)
    return Problem.of(text, text.stored(SharedWords(text.units)))


@cache
def _collection(folder: Path, language: str, normalise: str | None) -> Collection:
    """Read a collection once in each process."""
    return read_collection(folder, languages.analyzer(language, normalise=normalise))


_PROBLEMS: dict[str, Callable[[Cell], tuple[list[Problem], list[Any]]]] = {
    "suite1": _generate_problems,
    "suite2": _generate_problems,
    "choi": _read_choi,
}

EXPERIMENTS = ("suite1", "suite2", "choi")

_SETS = 6
_SUITE1_TEXTS = 50
_SUITE2_TEXTS = 200
_CHOI_TEXTS = 1_000_000  # all there are
_QUICK_TEXTS = 8
_QUICK_REPETITIONS = 2


@dataclass(frozen=True, slots=True)
class ExperimentPlan:
    """An experiment as its cells, in the order of its tables."""

    experiment: str
    cells: tuple[Cell, ...]


def plan(
    experiment: str,
    folder: str | PathLike[str],
    *,
    language: str,
    normalise: str | None = None,
    seed: int = 1,
    quick: bool = False,
) -> ExperimentPlan:
    """Return the cells of an experiment; `quick` takes few texts and repetitions, for a try."""

    def cell(name: str, texts: int, **settings: object) -> Cell:
        return Cell(
            experiment=experiment,
            name=name,
            folder=Path(folder),
            language=language,
            normalise=normalise,
            seed=seed,
            texts=_QUICK_TEXTS if quick else texts,
            repetitions=_QUICK_REPETITIONS if quick else REPETITIONS,
            **settings,  # type: ignore[arg-type]
        )

    if experiment == "suite1":
        cells = [
            cell(f"set{number}-{a}-{b}", _SUITE1_TEXTS, members=number, lengths=(a, b))
            for number in range(_SETS)
            for a, b in RANGES
        ]
    elif experiment == "suite2":
        cells = [cell(unit, _SUITE2_TEXTS, unit=unit) for unit in UNITS]
    else:
        cells = [
            cell(
                f"{'all' if lengths is None else '{}-{}'.format(*lengths)}-{unit}",
                _CHOI_TEXTS,
                lengths=lengths,
                score_unit=unit,
            )
            for lengths in (*RANGES, None)
            for unit in ("words", "sentences")
        ]
    return ExperimentPlan(experiment, tuple(cells))
