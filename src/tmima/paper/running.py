"""Computes the cells of an experiment in worker processes, and resumes an earlier run."""

import hashlib
import json
from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path

from tmima.errors import TmimaError
from tmima.files import encode_json, files_below
from tmima.files.whole import make_folder, write_whole
from tmima.paper.cells import Cell, CellResult, ExperimentPlan
from tmima.version import __version__
from tmima.workers.parallel import map_unordered


def run_plan(
    plan: ExperimentPlan,
    out: str | PathLike[str],
    *,
    jobs: int = 1,
    on_cell: Callable[[Cell], None] | None = None,
) -> dict[str, CellResult]:
    """Compute the cells that are not in OUT yet and return all of them by name, in order.

    A cell's file appears whole or not at all, so an interrupted run loses only the cells it was
    at; one that is damaged is computed again. Cells of other settings, other texts or another
    version are refused. The result does not depend on the number of jobs.

    Args:
        plan: the cells.
        out: the folder that the results are kept in, each cell in a file.
        jobs: the number of processes.
        on_cell: called after each cell, for a progress bar.
    """
    folder = make_folder(Path(out) / "cells" / plan.experiment)
    fingerprint = _fingerprint({cell.folder for cell in plan.cells})
    results: dict[str, CellResult] = {}
    missing = []
    for cell in plan.cells:
        known = _read_cell(folder / f"{cell.name}.json", cell, fingerprint)
        if known is None:
            missing.append(cell)
        else:
            results[cell.name] = known
            if on_cell:
                on_cell(cell)
    for cell, result in map_unordered(_compute, missing, jobs=jobs):
        content = {"fingerprint": fingerprint, "result": result}
        write_whole(folder / f"{cell.name}.json", encode_json(content) + "\n")
        results[cell.name] = result
        if on_cell:
            on_cell(cell)
    return {cell.name: results[cell.name] for cell in plan.cells}


def _compute(cell: Cell) -> CellResult:
    return _json_round_trip(cell.compute())


def _fingerprint(folders: Iterable[Path]) -> str:
    """Return a checksum of all texts in some folders, and of the version."""
    digest = hashlib.sha256(__version__.encode())
    for folder in sorted(folders):
        for name, path in files_below(folder).items():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(encode_json([name, content]).encode())
    return digest.hexdigest()


def _json_round_trip(result: CellResult) -> CellResult:
    """Return a result as JSON gives it back, so that a resumed run equals an unbroken one."""
    read: CellResult = json.loads(encode_json(result))
    return read


def _read_cell(path: Path, cell: Cell, fingerprint: str) -> CellResult | None:
    """Return the result of a cell from its file; nothing if there is none or it is damaged."""
    try:
        content = json.loads(path.read_bytes())
        stored_fingerprint, result = content["fingerprint"], content["result"]
        stored_settings = dict(result["settings"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    settings = _json_round_trip({"settings": {**cell.settings()}})["settings"]
    if stored_settings != settings:
        different = [key for key in settings if stored_settings.get(key) != settings[key]]
        raise TmimaError(
            f"{path} was made with other settings ({', '.join(different)}): choose another OUT"
        )
    if stored_fingerprint != fingerprint:
        raise TmimaError(
            f"{path} was made from other texts or by another version of tmima: choose another OUT"
        )
    return dict(result)
