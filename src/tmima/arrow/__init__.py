"""A column of texts in, a column of their segments out: what every engine of data can call.

Needs the extra `corpus` (pyarrow). `nested` is the one function; `segment_table` and
`segment_batches` make a row of each segment. All three can be sent to other processes with the
segmenter they are given (`functools.partial(segment_table, segmenter=...)`).
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, TypedDict, Unpack

from tmima.errors import TmimaError
from tmima.loading import require
from tmima.result import Segment
from tmima.segmenter import MAX_BYTES, Segmenter
from tmima.segments import SegmentField, columns_of
from tmima.text import Source

pa = require("corpus")

__all__ = [
    "MAX_BYTES",
    "TableSettings",
    "nested",
    "segment_batches",
    "segment_fields",
    "segment_table",
    "segments_type",
]

# The types of columns by the kinds of fields; long texts have one of their own.
_TYPES = {
    int: pa.int32(),
    float: pa.float64(),
    str: pa.string(),
    bool: pa.bool_(),
    tuple[str, ...]: pa.list_(pa.string()),
    tuple[int, int]: pa.list_(pa.int32()),
}
_COLUMNS = columns_of(Segment)


def _column(each: SegmentField) -> Any:
    metadata = {"meaning": each.help} | ({"unit": each.unit} if each.unit else {})
    kind = pa.large_string() if each.is_text else _TYPES[each.kind]
    return pa.field(each.column, kind, metadata=metadata)


_FIELDS: tuple[Any, ...] = (
    pa.field("segment", pa.int32(), metadata={"meaning": "Number of the segment, from 0."}),
    *map(_column, _COLUMNS),
    pa.field("error", pa.string(), metadata={"meaning": "Why the text could not be cut."}),
)

Row = tuple[Any, ...]


class TableSettings(TypedDict, total=False):
    """The settings of `segment_table`, for functions that hand them on."""

    segmenter: Segmenter | None
    column: str
    text: bool
    max_bytes: int


def segment_fields(*, text: bool = True) -> list[Any]:
    """Return the fields of a segment, with its text or without."""
    return [field for field in _FIELDS if text or field.name != "text"]


def segments_type(*, text: bool = True) -> Any:
    """Return the type of the column that `nested` gives."""
    return pa.list_(pa.struct(segment_fields(text=text)))


def nested(
    texts: Any,
    *,
    segmenter: Segmenter | None = None,
    text: bool = True,
    max_bytes: int = MAX_BYTES,
) -> Any:
    """Return the segments of each text of a column, as a list of structures.

    Null gives null. A text that cannot be cut gives one structure, with its `error` and nothing
    else; it never ends the others.

    Args:
        texts: an array of strings of any kind, also chunked.
        segmenter: what cuts them; by default with nothing set, probabilities asked for.
        text: whether segments have their text, or only say where they are.
        max_bytes: of a text that is cut.
    """
    segmenter = segmenter or _default_segmenter()
    segmenter.check()
    return cut_texts(strings(texts, max_bytes), segmenter, text=text)


def cut_texts(
    texts: Iterable[str | Source | Exception | None], segmenter: Segmenter, *, text: bool = True
) -> Any:
    """Return the column for texts; what could not even be read stands as an exception."""
    offsets, missing, rows = [0], [], list[Row]()
    for each in texts:
        missing.append(each is None)
        if each is not None:
            rows.extend(_rows(each, segmenter))
        offsets.append(len(rows))
    columns = zip(*rows, strict=True) if rows else [()] * len(_FIELDS)
    arrays = {
        field.name: pa.array(values, field.type)
        for field, values in zip(_FIELDS, columns, strict=True)
    }
    fields = segment_fields(text=text)
    return pa.ListArray.from_arrays(
        pa.array(offsets, pa.int32()),
        pa.StructArray.from_arrays([arrays[field.name] for field in fields], fields=fields),
        type=segments_type(text=text),
        mask=pa.array(missing, pa.bool_()) if any(missing) else None,
    )


def segment_table(
    table: Any,
    *,
    segmenter: Segmenter | None = None,
    column: str = "text",
    text: bool = True,
    max_bytes: int = MAX_BYTES,
) -> Any:
    """Return a table with a row for each segment: the other columns, then those of the segment.

    A text that is null or cannot be cut keeps one row, so that none is lost.

    Args:
        table: a table or a record batch; the same kind comes back.
        segmenter: as for `nested`.
        column: the name of the column of texts, in whose place the segments come.
        text: as for `nested`.
        max_bytes: as for `nested`.
    """
    if column not in table.schema.names:
        raise TmimaError(
            f"there is no column {column!r}: there are {', '.join(table.schema.names)}"
        )
    if table.schema.names.count(column) > 1:
        raise TmimaError(f"there are several columns {column!r}: rename all but one")
    found = nested(table.column(column), segmenter=segmenter, text=text, max_bytes=max_bytes)
    return explode(table.drop_columns([column]), found)


def segment_batches(batches: Iterable[Any], **settings: Unpack[TableSettings]) -> Iterator[Any]:
    """Yield a record batch with a row for each segment for each record batch.

    Args:
        batches: may be without end.
        settings: those of `segment_table`.
    """
    for batch in batches:
        yield segment_table(batch, **settings)


def explode(table: Any, found: Any) -> Any:
    """Return a table with a row for each structure of a column of `nested`, or one for null."""
    import pyarrow.compute as pc

    fields = list(found.type.value_type)
    twice = [field.name for field in fields if field.name in table.schema.names]
    if twice:
        raise TmimaError(
            f"the column {twice[0]!r} would be there twice, of the texts and of the segments: "
            "give that of the texts another name"
        )
    if found.null_count:
        # One structure without anything in the place of no list.
        nothing = pa.array([[dict.fromkeys(field.name for field in fields)]], found.type)
        places = pc.if_else(found.is_null(), len(found), pa.array(range(len(found)), pa.int64()))
        found = pa.concat_arrays([found, nothing]).take(places)
    rest = table.take(pc.list_parent_indices(found))
    schema = pa.schema([*rest.schema, *fields], rest.schema.metadata)
    return type(table).from_arrays([*rest.columns, *found.flatten().flatten()], schema=schema)


@cache
def _default_segmenter() -> Segmenter:
    return Segmenter(posteriors=True)


def strings(texts: Any, max_bytes: int) -> Iterator[str | Exception | None]:
    """Yield the texts of an array one by one; what is none comes as an exception."""
    if not is_text_type(texts.type):
        raise TmimaError(f"a column of texts must be of strings, not of {texts.type}")
    for value in texts.cast(pa.large_string()):
        if not value.is_valid:
            yield None
        elif value.as_buffer().size > max_bytes:
            yield too_long_error(value.as_buffer().size, max_bytes)
        else:
            try:
                yield value.as_py()
            except UnicodeDecodeError as error:
                yield TmimaError(f"the text is not UTF-8: {error.reason} at byte {error.start}")


def is_text_type(kind: Any) -> bool:
    """Return whether a column of this type may be one of texts."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return any(
        is_one(kind)
        for is_one in (
            pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null
        )
    )  # fmt: skip


def too_long_error(size: int, max_bytes: int) -> TmimaError:
    """Return the error of a text that is longer than allowed."""
    return TmimaError(f"the text has {size:,} bytes, more than `max_bytes={max_bytes}`: part it")


def _rows(text: str | Source | Exception, segmenter: Segmenter) -> list[Row]:
    """Return the segments of a text as rows, or one row with the error.

    Whatever goes wrong with one text, memory and depth of recursion included, is its own affair.
    """
    try:
        if isinstance(text, Exception):
            raise text
        return _segment_rows(text, segmenter)
    except TmimaError as error:
        return [_error_row(str(error))]
    except Exception as error:
        return [_error_row(f"{type(error).__name__}: {error}")]


def _error_row(message: str) -> Row:
    # Half a character in a message has no form in UTF-8.
    return (*[None] * (len(_FIELDS) - 1), message.encode(errors="replace").decode())


def _segment_rows(text: str | Source, segmenter: Segmenter) -> list[Row]:
    result = segmenter.segment(text)
    said = result.document.text
    try:
        said.encode()
    except UnicodeEncodeError as error:
        raise TmimaError(
            f"the text has half a character (a lone surrogate) at {error.start}, which no column "
            "can hold"
        ) from None
    rows = []
    for number, segment in enumerate(result):
        values = segment.values()
        rows.append((number, *(values[each.name] for each in _COLUMNS), None))
    return rows
