"""Which cells an experiment has."""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from tmima.collection import RANGES
from tmima.experiments.cells import Cell
from tmima.experiments.validation import REPETITIONS
from tmima.text import UNITS

EXPERIMENTS = ("suite1", "suite2", "choi")

_SETS = 6
_SUITE1_TEXTS = 50
_SUITE2_TEXTS = 200
_CHOI_TEXTS = 1_000_000  # all there are
_QUICK_TEXTS = 8
_QUICK_REPETITIONS = 2


@dataclass(frozen=True, slots=True)
class Plan:
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
) -> Plan:
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
    return Plan(experiment, tuple(cells))
