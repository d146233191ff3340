"""Running the cells: in several processes, and on from where an earlier run stopped."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

from tmima.errors import TmimaError
from tmima.experiments.cells import CellResult
from tmima.files import write_whole


class AnyCell(Protocol):
    """A cell of some experiment: computed on its own, from nothing but what it holds."""

    @property
    def name(self) -> str:
        """The name of its file."""
        ...

    def settings(self) -> dict[str, Any]:
        """Return what the result depends on, for JSON."""
        ...

    def compute(self) -> CellResult:
        """Compute it; the result has its settings as "settings"."""
        ...


class AnyPlan(Protocol):
    """An experiment as its cells."""

    @property
    def experiment(self) -> str:
        """The name of its folder."""
        ...

    @property
    def cells(self) -> Sequence[AnyCell]:
        """The cells in order."""
        ...


def run(
    plan: AnyPlan,
    out: str | PathLike[str],
    *,
    jobs: int = 1,
    on_cell: Callable[[AnyCell], None] | None = None,
) -> dict[str, CellResult]:
    """Compute the cells that are not in OUT yet and return all of them by name, in order.

    A cell's file appears whole or not at all, so an interrupted run loses only the cells it was
    at. The result does not depend on the number of jobs.

    Args:
        plan: the cells.
        out: the folder that the results are kept in, each cell in a file.
        jobs: the number of processes.
        on_cell: called after each cell, for a progress bar.
    """
    folder = Path(out) / "cells" / plan.experiment
    folder.mkdir(parents=True, exist_ok=True)
    results: dict[str, CellResult] = {}
    missing = []
    for cell in plan.cells:
        known = _known(folder / f"{cell.name}.json", cell)
        if known is None:
            missing.append(cell)
        else:
            results[cell.name] = known
            if on_cell:
                on_cell(cell)
    for cell, result in _computed(missing, jobs):
        write_whole(folder / f"{cell.name}.json", json.dumps(result, indent=1) + "\n")
        results[cell.name] = result
        if on_cell:
            on_cell(cell)
    return {cell.name: results[cell.name] for cell in plan.cells}


def _computed(cells: list[AnyCell], jobs: int) -> Iterator[tuple[AnyCell, CellResult]]:
    if jobs == 1:
        for cell in cells:
            yield cell, _as_read_back(cell.compute())
        return
    # Spawned, not forked: the same on every system, and safe whatever threads are about.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(cell.compute): cell for cell in cells}
        try:
            for future in as_completed(futures):
                yield futures[future], _as_read_back(future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _as_read_back(result: CellResult) -> CellResult:
    """Return a result as JSON gives it back, so that a resumed run equals an unbroken one."""
    read: CellResult = json.loads(json.dumps(result))
    return read


def _known(path: Path, cell: AnyCell) -> CellResult | None:
    if not path.exists():
        return None
    result: CellResult = json.loads(path.read_text(encoding="utf-8"))
    settings = _as_read_back({"settings": {**cell.settings()}})["settings"]
    if result["settings"] != settings:
        different = [key for key in settings if result["settings"].get(key) != settings[key]]
        raise TmimaError(
            f"{path} was made with other settings ({', '.join(different)}): choose another OUT"
        )
    return result
