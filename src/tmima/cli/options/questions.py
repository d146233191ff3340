"""The options that ask for more than the cheapest segmentation."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tmima.cli.options.constraints import SIZE
from tmima.segmentation import Questions

Command = TypeVar("Command", bound=Callable[..., None])

LEVELS = click.option("--levels", type=SIZE, metavar="N", help="Report a hierarchy of N levels.")
_OPTIONS = (
    click.option(
        "--posteriors", is_flag=True, help="Report the probability of a cut at every place."
    ),
    click.option(
        "--cut-costs",
        is_flag=True,
        help="Report how much dearer than the optimum a cut at every place would be.",
    ),
    click.option("--best", type=SIZE, metavar="N", help="Report the N cheapest segmentations."),
    click.option(
        "--samples", type=SIZE, metavar="N", help="Draw N segmentations by their probability."
    ),
    click.option(
        "--seed", type=int, default=0, show_default=True, help="Random seed for --samples."
    ),
    click.option(
        "--path",
        type=SIZE,
        metavar="K",
        help="Report the cheapest segmentation for each number of segments up to K.",
    ),
    LEVELS,
)
_NUMBERS = ("best", "samples", "path", "levels")


def question_options(command: Command) -> Command:
    """Give a command the options of questions."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def questions(given: dict[str, Any], *, cut_costs: bool = False) -> Questions | None:
    """Return the questions of a command's options; nothing if nothing is asked."""
    found = Questions(
        posteriors=given["posteriors"],
        cut_costs=given["cut_costs"] or cut_costs,
        seed=given["seed"],
        **{name: given[name] or 0 for name in _NUMBERS},
    )
    return None if found == Questions(seed=found.seed) else found
