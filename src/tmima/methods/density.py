"""The paper's own method behind the interface that all methods share.

Publication: Pavlina Fragkou, "A Dynamic Programming Algorithm for the Segmentation of Greek Texts".
The equation and the programme are in `tmima.segmentation.density`.
"""

from collections.abc import Sequence
from typing import Any

from tmima.fitting import Wish, fit
from tmima.methods.method import MethodEntry
from tmima.methods.text import MethodText
from tmima.segmentation import Constraints, DensitySegmenter, Parameters
from tmima.training import Problem, search
from tmima.values import Segmentation


class Density:
    """Fragkou: the exact minimum of equation (1); see `tmima.segmentation.density`.

    Untrained it is what `tmima segment` does by default (`tmima.fitting.fitted`); trained, the
    paper's procedure with the paper's similarity.

    Args:
        similarity: the name of one, in place of the default.
        parameters: of the cost, by name; what is not given is learnt from each text.
    """

    def __init__(self, *, similarity: str | None = None, **parameters: Any) -> None:
        Parameters.of(parameters)  # refuses bad ones at once
        self.wish = Wish(similarity=similarity, parameters=parameters)

    def train(self, texts: Sequence[tuple[MethodText, Segmentation]]) -> None:
        """Learn the parameters by the paper's procedure."""
        problems = [Problem.of(text.document, truth) for text, truth in texts]
        self.wish_ = Wish(parameters=search(problems).parameters)

    def segment(self, text: MethodText, *, segments: int | None = None) -> Segmentation:
        """Return the cheapest segmentation, of all or of those into a number of segments."""
        wish = getattr(self, "wish_", self.wish)
        fitted = fit(text.units, text.document.language, wish, segments=segments)
        segmenter = DensitySegmenter(
            fitted.parameters,
            measure=lambda _: fitted.similarity,
            constraints=Constraints(segments=segments),
        )
        return segmenter.segment(text.units).segmentation


ENTRY = MethodEntry(
    name="density",
    year="",
    summary="least cost of generalized density and length, by dynamic programming",
    reference="Fragkou, A Dynamic Programming Algorithm for the Segmentation of Greek Texts",
    make=Density,
    count="optional",
)
