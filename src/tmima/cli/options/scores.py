"""The option of commands that score."""

import click

from tmima.cli.options.common import UnitChoice
from tmima.scores import SCORE_UNITS

score_unit = click.option(
    "--score-unit",
    "--unit",
    "unit",
    type=UnitChoice(SCORE_UNITS),
    default="sentences",
    show_default=True,
    help="What Pk and WindowDiff are counted in.",
)
