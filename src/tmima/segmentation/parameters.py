"""The parameters of the paper's cost, equation (1), with the defaults for ordinary articles."""

import math
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from numbers import Real
from typing import Any, Self

from tmima.errors import TmimaError, checked_fields, shortened
from tmima.text import plural

LENGTH_UNITS = ("sentences", "words")
DEFAULT_TEMPERATURE = 0.21
_LARGEST = 1e100
_NUMBERS = ("mean_length", "std_length", "gamma", "r", "temperature")
# Told only where they depart from these.
_USUAL = {"diagonal": True, "temperature": DEFAULT_TEMPERATURE}


def _plain(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of the cost; the names of the paper's equation (1) in brackets.

    The defaults suit articles whose topics run over some ten sentences; docs/decisions.md says how
    they were chosen. Parameters learnt from texts of one's own kind are better.

    Attributes:
        mean_length: the preferred length of a segment (mu).
        std_length: how far lengths stray from it (sigma).
        gamma: the weight of the length against the density, from 0 (density alone) to 1.
        r: the power of a segment's number of units that its similarity is divided by.
        length_unit: what length is counted in, "sentences" or "words".
        diagonal: whether a unit's similarity with itself counts, as in equation (1).
        temperature: what differences of cost are divided by to become odds: probabilities of cuts
            are those of exp(-cost / temperature).
    """

    mean_length: float = 12.0
    std_length: float = 6.0
    gamma: float = 0.6
    r: float = 0.5
    length_unit: str = "sentences"
    diagonal: bool = True
    temperature: float = DEFAULT_TEMPERATURE

    def __post_init__(self) -> None:
        object.__setattr__(self, "length_unit", plural(self.length_unit))
        for name in _NUMBERS:
            value = getattr(self, name)
            # Plain ones first: asking the abstract kind of all of them takes ten times as long.
            if type(value) not in (float, int):
                if isinstance(value, bool) or not isinstance(value, Real):
                    raise TmimaError(f"{name} must be a number, not {shortened(value)}")
                # NumPy's numbers become plain ones, for JSON and for equal arithmetic everywhere.
                object.__setattr__(self, name, _plain(value))
            if not math.isfinite(_plain(value)):
                raise TmimaError(f"{name} must be a finite number, not {shortened(value)}")
        self._check_ranges()
        if not 0 <= self.gamma <= 1:
            raise TmimaError(f"gamma must be from 0 to 1, not {self.gamma}")
        if self.length_unit not in LENGTH_UNITS:
            raise TmimaError(
                f"length_unit must be one of {', '.join(LENGTH_UNITS)}, not {self.length_unit!r}"
            )
        if not isinstance(self.diagonal, bool):
            raise TmimaError(f"diagonal must be true or false, not {self.diagonal!r}")

    def _check_ranges(self) -> None:
        for name in ("mean_length", "std_length", "temperature"):
            if getattr(self, name) > _LARGEST:
                raise TmimaError(
                    f"{name} must be {_LARGEST:g} or less, or its square is beyond all numbers, "
                    f"not {getattr(self, name)}"
                )
        for name in ("mean_length", "r"):
            if getattr(self, name) < 0:
                raise TmimaError(f"{name} must not be negative, as {getattr(self, name)} is")
        for name in ("std_length", "temperature"):
            # The square of the deviation is divided by.
            if getattr(self, name) <= 0 or getattr(self, name) ** 2 == 0:
                raise TmimaError(f"{name} must be above 0, not {getattr(self, name)}")

    @classmethod
    def of(cls, values: "Parameters | Mapping[str, Any] | None") -> Self:
        """Return parameters, also from some of them by name; what is left out has its default."""
        return checked_fields(cls, values, "parameter")

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters for JSON; diagonal and temperature only where they are unusual."""
        return {name: value for name, value in asdict(self).items() if _USUAL.get(name) != value}

    def at_scale(self, factor: float) -> Self:
        """Return the parameters that see a text as these do one in which all is `factor` larger.

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
