"""How values are written on a command line: the types of options, and what reads each of them."""

import importlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import click

from tmima.cli.paths import InputPath, note_inputs
from tmima.errors import TmimaError, shortened
from tmima.files import STANDARD_INPUT, read_text
from tmima.loading import Registry
from tmima.segmentation import is_named
from tmima.settings import (
    Count,
    Encode,
    File,
    Function,
    Kind,
    Number,
    OneOf,
    Options,
    PlaceList,
    RegistryName,
    Switch,
    Whole,
    WordList,
)

_COUNT = re.compile(r"([0-9]{1,18})(?:-([0-9]{1,18}))?")
_NUMBER = re.compile(r"[0-9]{1,18}")


# Types of click take type parameters only in its newest versions; older ones will do.
class Choice(click.Choice):  # type: ignore[type-arg]
    """A choice of names; where the names are plurals, the singular is accepted too."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(list(names))
        self._kind = OneOf(tuple(self.choices))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name."""
        name: str = super().convert(self._kind.plural_if_known(value), param, ctx)
        return name


class Named(click.ParamType):  # type: ignore[type-arg]
    """A name of a registry, looked up when it is used: outsiders may have added to it."""

    name = "NAME"

    def __init__(self, registry: Registry[Any], *further: str) -> None:
        self._registry = registry
        self._further = further

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name, or refuse it with the list of known names."""
        if value not in self._registry and value not in self._further:
            known = ", ".join((*self._registry, *self._further))
            self.fail(f"unknown {self._registry.kind} {value!r}: choose one of {known}", param, ctx)
        return value


class CountType(click.ParamType):  # type: ignore[type-arg]
    """A number, or a range as 5-9."""

    name = "K|A-B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | tuple[int, int]:
        """Return the number, or the least and the greatest number of the range."""
        match = _COUNT.fullmatch(str(value))
        if match is None:
            name = param.name if param else "it"
            raise TmimaError(f"`{name}` must be a number or a range as 5-9, not {shortened(value)}")
        low, high = match.groups()
        return int(low) if high is None else (int(low), int(high))


class PlacesType(click.ParamType):  # type: ignore[type-arg]
    """Places between units, separated by commas."""

    name = "LIST"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int | str, ...]:
        """Return the places: numbers of units, character offsets, headings."""
        parts = [part.strip() for part in str(value).split(",")]
        return tuple(int(part) if _NUMBER.fullmatch(part) else part for part in parts if part)


def function_named(option: str, name: str) -> Callable[..., Any]:
    """Import the function that an option names as MODULE:FUNCTION."""
    module, colon, path = name.partition(":")
    if not colon:
        raise TmimaError(f"`{option}` must be MODULE:FUNCTION, not {name!r}")
    # The current folder comes last, so that an installed module is never taken from there.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    before = sys.modules.keys() - {module}
    try:
        function: Any = importlib.import_module(module)
        for part in path.split("."):
            function = getattr(function, part)
    except Exception as error:  # a module of the user's may raise anything
        raise TmimaError(f"`{option}` {name}: {error}") from None
    # The module and everything that it has imported are files that this command reads.
    files = (getattr(sys.modules[each], "__file__", None) for each in sys.modules.keys() - before)
    note_inputs(*filter(None, files))
    if not callable(function):
        raise TmimaError(f"`{option}` {name} is {type(function).__name__}, not a function")
    return cast("Callable[..., Any]", function)


def method_options(written: Iterable[str]) -> dict[str, Any]:
    """Return the options of a method; a value that is valid JSON is read as JSON.

    >>> method_options(["rank=11", "measure=cosine", "smooth=true"])
    {'rank': 11, 'measure': 'cosine', 'smooth': True}
    """
    given: dict[str, Any] = {}
    for one in written:
        name, equals, value = one.partition("=")
        if not equals or not name.isidentifier():
            raise TmimaError(f"`options` must be NAME=VALUE, not {one!r}")
        given[name] = _json_or_text(value)
    return given


def _json_or_text(written: str) -> Any:
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return written


def note_file_values(
    _: click.Context, __: click.Parameter, written: tuple[str, ...]
) -> tuple[str, ...]:
    """Return options NAME=VALUE unchanged; note every file that a value names as an input."""
    for one in written:
        note_inputs(*_strings_in_json(_json_or_text(one.partition("=")[2])))
    return written


def _strings_in_json(value: Any) -> list[str]:
    """Return the strings in a value of JSON that may be names of files."""
    waiting, strings = [value], []
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and one not in ("", str(STANDARD_INPUT)):
            strings.append(one)
    return strings


def _import_function(kind: Function) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return the callback that imports a function unless its name is one of the known names."""

    def callback(_: click.Context, option: click.Parameter, name: str | None) -> Any:
        if name is None or name in kind.names or name.startswith(kind.beginnings):
            return name
        if kind.find is None or not is_named(name):
            return function_named(str(option.name), name)
        note_inputs(name.partition(":")[2])  # a file that is opened later
        return name

    return callback


def _read_words(_: click.Context, __: click.Parameter, path: Path | None) -> list[str] | None:
    """Return the words of a file; the name "none" stands for an empty list."""
    if path is None:
        return None
    return [] if path == Path("none") else read_text(path).split()


def _open_encoder(_: click.Context, __: click.Parameter, folder: Path | None) -> Any:
    if folder is None:
        return None
    from tmima.similarity import open_model

    note_inputs(*folder.rglob("*"))  # every file of a model is read, not only texts
    return open_model(folder)


# The attributes of a click option for each kind of setting; the first kind that fits counts.
_ATTRIBUTES: tuple[tuple[type[Kind], Callable[[Any], dict[str, Any]]], ...] = (
    (RegistryName, lambda kind: {"type": Named(kind.registry, *kind.further)}),
    (File, lambda _: {"type": InputPath()}),
    (WordList, lambda _: {"type": InputPath("none"), "callback": _read_words}),
    (Encode, lambda _: {"type": InputPath(), "callback": _open_encoder}),
    (Options, lambda _: {"multiple": True, "callback": note_file_values}),
    (OneOf, lambda kind: {"type": Choice(kind.names)}),
    (Whole, lambda kind: {"type": click.IntRange(min=kind.least)}),
    (Number, lambda _: {"type": float}),
    (Switch, lambda _: {"type": bool, "metavar": "true|false"}),
    (Count, lambda _: {"type": CountType()}),
    (PlaceList, lambda _: {"type": PlacesType(), "metavar": "LIST"}),
    (
        Function,
        lambda kind: {
            "metavar": "|".join((*kind.names, "MODULE:FUNCTION")),
            "callback": _import_function(kind),
        },
    ),
    (Kind, lambda _: {}),
)


def attributes_of(kind: Kind) -> dict[str, Any]:
    """Return the attributes of a click option that takes a value of some kind."""
    return next(attributes(kind) for known, attributes in _ATTRIBUTES if isinstance(kind, known))
