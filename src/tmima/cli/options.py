"""Options of commands: those of settings come from their fields, and others that commands share."""

import importlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from tmima.cli.paths import InputPath, OutputPath, reading
from tmima.errors import TmimaError, marked, shortened
from tmima.files import STANDARD_INPUT, read_text
from tmima.learnt import Adaptation
from tmima.registry import Registry
from tmima.segmentation import Parameters, is_named
from tmima.segmenter import SETTINGS
from tmima.settings import (
    Count,
    Encode,
    File,
    Function,
    Kind,
    Known,
    Number,
    OneOf,
    Options,
    PlaceList,
    Setting,
    Switch,
    Whole,
    WordList,
    settings_of,
)
from tmima.text import COUNTED_UNITS

Command = TypeVar("Command", bound=Callable[..., None])
Decorator = Callable[[Command], Command]

_PARAMETERS = settings_of(Parameters)
_COUNT = re.compile(r"([0-9]{1,18})(?:-([0-9]{1,18}))?")
_NUMBER = re.compile(r"[0-9]{1,18}")


# --- What is written on a command line


# Types of click take type parameters only in its newest versions; older ones will do.
class Choice(click.Choice):  # type: ignore[type-arg]
    """A choice of names; of units by their plural the singular is understood."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(list(names))
        self._kind = OneOf(tuple(self.choices))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name."""
        found: str = super().convert(self._kind.meant(value), param, ctx)
        return found


class Named(click.ParamType):  # type: ignore[type-arg]
    """A name of a registry, looked up when it is used: outsiders may have added to it."""

    name = "NAME"

    def __init__(self, registry: Registry[Any], *further: str) -> None:
        self._registry = registry
        self._further = further

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name, or say which there are."""
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
        """Return the number, or the least and the greatest."""
        match = _COUNT.fullmatch(str(value))
        if match is None:
            name = param.name if param else "it"
            raise TmimaError(f"`{name}` must be a number or a range as 5-9, not {shortened(value)}")
        low, high = match.groups()
        return int(low) if high is None else (int(low), int(high))


class PlacesType(click.ParamType):  # type: ignore[type-arg]
    """Places between units, by comma."""

    name = "LIST"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int | str, ...]:
        """Return the places: numbers of units, character offsets, headings."""
        parts = [part.strip() for part in str(value).split(",")]
        return tuple(int(part) if _NUMBER.fullmatch(part) else part for part in parts if part)


def function_named(option: str, name: str) -> Callable[..., Any]:
    """Return the function that an option names as MODULE:FUNCTION."""
    module, colon, path = name.partition(":")
    if not colon:
        raise TmimaError(f"`{option}` must be MODULE:FUNCTION, not {name!r}")
    # Last: what is installed is never taken from the current folder instead.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    before = sys.modules.keys() - {module}
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever a module of the user's ends in
        raise TmimaError(f"`{option}` {name}: {error}") from None
    # The module and all that it has imported.
    files = (getattr(sys.modules[each], "__file__", None) for each in sys.modules.keys() - before)
    reading(*filter(None, files))
    if not callable(found):
        raise TmimaError(f"`{option}` {name} is {type(found).__name__}, not a function")
    return cast("Callable[..., Any]", found)


def method_options(written: Iterable[str]) -> dict[str, Any]:
    """Return the options of a method, each value read as JSON where it is some.

    >>> method_options(["rank=11", "measure=cosine", "smooth=true"])
    {'rank': 11, 'measure': 'cosine', 'smooth': True}
    """
    given: dict[str, Any] = {}
    for one in written:
        key, equals, value = one.partition("=")
        if not equals or not key.isidentifier():
            raise TmimaError(f"`options` must be KEY=VALUE, not {one!r}")
        given[key] = _value(value)
    return given


def _value(written: str) -> Any:
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return written


def _function(kind: Function) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """Return what finds a function that is named, where the name is none of those known."""

    def find(_: click.Context, option: click.Parameter, name: str | None) -> Any:
        if name is None or name in kind.names:
            return name
        if kind.find is None or not is_named(name):
            return function_named(str(option.name), name)
        reading(name.partition(":")[2])  # a file that is opened later
        return name

    return find


def _words(_: click.Context, __: click.Parameter, path: Path | None) -> list[str] | None:
    """Return the words of a file, none for "none"."""
    if path is None:
        return None
    return [] if path == Path("none") else read_text(path).split()


def _model(_: click.Context, __: click.Parameter, folder: Path | None) -> Any:
    if folder is None:
        return None
    from tmima.similarity import open_model

    reading(*folder.rglob("*"))  # of a model every file is read, not only texts
    return open_model(folder)


def reading_values(
    _: click.Context, __: click.Parameter, written: tuple[str, ...]
) -> tuple[str, ...]:
    """Take options KEY=VALUE as they are; every file that a value names is read."""
    for one in written:
        reading(*_strings(_value(one.partition("=")[2])))
    return written


def _strings(value: Any) -> list[str]:
    """Return the strings in a value of JSON that may be names of files."""
    waiting, found = [value], []
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and one not in ("", str(STANDARD_INPUT)):
            found.append(one)
    return found


# --- Settings


def setting(name: str, **changes: Any) -> Decorator[Any]:
    """Return the option of a setting, or of a parameter of density.

    Args:
        name: of the setting, which is also that of the command's argument.
        changes: what is otherwise in this command, as click has it.
    """
    told = SETTINGS.get(name) or _PARAMETERS[name]
    given = {"help": _help(told), "metavar": told.metavar, **_by_kind(told.kind)}
    if name not in _PARAMETERS and told.default:
        given |= {"default": told.default, "show_default": True}
    flag = flag_of(name)
    if isinstance(told.kind, Switch) and told.default:
        flag, given["default"] = f"{flag}/--no-{flag.removeprefix('--')}", None
    return click.option(flag, name, **{**given, **changes})


def flag_of(name: str) -> str:
    """Return what the option of a setting is called; nothing if it has none."""
    told = SETTINGS.get(name) or _PARAMETERS.get(name)
    called = name.replace("_", "-") if told is None or told.option is None else told.option
    return called and f"--{called}"


def _help(told: Setting) -> str:
    """Return the help of a setting, other settings in it by their options."""
    said = TmimaError(told.help).spelled(
        lambda name: flag_of(name) if name in SETTINGS else f"`{name}`"
    )
    if isinstance(told.kind, Function):
        said += " The module may lie in the current folder."
    return f"{said} [default: {told.usual}]" if told.usual else said


# How a value of each kind is written, as click has it; the first that fits.
_WRITTEN: tuple[tuple[type[Kind], Callable[[Any], dict[str, Any]]], ...] = (
    (Known, lambda kind: {"type": Named(kind.registry, *kind.further)}),
    (File, lambda _: {"type": InputPath()}),
    (WordList, lambda _: {"type": InputPath("none"), "callback": _words}),
    (Encode, lambda _: {"type": InputPath(), "callback": _model}),
    (Options, lambda _: {"multiple": True, "callback": reading_values}),
    (OneOf, lambda kind: {"type": Choice(kind.names)}),
    (Whole, lambda kind: {"type": click.IntRange(min=kind.least)}),
    (Number, lambda _: {"type": float}),
    (Switch, lambda _: {"is_flag": True}),
    (Count, lambda _: {"type": CountType()}),
    (PlaceList, lambda _: {"type": PlacesType(), "metavar": "LIST"}),
    (
        Function,
        lambda kind: {
            "metavar": "|".join((*kind.names, "MODULE:FUNCTION")),
            "callback": _function(kind),
        },
    ),
    (Kind, lambda _: {}),
)


def _by_kind(kind: Kind) -> dict[str, Any]:
    return next(written(kind) for known, written in _WRITTEN if isinstance(kind, known))


def settings(*names: str, without: Iterable[str] = ()) -> Decorator[Any]:
    """Return the options of settings: of some, or of all that have one.

    Args:
        names: of the settings; all if none is named.
        without: settings that the command has not.
    """
    wanted = (
        (*_PARAMETERS, name) if name == "parameters" else (name,) for name in names or SETTINGS
    )
    chosen = [name for name in chain(*wanted) if flag_of(name) and name not in without]

    def decorate(command: Command) -> Command:
        for name in reversed(chosen):
            command = (_file if name == "parameters" else setting(name))(command)
        return command

    return decorate


_file = click.option(
    flag_of("parameters"),
    "parameters",
    type=InputPath(),
    metavar="FILE",
    help="Take what tmima train has found from its file instead.",
)


def given_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of the segmenter that a command's options describe."""
    found = {name: value for name, value in given.items() if name in SETTINGS and value is not None}
    if "options" in found:
        found["options"] = method_options(found["options"]) or None
    return found | _given_parameters(given) if "parameters" in given else found


def _given_parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the options of the parameters give.

    What is in a file is complete, and has the similarity that it was learnt for; of the others
    there are only the ones that were given.
    """
    path = given["parameters"]
    here = {name: given[name] for name in _PARAMETERS if given.get(name) is not None}
    if path is None:
        Parameters.of(here)  # refuses bad ones at once
        return {"parameters": here or None}
    if here:
        raise TmimaError(
            f"`parameters` {path} already gives the parameters: leave out "
            + ", ".join(f"`{name}`" for name in here)
        )
    from tmima.training import read_parameters

    try:
        found, similarity = read_parameters(read_text(path))
    except TmimaError as error:
        raise TmimaError(f"{path}: {marked(error)}") from None
    name = "adaptation" if isinstance(found, Adaptation) else "parameters"
    return {"parameters": None, name: found, "similarity": given["similarity"] or similarity}


# --- What is refused


def in_options(error: TmimaError, command: click.Command | None = None) -> str:
    """Return what an error says with the options of a command in place of settings.

    Args:
        error: what is refused.
        command: whose options they are; by default the one that runs.
    """
    command = command or click.get_current_context().command
    flags: dict[str, str] = {}
    for each in _commands(command):
        flags |= {str(one.name): max(one.opts, key=len) for one in each.params}
    return error.spelled(lambda name: flags.get(name, name))


def _commands(command: click.Command) -> list[click.Command]:
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    return [command, *inner]


# --- What commands share besides


encoding = click.option(
    "--encoding",
    metavar="NAME",
    help="Encoding of the text, e.g. cp1253. [default: UTF-8, or UTF-16 by its byte order mark]",
)
strict = click.option(
    "--strict", is_flag=True, help="Refuse a transcript that cannot be read without a fault."
)
train = click.option(
    "--train",
    type=InputPath(),
    metavar="FOLDER",
    help="Folder of texts with known segments (Choi's format), for methods that learn.",
)
score_unit = click.option(
    "--score-unit",
    type=Choice(COUNTED_UNITS),
    default="sentences",
    show_default=True,
    help="What Pk and WindowDiff are counted in.",
)
jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="the machine's cores",
    help="How many processes.",
)
output_file = click.option(
    "-o",
    "--output",
    type=OutputPath(),
    metavar="OUT",
    help="Write to a file instead of standard output.",
)
