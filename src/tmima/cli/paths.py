"""Paths on the command line: what is read and what is written are never the same file."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

import click

from tmima.errors import TmimaError
from tmima.files import lies_in, refuse_inputs
from tmima.files.results import ResultsFolder


@dataclass(slots=True)
class _CommandPaths:
    """The files that a command line reads and writes."""

    inputs: list[str | PathLike[str]] = field(default_factory=list)
    outputs: dict[str | None, Path] = field(default_factory=dict)
    filled: Path | None = None  # a folder of files whose names are not known beforehand

    def refuse(self, inputs: Iterable[str | PathLike[str]]) -> None:
        """Refuse inputs that are to be written too, or that lie in the folder to be filled."""
        refuse_inputs(self.outputs.values(), inputs)
        for given in inputs:
            if self.filled is not None and os.path.exists(given) and lies_in(given, self.filled):
                raise TmimaError(
                    f"{given} lies in {self.filled}, where what is written goes: choose another "
                    "folder"
                )


def _paths_of_command(context: click.Context | None = None) -> _CommandPaths:
    paths: _CommandPaths = (context or click.get_current_context()).meta.setdefault(
        __name__, _CommandPaths()
    )
    return paths


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
        path = _nonempty_path(value)
        if value not in self._words:
            _paths_of_command(ctx).inputs.append(path)
            _paths_of_command(ctx).refuse([path])
        return path


class OutputPath(click.Path):
    """A file or folder that is written."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; refuse it if it is read too, or written as something else."""
        path = _nonempty_path(value)
        _paths_of_command(ctx).outputs[param.name if param else None] = path
        _paths_of_command(ctx).refuse(_paths_of_command(ctx).inputs)
        return path


class FilledFolder(OutputPath):
    """An output folder, which must not contain any input of the command."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path; refuse it if something in it is read."""
        _paths_of_command(ctx).filled = _nonempty_path(value)
        return super().convert(value, param, ctx)


def note_inputs(*paths: str | PathLike[str]) -> None:
    """Register inputs that are not an `InputPath`; refuse those that the command also writes."""
    _paths_of_command().inputs.extend(paths)
    _paths_of_command().refuse(paths)


def results_folder(path: Path, names: Iterable[str]) -> ResultsFolder:
    """Return an output folder; refuse it if one of its results is an input of the command."""
    return ResultsFolder(path, names, inputs=_paths_of_command().inputs)


def _nonempty_path(value: Any) -> Path:
    if value == "":
        raise TmimaError("an empty name is no file and no folder: give its path, or . for this one")
    return Path(value)
