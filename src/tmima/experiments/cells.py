"""The cells of the tables: each a set of texts, validated independently of all others."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tmima import languages
from tmima.arrays import total
from tmima.collection import Collection, GeneratedText, read_collection, seeded, suite1, suite2
from tmima.errors import TmimaError
from tmima.experiments.validation import validate
from tmima.files import files_below, read_text
from tmima.formats import read
from tmima.scores import average, interval
from tmima.training import LabelledText


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
        repetitions = validate(problems, seed=seed, repetitions=self.repetitions)
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
    chance = seeded(cell.seed, cell.experiment, members=cell.members, lengths=cell.lengths)
    if cell.lengths is not None:
        return suite1(collection.members(cell.members), cell.lengths, cell.texts, chance)
    return suite2(list(collection.authors.values()), cell.texts, chance)


def _generated(cell: Cell) -> tuple[list[LabelledText], list[Any]]:
    texts = generated_texts(cell)
    problems = [
        LabelledText.of(text.document, text.truth, unit=cell.unit, score_unit=cell.score_unit)
        for text in texts
    ]
    return problems, [[passage.as_dict() for passage in text.passages] for text in texts]


def _choi(cell: Cell) -> tuple[list[LabelledText], list[Any]]:
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
            problems.append(LabelledText.of(document, document.truth, score_unit=cell.score_unit))
    return problems, names


@cache
def _collection(folder: Path, language: str, normalise: str | None) -> Collection:
    """Read a collection once in each process."""
    return read_collection(folder, languages.analyzer(language, normalise=normalise))


_PROBLEMS: dict[str, Callable[[Cell], tuple[list[LabelledText], list[Any]]]] = {
    "suite1": _generated,
    "suite2": _generated,
    "choi": _choi,
}
