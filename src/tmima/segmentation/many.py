"""The cheapest segmentations of one text by many parameters, as training asks for them."""

from collections.abc import Sequence

import numpy as np

from tmima import kernel
from tmima.arrays import Indices
from tmima.segmentation.cost import SegmentCost, TextCost
from tmima.segmentation.parameters import Parameters
from tmima.segmentation.programme import Programme
from tmima.similarity import Similarity, column_blocks
from tmima.text import Segmentation

# Longer texts have windows, which one pass for all parameters would not.
_MOST_UNITS = 512


def cheapest_by_each(
    similarity: Similarity, lengths: Indices, settings: Sequence[Parameters]
) -> list[Segmentation]:
    """Return the cheapest segmentation by each of some parameters: those that `Programme` finds.

    What a segment holds of D is summed once for all of them. Equal segmentations are one object.
    """
    costs = [SegmentCost.of(parameters) for parameters in settings]
    size = len(similarity)
    if size > _MOST_UNITS:
        return [
            Programme(similarity, TextCost.of(one, lengths)).optimum().segmentation
            for one in settings
        ]
    values = np.full((size + 1, len(costs)), np.inf)
    values[0] = 0.0
    previous = np.zeros((size + 1, len(costs)), dtype=np.int32)
    (block,) = column_blocks(similarity)
    kernel.advance_many(
        np.concatenate(([0.0], np.cumsum(lengths, dtype=np.float64))),
        np.array([cost.mean_length for cost in costs]),
        np.array([cost.length_weight for cost in costs]),
        np.stack([cost.density_weights(size) for cost in costs], axis=1),
        values,
        previous,
        block,
    )
    found: dict[tuple[int, ...], Segmentation] = {}
    traced = []
    for way in previous.T.tolist():
        place, boundaries = size, []
        while place > 0:
            boundaries.append(place)
            place = way[place]
        key = tuple(reversed(boundaries))
        if key not in found:
            found[key] = Segmentation(key)
        traced.append(found[key])
    return traced
