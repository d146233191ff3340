"""The paper's own method behind the interface that all methods share.

Publication: Pavlina Fragkou, "A Dynamic Programming Algorithm for the Segmentation of Greek Texts".
The equation and the programme are in `tmima.segmentation.density`.
"""

from collections.abc import Sequence
from typing import Any

from tmima.methods.method import MethodEntry
from tmima.methods.text import MethodText
from tmima.segmentation import Constraints, DensitySegmenter, Parameters, Segmentation
from tmima.training import Problem, search


class Density:
    """Fragkou: the exact minimum of equation (1); see `tmima.segmentation.density`.

    Args:
        parameters: of the cost, by name; those for ordinary articles by default.
    """

    def __init__(self, **parameters: Any) -> None:
        self.parameters = Parameters(**parameters)

    def train(self, texts: Sequence[tuple[MethodText, Segmentation]]) -> None:
        """Learn the parameters by the paper's procedure."""
        problems = [Problem.of(text.document, truth) for text, truth in texts]
        self.parameters_ = search(problems).parameters

    def segment(self, text: MethodText, *, segments: int | None = None) -> Segmentation:
        """Return the cheapest segmentation, of all or of those into a number of segments."""
        parameters = getattr(self, "parameters_", self.parameters)
        constraints = Constraints(segments=segments)
        return (
            DensitySegmenter(parameters, constraints=constraints).segment(text.units).segmentation
        )


ENTRY = MethodEntry(
    name="density",
    year="",
    summary="least cost of generalized density and length, by dynamic programming",
    reference="Fragkou, A Dynamic Programming Algorithm for the Segmentation of Greek Texts",
    make=Density,
    count="optional",
)
