"""Options that several commands share, and options of methods given as KEY=VALUE."""

import importlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import click

from tmima.cli.options.paths import InputPath, OutputPath, reading
from tmima.errors import TmimaError
from tmima.files import STANDARD_INPUT, read_text
from tmima.formats import AUTO, formats, formats_by_family
from tmima.languages import NORMALISERS
from tmima.registry import Registry
from tmima.result import PHRASES, TITLES
from tmima.text import UNITS, plural


# Types of click take type parameters only in its newest versions; older ones will do.
class UnitChoice(click.Choice):  # type: ignore[type-arg]
    """A choice of units by their plural; the singular is understood."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the plural."""
        meant = plural(value)
        found: str = super().convert(meant if meant in self.choices else value, param, ctx)
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


language = click.option(
    "--language",
    metavar="CODE",
    help="Language of the text, e.g. el or en-US. [default: found from the text]",
)
normalise = click.option(
    "--normalise",
    "--words",
    "normalise",
    type=click.Choice(list(NORMALISERS)),
    help="How words are normalised. [default: the language's own way]",
)
stopwords = click.option(
    "--stopwords",
    type=InputPath("none"),
    metavar="FILE|none",
    help="Words that are not kept, one per line, in place of the language's list.",
)
tagger = click.option(
    "--tagger",
    type=InputPath(),
    metavar="FILE",
    help="A model of tmima tagger train, for a language with a tagger.",
)
unit = click.option(
    "--unit",
    type=UnitChoice(UNITS),
    default=UNITS[0],
    show_default=True,
    help="The unit between which cuts may fall.",
)
input_format = click.option(
    "--input-format",
    "--input",
    "format",
    type=Named(formats, AUTO),
    help="Format of the input: "
    + "; ".join(f"{', '.join(names)} ({family})" for family, names in formats_by_family().items())
    + "; or auto. [default: what it clearly is, else prose]",
)
encoding = click.option(
    "--encoding",
    metavar="NAME",
    help="Encoding of the text, e.g. cp1253. [default: UTF-8, or UTF-16 by its byte order mark]",
)
train = click.option(
    "--train",
    "training",
    type=InputPath(),
    metavar="FOLDER",
    help="Folder of texts with known segments (Choi's format), for methods that learn.",
)
titles = click.option(
    "--titles",
    default=PHRASES,
    show_default=True,
    metavar="|".join((*TITLES, "MODULE:FUNCTION")),
    callback=lambda _context, _option, name: (
        name if name in TITLES else function_named("titles", name)
    ),
    help="What names the segments: phrases of the text, none, or a function from the segments to "
    "their titles. The module may lie in the current folder.",
)
overlap = click.option(
    "--overlap",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Tell with each segment the N sentences before and after it, as `before` and `after`.",
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


def stopword_list(name: Path | None) -> list[str] | None:
    """Return the words of a file, none for "none", nothing where no file is named."""
    if name is None:
        return None
    return [] if name == Path("none") else read_text(name).split()


def function_named(option: str, name: str) -> Callable[..., Any]:
    """Return the function that an option names as MODULE:FUNCTION."""
    module, colon, path = name.partition(":")
    if not colon:
        raise TmimaError(f"{option}= must be MODULE:FUNCTION, not {name!r}")
    # Last: what is installed is never taken from the current folder instead.
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever a module of the user's ends in
        raise TmimaError(f"{option}= {name}: {error}") from None
    if not callable(found):
        raise TmimaError(f"{option}= {name} is {type(found).__name__}, not a function")
    return cast("Callable[..., Any]", found)


def reading_values(
    _context: click.Context, _option: click.Parameter, settings: tuple[str, ...]
) -> tuple[str, ...]:
    """Take settings KEY=VALUE as they are; what a value may name is read."""
    values = (setting.partition("=")[2] for setting in settings)
    reading(*(value for value in values if value not in ("", str(STANDARD_INPUT))))
    return settings


def method_options(settings: Iterable[str]) -> dict[str, Any]:
    """Return the options of a method, each value read as JSON where it is some.

    >>> method_options(["rank=11", "measure=cosine", "smooth=true"])
    {'rank': 11, 'measure': 'cosine', 'smooth': True}
    """
    given: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key.isidentifier():
            raise TmimaError(f"options= must be KEY=VALUE, not {setting!r}")
        try:
            given[key] = json.loads(value)
        except json.JSONDecodeError:
            given[key] = value
    return given
