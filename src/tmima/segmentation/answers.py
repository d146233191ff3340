"""What can be asked of the engine besides the cheapest segmentation, and its answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tmima.document import Units
from tmima.errors import TmimaError
from tmima.segmentation.certificate import Certificate
from tmima.segmentation.density import DensitySegmenter
from tmima.segmentation.hierarchy import Branch, nested, tree
from tmima.segmentation.programme import Posteriors
from tmima.segmentation.recursion import Optimum


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to ask for; nothing by default.

    Attributes:
        posteriors: the probability of a cut at each place.
        best: so many of the cheapest segmentations, the optimum the first.
        samples: so many draws from the distribution of which the posteriors are.
        seed: of the draws.
        path: the cheapest segmentation into 1, 2, ... up to so many segments.
        levels: a hierarchy of so many nested segmentations; the finest becomes the result.
    """

    posteriors: bool = False
    best: int = 0
    samples: int = 0
    seed: int = 0
    path: int = 0
    levels: int = 0

    def __post_init__(self) -> None:
        for name in ("best", "samples", "path", "levels"):
            if getattr(self, name) < 0:
                raise TmimaError(f"{name} must not be negative, as {getattr(self, name)} is")


@dataclass(frozen=True, slots=True)
class Answers:
    """The cheapest segmentation, why it is the cheapest, and whatever else was asked for."""

    optimum: Optimum
    certificate: Certificate
    posteriors: Posteriors | None = None
    alternatives: Sequence[Optimum] | None = None
    samples: Sequence[Optimum] | None = None
    path: Sequence[Optimum | None] | None = None
    tree: Sequence[Branch] | None = None

    def as_dict(self, units: Units) -> dict[str, Any]:
        """Return the answers for JSON, without the keys of what was not asked for."""
        values: dict[str, Any] = {"certificate": self.certificate.as_dict()}
        if self.posteriors is not None:
            values["posteriors"] = self.posteriors.cuts.tolist()
            values["expected_segments"] = self.posteriors.expected_segments
            values["entropy"] = self.posteriors.entropy
            values["temperature"] = self.posteriors.temperature
        for name in ("alternatives", "samples", "path"):
            found = getattr(self, name)
            if found is not None:
                values[name] = [_as_dict(one) for one in found]
        if self.tree is not None:
            values["tree"] = [_branch_as_dict(branch, units) for branch in self.tree]
        return values


def ask(segmenter: DensitySegmenter, units: Units, wanted: Wanted) -> Answers:
    """Segment and answer everything that is wanted, all under the same constraints.

    In a hierarchy the level above the finest is one more constraint on everything but the path,
    which begins with a single segment.
    """
    branches = None
    path = None
    if wanted.path:
        path = segmenter.programme(units).path(min(wanted.path, len(units)))
    if wanted.levels:
        levels = nested(segmenter, units, wanted.levels)
        branches = tree(levels)
        if wanted.levels > 1:
            segmenter = segmenter.keeping(levels[-2].cuts)
    programme = segmenter.programme(units)
    optimum, certificate = programme.certified()
    temperature = segmenter.parameters.temperature
    return Answers(
        optimum=optimum,
        certificate=certificate,
        posteriors=programme.posteriors(temperature) if wanted.posteriors else None,
        alternatives=programme.best(wanted.best) if wanted.best else None,
        samples=(
            programme.samples(wanted.samples, temperature, seed=wanted.seed)
            if wanted.samples
            else None
        ),
        path=path,
        tree=branches,
    )


def _as_dict(one: Optimum | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {"boundaries": list(one.segmentation.boundaries), "cost": one.cost}


def _branch_as_dict(branch: Branch, units: Units) -> dict[str, Any]:
    return {
        "first": branch.first,
        "last": branch.last,
        "start": units.edges[branch.first],
        "end": units.edges[branch.last],
        "children": [_branch_as_dict(child, units) for child in branch.children],
    }
