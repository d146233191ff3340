"""The JSON that goes in and out of the server, as its OpenAPI description tells programs."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from tmima.chapters import chapter_formats
from tmima.explore.session import SIMILARITIES
from tmima.fields import SegmentField, fields_of
from tmima.formats import AUTO, text_formats
from tmima.languages import UNDETERMINED, known_languages
from tmima.methods import methods
from tmima.result import Segment
from tmima.scores import SCORES
from tmima.segmentation import LENGTH_UNITS
from tmima.text import UNITS, plural

# Methods that can start from the text alone.
METHODS = tuple(name for name in methods if not methods[name].needs)


def _member(known: Sequence[str]) -> Callable[[str], str]:
    def check(value: str) -> str:
        value = plural(value)
        if value not in known:
            raise ValueError(f"choose one of {', '.join(known)}")
        return value

    return check


def _one_of(known: Sequence[str]) -> tuple[AfterValidator, Any]:
    return AfterValidator(_member(known)), Field(json_schema_extra={"enum": list(known)})


Language = Annotated[str, *_one_of((*known_languages(), UNDETERMINED))]
FormatName = Annotated[str, *_one_of((AUTO, *text_formats()))]
Unit = Annotated[str, *_one_of(UNITS)]
LengthUnit = Annotated[str, *_one_of(LENGTH_UNITS)]
SimilarityName = Annotated[str, *_one_of(SIMILARITIES)]
MethodName = Annotated[str, *_one_of(METHODS)]
FormName = Annotated[str, *_one_of(tuple(chapter_formats))]
Place = Annotated[int, Field(ge=1, le=1_000_000)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _ReadRequest(_Request):
    """How something is to be read."""

    language: Annotated[
        Language | None, Field(description="ISO 639-1; found from the text if null.")
    ] = None
    format: Annotated[
        FormatName,
        Field(description="Prose, one sentence per line, Choi's, a transcript, a document."),
    ] = AUTO
    unit: Annotated[Unit, Field(description="Cuts fall between these.")] = UNITS[0]


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


class ParametersRequest(_Request):
    """The parameters of the cost, as `tmima segment` takes them.

    What is left out or null: the weights suit the similarity, the lengths the number of segments if
    that is given.
    """

    mean_length: Annotated[
        float | None, Field(ge=0, le=1e6, description="Preferred length of a segment (mu).")
    ] = None
    std_length: Annotated[
        float | None, Field(ge=1e-3, le=1e6, description="How far lengths stray from it (sigma).")
    ] = None
    gamma: Annotated[
        float | None, Field(ge=0, le=1, description="Weight of length against density.")
    ] = None
    r: Annotated[
        float | None,
        Field(ge=0, le=100, description="Power of the length that divides similarity."),
    ] = None
    length_unit: Annotated[
        LengthUnit | None, Field(description="What length is counted in; sentences if null.")
    ] = None


class TitleRequest(_Request):
    """A title that a person gave."""

    first: Annotated[
        int, Field(ge=0, le=1_000_000, description="The first unit of the segment it is for.")
    ]
    title: Annotated[str, Field(max_length=1000, description="If blank, it is found.")]


class CutRequest(_Request):
    """How to cut a text that was opened."""

    method: Annotated[
        MethodName | None,
        Field(
            description="One of /api/about's methods; if null, learnt, or density if parameters "
            "are given."
        ),
    ] = None
    parameters: Annotated[
        ParametersRequest, Field(description="Of the method density; others have none.")
    ] = ParametersRequest()
    similarity: Annotated[
        SimilarityName | None,
        Field(
            description="One of the text's similarities, for learnt (if null, graded) and density "
            "(shared)."
        ),
    ] = None
    n_segments: Annotated[
        int | None,
        Field(
            ge=1,
            le=1_000_000,
            description="The number of segments, for a method that accepts one.",
        ),
    ] = None
    finer: Annotated[
        float,
        Field(
            ge=-100,
            le=100,
            description="Above 0 more segments, below it fewer: what each cut gains in log odds; "
            "for the method learnt.",
        ),
    ] = 0.0
    levels: Annotated[
        int,
        Field(ge=1, le=32, description="How many nested levels to tell; for learnt and density."),
    ] = 1
    cut_at: Annotated[
        list[Place],
        Field(description="Units before each cut that must be; for learnt and density."),
    ] = []
    no_cut_at: Annotated[
        list[Place],
        Field(description="Units before each cut that must not be; for learnt and density."),
    ] = []
    titles: Annotated[
        list[TitleRequest],
        Field(description="Titles in place of those found; a segment that is not there has none."),
    ] = []
    form: Annotated[
        FormName | None,
        Field(description="A form of chapters whose rules the segments keep; of a transcript."),
    ] = None


class FileAnswer(BaseModel):
    """A file that was opened."""

    name: str
    content: str = Field(description="Its bytes in base64.")


class TextAnswer(BaseModel):
    """A text that was opened. Offsets count characters (code points); ranges are half-open.

    Unit i is text[edges[i]:edges[i + 1]] and begins with sentence unit_sentences[i]. Two units are
    similar if they hold a word with the same term.
    """

    key: str = Field(description="Names the text, with language, format and unit, by its content.")
    text: str
    format: str | None = Field(description="What document it was taken from, if from one.")
    language: str
    unit: str
    edges: list[int]
    sentence_starts: list[int]
    sentence_ends: list[int]
    paragraph_sentences: list[int] = Field(description="The first sentence of each paragraph.")
    unit_sentences: list[int]
    word_starts: list[int] = Field(description="Of the content words, in order.")
    word_ends: list[int]
    word_terms: list[int] = Field(description="Words of one lemma or stem have one number.")
    terms: list[str] = Field(description="Each term as the text writes it most often.")
    truth: list[int] | None = Field(description="True ends of segments, from Choi's format.")
    times: list[float] | None = Field(
        description="Of a transcript: when each unit begins, in seconds, and when the last ends."
    )
    speakers: list[str | None] | None = Field(
        description="Of a transcript: who speaks each unit, where that is known."
    )
    source: str | None = Field(
        description="What was sent, if `text` is less: what is said, or what a page holds."
    )
    file: FileAnswer | None = Field(description="What was sent, if it was a file.")
    faults: list[str] = Field(description="What of a transcript was mended or could not be read.")
    similarities: list[str] = Field(description="Those that it can be cut with.")


def _field(each: SegmentField) -> tuple[Any, Any]:
    kind = _IN_JSON.get(each.kind, each.kind)
    unit = f" In {each.unit}." if each.unit else ""
    return (kind | None if each.optional else kind), Field(description=each.help + unit)


# JSON has lists only.
_IN_JSON = {tuple[str, ...]: list[str], tuple[int, int]: list[int]}
_SEGMENT: dict[str, Any] = {
    each.name: _field(each) for each in fields_of(Segment) if not each.is_text
}


class SegmentAnswer(create_model("SegmentAnswer", **_SEGMENT)):  # type: ignore[misc]
    """One segment: the units [first, last)."""

    sentences: int
    words: int
    density: float = Field(description="The mean of D over the segment's square.")


_SCORES: dict[str, Any] = {
    name: (float, Field(description=one.help)) for name, one in SCORES.items()
}


class ScoresAnswer(create_model("ScoresAnswer", **_SCORES)):  # type: ignore[misc]
    """How well the cuts agree with the true ones, in units."""


class LearntAnswer(BaseModel):
    """What the method has learnt from."""

    source: str = Field(alias="from")


class NumberAnswer(BaseModel):
    """How probable each number of segments is."""

    median: int = Field(description="The number that is found.")
    interval: list[int] = Field(description="The least and the greatest likely number.")
    first: int = Field(description="The least number that is at all probable.")
    shares: list[float] = Field(description="How probable that number is, the next, and so on.")


class FittedAnswer(BaseModel):
    """What a text was cut with, as `tmima segment --format json` tells it."""

    similarity: str
    learnt: LearntAnswer | None = Field(None, description="Left out if nothing was learnt.")
    number: NumberAnswer | None = Field(
        None, description="Of the method learnt; left out if a number was told."
    )


class CutsAnswer(BaseModel):
    """A segmentation of a text."""

    method: str
    parameters: dict[str, Any]
    fitted: FittedAnswer | None = Field(description="Null for methods of the literature.")
    cost: float | None = Field(description="No other segmentation undercuts it; null for others.")
    boundaries: list[int] = Field(description="The ends of the segments, in units.")
    near: list[float | None] | None = Field(
        description="For each place 1 .. T-1, what a cut there would cost more than the optimum; "
        "null where no cut is allowed."
    )
    segments: list[SegmentAnswer]
    answers: dict[str, Any] = Field(description="Why it is the optimum; see `tmima segment`.")
    scores: ScoresAnswer | None = Field(description="Of a text whose true cuts are known.")
    score_labels: dict[str, str] = Field(description="What people call each score.")


class ExampleAnswer(BaseModel):
    """A text that comes with the explorer."""

    name: str
    title: dict[str, str] = Field(description="By the language of the interface, el and en.")


class ExampleTextAnswer(ExampleAnswer):
    """The same with its text."""

    text: str


class MethodAnswer(BaseModel):
    """A method, and what of a request it heeds."""

    name: str
    year: str
    summary: str
    count: str = Field(description="A number of segments is ignored, optional or required.")
    settings: list[str] = Field(
        description="What else it understands: finer, similarity, parameters, constraints, ..."
    )


class SimilarityAnswer(BaseModel):
    """A similarity, and the weights of the cost that suit it where nothing was trained."""

    name: str
    summary: str
    gamma: float
    r: float


class FormAnswer(BaseModel):
    """A form of chapters, and what the platform that reads it demands."""

    name: str
    summary: str
    suffix: str = Field(description="How the name of a file of it ends.")
    least_chapters: int
    least_seconds: int


class AboutAnswer(BaseModel):
    """What this server can do."""

    version: str
    max_bytes: int = Field(description="Bytes of UTF-8 that a text may have.")
    languages: list[str]
    formats: list[str]
    units: list[str]
    methods: list[MethodAnswer]
    similarities: list[SimilarityAnswer]
    forms: list[FormAnswer]


class Refusal(BaseModel):
    """Why a request was not answered."""

    detail: str


class Fault(BaseModel):
    """One thing that is wrong with a request: where it is, and what to do."""

    loc: list[str | int]
    msg: str


class Faults(BaseModel):
    """What is wrong with a request, by name."""

    detail: list[Fault]
