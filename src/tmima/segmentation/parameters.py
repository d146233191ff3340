"""The parameters of the paper's cost, equation (1), with the defaults for ordinary articles."""

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from tmima.settings import (
    Number,
    OneOf,
    Switch,
    check_fields,
    checked_fields,
    document_settings,
    setting,
)
from tmima.similarity import PAPER_GAMMA, PAPER_R
from tmima.text import COUNTED_UNITS

DEFAULT_TEMPERATURE = 0.21
_SQUARE = "or its square is beyond all numbers"
# Told only where they depart from these.
_USUAL = {"diagonal": True, "temperature": DEFAULT_TEMPERATURE}


@document_settings
@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of the cost; the names of the paper's equation (1) in brackets.

    The defaults suit articles whose topics run over some ten sentences; docs/decisions.md says how
    they were chosen. Parameters learnt from texts of one's own kind are better.
    """

    mean_length: float = setting(
        Number(0, 1e100, why=_SQUARE),
        "Preferred length of a segment (mu).",
        default=12.0,
        metavar="X",
        page=(0, 1e6),
    )
    std_length: float = setting(
        Number(0, 1e100, above=True, why=_SQUARE),
        "How far lengths stray from it (sigma).",
        default=6.0,
        metavar="X",
        page=(1e-3, 1e6),
    )
    gamma: float = setting(
        Number(0, 1),
        "Weight of length against density, from 0 to 1.",
        default=PAPER_GAMMA,
        metavar="X",
        page=True,
    )
    r: float = setting(
        Number(0),
        "Power of the segment's length that divides its similarity.",
        default=PAPER_R,
        metavar="X",
        page=(0, 100),
    )
    length_unit: str = setting(
        OneOf(COUNTED_UNITS), "What length is counted in.", default="sentences", page=True
    )
    diagonal: bool = setting(
        Switch(),
        "Count a sentence's similarity with itself, or not.",
        default=True,
        usual="count it",
    )
    temperature: float = setting(
        Number(0, 1e100, above=True, why=_SQUARE),
        "What costs are divided by to become probabilities.",
        python="Probabilities of cuts are those of exp(-cost / temperature).",
        default=DEFAULT_TEMPERATURE,
        metavar="X",
    )

    def __post_init__(self) -> None:
        check_fields(self)

    @classmethod
    def of(cls, values: "Parameters | Mapping[str, Any] | None") -> Self:
        """Return parameters; those missing from a mapping have their defaults."""
        return checked_fields(cls, values, "parameter")

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters for JSON; diagonal and temperature only where they are unusual."""
        return {name: value for name, value in asdict(self).items() if _USUAL.get(name) != value}

    def at_scale(self, factor: float) -> Self:
        """Return the parameters that see a text as these see one with `factor` times its units.

        A segment of n units weighs as one of n * factor does here, its density as it would if its
        similarity grew with the area: gamma is moved so that the two keep their balance.
        """
        try:
            growth = factor ** (self.r - 2)
        except OverflowError:
            growth = sys.float_info.max  # beside it the lengths are nothing
        density = (1 - self.gamma) * growth
        return replace(
            self,
            mean_length=self.mean_length * factor,
            std_length=self.std_length * factor,
            gamma=self.gamma / (self.gamma + density) if self.gamma or density else self.gamma,
        )
