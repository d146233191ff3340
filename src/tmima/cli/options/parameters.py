"""The options that set the parameters of the cost, for every command that has them."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import click

from tmima.cli.options.common import UnitChoice
from tmima.cli.options.paths import InputPath
from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.learnt import Adaptation
from tmima.segmentation import LENGTH_UNITS, Parameters
from tmima.training import read_parameters

Command = TypeVar("Command", bound=Callable[..., None])

_NAMES = (
    "mean_length",
    "std_length",
    "gamma",
    "r",
    "length_unit",
    "diagonal",
    "temperature",
)

_OPTIONS = (
    click.option(
        "--mean-length", type=float, metavar="X", help="Preferred length of a segment (mu)."
    ),
    click.option(
        "--std-length", type=float, metavar="X", help="How far lengths stray from it (sigma)."
    ),
    click.option(
        "--gamma", type=float, metavar="X", help="Weight of length against density, from 0 to 1."
    ),
    click.option(
        "--r",
        type=float,
        metavar="X",
        help="Power of the segment's length that divides its similarity.",
    ),
    click.option("--length-unit", type=UnitChoice(LENGTH_UNITS), help="What length is counted in."),
    click.option(
        "--diagonal/--no-diagonal",
        default=None,
        help="Count a sentence's similarity with itself, or not. [default: count it]",
    ),
    click.option(
        "--temperature",
        type=float,
        metavar="X",
        help="What costs are divided by to become probabilities.",
    ),
    click.option(
        "--params",
        "--parameters",
        "params",
        type=InputPath(),
        metavar="FILE",
        help="Take what tmima train has found from its file instead.",
    ),
)


class Given(NamedTuple):
    """The settings of a segmenter that the parameters and the similarity give."""

    parameters: Parameters | dict[str, Any] | None
    adaptation: Adaptation | None
    similarity: str | None


def parameter_options(command: Command) -> Command:
    """Give a command the options of the parameters."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def parameters(given: dict[str, Any]) -> Given:
    """Return the settings that the options of the parameters and the similarity give.

    What is in a file is complete, and has the similarity that it was learnt for; of the others
    there are only the ones that were given.
    """
    path = given["params"]
    set_here = {name: given[name] for name in _NAMES if given[name] is not None}
    if path is None:
        Parameters.of(set_here)  # refuses bad ones at once
        return Given(set_here or None, None, given["similarity"])
    if set_here:
        raise TmimaError(
            f"params= {path} already gives the parameters: leave out {_listed(set_here)}"
        )
    try:
        found, similarity = read_parameters(read_text(path))
    except TmimaError as error:
        raise TmimaError(f"{path}: {error}") from None
    similarity = given["similarity"] or similarity
    if isinstance(found, Adaptation):
        return Given(None, found, similarity)
    return Given(found, None, similarity)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"{name}=" for name in names)
