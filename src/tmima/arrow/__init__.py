"""A column of texts in, a column of their segments out: what every engine of data can call.

Needs the extra `corpus` (pyarrow). `nested` is the one function; `segment_table` and
`segment_batches` make a row of each segment. All three can be sent to other processes with the
segmenter they are given (`functools.partial(segment_table, segmenter=...)`).
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import repeat
from typing import Any, TypedDict, Unpack

from tmima.chunks import Chunk, Chunker
from tmima.errors import TmimaError
from tmima.loading import require
from tmima.result import Segment, SegmentedText
from tmima.segmenter import MAX_BYTES, Segmenter
from tmima.segments import SegmentField, columns_of
from tmima.text import Source

pa = require("corpus")

__all__ = [
    "MAX_BYTES",
    "Cutter",
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


_CHUNK_COLUMNS = columns_of(Chunk)


def _arrow_field(each: SegmentField) -> Any:
    metadata = {"meaning": each.help} | ({"unit": each.unit} if each.unit else {})
    kind = pa.large_string() if each.is_text else _TYPES[each.kind]
    return pa.field(each.column, kind, metadata=metadata)


def _arrow_fields(piece: str, columns: Iterable[SegmentField]) -> tuple[Any, ...]:
    number = {"meaning": f"Number of the {piece}, from 0."}
    return (
        pa.field(piece, pa.int32(), metadata=number),
        *map(_arrow_field, columns),
        pa.field("error", pa.string(), metadata={"meaning": "Why the text could not be cut."}),
    )


_FIELDS = _arrow_fields("segment", _COLUMNS)
_CHUNK_FIELDS = _arrow_fields("chunk", _CHUNK_COLUMNS)

Row = tuple[Any, ...]
Cutter = Segmenter | Chunker
"""What cuts texts: into segments, or into chunks."""


class TableSettings(TypedDict, total=False):
    """The settings of `segment_table`, for functions that hand them on."""

    segmenter: Cutter | None
    column: str
    id_column: str | None
    text: bool
    max_bytes: int


def segment_fields(*, text: bool = True, segmenter: Cutter | None = None) -> list[Any]:
    """Return the fields of a segment, or of a chunk, with its text or without."""
    return [field for field in _all_arrow_fields(segmenter) if text or field.name != "text"]


def segments_type(*, text: bool = True, segmenter: Cutter | None = None) -> Any:
    """Return the type of the column that `nested` gives."""
    return pa.list_(pa.struct(segment_fields(text=text, segmenter=segmenter)))


def _all_arrow_fields(cutter: Cutter | None) -> tuple[Any, ...]:
    return _CHUNK_FIELDS if isinstance(cutter, Chunker) else _FIELDS


def nested(
    texts: Any,
    *,
    segmenter: Cutter | None = None,
    text: bool = True,
    max_bytes: int = MAX_BYTES,
    ids: Any = None,
) -> Any:
    """Return the segments of each text of a column, as a list of structures.

    Null gives null. A text that cannot be cut gives one structure, with its `error` and nothing
    else; it never ends the others.

    Args:
        texts: an array of strings of any kind, also chunked.
        segmenter: what cuts them, by default with nothing set, probabilities asked for; a `Chunker`
            gives chunks.
        text: whether segments have their text, or only say where they are.
        max_bytes: of a text that is cut.
        ids: of the documents, which those of chunks depend on; an array.
    """
    segmenter = segmenter or _default_segmenter()
    segmenter.check()
    names = None if ids is None else [None if one is None else str(one) for one in ids.to_pylist()]
    return cut_texts(strings(texts, max_bytes), segmenter, text=text, names=names)


def cut_texts(
    texts: Iterable[str | Source | Exception | None],
    segmenter: Cutter,
    *,
    text: bool = True,
    names: Iterable[str | None] | None = None,
) -> Any:
    """Return the column for texts; what could not even be read stands as an exception."""
    offsets, missing, rows = [0], [], list[Row]()
    for each, name in zip(texts, repeat(None) if names is None else names, strict=False):
        missing.append(each is None)
        if each is not None:
            rows.extend(_rows_of_text(each, segmenter, name))
        offsets.append(len(rows))
    known = _all_arrow_fields(segmenter)
    columns = zip(*rows, strict=True) if rows else [()] * len(known)
    arrays = {
        field.name: pa.array(values, field.type)
        for field, values in zip(known, columns, strict=True)
    }
    fields = segment_fields(text=text, segmenter=segmenter)
    return pa.ListArray.from_arrays(
        pa.array(offsets, pa.int32()),
        pa.StructArray.from_arrays([arrays[field.name] for field in fields], fields=fields),
        type=segments_type(text=text, segmenter=segmenter),
        mask=pa.array(missing, pa.bool_()) if any(missing) else None,
    )


def segment_table(
    table: Any,
    *,
    segmenter: Cutter | None = None,
    column: str = "text",
    id_column: str | None = None,
    text: bool = True,
    max_bytes: int = MAX_BYTES,
) -> Any:
    """Return a table with a row for each segment: the other columns, then those of the segment.

    A text that is null or cannot be cut keeps one row, so that none is lost.

    Args:
        table: a table or a record batch; the same kind comes back.
        segmenter: as for `nested`.
        column: the name of the column of texts, in whose place the segments come.
        id_column: the name of a column of what tells each text from all others, which the ids of
            chunks depend on.
        text: as for `nested`.
        max_bytes: as for `nested`.
    """
    for name in filter(None, (column, id_column)):
        if name not in table.schema.names:
            raise TmimaError(
                f"there is no column {name!r}: there are {', '.join(table.schema.names)}"
            )
    if table.schema.names.count(column) > 1:
        raise TmimaError(f"there are several columns {column!r}: rename all but one")
    ids = None if id_column is None else table.column(id_column)
    texts = table.column(column)
    structures = nested(texts, segmenter=segmenter, text=text, max_bytes=max_bytes, ids=ids)
    return explode(table.drop_columns([column]), structures)


def segment_batches(batches: Iterable[Any], **settings: Unpack[TableSettings]) -> Iterator[Any]:
    """Yield a record batch with a row for each segment for each record batch.

    Args:
        batches: may be without end.
        settings: those of `segment_table`.
    """
    for batch in batches:
        yield segment_table(batch, **settings)


def explode(table: Any, structures: Any) -> Any:
    """Return a table with a row for each structure of a column of `nested`, or one for null."""
    import pyarrow.compute as pc

    fields = list(structures.type.value_type)
    twice = [field.name for field in fields if field.name in table.schema.names]
    if twice:
        raise TmimaError(
            f"the column {twice[0]!r} would be there twice, of the texts and of the segments: "
            "give that of the texts another name"
        )
    if structures.null_count:
        # One structure without anything in the place of no list.
        nothing = pa.array([[dict.fromkeys(field.name for field in fields)]], structures.type)
        places = pc.if_else(
            structures.is_null(), len(structures), pa.array(range(len(structures)), pa.int64())
        )
        structures = pa.concat_arrays([structures, nothing]).take(places)
    rest = table.take(pc.list_parent_indices(structures))
    schema = pa.schema([*rest.schema, *fields], rest.schema.metadata)
    return type(table).from_arrays([*rest.columns, *structures.flatten().flatten()], schema=schema)


@cache
def _default_segmenter() -> Segmenter:
    return Segmenter(posteriors=True)


def strings(texts: Any, max_bytes: int) -> Iterator[str | Exception | None]:
    """Yield the values of an array one by one; a value that is no text comes as an exception."""
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


def _rows_of_text(text: str | Source | Exception, cutter: Cutter, name: str | None) -> list[Row]:
    """Return the segments or chunks of a text as rows, or one row with the error.

    No error of one text, not even of memory or recursion depth, ends the others.
    """
    try:
        if isinstance(text, Exception):
            raise text
        if isinstance(cutter, Chunker):
            _require_unicode(text if isinstance(text, str) else text.text)
            return _chunk_rows(cutter.chunk(text, document_id=name))
        return _segment_rows(cutter.segment(text))
    except TmimaError as error:
        return [_error_row(cutter, str(error))]
    except Exception as error:
        return [_error_row(cutter, f"{type(error).__name__}: {error}")]


def _error_row(cutter: Cutter, message: str) -> Row:
    # Half a character in a message has no form in UTF-8.
    nothing = [None] * (len(_all_arrow_fields(cutter)) - 1)
    return (*nothing, message.encode(errors="replace").decode())


def _require_unicode(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise TmimaError(
            f"the text has half a character (a lone surrogate) at {error.start}, which no column "
            "can hold"
        ) from None


def _segment_rows(result: SegmentedText) -> list[Row]:
    # What is read of a transcript is not what its file holds.
    _require_unicode(result.document.text)
    rows = []
    for number, segment in enumerate(result):
        values = segment.values()
        rows.append((number, *(values[each.name] for each in _COLUMNS), None))
    return rows


def _chunk_rows(chunks: Iterable[Chunk]) -> list[Row]:
    names = [each.name for each in _CHUNK_COLUMNS]
    return [
        (number, *(getattr(one, name) for name in names), None) for number, one in enumerate(chunks)
    ]
