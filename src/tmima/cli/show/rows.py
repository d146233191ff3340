"""Segments as rows of CSV."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from tmima.fields import columns_of
from tmima.result import Segment, SegmentedText


def csv_rows(result: SegmentedText, file: str, *, header: bool = True) -> Iterator[str]:
    """Yield a row for each segment; what there are several of, as keywords, by semicolon."""
    columns = [each.name for each in columns_of(Segment)]
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="\n")
    if header:
        writer.writerow(("file", "segment", *columns))
    for number, segment in enumerate(result):
        values = segment.values()
        writer.writerow((file, number, *(_cell(values[name]) for name in columns)))
        yield held.getvalue()
        held.seek(0)
        held.truncate()


def _cell(value: Any) -> Any:
    return "; ".join(map(str, value)) if isinstance(value, tuple) else value
