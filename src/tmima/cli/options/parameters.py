"""The options that set the parameters of the cost, for every command that has them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from tmima.errors import TmimaError
from tmima.files import read_text
from tmima.segmentation import LENGTH_UNITS, Parameters
from tmima.segmentation.parameter_file import read_parameters

Command = TypeVar("Command", bound=Callable[..., None])

_NAMES = ("mean_length", "std_length", "gamma", "r", "length_unit", "diagonal", "temperature")

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
    click.option(
        "--length-unit", type=click.Choice(LENGTH_UNITS), help="What length is counted in."
    ),
    click.option(
        "--diagonal/--no-diagonal",
        default=None,
        help="Count a sentence's similarity with itself, as the paper's equation does, or not.",
    ),
    click.option(
        "--temperature",
        type=float,
        metavar="X",
        help="What costs are divided by to become probabilities.",
    ),
    click.option(
        "--params",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Take the parameters from a JSON file instead.",
    ),
)


def cost_options(command: Command) -> Command:
    """Give a command the options of the cost."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def parameters(given: dict[str, Any]) -> Parameters:
    """Return all parameters from a command's options, those not given with their defaults."""
    found = wished_parameters(given)[0]
    return found if isinstance(found, Parameters) else Parameters(**found)


def wished_parameters(given: dict[str, Any]) -> tuple[Parameters | dict[str, Any], str | None]:
    """Return the parameters that a command's options give, and the similarity they were learnt for.

    Those of a file are complete; of the others there are only the ones that were given.
    """
    path = given["params"]
    set_here = {name: given[name] for name in _NAMES if given[name] is not None}
    if path is None:
        Parameters(**set_here)  # refuses bad ones at once
        return set_here, None
    if set_here:
        options = ", ".join("--" + name.replace("_", "-") for name in set_here)
        raise TmimaError(f"--params {path} already gives the parameters: leave out {options}")
    try:
        return read_parameters(read_text(path))
    except TmimaError as error:
        raise TmimaError(f"{path}: {error}") from None
