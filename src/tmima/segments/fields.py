"""Fields of a segment, each declared once where it is: every output is a loop over them.

A field is stored, with `field(metadata=field_metadata(...))`, or it is a property under
`@computed_field(...)`, whose docstring says what it is. JSON, CSV, columns of Arrow, OpenAPI, the
page, chapters and the metadata of frameworks all ask `fields_of`.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from types import NoneType
from typing import Any, TypedDict, TypeVar, Unpack, get_args, get_type_hints

_COMPUTED = "_computed_as"
_Getter = TypeVar("_Getter", bound=Callable[..., Any])


class FieldDisplay(TypedDict, total=False):
    """How a field is shown; see `SegmentField`."""

    unit: str
    essential: bool
    is_text: bool
    column: str
    between: str


@dataclass(frozen=True, slots=True)
class SegmentField:
    """A field as outputs see it.

    Attributes:
        name: of the attribute.
        kind: of its values: int, float, str, bool, tuple[str, ...] or tuple[int, int].
        optional: whether it may be None.
        help: what it is, a sentence.
        unit: what it is counted in, if that must be said.
        essential: whether no segment is without it: frameworks and chapters have their own names
            for such.
        is_text: whether it is text of any length: the last column of a table, and nothing that a
            page must be sent which has the whole text.
        column: its name beside the fields of a text, in tables and metadata, if not its own: texts
            often have an `id` themselves.
        between: what stands between several values in a cell of CSV.
    """

    name: str
    kind: Any
    optional: bool
    help: str
    unit: str | None = None
    essential: bool = False
    is_text: bool = False
    column: str = ""
    between: str = "; "

    def __post_init__(self) -> None:
        object.__setattr__(self, "column", self.column or self.name)


def field_metadata(help: str, **manner: Unpack[FieldDisplay]) -> dict[str, Any]:
    """Return the metadata of a field of a dataclass: what it is, and how it is shown."""
    return {"help": help, **manner}


def computed_field(**manner: Unpack[FieldDisplay]) -> Callable[[_Getter], _Getter]:
    """Declare a property to be a field, computed when somebody asks for it."""

    def mark(getter: _Getter) -> _Getter:
        setattr(getter, _COMPUTED, manner)
        return getter

    return mark


def fields_of(kind: type) -> tuple[SegmentField, ...]:
    """Return the fields of a kind of segments in the order of JSON: stored, then computed."""
    return _segment_fields(kind)


@cache
def _segment_fields(kind: type) -> tuple[SegmentField, ...]:
    kept = [
        SegmentField(each.name, *_type_and_optionality(each.type), **each.metadata)
        for each in fields(kind)
        if "help" in each.metadata
    ]
    getters = [
        (name, member.fget)
        for base in reversed(kind.__mro__)
        for name, member in vars(base).items()
        if isinstance(member, property) and hasattr(member.fget, _COMPUTED)
    ]
    computed_ones = [
        SegmentField(
            name,
            *_type_and_optionality(get_type_hints(getter)["return"]),
            help=(inspect.getdoc(getter) or "").partition("\n\n")[0].replace("\n", " "),
            **getattr(getter, _COMPUTED),
        )
        for name, getter in getters
    ]
    return (*kept, *computed_ones)


def columns_of(kind: type) -> tuple[SegmentField, ...]:
    """Return the fields in the order of tables: texts come last, where they hide nothing."""
    return tuple(sorted(fields_of(kind), key=lambda each: (each.is_text, not each.essential)))


def _type_and_optionality(annotation: Any) -> tuple[Any, bool]:
    """Return what values are annotated to be, and whether they may be None."""
    options = get_args(annotation)
    if NoneType not in options:
        return annotation, False
    (kind,) = (each for each in options if each is not NoneType)
    return kind, True
