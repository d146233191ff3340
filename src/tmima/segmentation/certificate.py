"""Why no segmentation with a longer segment can be better: the proof that a window is enough.

The argument is written out in docs/exactness.md. In short: the length term of a segment grows with
the square of its length, that of the pieces it could be cut into grows with the length, and what
the long segment can gain in density is bounded by what a square of that size can hold of D.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tmima.segmentation.admissible import Admissible
from tmima.segmentation.parameters import Parameters
from tmima.similarity import Bounded, Similarity

# Below so many units the whole programme takes less time than the proof of a window.
_NOT_WORTH_IT = 512
# A window that another pass over the words would lower by less than this is good enough.
_GOOD_ENOUGH = 0.85
# Rounding in the programme is some 1e-13 of the terms; the proof leaves it ten thousand times that.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Certificate:
    """That a segmentation is the cheapest of all that are allowed, and why.

    Attributes:
        optimal: whether it is proved to be.
        window: the number of units of the longest segments that were weighed.
        proof: "all" if those are all that are allowed, "bound" if longer ones were shown to cost
            more than the pieces they can be cut into.
    """

    optimal: bool
    window: int
    proof: str

    def as_dict(self) -> dict[str, Any]:
        """Return the certificate for JSON."""
        return asdict(self)


def proved_window(
    similarity: Similarity,
    positions: NDArray[np.float64],
    parameters: Parameters,
    admissible: Admissible,
    *,
    slack: float = 0.0,
) -> int | None:
    """Return a number of units that no segment of a cheapest segmentation exceeds.

    More exactly, every allowed segmentation with a longer segment costs at least `slack` more than
    another that is allowed. Nothing is returned where there is no proof, or no use for one.
    """
    size = len(similarity)
    if (
        size <= _NOT_WORTH_IT
        or parameters.gamma == 0
        or admissible.counts is not None
        or not isinstance(similarity, Bounded)
    ):
        return None
    return _Proof(similarity, positions, parameters, admissible, slack).window()


class _Proof:
    """The inequality of docs/exactness.md, with its names."""

    def __init__(
        self,
        similarity: Bounded,
        positions: NDArray[np.float64],
        parameters: Parameters,
        admissible: Admissible,
        slack: float,
    ) -> None:
        self._similarity = similarity
        self._positions = positions
        self._parameters = parameters
        self._slack = slack
        self._length_weight = parameters.gamma / (2 * parameters.std_length**2)
        open_places = positions[admissible.closed == 0]
        gap = float(np.diff(open_places).max())
        # Pieces must not be too small: a run that is too small is at most `dwarf` long.
        dwarf = float((positions[1:] - positions[admissible.latest + 1]).max())
        mean = parameters.mean_length
        piece = max(mean, gap, 2 * (dwarf + gap) if dwarf else 0.0)
        stray = piece - mean + gap
        self._slope = stray**2 / piece if piece else np.inf
        self._offset = stray**2 / 2 + piece * stray + piece**2 / 4
        self._piece = piece

    def window(self) -> int | None:
        size = len(self._similarity)
        if not np.isfinite(self._slope):
            return None
        excluded = size + 1  # every count of units from here on is proved to be too long
        mean_unit = float(self._positions[-1]) / size
        count = max(2, int(8 * self._piece / mean_unit)) if mean_unit else size
        while count < size:
            if self._holds(count, 4 * self._similarity.largest_block(count)):
                excluded = count
                break
            count *= 2
        while excluded > 2:
            bound = self._similarity.largest_block(excluded - 1)
            shortest = self._shortest(excluded - 1, bound)
            if shortest is None:
                break
            lowered = shortest / excluded
            excluded = shortest
            if lowered > _GOOD_ENOUGH:
                break
        return excluded - 1 if excluded <= size else None

    def _holds(self, count: int, bound: float) -> bool:
        """Return whether segments of `count` units cost more than their pieces, given M(count)."""
        parameters = self._parameters
        length = float((self._positions[count:] - self._positions[:-count]).min())
        if length < parameters.mean_length + self._slope / 2:
            return False
        pieces = self._length_weight * (self._slope * length + self._offset)
        whole = self._length_weight * (length - parameters.mean_length) ** 2
        gain = (1 - parameters.gamma) * bound / count**parameters.r
        return bool(whole * (1 - _ROUNDING) > (pieces + gain) * (1 + _ROUNDING) + self._slack)

    def _shortest(self, most: int, bound: float) -> int | None:
        """Return the least count from which on it holds up to `most`, given M(most)."""
        if not self._holds(most, bound):
            return None
        fails, holds = 0, most
        while holds - fails > 1:
            middle = (fails + holds) // 2
            if self._holds(middle, bound):
                holds = middle
            else:
                fails = middle
        return holds
