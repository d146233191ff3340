"""Ray Data: a dataset of texts becomes a dataset of segments, cut by actors.

An actor keeps its segmenter, with all that it has built; Ray gives the work of one that died to
another.
"""

from typing import Any, Unpack

from tmima.arrow import TableSettings, segment_table
from tmima.loading import require

require("ray")


class TableSegmenter:
    """What an actor does with each table; the settings are those of `segment_table`."""

    def __init__(self, **settings: Unpack[TableSettings]) -> None:
        self._settings = settings

    def __call__(self, table: Any) -> Any:
        """Return the table with a row for each segment."""
        return segment_table(table, **self._settings)


def segment_dataset(
    dataset: Any,
    *,
    actors: tuple[int, int] = (1, 1),
    batch_size: int = 256,
    **settings: Unpack[TableSettings],
) -> Any:
    """Return a dataset with a row for each segment: the other columns, then those of the segment.

    Args:
        dataset: of Ray Data.
        actors: the least and the greatest number of them; each has a core.
        batch_size: how many texts are cut at a time.
        settings: those of `tmima.arrow.segment_table`; the segmenter is sent to the actors.
    """
    from ray.data import ActorPoolStrategy

    least, most = actors
    return dataset.map_batches(
        TableSegmenter,
        fn_constructor_kwargs=settings,
        batch_format="pyarrow",
        batch_size=batch_size,
        compute=ActorPoolStrategy(min_size=least, max_size=most),
    )
