"""Paths on the command line: what is read and what is written are never the same file."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import click

from tmima.errors import TmimaError
from tmima.files import refuse_inputs
from tmima.folders import ResultsFolder


@dataclass(slots=True)
class _Run:
    """What a command line names."""

    inputs: list[str | PathLike[str]] = field(default_factory=list)
    outputs: dict[str | None, Path] = field(default_factory=dict)


def _run(context: click.Context | None = None) -> _Run:
    found: _Run = (context or click.get_current_context()).meta.setdefault(__name__, _Run())
    return found


class InputPath(click.Path):
    """A file or folder that is read.

    Args:
        words: that are no paths.
    """

    def __init__(self, *words: str) -> None:
        super().__init__(path_type=Path)
        self._words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; refuse it if it is to be written too."""
        path = _path(value)
        if value not in self._words:
            _run(ctx).inputs.append(path)
            refuse_inputs(_run(ctx).outputs.values(), [path])
        return path


class OutputPath(click.Path):
    """A file or folder that is written."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; refuse it if it is read too, or written as something else."""
        path = _path(value)
        _run(ctx).outputs[param.name if param else None] = path
        refuse_inputs(_run(ctx).outputs.values(), _run(ctx).inputs)
        return path


def reading(*paths: str | PathLike[str]) -> None:
    """Tell what a command reads beyond its `InputPath`s; refuse it if it is to be written too."""
    _run().inputs.extend(paths)
    refuse_inputs(_run().outputs.values(), paths)


def results_folder(path: Path, names: Iterable[str]) -> ResultsFolder:
    """Return a folder for results, none of which may be what the command reads."""
    return ResultsFolder(path, names, inputs=_run().inputs)


def _path(value: Any) -> Path:
    if value == "":
        raise TmimaError("an empty name is no file and no folder: give its path, or . for this one")
    return Path(value)
