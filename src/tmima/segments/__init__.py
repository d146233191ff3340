"""What is told of segments: their fields, paths and ids, and a segmented text as Markdown."""

from tmima.segments.facts import forced_cuts, heading_paths, segment_ids
from tmima.segments.fields import (
    SegmentField,
    columns_of,
    computed_field,
    field_metadata,
    fields_of,
)
from tmima.segments.outlined import as_markdown, as_outline

__all__ = [
    "SegmentField",
    "as_markdown",
    "as_outline",
    "columns_of",
    "computed_field",
    "field_metadata",
    "fields_of",
    "forced_cuts",
    "heading_paths",
    "segment_ids",
]
