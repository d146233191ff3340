"""Segments as rows of CSV."""

import csv
import io
from collections.abc import Iterator

from tmima.result import SegmentedText

_COLUMNS = (
    "file", "segment", "start", "end", "first", "last", "title", "keywords", "start_time",
    "end_time", "text",
)  # fmt: skip


def csv_rows(result: SegmentedText, file: str, *, header: bool = True) -> Iterator[str]:
    """Yield a row for each segment, keywords by semicolon."""
    held = io.StringIO()
    writer = csv.DictWriter(held, _COLUMNS, extrasaction="ignore", lineterminator="\n")
    if header:
        writer.writeheader()
    for number, segment in enumerate(result):
        values = segment.as_dict()
        keywords = "; ".join(values.get("keywords", ()))
        writer.writerow(values | {"file": file, "segment": number, "keywords": keywords})
        yield held.getvalue()
        held.seek(0)
        held.truncate()
