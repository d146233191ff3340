"""The parameters of the paper's cost, equation (1), with the defaults for ordinary articles."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from numbers import Real
from typing import Any, Self

from tmima.document import plural
from tmima.errors import TmimaError, checked_fields

LENGTH_UNITS = ("sentences", "words")
DEFAULT_TEMPERATURE = 0.21


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
        for name in ("mean_length", "std_length", "gamma", "r", "temperature"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, Real):
                raise TmimaError(f"{name} must be a number, not {value!r}")
            if not isinstance(value, int | float):
                # NumPy's numbers become plain ones, for JSON and for equal arithmetic everywhere.
                object.__setattr__(self, name, float(value))
            if not math.isfinite(value):
                raise TmimaError(f"{name} must be a finite number, not {value}")
        if self.mean_length < 0:
            raise TmimaError(f"mean_length must not be negative, as {self.mean_length} is")
        if self.std_length <= 0 or self.std_length**2 == 0:
            raise TmimaError(f"std_length must be above 0, not {self.std_length}")
        if not 0 <= self.gamma <= 1:
            raise TmimaError(f"gamma must be from 0 to 1, not {self.gamma}")
        if self.r < 0:
            raise TmimaError(f"r must not be negative, as {self.r} is")
        if self.length_unit not in LENGTH_UNITS:
            raise TmimaError(
                f"length_unit must be one of {', '.join(LENGTH_UNITS)}, not {self.length_unit!r}"
            )
        if self.temperature <= 0:
            raise TmimaError(f"temperature must be above 0, not {self.temperature}")
        if not isinstance(self.diagonal, bool):
            raise TmimaError(f"diagonal must be true or false, not {self.diagonal!r}")

    @classmethod
    def of(cls, values: "Parameters | Mapping[str, Any] | None") -> Self:
        """Return parameters, also from some of them by name; what is left out has its default."""
        return checked_fields(cls, values, "parameter")

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters for JSON.

        `diagonal` is named only where it departs from (1), `temperature` only where it was learnt.
        """
        values = asdict(self)
        if self.diagonal:
            del values["diagonal"]
        if self.temperature == DEFAULT_TEMPERATURE:
            del values["temperature"]
        return values

    def at_scale(self, factor: float) -> Self:
        """Return the parameters that see a text as these do one in which all is `factor` larger.

        A segment of n units weighs as one of n * factor does here, its density as it would if its
        similarity grew with the area: gamma is moved so that the two keep their balance.
        """
        density = (1 - self.gamma) * factor ** (self.r - 2)
        return replace(
            self,
            mean_length=self.mean_length * factor,
            std_length=self.std_length * factor,
            gamma=self.gamma / (self.gamma + density) if self.gamma or density else self.gamma,
        )
