"""Spark: a frame of texts becomes a frame of segments, or a column a column of them.

Spark sends work that failed to another worker (`spark.task.maxFailures`; in local mode
`local[2,4]`) and takes the rows of each task once.
"""

from functools import partial
from typing import Any, Unpack

import pyarrow as pa

from tmima.arrow import (
    Cutter,
    TableSettings,
    nested,
    segment_batches,
    segment_fields,
    segments_type,
)
from tmima.loading import require

require("pyspark")


def segment_frame(frame: Any, **settings: Unpack[TableSettings]) -> Any:
    """Return a frame with a row for each segment: the other columns, then those of the segment.

    Args:
        frame: a Spark data frame.
        settings: those of `tmima.arrow.segment_table`; the segmenter is sent to the workers.
    """
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    column = settings.get("column", "text")
    kept = [field for field in frame.schema.fields if field.name != column]
    added = from_arrow_schema(pa.schema(_fields(settings)))
    schema = StructType([*kept, *added.fields])
    return frame.mapInArrow(partial(segment_batches, **settings), schema)


def _fields(settings: TableSettings) -> list[Any]:
    return segment_fields(text=settings.get("text", True), segmenter=settings.get("segmenter"))


def segments_function(*, segmenter: Cutter | None = None, text: bool = True) -> Any:
    """Return `tmima.arrow.nested` as a function of columns, for `select` or, registered, SQL."""
    from pyspark.sql.functions import arrow_udf  # type: ignore[attr-defined, unused-ignore]
    from pyspark.sql.pandas.types import from_arrow_type

    # Spark reads off the types what kind of function it is.
    def segments(texts: pa.Array) -> pa.Array:
        return nested(texts, segmenter=segmenter, text=text)

    return arrow_udf(segments, from_arrow_type(segments_type(text=text, segmenter=segmenter)))
