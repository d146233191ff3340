"""What the server is asked, as JSON: its fields are those of settings that the page can set."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from tmima.chapters import chapter_formats
from tmima.errors import TmimaError
from tmima.explore.session import SIMILARITIES
from tmima.formats import AUTO, text_formats
from tmima.languages import UNDETERMINED, known_languages
from tmima.methods import methods
from tmima.segmentation import Parameters
from tmima.segmenter import SETTINGS
from tmima.settings import (
    Count,
    Kind,
    Number,
    OneOf,
    PlaceList,
    Setting,
    Switch,
    Whole,
    settings_of,
)

# Methods that can start from the text alone.
METHODS = tuple(name for name in methods if not methods[name].needs)
# What of a request says how a text is read.
READ = ("language", "format", "unit")
_KNOWN: dict[str, Sequence[str]] = {
    "language": (*known_languages(), UNDETERMINED),
    "format": (AUTO, *text_formats()),
    "method": METHODS,
    "similarity": SIMILARITIES,
}

Place = Annotated[int, Field(ge=1, le=1_000_000)]
# The author's headings, to a level: of places to cut alone.
Headings = Annotated[str, Field(pattern="^headings:[1-9][0-9]?$")]


def _choice_type(known: Sequence[str]) -> Any:
    """Return a string that must be one of some names."""
    return Annotated[
        str,
        AfterValidator(_membership_check(known)),
        Field(json_schema_extra={"enum": list(known)}),
    ]


def _membership_check(known: Sequence[str]) -> Callable[[str], str]:
    meant = OneOf(known).plural_if_known

    def check(value: str) -> str:
        if meant(value) not in known:
            raise ValueError(f"choose one of {', '.join(known)}")
        return meant(value)

    return check


def _number_type(told: Setting) -> Any:
    kind = cast("Number", told.kind)
    low, high = told.page if isinstance(told.page, tuple) else (kind.least, kind.most)
    return Annotated[float, Field(ge=low, le=high)]


# How a value of each kind is written in JSON.
_JSON_TYPES: dict[type[Kind], Callable[[Any], Any]] = {
    OneOf: lambda told: _choice_type(told.kind.names),
    Whole: lambda told: Annotated[int, Field(ge=told.kind.least, le=told.kind.most)],
    Number: _number_type,
    Count: lambda _: Place,
    PlaceList: lambda _: list[Place],
    Switch: lambda _: bool,
}


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


def _request_model(
    name: str, settings: Mapping[str, Setting], names: Iterable[str], **defaults: Any
) -> Any:
    """Return the model of a request with some settings; null stands for the default.

    Args:
        name: of the request.
        settings: what all of them tell of themselves.
        names: of those that the request has.
        defaults: of those that may not be null.
    """
    made: dict[str, Any] = {}
    for each in names:
        told = settings[each]
        allowed = (
            _choice_type(_KNOWN[each]) if each in _KNOWN else _JSON_TYPES[type(told.kind)](told)
        )
        if each == "cut_at":
            allowed = list[Place | Headings]
        said = Field(description=TmimaError(told.help).with_setting_names(str))
        nullable = allowed if each in defaults else allowed | None
        made[each] = Annotated[nullable, said], defaults.get(each)
    return create_model(name, __base__=_Request, **made)


_PARAMETERS = settings_of(Parameters)
ParametersRequest = _request_model(
    "ParametersRequest", _PARAMETERS, (name for name, told in _PARAMETERS.items() if told.page)
)
_CUT = [name for name, told in SETTINGS.items() if told.page and name not in (*READ, "parameters")]
_Form: Any = _choice_type(tuple(chapter_formats))


class _ReadRequest(_request_model("_ReadRequest", SETTINGS, READ, format=AUTO, unit="sentences")):  # type: ignore[misc]
    """How something is to be read."""


class TextRequest(_ReadRequest):
    """A text to open."""

    text: Annotated[
        str, Field(min_length=1, description="The text itself; UTF-8 of at most max_bytes bytes.")
    ]


class FileRequest(_ReadRequest):
    """A file to open: what it is is told by its name and content, as `tmima segment` tells it."""

    name: Annotated[str, Field(max_length=1000, description="Of the file, as notes.md.")]
    content: Annotated[
        str,
        Field(
            pattern="^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
            description="Its bytes in base64, at most max_bytes of them.",
        ),
    ]


class TitleRequest(_Request):
    """A title that a person gave."""

    first: Annotated[
        int, Field(ge=0, le=1_000_000, description="The first unit of the segment it is for.")
    ]
    title: Annotated[str, Field(max_length=1000, description="If blank, it is found.")]


class CutRequest(_request_model("_CutRequest", SETTINGS, _CUT)):  # type: ignore[misc]
    """How to cut a text that was opened; what is null or left out is as `tmima segment` has it.

    What the method does not understand is not heeded, but places to cut and not to cut are refused.
    """

    parameters: Annotated[
        ParametersRequest | None,  # type: ignore[valid-type]
        Field(description="Of the method density; others have none."),
    ] = None
    titles: Annotated[
        list[TitleRequest],
        Field(
            default_factory=list,
            description="Titles in place of those found; a segment that is not there has none.",
        ),
    ]
    form: Annotated[
        _Form | None,
        Field(description="A form of chapters whose rules the segments keep; of a transcript."),
    ] = None

    def given_settings(self) -> dict[str, Any]:
        """Return the settings that the request has, by name; null and empty ones are left out."""
        values: dict[str, Any] = self.model_dump(exclude_none=True)
        return {name: value for name, value in values.items() if value not in ({}, [])}
