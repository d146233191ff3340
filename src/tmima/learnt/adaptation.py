"""A few numbers by which the learnt model is moved: towards a kind of texts, coarser or finer."""

from dataclasses import asdict, dataclass
from typing import Any

from tmima.arrays import Floats
from tmima.learnt.model import LengthScores
from tmima.learnt.places import logarithms


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What the scores of the model are taken with; as it is, it changes nothing.

    A segmentation scores the sum over cuts of odds * (the odds of the place) + cut, and over
    segments of n units of what n scores + length * log(n) + length_squared * log(n)^2, and density
    times what its density scores.
    """

    odds: float = 1.0
    cut: float = 0.0
    length: float = 0.0
    length_squared: float = 0.0
    density: float = 1.0

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

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers for JSON."""
        return asdict(self)
