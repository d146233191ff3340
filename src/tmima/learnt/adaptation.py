"""A few numbers by which the learnt model is moved: towards a kind of texts, coarser or finer."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from tmima.arrays import Floats
from tmima.errors import checked_fields, finite_number, whole_number
from tmima.learnt.model import LengthScores
from tmima.learnt.places import logarithms


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What the scores of the model are taken with; as it is, it changes nothing.

    A segmentation scores the sum over cuts of odds * (the odds of the place) + cut, and over
    segments of n units of what n scores + length * log(n) + length_squared * log(n)^2, and density
    times what its density scores.

    Attributes:
        odds: what the odds of a place count for.
        cut: what each cut scores besides.
        length: what the logarithm of a segment's number of units scores.
        length_squared: what its square scores.
        density: what the density of segments counts for.
        texts: from how many labelled texts the numbers were learnt.
    """

    odds: float = 1.0
    cut: float = 0.0
    length: float = 0.0
    length_squared: float = 0.0
    density: float = 1.0
    texts: int = 0

    def __post_init__(self) -> None:
        for name in NUMBERS:
            object.__setattr__(self, name, finite_number(name, getattr(self, name)))
        object.__setattr__(self, "texts", whole_number("texts", self.texts, least=0))

    @classmethod
    def of(cls, values: "Adaptation | Mapping[str, Any] | None") -> Self:
        """Return an adaptation, also from some of its numbers by name."""
        return checked_fields(cls, values, "number")

    @property
    def numbers(self) -> tuple[float, ...]:
        """What is learnt, in the order of `NUMBERS`."""
        return tuple(getattr(self, name) for name in NUMBERS)

    def of_places(self, odds: Floats) -> Floats:
        """Return what cuts score at places of these odds."""
        return self.odds * odds + self.cut

    def of_segments(self, scores: LengthScores) -> LengthScores:
        """Return what segments score."""
        if (self.length, self.length_squared, self.density) == (0.0, 0.0, 1.0):
            return scores
        counted = logarithms(len(scores.lengths))[: len(scores.lengths) - 1]
        lengths = scores.lengths.copy()
        lengths[1:] += self.length * counted + self.length_squared * (counted * counted)
        return LengthScores(lengths, self.density * scores.weights)

    def as_dict(self) -> dict[str, float]:
        """Return the numbers by name."""
        return dict(zip(NUMBERS, self.numbers, strict=True))


NUMBERS = tuple(field.name for field in fields(Adaptation) if field.name != "texts")
